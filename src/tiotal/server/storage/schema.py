"""The tables of the database.

`entries` is everything; in the file of a class, `class_entries` is what happens besides its tables. `tables` and
`sittings` are found again from `entries`, and are there to look tables up. `secrets` are the server's own. `processes`
and `presences` say who is connected now, where several processes have to agree on it.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, MetaData, String, Table, Text, false, true

metadata = MetaData()

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # no two entries of a table have the same
    Column("at", BigInteger, nullable=False),  # milliseconds since 1970
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)

class_entries = Table(  # of the one class that has this file to itself
    "class_entries",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("code", String(8), unique=True),  # null when nobody can join any more
    Column("game", String(16), nullable=False),
    Column("phase", String(16), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("host", String(64), nullable=False),
    Column("opened_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("free_seats", Integer, nullable=False),
    Column("names", Text, nullable=False),  # JSON
    Column("put_away", Boolean, nullable=False),
    Column("waits_for", String(64)),  # the device whose turn it is, while its people are not at the table
    Column("result", Text),  # JSON: how the last match ended, while no other is played
    Column("shows_names", Boolean, nullable=False, server_default=false()),
    Column("forgotten", Boolean, nullable=False, server_default=false()),  # all of its people
    Index("tables_by_host", "host", "phase"),
    Index("tables_in_the_lobby", "listed", "phase", "changed_at"),
)

sittings = Table(
    "sittings",
    metadata,
    Column("device", String(64), primary_key=True),
    Column("table_id", String(32), primary_key=True),
    Column("sat", Boolean, nullable=False, server_default=true()),  # or only knocked
    Index("sittings_of_a_table", "table_id"),
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", String(64), nullable=False),
)

processes = Table(
    "processes",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("until", BigInteger, nullable=False),  # it lives at least so long, by the database's clock
)

presences = Table(
    "presences",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("device", String(64), primary_key=True),
    Column("process", String(16), primary_key=True),
    Column("left_at", BigInteger),  # null while it is connected there, if the process lives
)
