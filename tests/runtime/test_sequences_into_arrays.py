"""Python sequences that are written into arrays: numbers that do not fit, NaN and infinities are what NumPy says."""

import linecache
import warnings

import numpy as np
import pytest

import sct
from sct.errors import PlainPythonWarning, SctError
from tests.fuzzing.check import load
from tests.harness.observe import differences, observe
from tests.harness.program import Call

VALUES = """
[-44, -55] | (300, 1) | [2**40, 1] | [1.7, -0.2] | [float('nan'), 1.0] | [float('inf'), 1] | [1e30, 2] | [True, 300] | [1+2j, 1]
[[300, 1]] | 300 | 1.5 | np.array([300, -1]) | np.int64(300) | [np.int64(300), 1] | [k, 1] | [int(k) * 1000, 1] | int(k) * 1000 | [k, 300]
[float(k), np.nan] | [np.array(300), np.array(-1)]
"""
WAYS = """
np.put(a, [0, 2], {v}) | a.put([0, 2], {v}) | a.flat = {v} | a.flat[[0, 1]] = {v} | a.flat[:2] = {v} | a[[0, 2]] = {v} | a[:2] = {v}
np.place(a, a > 1, {v}) | np.putmask(a, a > 1, {v}) | np.copyto(a[:2], {v}) | a.fill({v}) | np.put_along_axis(a, np.array([0, 1]), {v}, 0)
np.fill_diagonal(a[:4].reshape(2, 2), {v}) | r = np.insert(a, 1, {v}) | r = np.insert(a, [1, 2], {v}) | r = np.insert(a, 1, {v}, axis=0)
r = np.array({v}, dtype=a.dtype) | r = np.full(2, {v}, dtype=a.dtype) | r = np.full_like(a[:2], {v}) | r = a.dtype.type({v}) | np.add.at(a, [0, 1], {v})
"""
#: Where plain Python does the call, as the program raises what NumPy does not.
LEFT = ("np.place(a, a > 1, [np.array(300)", "np.putmask(a, a > 1, [np.array(300)", "np.place(a, a > 1, [k, 1]")


def parts(text):
    """What is between bars and lines."""
    return [part.strip() for line in text.strip().splitlines() for part in line.split("|") if part.strip()]


def function_of(line):
    """A function that does it."""
    source = f"def f(a, k):\n    r = None\n    {line}\n    return r, a\n"
    filename = f"<{line}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    scope = {"np": np}
    exec(compile(source, filename, "exec"), scope)
    return scope["f"]


@pytest.mark.parametrize(("dtype", "backend"), [("uint8", "numpy"), ("int16", "numpy"), ("uint8", "native")])
@pytest.mark.parametrize("way", parts(WAYS))
def test_as_numpy_takes_them(way, dtype, backend):
    for value in parts(VALUES):
        line = way.replace("{v}", value)
        f = function_of(line)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            plain = observe(f, Call((np.arange(5).astype(dtype), np.int64(2)), {}))
            warnings.simplefilter("default" if line.startswith(LEFT) else "error", PlainPythonWarning)
            ours = observe(sct.to_static(f, backend=backend), Call((np.arange(5).astype(dtype), np.int64(2)), {}))
        if not isinstance(ours.error, SctError):
            found = [one for one in differences(plain, ours, 1e-12) if not one.startswith("the exception says")]
            assert not found, line


def masked(a, mask, values):
    np.putmask(a, mask, values)


@pytest.mark.parametrize("dtype", ["bool", "int64", "uint8", "float32"])
def test_a_mask_writes_what_can_be_cast_safely(dtype):
    args = np.array([1, 0, 1]).astype(dtype), np.array([True, False, True]), np.array([0.5, 300.0, -1.0])
    with pytest.raises(TypeError, match="according to the rule 'safe'"):
        sct.to_static(masked)(*args)


BESIDE = """
(t, (m, m), t) | ((m, (v, v)), t, ((v, v), (v, v))) | [m, [v, [1, 2, 3]], [[1, 2, 3], [v[0], v[1], 2]]] | [[v[0], 1, 2], v]
[v, [v[0], 1, 2]] | [(1, 2, 3), list(v), v, m[1], tuple(v)] | [v, [v[0], 1]] | [v, v[:2]] | [[v, 1.0], 2] | [v, [True, k, 1j]]
[v.astype("f4"), [1, 2, 3]] | [v.astype("i1"), [1, k, 2.5]] | [v[:0], []] | [[k, 2, 3], m[0] > 1]
"""


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("dtype", ["", ", dtype='f4'", ", dtype=int", ", dtype=complex, order='F'"])
@pytest.mark.parametrize("nested", parts(BESIDE))
def test_arrays_beside_lists_that_are_as_long(nested, dtype, backend):
    function = load(f"def f(t, m, v, k):\n    return np.array({nested}{dtype})\n")
    static = sct.to_static(function, backend=backend)
    for k in (1, 2, 3):
        t = np.arange(12.0).reshape(2, 2, 3) * k
        call = Call((t, t[0] + 1, t[1, 0] * 2, k), {})
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", PlainPythonWarning)
            want, got = observe(function, call), observe(static, call)
        assert not differences(want, got)
