"""Random subscripts, read, written and updated, through views, static and with run-time extents: as NumPy has them."""

import linecache
import warnings

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import sct
from sct.errors import SctError
from tests.harness.observe import differences, observe
from tests.harness.program import Call

SHAPES = [(5,), (4, 3), (3, 1), (2, 3, 4), ()]
ARRAYS = {
    "k": np.int64(1),
    "i": np.array([0, 2, 1]),
    "j": np.array([[0, 1], [1, 0]]),
    "z": np.array(1),
}


def arrays_for(shape):
    found = dict(ARRAYS)
    size = int(np.prod(shape))
    found["x"] = np.arange(size, dtype=float).reshape(shape) + 0.5
    for axis, n in enumerate(shape):
        found[f"b{axis}"] = np.arange(n) % 2 == 0
    found["bb"] = found["x"] % 2 < 1
    return found


@st.composite
def bounds(draw, n):
    kind = draw(st.sampled_from(["none", "int", "int", "run", "end"]))
    if kind == "none":
        return ""
    if kind == "run":
        return draw(st.sampled_from(["k", "-k", "k + 1"]))
    if kind == "end":
        return draw(st.sampled_from([f"x.shape[0] - {k}" for k in (1, 2, 3)] + ["len(x)", "1 - len(x)"]))
    return str(draw(st.integers(-n - 1, n + 1)))


@st.composite
def subscripts(draw, shape):
    """The inside of brackets for an array of this shape; some are out of bounds, some have too many entries."""
    entries, axis, dots = [], 0, False
    if shape and draw(st.integers(0, 9)) == 0:
        return draw(st.sampled_from(["bb", "x > 2", "bb & (x < 4)", "..., None", "()"]))
    while axis < len(shape) and draw(st.integers(0, 6)):
        n = shape[axis]
        kind = draw(
            st.sampled_from(["int", "run", "slice", "slice", "none", "dots", "array", "mask", "list", "zero", "grid"])
        )
        if kind == "dots" and dots:
            continue
        if kind == "int":
            entries.append(str(draw(st.integers(-n, n - 1 if draw(st.integers(0, 20)) else n))))
        elif kind == "run":
            entries.append(draw(st.sampled_from(["k", "-k", "k - 1"])))
        elif kind == "slice":
            step = draw(st.sampled_from(["", "", "", ":2", ":-1", ":-2", ":k"]))
            entries.append(f"{draw(bounds(n))}:{draw(bounds(n))}{step}")
        elif kind == "none":
            entries.append("None")
        elif kind == "dots":
            entries.append("...")
            dots = True
            axis = len(shape) - draw(st.integers(0, len(shape) - axis))
        elif kind == "array":
            entries.append(f"i % {n}")
        elif kind == "grid":
            entries.append(f"j % {n}")
        elif kind == "mask":
            entries.append(f"b{axis}")
        elif kind == "list":
            entries.append(str(draw(st.lists(st.integers(-n, n - 1), min_size=1, max_size=3))))
        else:
            entries.append("z" if n > 1 else "z - 1")
        axis += kind not in ("none", "dots")
    return ", ".join(entries) or "..."


VIEWS = [
    "x",
    "x",
    "x",
    "x.T",
    "x[::-1]",
    "x[None]",
    "x.reshape(-1)",
    "x[..., ::2]",
    "x.swapaxes(0, -1)",
    "x[1:]",
    "x.copy().T",
]
USES = [
    "return y[{0}]",
    "y[{0}] = 7.0\nreturn x",
    "y[{0}] += 1\nreturn x, y",
    "y[{0}] *= y[{0}]\nreturn x",
    "v = y[{0}]\nx[...] = 3\nreturn v, x",
    "v = y[{0}]\nv += 2\nreturn v, x",
    "y[{0}] = -y[{0}]\nreturn x.sum(), y",
    "y[{0}] = y[{0}][::-1]\nreturn x",
    "def change(a):\n    a[{0}] -= 1\nchange(y)\nreturn x",
    "if y.sum() > 1:\n    y[{0}] = 0\nreturn x",
    "for t in range(3):\n    y[{0}] += t\nreturn x",
    "np.add.at(y, np.s_[{0}], 1)\nreturn x",
]


@st.composite
def programs(draw):
    shape = draw(st.sampled_from(SHAPES))
    view = draw(st.sampled_from(VIEWS if shape else ["x", "x[None]"]))
    arrays = arrays_for(shape)
    try:
        seen = eval(view, {"x": arrays["x"]}).shape
    except (IndexError, ValueError):
        view, seen = "x", shape
    return shape, view, draw(subscripts(seen)), draw(st.sampled_from(USES))


def build(view, key, use, names):
    text = f"def f({', '.join(names)}):\n    y = {view}\n"
    text += "".join(f"    {line}\n" for line in use.format(key).splitlines())
    name = f"<{text}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    scope = {"np": np}
    exec(compile(text, name, "exec"), scope)
    return scope["f"], text


def compare(program, shapes):
    shape, view, key, use = program
    names = list(arrays_for(shape))
    f, text = build(view, key, use, names)
    static = sct.to_static(f, backend="numpy")
    for again in shapes:
        mine, theirs = arrays_for(again), arrays_for(again)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            want = observe(f, Call(tuple(mine[n] for n in names), {}))
            got = observe(static, Call(tuple(theirs[n] for n in names), {}))
        if isinstance(got.error, SctError):
            assert not isinstance(got.error, (AssertionError,)), text
            return got.error
        found = differences(want, got)
        assert not found, f"{text}\n{again}: {found}"
    return None


@settings(max_examples=150, deadline=None)
@given(programs())
def test_static_extents(program):
    compare(program, [program[0]] * 2)


@settings(max_examples=150, deadline=None)
@given(programs())
def test_run_time_extents(program):
    shape = program[0]
    more = [tuple(n + k for n in shape) for k in (1, 2)]
    compare(program, [shape, *more, shape, (1,) * len(shape), (2,) * len(shape), (0,) * len(shape)])
