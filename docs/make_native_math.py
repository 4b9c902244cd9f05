"""Writes docs/native_math.md from measurements: `python docs/make_native_math.py` (some minutes)."""

import math
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))  # the measurements are those of the tests

from tests.backends.native import accuracy  # noqa: E402

PAGE = ROOT / "docs" / "native_math.md"

HEAD = """# Accuracy of the native backend's math

The native backend computes these functions itself, in loops that are vectorised. An error is given in units
in the last place of the result (ulp); half an ulp is correct rounding. *At most* is what the tests hold every
function to; *seen* is the largest error among some hundred thousand arguments of all sizes (in double precision
against `long double` or mpmath) and among every 101st single there is. Special values, signs of zeros and
NaN are NumPy's; subnormal arguments and results are not flushed to zero.

This page is made by `python docs/make_native_math.py`.

| function | double: at most | seen | single: at most | seen |
|---|---|---|---|---|
"""

TAIL = """
- {sums}: in ulp of the largest of the arguments and the result.
- `sin`, `cos`, `tan`: for arguments of all sizes. Beyond 2<sup>40</sup> in double and 2<sup>17</sup> in single
  precision they take a slow way, which is exact reduction by π/2 in whole numbers.
- `expit`, `erfc`: 0 where SciPy has 0, for results that would be subnormal.
- `power`: whole powers of whole numbers that a double holds come out exactly. Exponents that the program knows, whole
  ones and halves between them up to about 64, are products and roots: at most 1.5 ulp.
  So are powers of single numbers to ints from -127 to 127 that only the run knows.
- Exactly NumPy's results have
{exact},
  and everything on integers. Conversions of floating-point numbers to integers that cannot hold them give what
  NumPy gives on x86-64.
- On processors without a fused multiply-add instruction the results are the same, and slow.
"""


def bound(seen: float) -> float:
    """The next half above what was seen, with some room."""
    return math.ceil((seen + 0.25) * 2) / 2


def row(function: str) -> str:
    cells = [f"`{function}`"]
    for tag in ("f64", "f32"):
        seen = max(accuracy.worst(function, tag, 20_000, seed)[0] for seed in range(2))
        if tag == "f32" and accuracy.FUNCTIONS[function] == 1:
            seen = max(seen, accuracy.worst_single(function, 101)[0])
        if tag == "f64" and function in ("sin", "cos", "tan"):
            seen = max(seen, accuracy.worst_far(function, 1000)[0])
        cells += [f"{bound(seen):g}", f"{seen:.2f}"]
    return f"| {' | '.join(cells)} |\n"


def page() -> str:
    """The text of docs/native_math.md."""
    rows = "".join(row(function) for function in accuracy.ELEMENTARY)
    sums = ", ".join(f"`{name}`" for name in accuracy.SUMS)
    exact = ", ".join(f"`{name}`" for name in sorted(accuracy.EXACT))
    exact = textwrap.fill(exact, 110, initial_indent="  ", subsequent_indent="  ")
    return HEAD + rows + TAIL.format(sums=sums, exact=exact)


def bounds(text: str) -> dict[tuple[str, str], float]:
    """What the page says that errors are at most, by function and format."""
    table = {}
    for line in text.splitlines():
        if line.startswith("| `"):
            name, double, _, single, _ = (cell.strip() for cell in line.strip("|").split("|"))
            table[name.strip("`"), "f64"], table[name.strip("`"), "f32"] = float(double), float(single)
    return table


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
