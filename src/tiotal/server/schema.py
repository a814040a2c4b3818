"""The schema of all messages of the WebSocket, for clients in other languages.

python -m tiotal.server.schema > messages.schema.json
"""

from __future__ import annotations

import json
from typing import Any

from tiotal.server.messages import from_device, to_device


def message_schema() -> dict[str, Any]:
    """Two types, `FromDevice` and `ToDevice`, and everything that they are made of."""
    sent = from_device.json_schema(ref_template="#/$defs/{model}", mode="validation")
    received = to_device.json_schema(ref_template="#/$defs/{model}", mode="serialization")
    definitions = {**sent.pop("$defs"), **received.pop("$defs")}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "TiotalMessages",
        "type": "object",
        "properties": {"from_device": {"$ref": "#/$defs/FromDevice"}, "to_device": {"$ref": "#/$defs/ToDevice"}},
        "required": ["from_device", "to_device"],
        "additionalProperties": False,
        "$defs": {**definitions, "FromDevice": sent, "ToDevice": received},
    }


if __name__ == "__main__":
    print(json.dumps(message_schema(), indent=2))
