"""Small functions in what rules may be written in, each for one thing that languages differ in."""

from __future__ import annotations

from math import sqrt

from tiotal.rules.exponentials import exp, log
from tiotal.rules.state import Declared, grid, number, row, rule, scratch

TABLE = (3, -1, 4, 1, -5, 9)
WIDE = (1 << 40, -(1 << 50), 7)
GRID = ((1, 2, 3), (-200, 5, 6))
LIMIT = 60


class State(Declared):
    """Numbers of every width, in an order that leaves gaps."""

    small: int = number(bits=8)
    wide: int = number(bits=64)
    medium: int = number(bits=32)
    short: int = number(bits=16)
    small_positive: int = number(bits=8, signed=False)
    short_positive: int = number(bits=16, signed=False)
    medium_positive: int = number(bits=32, signed=False)
    bytes: list[int] = row(5)
    shorts: list[int] = row(5, bits=16)
    longs: list[int] = row(3, bits=64)
    lines: list[list[int]] = grid(3, 5, bits=16)
    positive_lines: list[list[int]] = grid(2, 3, signed=False)
    space: list[int] = scratch(7, bits=32)
    rng: list[int] = row(2, bits=64)
    last: int = number(bits=8)


# --- Integers ---------------------------------------------------------------------------------------------------
@rule
def quotient(a: int, b: int) -> int:
    return a // b


@rule
def remainder(a: int, b: int) -> int:
    return a % b


@rule
def by_seven(a: int) -> int:
    return a // 7 * 100 + a % 7


@rule
def by_minus_seven(a: int) -> int:
    return a // -7 * 100 + a % -7


@rule
def by_eight(a: int) -> int:
    return a // 8 * 100 + a % 8


@rule
def shifted(a: int, b: int) -> int:
    return ((a & 0xFFFFFFFF) << (b & 15)) ^ (a >> (b & 63))


@rule
def bits(a: int, b: int) -> int:
    return (a & b) ^ (a | ~b)


@rule
def negative(a: int) -> int:
    return -a + abs(a) * 3


@rule
def product(a: int, b: int) -> int:
    """Wraps around at 64 bits, other than in Python."""
    return a * b + a - b


@rule
def low_product(a: int, b: int) -> int:
    """What all forms have in common of it."""
    return (a * b) & 0xFFFFFFFF


# --- Claims -----------------------------------------------------------------------------------------------------
@rule
def between(a: int, b: int) -> bool:
    return -5 <= a < b <= LIMIT


@rule
def first_of(a: int, b: int) -> int:
    """`and` and `or` give one of their values."""
    return (a and b) + 1000 * (a or b)


@rule
def counted(a: int, b: int) -> int:
    """A claim is a number, too."""
    sum_of_all = 0
    sum_of_all += a < b
    sum_of_all += (a in (1, 2, 3)) + (b not in (1, 2, 3))
    sum_of_all -= not a
    return sum_of_all


@rule
def chosen(a: int, b: int) -> int:
    return min(a, b, 7) * 100 + max(a, b) if a != b else -1


# --- Floats -----------------------------------------------------------------------------------------------------
@rule
def divided(a: int, b: int) -> float:
    return a / b


@rule
def fused(a: float, b: float, c: float) -> float:
    """One rounding after the other: a fused operation would have one less."""
    return a * b + c - b * c


@rule
def cut_off(a: float) -> int:
    return int(a)


@rule
def root(a: int) -> float:
    return sqrt(float(abs(a))) * 0.5 + min(a, 2.5)


@rule
def mixed(a: int, b: int) -> float:
    """A variable that is sometimes a float always is one."""
    best = a / 4
    if a > 10:
        best = b
    return best * 3


@rule
def logarithm(a: float) -> float:
    return log(a)


@rule
def exponential(a: float) -> float:
    return exp(a)


# --- Ways -------------------------------------------------------------------------------------------------------
@rule
def loops(a: int, b: int) -> int:
    count = 0
    i = 0
    for i in range(a, b):
        if i % 5 == 3:
            continue
        if count > 400:
            break
        count += i
        i += 100  # noqa: PLW2901  it changes nothing of the loop
    for j in range(b, a, -3):
        count += j
    while count > 10_000:
        count //= 2
    return count * 1000 + i


@rule
def swapped(a: int, b: int) -> int:
    a, b = b, a
    low, high = both(a, b)
    return low * 3 + high * 5


@rule
def both(a: int, b: int) -> tuple[int, int]:
    return a - b, a ^ b


# --- Records, rows and tables -----------------------------------------------------------------------------------
@rule
def looked_up(a: int, b: int) -> int:
    """From the end, if the place is negative."""
    return TABLE[a % 6] + TABLE[-1] + WIDE[b % 3] + GRID[a % 2][b % 3] + TABLE[a % 6 - 6] + len(TABLE) + len(GRID)


@rule
def written(state: State, a: int) -> None:
    """Each field keeps what it has room for."""
    state.small = a
    state.short = a
    state.medium = a
    state.wide = a
    state.small_positive = a
    state.short_positive = a
    state.medium_positive = a
    state.bytes[4] = a
    state.shorts[1] = a
    state.longs[2] = a
    state.lines[2][4] = a
    state.positive_lines[1][2] = a
    state.last = a


@rule
def added(state: State, a: int) -> int:
    """What was cut off is gone when it is read."""
    state.small += a
    state.short_positive += a
    state.bytes[-1] -= a
    line = state.lines[1]
    line[0] = state.small
    line[-2] |= a
    total = summed(state.lines[0] if a > 0 else state.lines[1], 3)
    return total + state.small + state.short_positive * 3 + state.bytes[4] + state.lines[1][3]


@rule
def summed(numbers: list[int], size: int) -> int:
    total = 0
    for i in range(size):
        total += numbers[i]
    return total
