"""Functions of `statistics` on several numbers; a file of its own, for importing that module takes long."""

from __future__ import annotations

import statistics

from sct.ops.python_sequences import BY_VALUE, define

__all__: list[str] = []

for _name in (
    *BY_VALUE, "fmean", "geometric_mean", "median", "median_low", "median_high", "mode", "stdev", "pstdev",
):  # fmt: skip
    define(getattr(statistics, _name))
