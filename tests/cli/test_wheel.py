"""The package that people install has the web client in it."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tiotal.server.pages import CLIENT

ROOT = Path(__file__).parents[2]


@pytest.mark.thorough
def test_the_wheel_contains_the_web_client_as_it_was_built(tmp_path: Path) -> None:
    uv = str(Path(sys.executable).with_name("uv"))
    command = [uv, "build", "--quiet", "--offline", "--wheel", "--no-build-isolation"]
    subprocess.run([*command, "--python", sys.executable, "--out-dir", str(tmp_path), str(ROOT)], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        shipped = {name for name in packed.namelist() if name.startswith("tiotal/server/client/")}
    built = {
        f"tiotal/server/client/{path.relative_to(CLIENT).as_posix()}" for path in CLIENT.rglob("*") if path.is_file()
    }
    assert "tiotal/server/client/index.html" in built, "there is no client: run `make web`"
    assert shipped == built
