"""Random loops over elements: plain Python, one thread and several leave the same bits, or the same error."""

import importlib.util
import itertools

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sct
from sct.backends.native import abi, threads
from sct.config import settings as options
from sct.loops.turns import spread

pytestmark = pytest.mark.skipif(
    not abi.available() or options.num_threads < 2, reason="no native calls on this build, or one core"
)
SETTINGS = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
ROWS, COLUMNS = 45, 9
NUMBER = itertools.count()

OWN = ["i", "i", "i", "i", "i", "i + 3", "2 * i", "2 * i + 1", "i + k", "40 - i", "k - i"]
ANY = ["i - 1", "i + 1", "i // 2", "i % 5", "j", "0", "k", "-1", "at[i]", "-i", "i * j", "n - 1 - i"]
HEADS = ["range(18)", "range(1, 19)", "range(18, 0, -1)", "range(0, 18, 2)", "range(n)", "range(k, n)", "range(n - 20)"]
INNER = ["range(9)", "range(1, 8)", "range(i % 9)", "range(8, -1, -1)"]


class Maker:
    """The text of a function that loops over the elements of two arrays."""

    def __init__(self, random):
        self.random = random
        self.rows = {name: random.choice(OWN) for name in "ab"}

    def row(self, name):
        """As a rule what the array has been given, so that many loops are independent."""
        if self.random.random() < 0.92:
            return self.rows[name]
        return self.random.choice(OWN + ANY)

    def element(self, written=None):
        name = written or self.random.choice("abcc")
        if name == "c":
            return f"c[{self.random.choice(OWN + ANY)}, {self.random.choice(['j', 'j', '0', '8 - j', '-1'])}]"
        return f"{name}[{self.row(name)}, {self.random.choice(['j', 'j', '0', '8 - j', 'j - 1'])}]"

    def expression(self):
        parts = [self.random.choice([self.element(), self.element(), "s", "i", "j", "0.5"]) for _ in range(3)]
        return f"({parts[0]} {self.random.choice('+-*')} {parts[1]}) * 0.5 {self.random.choice('+-')} {parts[2]}"

    def statement(self, indent):
        kind = self.random.random()
        target = self.element(self.random.choice("ab"))
        if kind < 0.55:
            return [f"{indent}{target} {self.random.choice(['=', '=', '+=', '-='])} {self.expression()}"]
        if kind < 0.75:
            test = f"{indent}if {self.element()} > {self.random.choice([self.element(), '0.25'])}:"
            return [test, *self.statement(indent + "    ")]
        return [f"{indent}s = {self.expression()}"]

    def text(self):
        lines = ["def f(a, b, c, at, k):", "    n = a.shape[0]", "    s = 0.0"]
        lines.append(f"    for i in {self.random.choice(HEADS)}:")
        if self.random.random() < 0.8:
            lines.append("        s = 1.5")
        lines.append(f"        for j in {self.random.choice(INNER)}:")
        for _ in range(self.random.randint(1, 3)):
            lines += self.statement("            ")
        if self.random.random() < 0.3:
            target = self.random.choice("ab")
            lines.append(f"        {target}[{self.row(target)}, 3] = s")
        if self.random.random() < 0.15:
            lines.append("    return s")
        return "\n".join(lines) + "\n"


def made(text, folder):
    path = folder / f"turns{next(NUMBER)}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.f


def outcome(function, k):
    numbers = np.random.default_rng(k)
    args = [numbers.random((ROWS, COLUMNS)) for _ in "abc"]
    at = numbers.integers(0, ROWS, ROWS)
    try:
        result = function(*args, at, np.int64(k))
    except Exception as error:
        return type(error), [a.tobytes() for a in args]
    return np.asarray(result, dtype=object).tolist(), [a.tobytes() for a in args]


@SETTINGS
@given(st.randoms(use_true_random=False))
def test_the_same_from_any_number_of_threads(tmp_path_factory, random):
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (("LEAST", -1), ("PIECE", 1), ("FEW", 0), ("UNLOCKED", -1)):
            patch.setattr(spread, name, value)
        text = Maker(random).text()
        plain = made(text, tmp_path_factory.mktemp("turns"))
        static = sct.to_static(plain, backend="native")
        try:
            for most in (3, 1, 7):
                threads.set_num_threads(most, rest=0)
                for k in (4, 0, 30):
                    assert outcome(static, k) == outcome(plain, k), text
        finally:
            threads.set_num_threads(options.num_threads)
