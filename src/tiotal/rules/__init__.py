"""The rules of the three games, each written once; imports nothing else of the project."""
