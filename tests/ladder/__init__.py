"""Ladder, a small game that lives in this folder alone: it shows what a game of another package needs."""
