"""One function called with one set of arguments after the other, plain and static: all that can be seen of each call."""

import warnings

from sct.errors import PlainPythonWarning, SctError
from tests.harness.observe import differences, observe
from tests.harness.program import Call

__all__ = ["same_calls"]


def same_calls(function, static, calls, tolerance=0.0):
    """Make each call of `calls`, which make their arguments anew, both ways; answers how many were refused.

    Raises
    ------
    AssertionError
        If one of them does anything else than plain Python.
    """
    refused = 0
    for number, make in enumerate(calls):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", PlainPythonWarning)
            plain, ours = (observe(f, Call(tuple(make()), {})) for f in (function, static))
        if isinstance(ours.error, PlainPythonWarning):
            raise AssertionError(f"call {number}: {ours.error}")
        if isinstance(ours.error, SctError):
            refused += 1
            continue
        found = differences(plain, ours, tolerance)
        assert not found, f"call {number}: {found}"
    return refused
