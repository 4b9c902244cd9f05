"""How results are laid out is known without trying large samples, and is what NumPy does."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sct
from sct.ops import registry
from sct.ops.registry import Fact
from sct.runtime.arrays import views

CANDIDATES = [
    ((3, 4), (3, 4), (3, 4)),
    ((3, 1), (1, 4), (4,)),
    ((2, 1, 4), (3, 1), ()),
    ((1, 5), (3, 1, 1), (2, 1)),
    ((4,), (2, 3, 4), (1, 1)),
    ((3, 4), (4,), (), ()),
]
ATTRS = [{}, {"axis": 1}, {"axis": (0, 1)}, {"axis": 0, "keepdims": True}, {"shape": (3, 4)}, {"dtype": np.dtype("f4")}]


def promised():
    """The ops whose results are in C order where their operands are."""
    return [op for op in registry.all_ops() if Fact.ELEMENTWISE in op.facts or "ordered" in op.extras]


def answers(op, shapes):
    """What the op gives for operands of these shapes, in as many ways as it can be called here."""
    for dtype, count, attrs in itertools.product((float, int, bool), (1, 2, 3, 4), ATTRS):
        operands = [np.ones(shape, dtype) for shape in shapes[:count]]
        try:
            with np.errstate(all="ignore"):
                made = op.kernel(*operands, xp=np, **attrs)
        except Exception:
            continue
        yield from made if isinstance(made, tuple) else (made,)


@pytest.mark.filterwarnings("ignore:numpy.fix is deprecated:DeprecationWarning")  # from NumPy 2.5 on
@pytest.mark.parametrize("op", promised(), ids=lambda op: op.name)
def test_promised_orders(op):
    found = [np.asarray(x) for shapes in CANDIDATES for x in answers(op, shapes)]
    assert all(x.flags.c_contiguous for x in found)
    assert found or op.name == "isnat" or op.name.startswith("scipy_special")


@st.composite
def stacks(draw):
    """Two stacks of matrices that can be multiplied, the axes of their memory in any order."""
    batch = draw(st.lists(st.sampled_from([1, 2, 3]), max_size=3))
    n, k, m = (draw(st.sampled_from([1, 2, 4])) for _ in range(3))
    made = []
    for core in ((n, k), (k, m)):
        shape = [draw(st.sampled_from([1, size])) for size in batch][draw(st.integers(0, len(batch))) :] + list(core)
        order = draw(st.permutations(range(len(shape))))
        made.append(np.empty([shape[a] for a in order], bool).transpose(np.argsort(order)))
    return made


@given(stacks())
@settings(max_examples=500, deadline=None)
def test_products_of_stacks(operands):
    op = registry.get("matmul")
    whole, few = op.kernel(*operands, xp=np), op.kernel(*op.extras["ordered_if"](*operands), xp=np)
    assert whole.flags.c_contiguous or not few.flags.c_contiguous


@pytest.mark.parametrize(
    "work",
    [
        lambda x, y: np.sqrt(x) + y * 2,
        lambda x, y: np.where(x > 0, x, y),
        lambda x, y: (x @ y.T).sum(axis=0, keepdims=True) - x[:1, :3],
        lambda x, y: x.T @ y,
        lambda x, y: np.cumsum(x, axis=1) / y,
        lambda x, y: np.zeros_like(x) + x.astype(np.float32),
    ],
)
@pytest.mark.parametrize("orders", ["CC", "FF", "CF"])
def test_writes_through_flat_views(work, orders):
    """A write through `ravel` shows whether a result is taken for one in C order."""

    def program(x, y):
        z = work(x, y)
        flat = z.ravel()
        flat[:2] = 7.0
        return z, flat

    x, y = (np.asarray(np.arange(1.0, 13.0).reshape(3, 4) + k, order=o) for k, o in enumerate(orders))
    for got, want in zip(sct.to_static(program)(x, y), program(x, y), strict=True):
        np.testing.assert_array_equal(got, want)


def test_large_results_are_not_computed_while_tracing(monkeypatch):
    """Tracing took as long as a call of plain NumPy, and kept its memory."""
    tried = []
    monkeypatch.setattr(views._Tried, "_try", lambda self, samples: tried.append(self.op.name))
    x = np.ones((1 << 10, 1 << 6))
    static = sct.to_static(lambda x: (np.exp(x) * 2 + x.sum(axis=1, keepdims=True)).reshape(-1))
    np.testing.assert_array_equal(static(x), np.exp(x).reshape(-1) * 2 + 64)
    assert not tried
