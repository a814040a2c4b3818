"""QR codes, for cameras."""

from __future__ import annotations

import io

import segno


def qr_code(address: str) -> bytes:
    """As SVG; the colours come from the page."""
    picture = io.BytesIO()
    segno.make_qr(address, error="m").save(picture, kind="svg", scale=8, border=3, xmldecl=False, light="#fff")
    return picture.getvalue()


def qr_text(address: str) -> str:
    """For a terminal, two modules a character."""
    picture = io.StringIO()
    segno.make_qr(address, error="m").terminal(picture, compact=True)
    return picture.getvalue()
