"""A number that is Python's or NumPy's, as only the run knows: every use, against plain Python; and one number carried."""

import linecache
import math

import numpy as np
import pytest

import sct
from sct.cli.compare import compare

STARTS = ["np.inf", "0.0", "-0.0", "1", "True", "np.float64(2.5)", "given"]
INTS = ["0", "5", "False", "given"]
USES = [
    "(type(best), isinstance(best, float), isinstance(best, np.generic), hasattr(best, 'dtype'))",
    "(best + 1, best - 1.5, 2 * best, 2 - best, best / 2, best // 2, best % 3, divmod(best, 2))",
    "1.0 / (best - best)",
    "(best + single[0], single[0] * best, best * single, best - small[0], small * best)",
    "(best < 3, best == 0, best != best, best >= given, 1 <= best, best < a[0], best == 2**60 + 1)",
    "(best + best, best * (best + 1), best - given, given - best, best <= best + 1)",
    "(f'{best} {best!r} {best:8.3f}', str(best), repr(best))",
    "(-best, +best, abs(best), float(best), bool(best), not best, best and 3, best or 3)",
    "(math.sqrt(abs(best)), np.sqrt(abs(best)), np.maximum(best, 0.0), np.add(best, best), np.copysign(best, -1))",
    "(np.array([best, best]), np.array(best), np.float32(best), best.real, [best], {'k': best})",
    "(max(best, 1), min(best, 2.5), max(best, a[0]), sum([best, 1.0]), sorted([best, 1.0]))",
    "(best + 1j, complex(best), best ** 2, round(best, 2), best is None)",
]
SOURCE = """
def f(a, n, given, single, small):
    best = {start}
    for i in range(n):
        if a[i] < best:
            best = a[i]
    return {use}
"""


def _function(start, use):
    source = SOURCE.format(start=start, use=use)
    name = f"<{start} {use}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    found = {"np": np, "math": math}
    exec(compile(source, name, "exec"), found)
    return found["f"]


def _outcome(function, *args):
    with np.errstate(all="ignore"):
        try:
            return function(*args)
        except (ArithmeticError, TypeError, AttributeError) as error:
            return type(error)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize(("dtype", "starts"), [(np.float64, STARTS), (np.int64, INTS)])
def test_every_use_is_plain_pythons(dtype, starts, use):
    a = np.array([3, -2, 1, 0], dtype)
    rest = (2.5 if dtype is np.float64 else 2, np.array([1.5, -2.0], np.float32), np.array([3, -2], np.int32))
    for start in starts:
        function = _function(start, use)
        static = sct.to_static(function, backend="numpy")
        for n in (0, 1, 4):
            expected, got = _outcome(function, a, n, *rest), _outcome(static, a, n, *rest)
            assert compare(expected, got), (start, n, expected, got)


def test_the_loop_carries_one_number():
    def least(a):
        best = np.inf
        for i in range(len(a)):
            if a[i] < best:
                best = a[i]
        return best

    program = sct.to_static(least).program(np.ones(9))
    (loop,) = [op for op in program.body.ops if op.name == "for"]
    assert [str(value.spec) for value in loop.results] == ["int", "float64"]
    names = [op.name for op in loop.blocks[0].ops]
    assert "greater" in names and names.count("if") == 1, names


COUNTS = [
    "sum(range(k, 7))", "list(range(7, k, -2))", "[b for a in range(k) for b in range(a, k)]", "range(k)", "bin(k) + hex(k) + oct(k)",
    "chr(65 + k)", "np.tile(a, (k, 1)).sum()", "np.zeros((k, 2)).shape", "np.ones(shape=(2, k)).sum()", "np.full([k, 3], 1.5).sum()", "list(range(k, min(i + 2, n)))",
]  # fmt: skip


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("use", COUNTS)
def test_ints_of_several_kinds_as_counts(use):
    """`max(i - 1, 0)` of an element i is an int or an int64: a range, a shape or a text is made of either."""
    text = f"def f(a):\n    n, out = len(a), []\n    for i in a:\n        k = max(i - 1, 0)\n        out.append({use})\n    return out\n"
    name = f"<count {use}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    scope = {"np": np}
    exec(compile(text, name, "exec"), scope)
    static = sct.to_static(scope["f"], backend="numpy")
    for a in (np.array([1, 2, 3, 0, 5, 4]), np.array([2, 2, 1, 0, 1, 3]), np.array([0, 7])):
        assert repr(scope["f"](a)) == repr(static(a))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_bounds_of_ranges_of_several_kinds(backend):
    def spread(marks):
        marks = marks.copy()
        n, m = marks.shape
        todo = list(zip(*np.where(marks == 2)))
        while todo:
            i, j = todo.pop()
            for a in range(max(i - 1, 0), min(i + 2, n)):
                for b in range(max(j - 1, 0), min(j + 2, m)):
                    if marks[a, b] == 1:
                        marks[a, b] = 2
                        todo.append((a, b))
        return marks

    marks = np.array([[0, 1, 1, 0], [2, 0, 0, 1], [0, 0, 0, 0], [1, 1, 0, 2]])
    static = sct.to_static(spread, backend=backend)
    for x in (marks, marks.T.copy(), marks[:3], marks * 0):
        np.testing.assert_array_equal(static(x), spread(x))
