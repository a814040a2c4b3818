"""The third form: what Python calls of a game in WebAssembly, and the command that makes it.

    python -m tiotal.bots.entrances FOLDER

writes `<game>.wasm` for every game that there is, other packages' among them, and leaves alone what is up to date.
Rules that are written in more of Python than can be translated have no such form: it says where, and goes on. They are
then interpreted in the page, as they are without a compiler.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType

from tiotal.bots import policies
from tiotal.bots.tree import Tree
from tiotal.engine import rollouts, translating
from tiotal.engine.games import GAMES, game_of
from tiotal.engine.translating.linking import custom
from tiotal.engine.translating.text import OutsideTheSubset
from tiotal.engine.translating.translation import Handed, translated
from tiotal.rules import chance, exponentials, state


def entrances(game: str) -> Mapping[str, Sequence[Handed]]:
    """The functions that are called from outside, and what is handed to them; a list stands for several in a row."""
    one = game_of(game).rules.State
    notes = policies.policy_of(game).Notes
    return {
        # A match, move by move.
        "seed_chance": (one, int),
        "random_below": (one, int),
        "begin": (one,),
        "new_round": (one,),
        "deal": (one,),
        "deal_round": (one,),
        "start": (one, int),
        "legal": (one,),
        "apply": (one, int),
        "step": (one, int),
        "wins": (one, int),
        "policy_seed": (int,),
        "choose": (one, int, int, int, int),
        # What a seat knows.
        "view": (one, one, int),
        "imagine": (one, int),
        "imagine_world": ([one], int, int, int, int),
        # Levels.
        "look": (one, notes, int),
        "worth": (one, notes, int),
        "blur": (one,),
        "prefer": (one, notes, int, int, int, int),
        "child_move": (one, int, int, int),
        "level_move": (one, notes, int, int, int, int),
        "foresee": (one, notes),
        "likelihood": (one, notes, int),
        # The search.
        "plant": ([Tree],),
        "search": ([one], [notes], [Tree], int, int),
    }


def modules_of(game: str) -> list[ModuleType]:
    return [game_of(game).rules, *policies.written_like_rules(game)]


def translate(game: str) -> bytes:
    """One WebAssembly module with all of these."""
    return translated(modules_of(game), entrances(game), policies.mark_of(game))


def write(game: str, folder: Path) -> Path:
    """The module of a game, in a file of this folder, unless it is there already; it ends with what it is made from."""
    file = folder / f"{game}.wasm"
    sources = digest(game)
    if not (file.is_file() and file.read_bytes().endswith(sources.encode())):
        folder.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        part.write_bytes(translate(game) + custom("made from", sources.encode()))
        part.replace(file)
    return file


def digest(game: str) -> str:
    """Of all texts that can be part of it, and of what translates them."""
    from llvmlite import __version__ as version  # another LLVM makes something else of the same text

    made = hashlib.sha256(version.encode())
    here = Path(__file__), *sorted(Path(str(translating.__file__)).parent.glob("*.py"))
    texts = (state, chance, exponentials, rollouts, *modules_of(game))
    for file in (*here, *(Path(str(module.__file__)) for module in texts)):
        made.update(file.read_bytes())
    return made.hexdigest()


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 1:
        print("python -m tiotal.bots.entrances FOLDER", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    for game in GAMES:
        try:
            write(game, folder)
        except OutsideTheSubset as outside:
            print(f"{game} has no form for the page. {outside}")
            (folder / f"{game}.wasm").unlink(missing_ok=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
