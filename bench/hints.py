"""Whether the intervals of hints are true: 300 of them beside searches that are ten times deeper (decision 0026).

    python bench/hints.py                        300 positions, hints of 2,000 iterations
    python bench/hints.py --positions 30 --iterations 600 --seed 1

Prints a line for each game and one for all, and fails if less than 90 % of the intervals contain the deeper value, if
more than 1 % of the advised moves lose more than .05 beyond the deeper search's own interval, or if a move that was
called about as good is not.
"""

from __future__ import annotations

import argparse
import json
import sys

from tiotal.engine.games import GAMES
from tiotal.lab.calibration import Compared, compare, positions

LEAST_COVERAGE = 0.90
MOST_REGRET = 0.05
SELDOM = 0.01


def summary(name: str, hints: list[Compared]) -> dict[str, object]:
    within = [held for hint in hints for held in hint.within]
    widths = sorted(hint.half_width for hint in hints)
    return {
        "game": name,
        "hints": len(hints),
        "coverage_best": round(sum(hint.within[0] for hint in hints) / len(hints), 3),
        "coverage_all": round(sum(within) / len(within), 3),
        "half_width_median": round(widths[len(widths) // 2], 3),
        "half_width_90": round(widths[len(widths) * 9 // 10], 3),
        "regret_over_05": round(sum(hint.regret > MOST_REGRET for hint in hints) / len(hints), 4),
        "regret_most": round(max(hint.regret for hint in hints), 3),
        "called_equal": sum(hint.equals for hint in hints),
        "not_equal": sum(hint.unequal for hint in hints),
    }


def is_calibrated(hints: list[Compared]) -> bool:
    found = sum(hint.within[0] for hint in hints) >= LEAST_COVERAGE * len(hints)
    regretted = sum(hint.regret > MOST_REGRET for hint in hints) <= SELDOM * len(hints)
    return found and regretted and not any(hint.unequal for hint in hints)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--iterations", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    hints = []
    for number, position in enumerate(positions(chosen.positions, chosen.seed), 1):
        hints.append(compare(position.view(position.to_move), chosen.iterations))
        print(f"\r{number}", end="", file=sys.stderr, flush=True)
    for name in GAMES:
        print(json.dumps(summary(name, [hint for hint in hints if hint.game == name])))
    print(json.dumps(summary("all", hints)))
    sys.exit(not is_calibrated(hints))
