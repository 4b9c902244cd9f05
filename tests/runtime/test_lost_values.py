"""What cannot be told any more after a branch, a loop or a call is refused wherever it is looked at."""

import linecache

import numpy as np
import pytest

import sct
from sct.errors import AliasError, SctError

USES = [
    "isinstance(o, dict)", "isinstance(o, (int, float))", "type(o) is dict", "issubclass(type(o), dict)", "callable(o)", "hasattr(o, 'keys')",
    "len(o)", "bool(o)", "o == 1", "np.add(x, 1, out=o)", "np.sum(x, out=o)", "np.isscalar(o)", "x.reshape(o)", "x.astype(o)", "str(o)",
]  # fmt: skip


@pytest.mark.parametrize("use", USES)
def test_uses(use):
    """Some took what stands for it for the value: no dict, callable, no array for `out=`, which a handler may catch."""
    source = f"""def f(x):
    with np.printoptions(precision=3) as o:
        y = x + 1
    try:
        return {use}, y
    except TypeError:
        return None
"""
    scope = {"np": np}
    linecache.cache[f"<lost {use}>"] = (len(source), None, source.splitlines(True), f"<lost {use}>")
    exec(compile(source, f"<lost {use}>", "exec"), scope)
    with pytest.raises(SctError):
        sct.to_static(scope["f"])(np.ones(3))


def test_an_array_that_a_loop_loses_is_an_array():
    def f(a, n):
        c = e = a
        d = e + 1
        i = 0
        while i < n:
            i += 1
            a = d[::-1]
            if a[1] > 3:
                c = missing[0]  # noqa: F821
            np.add(c, e, out=c)
        return c

    static = sct.to_static(f, backend="numpy")
    for x in (np.ones(4), np.full(4, 5.0)):
        try:
            found = static(x.copy(), np.int64(2))
        except AliasError as error:  # it may be unknown after the loop, which is no error of sct's own
            assert error.where is not None and error.where.function.endswith("f")
        except NameError:
            with pytest.raises(NameError):
                f(x.copy(), np.int64(2))
        else:
            np.testing.assert_array_equal(found, f(x.copy(), np.int64(2)))
