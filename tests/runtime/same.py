"""One function, plain and static: the same values, types, prints and exceptions."""

import contextlib
import copy
import io

import numpy as np

import sct


def observe(f, args):
    """The result or exception of a call, its arguments afterwards, and what it printed."""
    args = copy.deepcopy(args)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            result = ("returned", form(f(*args)))
        except Exception as error:
            if isinstance(error, sct.errors.SctError):
                raise
            result = ("raised", type(error), str(error))
    return result, form(args), out.getvalue()


def form(x):
    """A value with its types, in a form that == compares."""
    if isinstance(x, np.ndarray):
        return ("array", x.dtype.str, x.shape, x.tolist().__repr__())
    if isinstance(x, np.generic):
        return (type(x).__name__, repr(x))
    if isinstance(x, (list, tuple)):
        return (type(x).__name__, [form(v) for v in x])
    if isinstance(x, dict):
        return (type(x).__name__, [(k, form(v)) for k, v in x.items()])
    if isinstance(x, (set, frozenset)):
        return (type(x).__name__, sorted(map(repr, x)))
    if hasattr(x, "__dict__") and not isinstance(x, type) and not callable(x):
        return (type(x).__name__, form(vars(x)))
    return (type(x).__name__, repr(x))


def same(f, *calls):
    """Check `f` on each tuple of arguments, each twice."""
    static = sct.to_static(f)
    for args in (*calls, *calls):
        wanted, got = observe(f, args), observe(static, args)
        assert got == wanted, f"\nplain:  {wanted}\nstatic: {got}"
    return static
