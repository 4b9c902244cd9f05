"""The keys of `x.flat`: NumPy makes integers of floats and texts there, and takes fewer kinds than arrays do."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from sct.errors import UnsupportedOpError
from sct.ir.types import ARRAY, PYTHON, Spec
from sct.ops.bindings.table import holds_symbolic, spec_of, strict_array, symbolic
from sct.runtime.current import current, has_own, here
from sct.runtime.homes import home_of
from sct.runtime.iteration.array_likes import answers_itself, as_list
from sct.runtime.lists import growing
from sct.runtime.objects.operators import users_method
from sct.runtime.texts.kind_names import a_kind
from sct.runtime.texts.text_pieces import FormattedText

__all__ = ["flat_key"]

_LARGE = 1 << 24


def flat_key(key: Any, spec: Spec, is_written: bool = False) -> Any:
    """The key to index the vector of all elements with; raises what NumPy raises for it.

    Of a key that is no integer, slice or array of integers NumPy itself is asked, as what it takes is a matter of its
    version.
    """
    trace = current()
    if isinstance(key, tuple) and answers_itself(key):
        raise _unserved(a_kind(key))
    if trace is not None and isinstance(key, (list, tuple)):
        key = as_list(trace, key)
    one = key[0] if isinstance(key, tuple) and len(key) == 1 else key
    if isinstance(one, FormattedText):
        raise _unserved("a text of the run's")
    if type(key) is int and isinstance(spec.shape[0], int):
        _check_place(key, spec.shape[0])
    if key is ... or growing.is_growing(one) or _is_plain(one):
        return key
    if holds_symbolic(one):
        return _of_the_run(one, is_written)
    if users_method(one, "__index__") is not None or has_own(one, "sct_steps"):
        return key
    (size,) = spec.shape
    if one is None:
        return _asked(key, 1, is_written)
    if not isinstance(size, int) or size > _LARGE:
        raise _unserved(f"a {type(one).__name__}")
    return _asked(key, size, is_written)


def _check_place(key: int, size: int) -> None:
    """Raise what NumPy says of a place that is not there."""
    try:
        _ = np.broadcast_to(np.zeros(()), (size,)).flat[key]
    except (IndexError, OverflowError) as error:
        raise error.with_traceback(None) from None


def _is_plain(key: Any) -> bool:
    """Whether `x.flat` takes a key as a vector does."""
    if isinstance(key, (int, np.integer, slice)):
        return not isinstance(key, bool)
    if symbolic(key):
        spec = getattr(key, "spec", None)  # one of several has none
        return spec is None or spec.dtype.kind in "iu" or (spec.dtype.kind == "b" and spec.ndim > 0)
    if isinstance(key, np.ndarray):
        return key.dtype.kind in "iu" and key.ndim > 0
    if type(key) is list:
        return bool(key) and all(type(item) is int or (symbolic(item) and _is_plain(item)) for item in key)
    return home_of(type(key)).startswith("sct.")


def _asked(key: Any, size: int, is_written: bool) -> Any:
    """The places that NumPy finds under a known key."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            places = np.arange(size).flat[key]
            if is_written:
                np.broadcast_to(np.int8(0), size).copy().flat[key] = 0
        except Exception as error:
            raise error.with_traceback(None) from None  # the user's, who has such a key
    return int(places) if isinstance(places, np.integer) else places


def _of_the_run(key: Any, is_written: bool) -> Any:
    """A number that only the run knows and that is no integer."""
    if not symbolic(key):
        raise _unserved("such a list of run-time values")
    spec = spec_of(key)
    one = np.zeros((1,) * spec.ndim, spec.dtype)
    _asked(one if spec.kind == ARRAY else one[()].item() if spec.kind == PYTHON else one[()], 1, is_written)
    if spec.ndim or spec.dtype.kind != "f":  # whether it picks an element or none depends on a bool
        raise _unserved(f"a run-time value of dtype {spec.dtype.name}")
    return strict_array(key).astype(np.intp)[()]


def _unserved(what: str) -> UnsupportedOpError:
    return UnsupportedOpError(
        f"x.flat has no static support for {what} as a key",
        where=here(),
        fix="index the array itself, or give an integer",
    )
