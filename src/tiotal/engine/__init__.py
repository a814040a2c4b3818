"""The public Python API: games, positions, views, records, traces, and random games by the million."""
