"""The web client in a real browser, with a real server."""
