"""Entries and listings as rows of the database."""

from __future__ import annotations

import json
from typing import Any

from tiotal.table.entries import Entry
from tiotal.table.seen.listing import Listing

LISTED = tuple(Listing.__dataclass_fields__)
IN_JSON = ("names", "result")
encode = json.JSONEncoder(ensure_ascii=False).encode


def row_of(listing: Listing) -> dict[str, Any]:
    return {name: encode(getattr(listing, name)) if name in IN_JSON else getattr(listing, name) for name in LISTED}


def listing_in(row: Any) -> Listing:
    return Listing(**{name: json.loads(row[name] or "null") if name in IN_JSON else row[name] for name in LISTED})


def entry_row(table_id: str, entry: Entry) -> dict[str, Any]:
    return {"table_id": table_id, "number": entry.number, "at": entry.at, "body": entry.write()}
