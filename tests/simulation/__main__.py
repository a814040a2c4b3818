"""Many runs, on all cores: `python -m tests.simulation 1000` is a thousand seeds, `--first 17 1` is seed 17 again."""

from __future__ import annotations

import argparse
import concurrent.futures
import sys
import time

from tests.simulation.run import SECONDS_OF_TROUBLE, simulate


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seeds", type=int, nargs="?", default=200)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=SECONDS_OF_TROUBLE)
    chosen = parser.parse_args()
    began = time.monotonic()
    hours, entries, refusals, failed = 0.0, 0, 0, []
    with concurrent.futures.ProcessPoolExecutor() as pool:
        seeds = range(chosen.first, chosen.first + chosen.seeds)
        for done, outcome in enumerate(pool.map(simulate, seeds, [chosen.seconds] * len(seeds), chunksize=1), 1):
            hours += outcome.hours
            entries += outcome.entries
            refusals += outcome.refusals
            if outcome.faults:
                failed.append(outcome.seed)
                print(f"\nseed {outcome.seed}: " + "\n    ".join(outcome.faults[:8]))
            print(f"\r{done} of {len(seeds)} seeds, {hours:.0f} table hours", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(
        f"{len(seeds)} seeds, {hours:.0f} table hours, {entries} entries, {refusals} refusals in"
        f" {time.monotonic() - began:.0f} s: {len(failed)} seeds failed {failed[:20]}"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
