"""Bounds of memory depend on how an argument is laid out, and are guarded; whether elements are shared does not."""

import types

import numpy as np
import pytest

import sct
from sct.runtime.arrays.memory_owners import OWNING, OWNING_METHODS


def bounds(x):
    return np.may_share_memory(x[:, 0], x[:, 1]), np.may_share_memory(x[0], x[1]), np.shares_memory(x[:, 0], x[:, 1])


def apart(x, y):
    return np.shares_memory(x, y), (x + y).sum()


@pytest.mark.parametrize("backend", ["native", "numpy"])
def test_layouts(backend):
    static = sct.to_static(bounds, backend=backend)
    for x in (np.ones((2, 2)), np.ones((2, 2)).T, np.ones((4, 4))[::2, ::2], np.broadcast_to(np.ones(2), (2, 2))):
        assert static(x) == bounds(x)
        assert static(x) == bounds(x)


@pytest.mark.parametrize("backend", ["native", "numpy"])
def test_arguments_that_overlap_later(backend):
    x = np.arange(8.0)
    static = sct.to_static(apart, backend=backend)
    for y in (x[:4] * 1, x[4:], x[2:6], x[:4], x[:4].copy(), x[::2]):
        assert static(x[:4], y) == apart(x[:4], y)


def test_a_base_is_guarded():
    def of(x):
        return x[1:].base is x

    x = np.arange(4.0)
    static = sct.to_static(of)
    assert static(x)
    with pytest.raises(sct.errors.AliasError, match="base"):
        static(x[1:])


@pytest.mark.parametrize("backend", ["native", "numpy"])
def test_a_view_that_is_first_met_in_a_loop_stays_itself(backend):
    def count(n, held):
        for _ in range(n):
            held.counts["n"] += 1  # the loop carries the dict, and the view in it
        return np.shares_memory(held.x, held.y)

    static = sct.to_static(count, backend=backend)
    for turns in 1, 3:
        x = np.arange(4.0)
        y = x[::2]
        held = types.SimpleNamespace(x=x, y=y, counts={"n": 0, "seen": y})
        assert static(np.int64(turns), held)
        assert held.counts["seen"] is y and held.counts["n"] == turns


GIVEN = [np.ones((3, 4)), np.ones((4, 3)).T, np.ones((3, 8))[:, ::2], np.ones((1, 1)), np.ones((0, 3)), np.ones((2, 3), int)]
MORE = {
    "zeros": [((2, 3),)], "ones": [(4,)], "empty": [((2,),)], "full": [((2, 2), 1)], "arange": [(5,)], "eye": [(3,)],
    "identity": [(3,)], "where": [(np.ones((2, 2)) > 0, 1, 0)], "copy": [(np.ones(3),)], "array": [([1, 2],)],
    "asarray": [([1, 2],)],
}  # fmt: skip
LAST = {"take": ([[0, 0]], 1), "repeat": (2,), "clip": (0, 1), "astype": (np.float32,), "full_like": (2,)}

REDUCING = ("sum", "prod", "mean", "std", "var", "any", "all", "min", "max", "amin", "amax")
LOUD = ("min", "max", "amin", "amax", "take", "mean", "std", "var")  # about arrays without elements


@pytest.mark.parametrize("f", sorted(OWNING, key=lambda f: f.__name__), ids=lambda f: f.__name__)
def test_what_owns_its_memory_by_numpys_own_word(f):
    name = f.__name__
    calls = MORE.get(name, [])
    if not calls:
        several = "stack" in name or name == "concatenate"
        calls = [((x, x),) if several else (x, x.T) if name in ("dot", "outer") else (x, *LAST.get(name, ())) for x in GIVEN]
    for args in calls:
        if name not in LOUD or args[0].size:
            check_owns(f, args, {})
        if name in REDUCING and args[0].size:
            check_owns(f, args, {"axis": 0})
            check_owns(f, args, {"axis": 1, "keepdims": True})


@pytest.mark.parametrize("name", sorted(OWNING_METHODS))
def test_methods_that_own_their_memory_by_numpys_own_word(name):
    for x in GIVEN:
        args = (x.T,) if name == "dot" else LAST.get(name, ())
        if x.size or name not in LOUD:
            check_owns(getattr(x, name), args, {})
        if name in REDUCING and x.size:
            check_owns(getattr(x, name), (), {"axis": 0})


def check_owns(f, args, kwargs):
    try:
        made = f(*args, **kwargs)
    except (ValueError, IndexError):
        return
    if isinstance(made, np.ndarray):
        assert made.base is None and made.flags.owndata, (f, args)
