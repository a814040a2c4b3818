"""The browser page as a host: whole games without a server, by the same Python that a server runs.

It runs in a worker of the page, in Pyodide, with nothing but the standard library. What the browser has to give (a
place to keep things, a line to the page, another worker that thinks) comes as a few small objects.
"""
