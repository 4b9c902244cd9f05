"""Writes the polynomial coefficients of the native backend's math: `python tools/fit_math.py`.

Each polynomial interpolates its function at Chebyshev nodes, in arithmetic of 80 digits: within a small
factor of the best approximation there is, without the iterations of Remez. Beside each the greatest
error of the interpolation is written, as a power of two.
"""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import mpmath as mp

mp.mp.dps = 80
FOLDER = Path(__file__).resolve().parent.parent / "sct" / "backends" / "native" / "math"

HEADS = {
    "coefficients.py": "Coefficients of polynomials, lowest power first",
    "power_tables.py": "Tables of sixteen entries for powers",
}

Function = Callable[[mp.mpf], mp.mpf]


def fit(function: Function, low: mp.mpf, high: mp.mpf, degree: int) -> tuple[list[float], float]:
    """The coefficients, and the greatest error relative to the function."""
    count = degree + 1
    nodes = [
        (low + high) / 2 + (high - low) / 2 * mp.cos(mp.pi * (2 * k + 1) / (2 * count)) for k in range(count)
    ]
    table = [function(x) for x in nodes]
    for order in range(1, count):  # Newton's divided differences
        for k in range(count - 1, order - 1, -1):
            table[k] = (table[k] - table[k - 1]) / (nodes[k] - nodes[k - order])
    powers = [mp.mpf(0)] * count
    for k in range(count - 1, -1, -1):
        powers = [mp.mpf(0), *powers[:-1]]
        for j in range(count - 1):
            powers[j] -= nodes[k] * (powers[j + 1])
        powers[0] += table[k]
    points = [low + (high - low) * mp.mpf(k) / 200 for k in range(201)]
    worst = max(abs(mp.polyval(powers[::-1], x) / function(x) - 1) for x in points)
    return [float(c) for c in powers], float(mp.log(worst, 2))


def series(function: Function, terms: int, step: int = 1) -> Function:
    """`function` without its first terms in a power series about 0, divided by the next power.

    Only every `step`-th power occurs; what is answered is a function of `x**step` then.
    """
    first = mp.taylor(function, 0, terms * step)  # high powers vanish at 0 themselves
    skipped = first[: terms * step]

    def rest(z: mp.mpf) -> mp.mpf:
        x = mp.root(z, step) if z >= 0 else z
        if abs(x) < mp.mpf(10) ** -15:
            return first[terms * step]
        return (function(x) - mp.polyval(skipped[::-1], x)) / x ** (terms * step)

    return rest


def odd(function: Function, terms: int) -> Function:
    """The same for odd functions: those of `x*x`, after `terms` terms."""
    return series(lambda x: function(x) / x if x else mp.diff(function, 0), terms, 2)


def erfcx(t: mp.mpf, centre: int, slope: int) -> mp.mpf:
    """The scaled complementary error function of the `x` that `t` stands for, flattened."""
    x = centre * (1 + t) / (1 - t)
    return mp.exp(x * x) * mp.erfc(x) * (1 + slope * x)


HALF_LOG2 = mp.log(2) / 2 * mp.mpf("1.01")
QUARTER_PI = mp.mpf("0.80")  # a little more than a quarter: the quotient is rounded before it is made whole
S2 = ((mp.sqrt(2) - 1) / (mp.sqrt(2) + 1)) ** 2 * mp.mpf("1.001")
TAN_PI_8 = mp.mpf("0.4143")
CLOSE = mp.mpf("0.0342")  # how far a number is from the one that the table of logarithms has for it, at most
LOG2_32 = mp.log(2) / 32 * mp.mpf("1.01")
CBRT_GUESS = mp.mpf("0.1022")  # how far the first guess of a cube root is off


def t_of(x: float, centre: int) -> mp.mpf:
    """What stands for `x`."""
    return (mp.mpf(x) - centre) / (mp.mpf(x) + centre)


def erf_slope(z: mp.mpf) -> mp.mpf:
    """What `x*x` tells of `erf(x)/x`."""
    x = mp.sqrt(z)
    return (mp.erf(x) / x if z > mp.mpf(10) ** -40 else 2 / mp.sqrt(mp.pi)) - 1


