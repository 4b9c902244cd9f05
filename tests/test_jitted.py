"""That `tests.fuzzing.jitted` sees what is the same, refused and wrong in the suite of another compiler."""

import pytest

import sct
from tests.fuzzing.jitted import compared

COMPILER = "def jit(*given, **options):\n    raise NotImplementedError\n"
SUITE = '''
import unittest
import numpy as np
from their_compiler import jit


@jit
def halved(n):
    return n // 2


@jit(nopython=True, cache=False)
def steps(n):
    count = 0
    while n > 1:
        n = halved(n) if n % 2 == 0 else 3 * n + 1
        count += 1
    return count


def zeroed(x):
    x[:] = 0
    return x


class Test(unittest.TestCase):
    def test_steps(self):
        for n in (1, 6, 27):
            self.assertEqual(steps(np.int64(n)), steps.py_func(n))

    def test_in_place(self):
        x = np.arange(3)
        self.assertIs(jit("(int64[:],)")(zeroed)(x), x)
        self.assertFalse(x.any())

    def test_what_the_compiler_says(self):
        self.assertEqual(steps.signatures, [])

    def test_dates(self):
        jit(lambda x: x + 1)(np.datetime64("2001-01-01"))
'''


@pytest.fixture
def suite(tmp_path, monkeypatch):
    (tmp_path / "their_compiler.py").write_text(COMPILER)
    (tmp_path / "their_tests.py").write_text(SUITE)
    monkeypatch.syspath_prepend(tmp_path)
    return "their_tests", ["their_compiler.jit"]


def statuses(rows):
    return {row.name.rpartition(".")[2]: (row.status, row.calls) for row in rows}


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_what_is_compiled_is_compared(suite, backend):
    assert statuses(compared(*suite, backend)) == {
        "halved": ("same", 8), "steps": ("same", 3), "zeroed": ("same", 1), "<lambda>": ("refused", 1),
    }  # fmt: skip


def test_another_answer_is_seen(suite):
    def to_static(function, backend):
        static = sct.to_static(function, backend=backend)
        return lambda n: static(n) + 1 if function.__name__ == "steps" else static(n)

    found = statuses(compared(*suite, to_static=to_static))
    assert found["steps"] == ("wrong", 1) and found["zeroed"] == ("same", 1)


def test_the_compiler_is_put_back(suite):
    compared(*suite)
    import their_compiler

    with pytest.raises(NotImplementedError):
        their_compiler.jit()
