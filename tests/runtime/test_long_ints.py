"""Ints of more than 4300 digits, which Python does not write in decimal: sct does without their digits, too."""

import copy
import functools
import runpy

import numpy as np
import pytest

import sct
from sct.errors import SpecMismatchError

LONG, LONGER = 10**5000, 10**5001
HELD = {"n": 3}


class Holder:
    def __init__(self, n):
        self.n = n


def halved(x, n):
    return n // 2, n // 2 > 5, x


def default(x, n=LONG):
    return x, n


def attribute(x, n):
    held = Holder(n)
    return held.n - 1, x


def of_argument(holder, x):
    return holder.n % 7, x


def of_global(x):
    return HELD["n"] // 3, x


def branched(x, n):
    return n if x > 0 else 3


def compared(x, n):
    return x < n, x == n, n > x


def keyed(x, n):
    d = {n: x, 5: 2.0}
    return d[n], d, {n + i: x for i in range(2)}


def looked_up(x, n):
    return x in {n, 5}, {n: 1, 5: 2}.get(x, 0), x in {n: 1}


def listed(x, n):
    out = []
    for _ in range(int(x)):
        out.append([n, x])
    return out, [n, (n, x)], frozenset([n])


def largest(x, n):
    return max(n, x), min(n, x), sorted([n, x, 3])


def chosen(x, n):
    return [n, "a", None, 2 * n][int(x)]


def raised(x, n):
    if x > 3:
        raise ValueError(n)
    return x


@functools.lru_cache
def kept(n):
    return n + 1


def cached(x, n):
    return kept(n), x


def in_hex(x, n):
    return hex(n), f"{n:x}", n.bit_length(), x


FUNCTIONS = [
    halved, attribute, branched, compared, keyed, looked_up, listed, largest, chosen, raised, cached, in_hex,
]  # fmt: skip


def same(found, expected):
    assert type(found) is type(expected)
    if isinstance(found, (list, tuple)):
        assert len(found) == len(expected)
        all(map(same, found, expected))
    elif isinstance(found, dict):
        same([*found.items()], [*expected.items()])
    else:
        assert bool(found == expected)  # asserted so that pytest does not write the numbers
    return True


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_as_plain_python(function, backend):
    static = sct.to_static(function, backend=backend)
    for n in (3, LONG, LONGER, LONG):
        for x in (np.int64(2), 1, np.int64(0)):
            same(static(x, n), function(x, n))
        assert static.explain_cache()


@pytest.mark.parametrize("backend", ["native", "numpy"])
def test_what_is_guarded(backend):
    x = np.float64(2.5)
    static = sct.to_static(of_argument, backend=backend)
    for n in (3, LONG, LONGER):
        same(static(Holder(n), x), of_argument(Holder(n), x))
    static = sct.to_static(of_global, backend=backend)
    for n in (3, LONG, LONGER):
        HELD["n"] = n
        same(static(x), of_global(x))
    HELD["n"] = 3
    static = sct.to_static(default, backend=backend)
    same(static(x), default(x))
    static = sct.to_static(lambda d, n: d[n] * 2, backend=backend)
    for n in (LONG, 3, LONGER):
        same(static({n: x}, n), x * 2)
    assert "about 2**" in str(static.explain_cache())


def test_what_the_change_was():
    static = sct.to_static(lambda n: n // 2)
    static(LONG)
    static(-LONGER)
    assert "was about 2**16609, now is about -2**16612" in str(static.explain_cache())


def test_exception_with_one():
    static = sct.to_static(raised)
    for n in (LONG, LONGER):
        with pytest.raises(ValueError) as caught:  # noqa: PT011 -- Python writes no message
            static(np.int64(5), n)
        assert caught.value.args[0] == n


def test_in_the_code(tmp_path):
    path = tmp_path / "literal.py"
    path.write_text(f"def literal(x):\n    return 0x1{'0' * 5000} // 3, x, x in {{0x2{'0' * 5000}, 3}}")
    function = runpy.run_path(str(path))["literal"]
    static = sct.to_static(function)
    same(static(np.int64(3)), function(np.int64(3)))


def test_in_a_spec():
    static = sct.to_static(halved, input_spec=[None, LONG])
    same(static(1, LONG), halved(1, LONG))
    with pytest.raises(SpecMismatchError, match=r"expected the constant about 2\*\*16609, got int about 2\*\*16612"):
        static(1, LONGER)


def test_copies():
    static = sct.to_static(lambda x, d: (copy.deepcopy(d), x))
    same(static(np.int64(1), {LONG: [LONG]}), ({LONG: [LONG]}, np.int64(1)))
