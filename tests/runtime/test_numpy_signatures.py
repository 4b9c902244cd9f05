"""Calls that NumPy would not take are not taken; `out=` has the shape that NumPy asks for; nothing fails inside."""

import subprocess
import sys

import numpy as np
import pytest

import sct
from sct.errors import UnsupportedOpError
from tests.runtime.same import observe

X, V = np.arange(6.0).reshape(2, 3), np.arange(3.0)
CALLS = {
    "too many": lambda x, v: np.exp(x, x, x),
    "too few": lambda x, v: np.add(x),
    "unknown keyword": lambda x, v: np.median(x, axes=0),
    "clip without a bound": lambda x, v: np.clip(x, 1),
    "clip, bounds twice": lambda x, v: np.clip(x, 1, 2, min=1),
    "where with one of two": lambda x, v: np.where(x, x),
    "out of another shape": lambda x, v: np.sum(x, axis=0, out=x),
    "out of more rows": lambda x, v: np.dot(v, v, x),
    "out is no array": lambda x, v: np.sum(x, 0, None, 3),
    "round into a number": lambda x, v: np.round(x, 1, 2),
    "both out and dtype": lambda x, v: np.concatenate((v, v), out=np.zeros(6), dtype=float),
    "cast of concatenate": lambda x, v: np.concatenate((v, v), out=np.zeros(6, "f4"), casting="safe"),
    "out twice": lambda x, v: np.add(x, x, x, out=x),
    "out of two in a tuple": lambda x, v: np.add(x, x, out=(x, x)),
    "out is a tuple": lambda x, v: np.add(x, x, ()),
    "kind of partition": lambda x, v: np.partition(v, 1, kind="quicksort"),
    "kind of argpartition": lambda x, v: np.argpartition(v, 1, kind=1),
    "out is a list": lambda x, v: np.add(v, v, []),
    "one dtype as a signature": lambda x, v: np.add(x, x, sig="f"),
    "a bool as an extent": lambda x, v: x.reshape((True, -1)),
    "edges of two axes": lambda x, v: np.histogram_bin_edges(x, x),
    "an array as a flag": lambda x, v: np.unique(v, v),
    "an array says whether to copy": lambda x, v: np.nan_to_num(x, v),
    "a tuple has no flags": lambda x, v: np.isfortran((x, v)),
}  # fmt: skip
TAKEN = {
    "out broadcasts in a ufunc": lambda x, v: np.clip(v, 1, 2, x),
    "one of two results": lambda x, v: np.modf(x, x),
    "second of two": lambda x, v: np.divmod(x, v + 1, x.copy(), x),
    "fix into": lambda x, v: np.fix(x, x),
    "round into": lambda x, v: x.round(1, x),
    "method out by position": lambda x, v: x.sum(0, None, v),
    "concatenate, unsafe": lambda x, v: np.concatenate((v, v), out=np.zeros(6, int), casting="unsafe"),
    "stack into": lambda x, v: np.stack((v, v), out=np.zeros((2, 3), int), casting="unsafe"),
    "clip into another dtype": lambda x, v: x.clip(1, 2, out=np.zeros((2, 3), "f4")),
    "clip, unsafe": lambda x, v: x.clip(0.5, 2, out=np.zeros((2, 3), int), casting="unsafe"),
    "choose casts": lambda x, v: np.choose(np.array([0, 1]), (v[:2], 5.5), out=np.zeros(2, int)),
    "tolerances of their own dtype": lambda x, v: np.isclose(np.float32(1) + v.astype("f4"), v.astype("f4"), atol=v[:1]),
    "allclose with tolerances by position": lambda x, v: np.allclose(x, x, x),
    "allclose with an array": lambda x, v: np.allclose(v, v + 0.1, v),
    "squeeze of a list": lambda x, v: np.squeeze([x, x]),
    "array_equiv of shapes that differ": lambda x, v: np.array_equiv(v, v[:2]),
}


@pytest.mark.filterwarnings("error::sct.errors.PlainPythonWarning")
@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_raises_as_numpy(name, backend):
    plain = observe(CALLS[name], (X, V))
    assert plain[0][0] == "raised"
    assert observe(sct.to_static(CALLS[name], backend=backend), (X, V)) == plain


@pytest.mark.filterwarnings("ignore:numpy.fix is deprecated:DeprecationWarning")  # from NumPy 2.5 on
@pytest.mark.filterwarnings("error::sct.errors.PlainPythonWarning")
@pytest.mark.parametrize("name", TAKEN)
@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_as_numpy(name, backend):
    plain = observe(TAKEN[name], (X, V))
    assert plain[0][0] == "returned"
    assert observe(sct.to_static(TAKEN[name], backend=backend), (X, V)) == plain


def test_a_binding_that_fails_is_told_by_name(monkeypatch):
    from sct.ops.bindings import FUNCTIONS, lookup_binding

    lookup_binding(np.median)
    monkeypatch.setitem(FUNCTIONS, np.median, eval("lambda a: {}['missing']", {"__name__": "sct.ops.bindings.ours"}))
    with pytest.raises(UnsupportedOpError, match="np.median has no static support for these arguments"):
        sct.to_static(lambda x: np.median(x))(V)


def test_a_binding_finds_those_of_families_that_nobody_asked_for():
    source = (
        "import numpy as np\nfrom sct.ops import bindings\n"
        "print(bindings.lookup_binding(np.allclose)(np.ones(2), np.ones(2)), bindings.FUNCTIONS[np.kaiser](1, 2.0))"
    )
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True [1.]"
