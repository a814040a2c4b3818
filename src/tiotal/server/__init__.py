"""The web server: people meet at tables, from any device that reaches it.

`app` puts it together; `live` keeps the tables that somebody is connected to; `storage` keeps all of them for good.
"""
