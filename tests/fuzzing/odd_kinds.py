"""One expression each of a run-time value of a kind that one does not expect there: what Python answers or says."""

from __future__ import annotations

import random

import numpy as np

from tests.harness import Call

HEAD = """
import copy, itertools, math, operator
from collections import Counter, deque, namedtuple
import numpy as np

P = namedtuple("P", "a b")

class Plain:
    def __init__(self, a):
        self.a = a
    def __repr__(self):
        return "Plain()"

class Like:
    def __init__(self, a):
        self.a = a
    def __eq__(self, other):
        return isinstance(other, Like) and self.a == other.a
    def __hash__(self):
        return 3
    def __repr__(self):
        return "Like()"

def g(*args, **kwargs):
    return 1

def h(*args):
    return "z"
"""

#: One of two values, as the run decides.
CHOSEN = [
    ('"ab"', '"cde"'), ('b"ab"', 'b"cde"'), ("2", "1.5"), ("1", '"1"'), ("None", "2"), ("True", "2"), ("x", "None"), ("x", "1"),
    ("(1, 2)", "(0, 1, 2)"), ("[1, 2]", "[0, 1, 2]"), ("[1, 2]", "(1, 2)"), ('{"a": 1, "b": 2}', "{0: 1}"), ("{1, 2}", '{"a"}'),
    ("g", "h"), ("range(2)", "range(1, 5, 2)"), ("slice(1)", "slice(None, None, -1)"), ("np.int32(2)", "np.float32(1.5)"),
    ("Plain(1)", 'Plain("z")'), ("Like(1)", "Like(2)"), ("1j", "2"), ("P(1, 2)", 'P("a", 3)'), ('["b", "a"]', '["c", "d", "a"]'),
]  # fmt: skip

#: What only the run knows.
KNOWN_LATE = [
    "int(x[0])", "float(x[0])", "bool(x[0] > 0)", "x[0] > 0", "x[0]", "x.argmax()", "np.float32(x[0])", "x.astype(np.uint8)[1]",
    "complex(x[0], 1)", "np.array(x[0])", "x * 2", "x.astype(int)", "x > 0", 'f"{int(x[0])}"', 'f"a{x[0]}b"',
    "bytes(x.astype(np.uint8))", "[float(x[0]), int(x[1])]", "(int(x[0]), 1.5)", '{"a": x[0], "b": int(x[1])}',
    "frozenset([int(t) for t in x])", "Counter(int(t) for t in x)", "range(n)", "range(int(x[0]), 4)", "slice(int(x[0]), n)",
    "deque(int(t) for t in x)", "Like(int(x[0]))", "P(int(x[0]), x[1])", "[k for k in range(n)]", "[[k] for k in range(n)]",
    '[f"{k}" for k in range(n)]', "tuple([k for k in range(n)])", "{k: x[0] for k in range(n)}", "{int(x[k % 3]) for k in range(n)}",
    "[(k, x[0]) for k in range(n)]",
]  # fmt: skip