FITS: dict[str, tuple[str, Function, mp.mpf, mp.mpf, int | None, int]] = {
    "EXP": ("(exp(r) - 1 - r) / r**2", series(mp.exp, 2), -HALF_LOG2, HALF_LOG2, 10, 4),
    "LOG": ("(2*atanh(s)/s - 2) / s**2 of s**2", odd(lambda s: 2 * mp.atanh(s), 1), mp.mpf(0), S2, 6, None),
    "LOG_NEAR": ("(log(1 + f) - f) / f**2", series(mp.log1p, 2), mp.sqrt(2) / 2 - 1, mp.sqrt(2) - 1, None, 8),
    "SIN": ("(sin(r)/r - 1) / r**2 of r**2", odd(mp.sin, 1), mp.mpf(0), QUARTER_PI**2, 5, 2),
    "COS": ("(cos(r) - 1 + r**2/2) / r**4 of r**2", series(mp.cos, 2, 2), mp.mpf(0), QUARTER_PI**2, 5, 2),
    "ATAN": ("(atan(x)/x - 1) / x**2 of x**2", odd(mp.atan, 1), mp.mpf(0), TAN_PI_8**2, 11, 4),
    "ASIN": ("(asin(x)/x - 1) / x**2 of x**2", odd(mp.asin, 1), mp.mpf(0), mp.mpf("0.25"), 13, 5),
    "ERF": ("erf(x)/x - 1 of x**2, to 1", erf_slope, mp.mpf(0), mp.mpf(1), 11, 6),
    "ERFC": (
        "exp(x**2) * erfc(x) * (1 + 2*x) of (x - 4)/(x + 4), 0.74 to 28",
        lambda t: erfcx(t, 4, 2), t_of(0.74, 4), t_of(28, 4), 21, 10,
    ),
    "ERFC_NEAR": (
        "exp(x**2) * erfc(x) * (1 + 2*x) of (x - 2)/(x + 2), 1 to 6",
        lambda t: erfcx(t, 2, 2), t_of(1, 2), t_of(6.1, 2), 16, 6,
    ),
    "LOG_CLOSE_TAIL": (
        "-2*(log(1 + f) - f + f**2/2) / f**3", lambda f: -2 * series(mp.log1p, 3)(f), -CLOSE, CLOSE, 8, None,
    ),
    "LOG_CLOSE": ("(log(1 + f) - f) / f**2", series(mp.log1p, 2), -CLOSE, CLOSE, None, 4),
    "EXP_CLOSE": ("(exp(r) - 1 - r) / r**2", series(mp.exp, 2), -LOG2_32, LOG2_32, 5, None),
    "CBRT": (
        "(1/cbrt(1 - v) - 1) / v", series(lambda v: 1 / mp.cbrt(1 - v), 1), -CBRT_GUESS, CBRT_GUESS, 5, 2,
    ),
}  # fmt: skip


def close_inverses() -> list[Fraction]:
    """For each sixteenth of the bits of numbers from 47/64 on a number close to its inverse.

    So short that its product with a double precision number of these, less 1, is exact, and 1 around 1.
    """
    found = []
    low = Fraction(47, 64)
    for _ in range(16):
        high = Fraction(33, 32) if low == Fraction(63, 64) else low + (Fraction(1, 32) if low < 1 else Fraction(1, 16))
        options = []
        for bits in range(9):
            for whole in range(1, 2 ** (bits + 1)):
                inverse = Fraction(whole, 2**bits)
                off = max(abs(low * inverse - 1), abs(high * inverse - 1))
                if off * 2 ** (bits + (53 if low < 1 else 52)) <= 2**53:
                    options.append((off, inverse))
        off, inverse = min(options)
        assert off < CLOSE
        found.append(inverse)
        low = high
    return found


def tables() -> dict[str, tuple[str, list[float]]]:
    """What is looked up, with what it is."""
    inverses = close_inverses()
    logs = [-mp.log(mp.mpf(c.numerator) / c.denominator) for c in inverses]
    high = [float(mp.nint(v * 2**42) / 2**42) for v in logs]
    powers = [mp.mpf(2) ** (mp.mpf(j) / 16) for j in range(16)]
    return {
        "CLOSE_INVERSE": ("close to the inverses of numbers from 47/64 on", [float(c) for c in inverses]),
        "CLOSE_LOG": ("the logarithms of what these are inverses of, to 42 binary places", high),
        "CLOSE_LOG_LOW": ("what these lack", [float(v - h) for v, h in zip(logs, high, strict=True)]),
        "CLOSE_LOG_SINGLE": ("the same logarithms in one part", [float(v) for v in logs]),
        "SIXTEENTHS": ("2**(j/16)", [float(v) for v in powers]),
        "SIXTEENTHS_LOW": ("what these lack, relative to them", [float((v - float(v)) / v) for v in powers]),
    }


def main() -> None:
    """Write the files."""
    parts: list[str] = []
    for name, (meaning, function, low, high, *degrees) in FITS.items():
        for degree, bits in zip(degrees, (64, 32), strict=True):
            if degree is None:
                continue
            coefficients, error = fit(function, low, high, degree)
            print(f"{name}_{bits} degree {degree}: 2**{error:.1f}")
            parts.append(f"# {meaning}: relative error below 2**{error:.1f}\n{name}_{bits} = (\n")
            parts += [f"    {c!r},\n" for c in coefficients]
            parts.append(")\n\n")
    entries: list[str] = []
    for name, (meaning, numbers) in tables().items():
        entries += [f"# {meaning}\n{name} = (\n", *(f"    {c!r},\n" for c in numbers), ")\n\n"]
    for (name, head), text in zip(HEADS.items(), (parts, entries), strict=True):
        lines = [f'"""{head}; written by `python tools/fit_math.py`."""\n\n# fmt: off\n', *text]
        (FOLDER / name).write_text("".join(lines).rstrip("\n") + "\n", "utf-8")


if __name__ == "__main__":
    main()
