"""`match` on arrays, numbers, classes, sequences and mappings, with guards and run-time subjects."""

import dataclasses
import numbers
from collections import UserDict, deque
from collections.abc import Iterable
from typing import SupportsFloat

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("matching")
V = np.array([1.0, -2.0, 3.0, 0.5, 4.0, -1.0])
N = np.array(2)
Z = np.array(-1)


@dataclasses.dataclass
class Pt:
    x: float
    y: float


class Shape:
    __match_args__ = ("a", "b")

    def __init__(self, a, b):
        self.a = a
        self.b = b


@program(call(V), call(-V))
def m_class(x):
    """Matched: class."""

    def f(o):
        match o:
            case Pt(x=0.0, y=yy):
                return "zero", yy
            case Pt(x=xx, y=yy) if xx > yy:
                return "gt", xx
            case Pt():
                return "pt", 0.0
            case Shape(a, b) if a < b:
                return "sh", a
            case [a, b, *rest]:
                return "seq", a + b + len(rest)
            case {"k": v, **r}:
                return "map", v + len(r)
            case (1 | 2) as k:
                return "int", float(k)
            case str():
                return "str", 1.0
            case None:
                return "none", 0.0
            case _:
                return "other", 0.0

    return [
        f(Pt(x[0], x[1])),
        f(Pt(0.0, x[1])),
        f(Shape(x[0], x[1])),
        f([x[0], 2.0, 3.0]),
        f({"k": x[0], "z": 1}),
        f(2),
        f("s"),
        f(None),
        f(x),
        f(3.5),
    ]


@program(call(N), call(Z), call(np.array(1)))
def m_value(n):
    """Matched: value."""
    match int(n):
        case 1 | 2:
            r = "low"
        case -1:
            r = "neg"
        case k if k > 5:
            r = "big"
        case _:
            r = "?"
    return r


@program(call(V), call(-V))
def m_tuple(x):
    """Matched: tuple."""
    match (x[0] > 0, x[1] > 0):
        case (True, True):
            return 1
        case (True, False):
            return 2
        case (False, _):
            return 3


@program(call(V), call(-V))
def m_array(x):
    """Matched: array."""
    match x:
        case [a, b, *c]:
            return a, b
        case np.ndarray(shape=(6,)):
            return "arr"
    return None


@program(call(V), call(-V))
def m_loop(x):
    """Matched: loop."""
    s = 0
    state = "a"
    for v in x:
        match state:
            case "a":
                if v > 0:
                    state = "b"
                s += 1
            case "b":
                if v < 0:
                    state = "c"
                s += 10
            case "c":
                state = "a"
                s += 100
    return s, state


class P:
    def __init__(self, v):
        self.v = v

    @property
    def pos(self):
        return self.v if self.v > 0 else -self.v


@program(call(V), call(-V))
def m_kinds(x):
    """Matched: kinds."""

    def kind(o):
        match o:
            case bool():
                return "bool"
            case int(k):
                return "int"
            case float(f):
                return "float"
            case complex():
                return "complex"
            case np.ndarray(ndim=1, shape=(n,)):
                return ("vec", n)
            case np.ndarray():
                return "arr"
            case np.generic():
                return "np"
            case str():
                return "str"

    return [
        kind(o)
        for o in (
            x[0] > 0,
            float(x[0]),
            int(x[0]),
            bool(x[0]),
            complex(x[0]),
            x,
            x.reshape(2, 3),
            np.int64(3),
            f"{x[0]}",
        )
    ]


@program(call(V), call(-V))
def m_choice(x):
    """Matched: choice."""
    o = (x[0], 1) if x[0] > 0 else "neg"
    match o:
        case (a, b):
            return a + b
        case str(s):
            return len(s)


@program(call(V), call(-V))
def m_map_choice(x):
    """Matched: map choice."""
    o = {"a": x} if x[0] > 0 else {"b": 2.0}
    match o:
        case {"a": v}:
            return v
        case {"b": w}:
            return w


@program(call(V), call(-V))
def m_prop(x):
    """Matched: prop."""
    match P(x[1]):
        case P(pos=q) if q > 1:
            return q
        case P():
            return "small"


