"""View ops: writing through a view is writing into the base, as NumPy does it."""

from __future__ import annotations

import numpy as np
import pytest

from sct.ops import all_ops, get
from tests.ops.checked import Checked, plain, same

X = np.arange(24.0).reshape(2, 3, 4)
C = X + 1j
VIEWS = [
    ("transpose", {}), ("transpose", {"axes": (2, 0, 1)}), ("transpose", {"axes": (-1, 0, 1)}), ("swapaxes", {"axis1": 0, "axis2": -1}),
    ("reshape", {"shape": (6, -1)}), ("reshape", {"shape": (4, 6), "order": "F"}), ("ravel", {}), ("ravel", {"order": "F"}),
    ("expand_dims", {"axis": 1}), ("expand_dims", {"axis": (0, -1)}), ("flip", {}), ("flip", {"axis": 1}), ("flip", {"axis": (0, 2)}),
    ("getitem", {"index": (("slice", None, None, -1), ("int", 1))}), ("getitem", {"index": (("ellipsis",), ("newaxis",), ("slice", 1, 3, None))}),
    ("real", {}), ("imag", {}), ("einsum_view", {"subscripts": "ijk->kij"}), ("einsum_view", {"subscripts": "..."}),
    ("ascontiguousarray", {}), ("reshape_like", {}), ("sized_as", {}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "attrs"), VIEWS, ids=str)
@pytest.mark.parametrize("dims", [False, True])
def test_unview(name, attrs, dims):
    op = get(name)
    base = (C if name in ("real", "imag") else X).copy(order="F" if attrs.get("order") == "F" else "C")
    more = {"reshape_like": [np.zeros((4, 6))], "sized_as": [np.zeros_like(X)]}.get(name, [])
    view = op(base, *more, **attrs)
    new = np.arange(view.size, dtype=view.dtype).reshape(view.shape) * 2 + 100
    got = plain(op.extras["unview"](Checked(base, dims=dims), Checked(new), *more, **attrs))
    assert op.extras["view"] in ("always", "contiguous")
    assert np.shares_memory(view, base)
    view[...] = new
    assert same(got, base)


def test_diagonals_of_einsum():
    base, want = np.zeros((3, 3)), np.zeros((3, 3))
    np.einsum("ii->i", want)[...] = 7
    assert same(get("einsum_view").extras["unview"](base, np.full(3, 7.0), subscripts="ii->i"), want)


def test_squeeze_and_real_numbers():
    base = X.reshape(2, 1, 12, 1)
    new = np.ones((2, 12))
    assert same(get("squeeze").extras["unview"](base, new), new.reshape(base.shape))
    assert same(get("real").extras["unview"](X, X + 1), X + 1)


def test_readonly():
    for name, attrs in (("broadcast_to", {"shape": (5, 2, 3, 4)}), ("diagonal", {}), ("imag_of_real", {})):
        assert get(name).extras["view"] == "readonly"
        assert not get(name)(X, **attrs).flags.writeable


def test_every_view_op_is_here():
    named = {name for name, _ in VIEWS} | {"squeeze", "frozen", "broadcast_shared", "sliding_windows", "asfortranarray", "broadcast_to", "diagonal", "imag_of_real", "as_strided", "view_dtype", "list_refold", "list_head", "list_flat"}
    assert named == {op.name for op in all_ops() if "view" in op.extras}
    for op in all_ops():
        assert ("view" in op.extras) == ("unview" in op.extras), op.name


def test_reshape_knows_extents():
    x = Checked(X, dims=True)
    assert str(get("reshape")(x, shape=(-1,)).spec) == "float64[n2_by_n3_by_n4]"
    assert str(get("reshape")(Checked(X[0, 0], dims=True), shape=(-1, 1)).spec) == "float64[n4, 1]"
    assert str(get("reshape")(x, Checked(2), shape=(("arg", 0), 12)).spec) == "float64[?, 12]"
