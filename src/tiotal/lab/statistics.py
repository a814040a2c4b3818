"""Shares and how sure they are."""

from __future__ import annotations

import math
from collections import Counter
from statistics import NormalDist

CONFIDENCE = 0.95


def interval(successes: int, trials: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's interval for a share."""
    return wilson(successes / trials, trials, NormalDist().inv_cdf((1 + confidence) / 2))


def wilson(share: float, trials: float, z: float) -> tuple[float, float]:
    """Wilson's interval at z standard deviations."""
    centre = share + z * z / (2 * trials)
    spread = z * math.sqrt((share * (1 - share) + z * z / (4 * trials)) / trials)
    scale = 1 + z * z / trials
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def t_quantile(share: float, freedom: int) -> float:
    """Student's t by the expansion of Cornish and Fisher; good to three decimals from nine degrees of freedom on."""
    z = NormalDist().inv_cdf(share)
    terms: tuple[float, ...] = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92_160,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, start=1))


def quantile(counts: Counter[int], share: float) -> int:
    """The smallest value that at least this share of the counted ones do not exceed."""
    needed = share * counts.total()
    reached = 0
    for value in sorted(counts):
        reached += counts[value]
        if reached >= needed:
            return value
    raise ValueError("nothing was counted")
