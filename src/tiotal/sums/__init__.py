"""Sums that people calculate in their heads: of which kind they are, a way to do them, and how it is written.

some = sum_of(38, 45)                 38 + 7
kind_of(some), range_of(some)         "add_ten", "to100"
way_of(some).steps                    38 + 2 = 40, 40 + 5 = 45
written(some, "sv")                   "38 + 7 = 45"
hint(some, "en"), told(some, "en")    sentences: how to begin; the whole way
"""

from tiotal.sums.kinds import KINDS, RANGES, WHATS, Sum, What, kind_of, range_of, sum_of
from tiotal.sums.saying import hint, told, written
from tiotal.sums.ways import WAYS, Step, Way, way_of

__all__ = [
    "KINDS",
    "RANGES",
    "WAYS",
    "WHATS",
    "Step",
    "Sum",
    "Way",
    "What",
    "hint",
    "kind_of",
    "range_of",
    "sum_of",
    "told",
    "way_of",
    "written",
]
