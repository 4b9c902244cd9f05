"""The ops: each is an attribute under its name.

Importing this package defines those that most programs need, and the others when one of them is asked for.

>>> import numpy as np
>>> from sct import ops
>>> ops.multiply(np.arange(3), 2)
array([0, 2, 4])
>>> ops.get("multiply") is ops.multiply
True
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Any

from sct.garbage import without_search

# What most programs need; importing a family defines its ops.
from sct.ops import bindings as bindings
from sct.ops import casts as casts
from sct.ops import comparison as comparison
from sct.ops import control as control
from sct.ops import creation as creation
from sct.ops import elementwise as elementwise
from sct.ops import elementwise_math as elementwise_math
from sct.ops import index as index
from sct.ops import joining as joining
from sct.ops import python_math as python_math
from sct.ops import python_numbers as python_numbers
from sct.ops import python_powers as python_powers
from sct.ops import reductions as reductions
from sct.ops import select as select
from sct.ops import shape as shape
from sct.ops import special as special
from sct.ops.registry import all_ops, get, lookup_numpy, when_missed

__all__ = ["all_ops", "get", "lookup_numpy"]

_OTHERS = (
    "linalg", "lists", "bitwise", "complex_parts", "gather", "sorting", "random", "arrange", "bits", "decompositions",
    "eigen", "fft", "float_sums", "hash_tables", "histograms", "in_place", "list_searches", "memory_views",
    "notices", "polynomials", "python_sequences", "python_statistics", "scipy_special", "series", "set_steps",
    "sized", "statistics", "texts", "byte_strings", "word_arrays", "ufunc_methods", "uniform_bins",
    "update_view", "windows", "library",
)  # fmt: skip  # imported one by one until the op is found: first what is asked for most


def _define(family: str) -> None:
    with without_search(stays=True):
        import_module(f"{__name__}.{family}")


for _family in _OTHERS:
    when_missed(partial(_define, _family))


def __getattr__(name: str) -> Any:
    """Every op under its name (`if` and the like, which Python keeps for itself, through `get`)."""
    if name in _OTHERS or name.startswith("__"):  # a module that is about to be imported
        raise AttributeError(name)
    try:
        return get(name)
    except KeyError:
        raise AttributeError(f"there is no op {name!r}") from None