@program(call(V), call(-V))
def m_nested(x):
    """Matched: nested."""
    o = {"p": [x[0], (1, {"q": x[1]})]}
    match o:
        case {"p": [a, (1, {"q": b})]} if a > b:
            return a - b
        case {"p": [a, (n, {**kw})]}:
            return a, n, kw


@program(call(V), call(-V))
def m_literal(x):
    """Matched: literal."""
    match x[0], int(x[2]):
        case 1.0, 3:
            return "a"
        case -1.0, _:
            return "b"


@program(call(V), call(-V))
def m_abc(x):
    """Matched: abc."""
    match float(x[0]):
        case numbers.Real():
            return 1
    return 2


@program(call(V), call(-V))
def m_or_as(x):
    """Matched: or as."""
    match [x[0], x[1]]:
        case [a, b] as l if a > 0:
            return l, a
        case [_, b] as l:
            return b


@program(call(V), call(-V))
def insts(x):
    """Matched: insts."""
    a = x[0]
    f = float(a)
    i = int(a)
    b = a > 0
    return (
        isinstance(a, float),
        isinstance(a, np.floating),
        isinstance(f, numbers.Number),
        isinstance(i, (int, str)),
        isinstance(b, bool),
        isinstance(b, np.bool_),
        isinstance(x, np.ndarray),
        isinstance(x, list),
        type(f) is float,
        type(x) == np.ndarray,  # noqa: E721
        isinstance(x, numbers.Number),
        callable(x),
        type(a).__name__,
        a.__class__.__name__,
        f.__class__ is float,
        issubclass(type(a), float),
        np.issubdtype(x.dtype, np.floating),
        np.isscalar(a),
        isinstance(x, np.ndarray | list),
        isinstance(x.shape, tuple),
        hasattr(x, "__len__"),
        hasattr(a, "__len__"),
        hasattr(f, "shape"),
        isinstance(x, Iterable),
        isinstance(f, SupportsFloat),
    )


@program(call(np.array([1.0, -2.0])), call(np.array([-1.0, 2.0])))
def guard_rebinds_the_subject(x):
    """A guard binds the name that is matched: later patterns see what it was."""
    n = 0
    y = x
    match n:
        case 0 if (n := x.sum()) > 100.0:
            y = x + 1
        case 0 if x[0] > 0 and (n := 5) == 6:
            y = x + 2
        case 0:
            y = x + 3
    return y, n


LISTS = (call(np.array([2, 3, 1])), call(np.array([1, 1, 2])), call(np.array([0, 1, 1])), call(np.array([3, 2, 4])))


@program(*LISTS)
def lists_of_run_time_length(y):
    """Lists of which only the run knows how long they are have the items that a pattern asks for, or have not."""
    match [int(q) for q in y if q > 1]:
        case []:
            return 0
        case [2]:
            return "two"
        case [a]:
            return a
        case [a, b] if a < b:
            return b
        case [a, *rest, b]:
            return a, b, rest
    return None


@program(*LISTS)
def slices_of_run_time_length(y):
    """So it is with slices, ranges, deques and repeated tuples."""
    k = int(y[0])
    found = []
    for xs in ([4, 5][k:], range(k), range(1, k, 2), deque(q for q in y if q > 1), (1, k) * k, "ab" * k):
        match xs:
            case []:
                found.append(-1)
            case [_]:
                found.append(-2)
            case [_, *_, b]:
                found.append(b)
            case _:
                found.append(-3)
    return found


@program(call(np.array([3, 2])), refused=Refusal("StaticValueError", "case {2: last, **rest}:"))
def mapping_of_run_time_keys(x):
    """A mapping that is no dict, with a key that only the run knows."""
    match UserDict({int(x[0]): 1, 2: 3}):
        case {2: last, **rest}:
            return last, rest
    return None


@program(call(np.array([3, 2])), call(np.array([5, 2])))
def mapping_of_run_time_values(x):
    """A mapping that is no dict, with a value that only the run knows."""
    match UserDict({5: 1, 2: int(x[0])}):
        case {2: 3, **rest}:
            return rest
        case {2: other}:
            return other
