"""`exp` and `log` of + − × ÷ alone, for judgements in rules and policies.

Libraries differ in the last bit of theirs, and a search that meets another last bit may go another way. These are the
methods of fdlibm (Sun Microsystems, 1993), whose error is below one unit in the last place; only how a float is taken
apart is written with comparisons, since rules do not look at bits. The operations used are exact to the last bit
anywhere, so every form, on every machine, finds the same.
"""

from __future__ import annotations

from tiotal.rules.state import rule

# The logarithm of 2, in two parts: the first has so few bits that its product with an exponent is exact.
LN2_HIGH = 6.93147180369123816490e-01
LN2_LOW = 1.90821492927058770002e-10
PER_LN2 = 1.44269504088896338700
MOST = 800.0  # beyond, `exp` is infinite or zero anyway
ROOT_OF_2 = 1.41421356237309504880


@rule
def exp(x: float) -> float:
    """e to the power of x; infinite from about 709.8 on, zero below -745."""
    x = min(max(x, -MOST), MOST)
    times = int(PER_LN2 * x + (0.5 if x > 0.0 else -0.5))
    high = x - times * LN2_HIGH
    low = times * LN2_LOW
    rest = high - low  # at most half of ln 2, whose exponential is near a quotient of polynomials
    t = rest * rest
    p = 1.65339022054652515390e-06 - t * 4.13813679705723846039e-08
    p = 6.61375632143793436117e-05 - t * p
    p = 2.77777777770155933842e-03 - t * p
    p = 1.66666666666666019037e-01 - t * p
    c = rest - t * p
    return doubled(1.0 - ((low - rest * c / (2.0 - c)) - high), times)


@rule
def doubled(x: float, times: int) -> float:
    """Two to the power of `times`, times x."""
    if times > 1023:  # the next power is infinite, though its product need not be
        x *= 2.0
        times -= 1
    factor = 2.0 if times > 0 else 0.5
    left = abs(times)
    while left > 0:
        if left & 1:
            x *= factor
        factor *= factor
        left >>= 1
    return x


@rule
def log(x: float) -> float:
    """The natural logarithm of a positive number."""
    exponent = 0
    while x < ROOT_OF_2 / 2 and exponent > -1100:
        x *= 65536.0
        exponent -= 16
    while x >= ROOT_OF_2 * 32768 and exponent < 1100:
        x *= 1.52587890625e-05
        exponent += 16
    if x >= ROOT_OF_2 * 128:
        x *= 0.00390625
        exponent += 8
    if x >= ROOT_OF_2 * 8:
        x *= 0.0625
        exponent += 4
    if x >= ROOT_OF_2 * 2:
        x *= 0.25
        exponent += 2
    if x >= ROOT_OF_2:
        x *= 0.5
        exponent += 1
    f = x - 1.0
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    even = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01))
    odd = 2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)
    odd = z * (6.666666666666735130e-01 + w * odd)
    half = 0.5 * f * f
    return exponent * LN2_HIGH - ((half - (s * (half + (odd + even)) + exponent * LN2_LOW)) - f)
