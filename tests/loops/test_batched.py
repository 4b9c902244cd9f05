"""Products of stacks of matrices share loops with what comes before and after them: nothing else may show of it."""

import copy
import re

import numpy as np
import pytest

import sct
from sct.backends.native import threads
from sct.config import settings


def attention(a, b):
    s = np.matmul(a, b.transpose(0, 2, 1))
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return (e / e.sum(axis=-1, keepdims=True)) @ b


def kept_and_used(a, b):
    c = a @ b
    return c, c + 1


def changed_operand(a, b):
    c = a @ b
    a[0] = 5.0
    return c, a @ b


def changed_by_itself(a, b):
    c = a @ b
    a[:] = c * 0.5
    return c, a @ b


def over_its_operand(a, b):
    a = a @ b
    a += 1
    return a @ b


def through_a_view(a, b):
    v = a[1:]
    v[:] = v @ b[1:]
    return a @ b


def folded(a, b):
    c = a @ b
    return c.sum(axis=0), c.sum(), c.max(axis=1), (a @ b).mean(axis=(0, 2))


def turned(a, b):
    c = a @ b
    return c.transpose(1, 0, 2).copy(), c[:, ::2, ::-1] * 2


def by_broadcasting(a, b):
    return a[:1] @ b + 1, a @ b[0] * 2, (a[:, None] @ b[None, :2]).sum(axis=1)


def with_themselves(a, b):
    c = np.exp(a * 0.1)
    return c @ c, a @ a.transpose(0, 2, 1), c @ b


def in_a_loop(a, b):
    t = np.zeros_like(a)
    i = 0
    while i < 5 and t.sum() < 1e6:
        t = t + a @ b * 0.01
        i += 1
    return t


def one_after_the_other(a, b):
    for _ in range(5):
        a = np.tanh(a @ b)
    return a


def into(a, b):
    out = np.zeros_like(a)
    np.matmul(a, b, out=out)
    out[0] = out[1]
    return out @ b


ALL = (
    attention, kept_and_used, changed_operand, changed_by_itself, over_its_operand, through_a_view, folded, turned,
    by_broadcasting, with_themselves, in_a_loop, one_after_the_other, into,
)  # fmt: skip
LAYOUTS = {
    "whole": lambda x: x,
    "reversed": lambda x: x[::-1],
    "turned": lambda x: x.transpose(0, 2, 1),
    "Fortran": np.asfortranarray,
    "gaps": lambda x: np.repeat(x, 2, axis=2)[:, :, ::2],
}


@pytest.fixture(params=[1, 3])
def several(request):
    threads.set_num_threads(request.param, rest=0)
    yield
    threads.set_num_threads(settings.num_threads)


def stacks(dtype):
    r = np.random.default_rng(3)
    return tuple((r.standard_normal((6, 96, 96)) * 0.2).astype(dtype) for _ in range(2))


def agree(function, *args):
    expected, given = copy.deepcopy(args), copy.deepcopy(args)
    answer = function(*expected)
    got = sct.to_static(function, backend="native")(*given)
    tolerance = 1e-4 if args[0].dtype == np.float32 else 1e-11
    sides = [(answer, *expected), (got, *given)]
    flat = [[x for item in side for x in (item if isinstance(item, tuple) else (item,))] for side in sides]
    for x, y in zip(*flat, strict=True):
        assert (x.shape, x.dtype) == (y.shape, y.dtype)
        np.testing.assert_allclose(x, y, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("function", ALL)
@pytest.mark.usefixtures("several")
def test_same_answers_and_changes(function):
    agree(function, *stacks(np.float64))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("function", [attention, changed_operand, turned])
def test_layouts(function, layout):
    a, b = stacks(np.float32)
    static = sct.to_static(function, backend="native")
    x, y = LAYOUTS[layout](a).copy(order="K"), LAYOUTS[layout](b)
    agree(function, x, y)
    np.testing.assert_allclose(static(x.copy(), y)[0], function(x.copy(), y)[0], rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(
    "shapes", [((6, 65, 130), (6, 130, 97)), ((40, 80, 1), (40, 1, 48)), ((4, 1, 96, 96), (1, 3, 96, 40))]
)
def test_extents_that_fill_no_block(shapes):
    r = np.random.default_rng(5)
    a, b = (r.standard_normal(shape) for shape in shapes)
    agree(kept_and_used, a, b)
    agree(folded, a, b)


def test_no_stack_of_intermediate_products():
    """One matrix of scores and one of weights in place of one for each head."""
    r = np.random.default_rng(7)
    q, k = (r.standard_normal((64, 128, 32), dtype=np.float32) for _ in range(2))
    static = sct.to_static(attention, backend="native")
    static(q, k)
    sizes = [int(n) for n in re.findall(r"@sct_alloc\([^)]*i64 (\d+)\)", static.llvm())]
    assert sizes
    assert max(sizes) == q.nbytes  # the answer itself; the scores of all heads are four times as much
