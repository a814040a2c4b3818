"""What tests share: games to play, positions, people, servers and services."""
