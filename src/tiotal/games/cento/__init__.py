"""Cento: mental arithmetic, to exactly 100."""
