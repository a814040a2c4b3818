"""How fast the search is in a page: WebAssembly in V8, beside Numba and the interpreter, in the same run.

    python bench/page_search.py

V8 is that of Node, which builds the web client. The position is that of a match of four, some moves in. All of them
search with the same seed, and must grow the same tree. Each figure is the best of some turns, in seconds of the core.
"""

from __future__ import annotations

import base64
import hashlib
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tiotal.bots import entrances, policies
from tiotal.bots.search import OneSearch, settings_of
from tiotal.bots.tree import Tree
from tiotal.engine import forms
from tiotal.engine.game import View
from tiotal.engine.games import GAMES
from tiotal.engine.records import layout_of

ITERATIONS = 20_000
INTERPRETED = 200
TURNS = 5
SEED = 5
NODE = """
const { readFileSync } = require("node:fs");
const { createHash } = require("node:crypto");
const given = JSON.parse(readFileSync(0, "utf8"));
const { memory, heap, plant, search } = new WebAssembly.Instance(
  new WebAssembly.Module(readFileSync(given.module))).exports;
const contents = given.records.map((each) => Buffer.from(each, "base64"));
let end = heap.value;
const places = contents.map((each) => {
  const place = Math.ceil(end / 16) * 16;
  end = place + each.length;
  return place;
});
memory.grow(Math.ceil(end / 65536));
const turn = () => {
  contents.forEach((each, i) => new Uint8Array(memory.buffer).set(each, places[i]));
  plant(places[2]);
  const start = process.threadCpuUsage();
  search(...places, BigInt(given.seed), BigInt(given.iterations));
  const spent = process.threadCpuUsage(start);
  return given.iterations / (spent.user + spent.system) * 1e6;
};
const first = turn();
const rate = Math.max(...Array.from({ length: given.turns }, turn));
const tree = new Uint8Array(memory.buffer, places[2], given.kept);
console.log(JSON.stringify({ first, rate, tree: createHash("sha256").update(tree).digest("hex") }));
"""


def main() -> None:
    kept = layout_of(Tree).places["path"].offset  # what comes behind is scratch space
    print(f"{'':8}{'interpreted':>12}{'Numba':>12}{'V8':>12}{'V8, first':>12}  V8 / Numba  bytes")
    with tempfile.TemporaryDirectory() as folder:
        for name in GAMES:
            view = position(name)
            module = entrances.write(name, Path(folder))
            interpreted = rate(name, view, policies.interpreted_form(name), INTERPRETED)[0]
            numba, tree = rate(name, view, policies.compiled_form(name), ITERATIONS)
            page = in_node(module, one_search(name, view, policies.compiled_form(name)), kept)
            numba = max(numba, rate(name, view, policies.compiled_form(name), ITERATIONS)[0])
            assert page["tree"] == hashlib.sha256(tree.tobytes()[:kept]).hexdigest(), "the trees differ"
            figures = "".join(f"{round(each):>12,}" for each in (interpreted, numba, page["rate"], page["first"]))
            print(f"{name:8}{figures}{page['rate'] / numba:>12.2f}{module.stat().st_size:>7,}")


def position(name: str) -> View:
    """A choice between several moves, from the view of who has it."""
    dice = random.Random(3)
    found = GAMES[name](4).deal(7)
    while len(found.moves) < 24 or len(found.legal_moves) < 3:
        found.play(dice.choice(found.legal_moves))
    return found.view(found.to_move)


def one_search(name: str, view: View, form: forms.Form) -> OneSearch:
    assert view.seat is not None
    return OneSearch(view.game, view.seat, view.state, SEED, settings_of(name), form=form)


def rate(name: str, view: View, form: forms.Form, iterations: int) -> tuple[float, Any]:
    """Iterations a second, and the tree."""
    best = 0.0
    form.search(*records(one_search(name, view, form)), SEED, 1)  # compiled by now
    for _ in range(TURNS if form.is_quick else 1):
        search = one_search(name, view, form)
        start = time.thread_time()
        form.search(*records(search), SEED, iterations)
        best = max(best, iterations / (time.thread_time() - start))
    return best, search.trees


def records(search: OneSearch) -> tuple[Any, Any, Any]:
    return search.states, search.notes, search.trees


def in_node(module: Path, search: OneSearch, kept: int) -> dict[str, Any]:
    given = {
        "module": str(module),
        "records": [base64.b64encode(each.tobytes()).decode() for each in records(search)],
        "seed": SEED,
        "iterations": ITERATIONS,
        "turns": TURNS,
        "kept": kept,
    }
    node = Path(sys.executable).parent / "node"
    done = subprocess.run([node, "-e", NODE], input=json.dumps(given), capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    main()