OPERATORS = "+ - * / // % ** & | ^ << >> @ == != < <= > >= in is".split()
OTHERS = [
    "2", "1.5", "x", "v", "n", "x[0]", '"a"', "[1, 2]", "(1, 2)", "None", "{'a': 1}", "{1, 2}", "range(2)", "np.float32(2)",
]  # fmt: skip
USES = [
    "-{}", "~{}", "not {}", "{} and 1", "1 if {} else 2", "[*{}]", "(*{}, 1)", "{{**{}}}", "{{{}: 1}}", "g(*{})", "{}[0]", "{}[-1]", "{}[1:]",
    "{}['a']", "{}[x]", "{}[n]", "{}[1, 2]", "{}[1.5]", "x[{}]", "x[:{}]", "x[{}:]", "x[[{}, {}]]", "[1, 2, 3][{}]", "'abc'[{}]", "range(5)[{}]",
    "{{'ab': 1, 2: 3}}.get({})", "f'{{{}}}'", "f'{{{}!r:>6}}'", "f'{{{}:5}}'", "'%s' % ({},)", "'%d' % {}", "'a' % {}", "'{{}}'.format({})", "format(1, {})",
    "{}.upper()", "{}.split()", "'a'.join({})", "{}.index(1)", "{}.count(1)", "{}.copy()", "list({}.items())", "{}.get(1)", "{}.union([5])", "{}.a",
    "{}.shape", "{}.real", "{}.nothing", "[1, 2].index({})", "[].extend({})", "copy.copy({})", "copy.deepcopy([{}, {}])",
    "list(zip({}, {}))", "list(enumerate({}))", "list(map(str, {}))", "max({}, 1)", "max({}, key=str)", "sum({}, 1)", "sum([{}, {}])", "any([{}, 0])",
    "sorted([{}, {}])", "divmod({}, 2)", "pow(2, {})", "round({}, 1)", "isinstance({}, (str, float, list))", "type({}) is int", "type({}).__name__",
    "hasattr({}, '__len__')", "getattr({}, 'a', 3)", "operator.length_hint({})", "list(itertools.islice([1, 2, 3], {}))", "list(itertools.pairwise({}))",
    "list(itertools.chain({}, {}))", "math.floor({})", "math.gcd({}, 4)", "math.hypot({}, 1)",
]  # fmt: skip
BUILTINS = (
    "abs all any ascii bin bool bytes callable chr complex dict enumerate float format frozenset hex int len list max min oct ord print range repr "
    "reversed round set sorted str sum tuple zip"
).split()
NUMPYS = (
    "abs all any argmax argsort array asarray atleast_1d ceil concatenate conj count_nonzero cumsum diff dot exp flip float32 int64 iscomplexobj "
    "isfinite isnan isscalar iterable max mean median ndim negative ones_like prod ravel sign size sort sqrt squeeze stack std sum transpose unique "
    "zeros_like zeros ones eye arange"
).split()
BINARY = "add maximum multiply equal less dot append isin allclose array_equal outer searchsorted hypot full repeat take".split()
STATEMENTS = [
    "a, b = v; r = (a, b)", "a, *b = v; r = (a, b)", "(a, b), c = v, 1; r = (a, b)", "x[0] = v; r = x", "x[:] = v; r = x", "x[v] = 1; r = x",
    "x[:v] = 2; r = x", "x[x > 0] = v; r = x", "x += v; r = x", "x *= v; r = x", "x @= v; r = x", "v += 1; r = v", "v += 'a'; r = v", "v += [1]; r = v",
    "v *= 2; r = v", "v += x; r = v", "v[0] = 5; r = v", "v[0] += 1; r = v", "v.a = 5; r = v.a",
    "del v[0]; r = v", "q = [1, 2, 3]; q[v] = 5; r = q", "q = [1, 2, 3]; q[1:] = v; r = q", "q = {1}; q |= v; r = q",
    "q = 'a'; q += v; r = q", "assert v; r = 1", "raise v", "raise ValueError(v)",
]  # fmt: skip


class Writer:
    """Writes one function: a value, and one use of it, under a handler or not."""

    def __init__(self, seed):
        self.r = random.Random(seed)

    def value(self):
        r = self.r
        if r.random() < 0.4:
            return "{} if x.sum() > 0 else {}".format(*r.choice(CHOSEN))
        return r.choice(KNOWN_LATE)

    def expression(self):
        r, kind = self.r, self.r.random()
        if kind < 0.35:
            pair = ["v", r.choice(OTHERS)]
            r.shuffle(pair)
            return f"{pair[0]} {r.choice(OPERATORS)} {pair[1]}"
        if kind < 0.6:
            use = r.choice(USES)
            return use.replace("{{", "\0").replace("}}", "\1").replace("{}", "v").replace("\0", "{").replace("\1", "}")
        if kind < 0.75:
            return f"{r.choice(BUILTINS)}(v)"
        if kind < 0.9:
            return f"np.{r.choice(NUMPYS)}(v)"
        return f"np.{r.choice(BINARY)}({r.choice(['x, v', 'v, x', 'v, v', 'v, 2'])})"

    def text(self):
        r = self.r
        if r.random() < 0.2:
            lines = [*r.choice(STATEMENTS).split("; "), "return r, v"]
        else:
            lines = [f"return {self.expression()}"]
        if r.random() < 0.7:
            caught = ["except Exception as error:", "    return type(error).__name__, str(error)"]
            lines = ["try:", *(f"    {line}" for line in lines), *caught]
        body = "".join(f"    {line}\n" for line in [f"v = {self.value()}", *lines])
        return f"{HEAD}\ndef f(x, n):\n{body}"


def calls(seed):
    return [
        Call((np.array(xs), np.int64(n)), {}) for xs, n in (([2.0, -1.0, 3.0], 2), ([-1.0, 0.0, -4.0], 3), ([1.0, 1.0, 0.0], 0))
    ]
