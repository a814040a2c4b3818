"""The description of everything that a client sends and gets: REST as OpenAPI, with the messages of the WebSocket.

    python -m tiotal.server.schema > web/openapi.json

`make types` writes it; the types of the web client are made from it when that is built. The messages are the schemas
`FromDevice` and `ToDevice`, and for the line of a class `FromClassDevice` and `ToClassDevice`, with all that they are
made of.
"""

from __future__ import annotations

import json
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from tiotal.server.class_messages import from_class, to_class
from tiotal.server.messages import from_device, to_device

REFERENCE = "#/components/schemas/{model}"


def describe(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document of the server."""
    document = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
    sent = {"FromDevice": from_device, "FromClassDevice": from_class}
    received = {"ToDevice": to_device, "ToClassDevice": to_class}
    described = {name: kind.json_schema(ref_template=REFERENCE, mode="validation") for name, kind in sent.items()} | {
        name: kind.json_schema(ref_template=REFERENCE, mode="serialization") for name, kind in received.items()
    }
    schemas = document["components"]["schemas"]
    for name, schema in described.items():
        schemas.update(schema.pop("$defs", {}))
        schemas[name] = schema
    for schema in schemas.values():
        _name_its_kind(schema)
    for name in ("HTTPValidationError", "ValidationError"):  # a refusal is a `Problem` everywhere
        schemas.pop(name, None)
    return document


def _name_its_kind(schema: dict[str, Any]) -> None:
    """Whoever sends a message has to say which one it is, even where Python knows it without."""
    properties = schema.get("properties", {})
    kinds = [name for name, each in properties.items() if "const" in each and name not in schema.get("required", [])]
    for name in kinds:
        schema.setdefault("required", []).append(name)
        properties[name].pop("default", None)


def main() -> None:
    from tiotal.server.app import create_app
    from tiotal.server.settings import ServerSettings

    print(json.dumps(create_app(ServerSettings()).openapi(), indent=2))


if __name__ == "__main__":
    main()
