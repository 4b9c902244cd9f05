"""Arrays of short dtypes beside Python's numbers: arithmetic, casts, masks, views of views, in branches and loops.

A line is kept where plain Python runs the function with it, or raises in a later call of it.
"""

from __future__ import annotations

import random
import warnings

import numpy as np

from tests.harness import Call
from tests.harness.modes import TooLong, deadline

SECONDS = 0.5  # for a call of plain Python's
DTYPES = ["i1", "u1", "f4", "?", "i8", "f8", "u2", "i4", "f2", "c8"]
OPS = ["+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "<<", ">>", "<", "==", ">=", "+", "-", "*"]
LITERALS = ["1", "2", "-1", "0.5", "2.0", "True", "3", "7", "100", "np.float32(1.5)", "np.int8(3)", "np.uint8(200)", "1j"]
CASTS = [
    "int({})", "float({})", "bool({})", "abs({})", "(-{})", "(not {})", "round({})", "(+{})", "np.sqrt(abs({}))", "np.float32({})",
    "np.int8({})", "np.asarray({})", "np.floor({})", "divmod({}, 2)[1]", "np.sign({})", "{}.real", "np.square({})", "(~{})",
    "np.abs({})", "np.isnan({})", "np.bool_({})", "np.clip({}, 0, 3)", "complex({})", "round({}, 1)", "str({})", "f'{{{}}}'",
    "np.exp2({})", "np.negative({})", "np.logical_not({})", "np.array({})", "np.array([{}])", "np.uint8({})", "repr({})",
]  # fmt: skip
PAIRS = [
    "min({}, {})", "max({}, {})", "np.maximum({}, {})", "np.where({} > 1, {}, 0)", "({} if {} > 1 else 2)", "({} or {})",
    "({} and {})", "np.minimum({}, {})", "pow({}, {})", "divmod({}, {})[0]", "np.float_power({}, {})", "np.add({}, {})",
    "np.equal({}, {})", "np.result_type({}, {}).name", "np.subtract({}, {})", "np.logical_and({}, {})", "sum([{}, {}])",
    "np.array([{}, {}])", "np.hypot({}, {})", "np.true_divide({}, {})", "np.copysign({}, {})", "np.bitwise_xor({}, {})",
]  # fmt: skip
FOLDS = [
    "{}.sum()", "{}.max()", "{}.mean()", "{}.prod()", "sum({})", "max({})", "{}.any()", "{}.all()", "{}.std()", "len({})",
    "{}.argmax()", "{}.item(0)", "{}.tolist()[1]", "{}[0]", "{}[-1]", "{}[i % 4]", "np.dot({0}, {0})", "{}.dtype.name", "{}.var()",
    "{}.itemsize", "np.count_nonzero({})", "np.median({})", "{}.min()", "any(q > 1 for q in {})", "sum(q > 1 for q in {})",
    "min({}, default=0)", "sorted({})[1]", "{}.nbytes", "({} > 1).sum()", "np.ptp({})", "{}[1:].sum()", "np.cumsum({})[2]",
]  # fmt: skip
VIEWS = ["{}[1:]", "{}[::-1]", "{}[::2]", "{}[:-1]", "{}[1:4]", "{}.reshape(-1)", "{}.view()", "{}.ravel()", "{}.T", "{}[i % 2:]"]
WHOLE = [
    "{}.astype(np.int8)", "{}.astype('f4')", "{}.astype(bool)", "{}.copy()", "np.zeros_like({})", "{0}[{0} > 1]", "np.sort({})",
    "{}[[0, 2, 1, 0]]", "np.cumsum({})", "np.where({0} > 1, {0}, {1})", "np.full(4, {1})", "np.array([{1}, 2, {1}])", "{}.astype(int)",
    "np.concatenate([{}, [{1}]])", "{}[np.argsort({}, kind='stable')]", "np.clip({}, 0, 2)", "np.repeat({}, 2)[:4]", "-{}",
    "np.unique({})", "np.diff({})", "np.full_like({}, 3)", "np.arange({1})[:4]", "np.array([q * 2 for q in {}])", "np.roll({}, 1)",
    "np.array({}.tolist())", "np.abs({})", "np.linspace(0, {1}, 4)", "np.asarray({})", "np.round({})", "np.array([q for q in {}])",
]  # fmt: skip
PLACES = ["[0]", "[-1]", "[1:]", "[::2]", "[...]", "[:]", "[i % 3]", "[[0, 2]]", "[[1, 1, 0]]", "[{0} > 1]", "[{0} == {0}[0]]", "[n % 3]", "[::-1]", "[1:][::2]", "[-1:]", "[1:][{0}[1:] > 0]"]
TESTS = ["{} > 1", "{} == 2", "n > 2", "i % 2", "{}", "not {}", "isinstance({}, float)", "isinstance({}, int)", "0 < {} < 3", "{} in (1, 2)", "isinstance({}, np.floating)", "type({}) is int"]


class Writer:
    """Writes one function."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.seed = seed
        self.arrays, self.scalars = ["x", "y"], ["s", "u", "n", "x[0]", "y[1]"]
        self.lines = ["s, u, i, o = 0, x[1], 0, None", "v, w = x[1:], y.copy()"]
        self.arrays += ["v", "w"]

    def leaf(self):
        r = self.r
        return r.choice(LITERALS) if r.random() < 0.3 else r.choice([*self.scalars, "i"])

    def number(self, depth=2):
        r = self.r
        one = r.random()
        if not depth or one < 0.2:
            return self.leaf()
        if one < 0.5:
            return f"({self.number(depth - 1)} {r.choice(OPS)} {self.number(depth - 1)})"
        if one < 0.65:
            return r.choice(CASTS).format(self.number(depth - 1))
        if one < 0.8:
            return r.choice(PAIRS).format(self.number(depth - 1), self.number(depth - 1))
        return r.choice(FOLDS).format(self.array(0))

    def array(self, depth=2):
        r = self.r
        one = r.random()
        if not depth or one < 0.3:
            return r.choice(self.arrays)
        if one < 0.5:
            return r.choice(VIEWS).format(self.array(0))
        if one < 0.7:
            return r.choice(WHOLE).replace("{}", "{0}").format(self.array(0), self.number(1))
        return f"({self.array(0)} {r.choice(OPS)} {r.choice([self.number(1), self.array(0)])})"

    def test(self):
        return self.r.choice(TESTS).format(self.number(1))

    def simple(self):
        r = self.r
        one = r.random()
        a = r.choice(self.arrays)
        if one < 0.25:
            return f"{r.choice('su')} = {self.number()}"
        if one < 0.4:
            return f"{r.choice(['s', 'u', 's', a])} {r.choice(OPS[:12])}= {self.number(1)}"
        if one < 0.7:
            place = r.choice(PLACES).format(a)
            return f"{a}{place} {r.choice(['', '', '', '+', '*', '-', '//', '|', '<<'])}= {r.choice([self.number(1), self.number(1), a + place, r.choice(self.arrays) + place])}"
        if one < 0.9:
            return f"{r.choice('vwvwxy')} = {self.array()}"
        if one < 0.95:
            return f"print({self.number(1)}, {r.choice([self.number(1), self.array(0)])})"
        return r.choice([f"o = {self.number(1)}", f"s = o if o is not None else {self.leaf()}", f"{a}.sort()", f"{a}.fill({self.leaf()})", f"np.add({a}, {self.leaf()}, out={a})"])

    def statement(self):
        r = self.r
        one = r.random()
        if one < 0.6:
            return [self.simple()]
        body = [f"    {self.simple()}" for _ in range(r.randint(1, 2))]
        if one < 0.75:
            return [f"if {self.test()}:", *body, *(["else:", f"    {self.simple()}"] if r.random() < 0.5 else [])]
        if one < 0.9:
            return [f"for i in range({r.choice(['n', 'n', '3', 'len(x)'])}):", *body]
        if one < 0.95:
            return [f"for {r.choice('su')} in {r.choice(self.arrays)}:", *body]
        return ["i = 0", f"while i < {r.choice(['n', '4'])}:", "    i += 1", *body]

    def text(self):
        results = ["s", "u", "x", "y", "v", "w"]
        tries, count = 0, self.r.randint(3, 8)
        while count and tries < 60:
            tries += 1
            new = self.statement()
            if runs([*self.lines, *new], results, calls(self.seed), self.r.random() < 0.15):
                self.lines += new
                count -= 1
        return _text(self.lines, [*self.r.sample(results, self.r.randint(2, 6)), self.r.choice(["o", "i", "s"])])


def _text(lines, results, arguments="x, y, n"):
    return f"import numpy as np\ndef f({arguments}):\n" + "".join(f"    {line}\n" for line in [*lines, f"return {', '.join(results)}"])


def runs(lines, results, given, may_raise, arguments="x, y, n"):
    """Whether plain Python runs it, at its first call at least, and its numbers stay small."""
    scope: dict = {}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(_text(lines, results, arguments), "<tried>", "exec"), scope)
    except SyntaxError:
        return False
    for number, one in enumerate(given):
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                with deadline(SECONDS):
                    found = _silent(scope)(*one.args)
        except TooLong:
            return False
        except Exception:
            if may_raise and number:
                continue
            return False
        if any(isinstance(value, (int, float, complex)) and abs(value) > 1e9 for value in found):
            return False
        if any(len(repr(value)) > 1000 for value in found):
            return False
    return True


def _silent(scope):
    scope["print"] = lambda *values: None
    return scope["f"]


def calls(seed):
    r = random.Random(seed)
    dtypes = r.choice(DTYPES[:6]), r.choice(DTYPES)
    made = []
    for k, n in enumerate((2, 4, 0, 3)):
        rng = np.random.default_rng([seed, k])
        x, y = (rng.integers(0, 5, 5).astype(dtype) for dtype in dtypes)
        made.append(Call((x, y, np.int64(n) if seed % 3 else n), {}))
    return made
