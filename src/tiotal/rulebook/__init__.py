"""The rules of each game for people, in every language: `game.language.md`."""
