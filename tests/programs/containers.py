"""Lists, tuples, dicts, named tuples and dataclasses of arrays, in, out and in between."""

import collections
import dataclasses
from typing import NamedTuple

import numpy as np

from tests.harness import Theme, call, fresh

program = Theme("containers")
V = np.array([1.0, -2.0, 3.0])
Pair = collections.namedtuple("Pair", "low high")


class Interval(NamedTuple):
    """A named tuple with a method."""

    low: np.ndarray
    high: np.ndarray

    def width(self):
        return self.high - self.low


@dataclasses.dataclass
class Particle:
    """Position and velocity."""

    x: np.ndarray
    v: np.ndarray
    mass: float = 1.0

    def energy(self):
        return 0.5 * self.mass * (self.v**2).sum()


@dataclasses.dataclass(frozen=True)
class Settings:
    """Constants of a computation."""

    rate: float = 0.5
    steps: int = 3
    names: tuple = ("a", "b")


def shared_list():
    """One array in two places of a list."""
    v = np.arange(3.0)
    return [v, v, v[1:]], 2.0


@program(call([V, V * 2], {"k": V * 3}), call([V * 0, V], {"k": V}))
def list_and_dict_in(parts, table):
    """A list and a dict of arrays as arguments."""
    return parts[0] + parts[1] * table["k"]


@program(call((V, (V * 2, [V * 3]))), call((V * 0, (V, [V]))))
def nested_in(t):
    """Nested containers are taken apart."""
    a, (b, [c]) = t
    return a + b * c


@program(call(V), call(-V))
def structures_out(v):
    """All kinds of containers come out, nested."""
    return {"list": [v, v + 1], "tuple": (v.sum(), (v.max(),)), "plain": [1, "two", None, 3.0], "empty": ([], {}, ())}


@program(call(V), call(-V))
def list_methods(v):
    """append, extend, insert, pop, reverse, index by negative number, slices."""
    out = [v]
    out.append(v * 2)
    out.extend([v * 3, v * 4])
    out.insert(0, v * 0)
    last = out.pop()
    out.reverse()
    del out[0]
    out[-1] = last
    return out, out[1:], len(out), out + [v], [v.sum()] * 2


@program(call([V, V * 2]), call([V]))
def argument_list_is_changed(parts):
    """The caller's list grows, and one of its items is replaced."""
    parts.append(parts[0] * 10)
    parts[0] = parts[0] + 1
    return len(parts)


@program(call({"a": V}), call({"a": -V}))
def argument_dict_is_changed(d):
    """The caller's dict gets a key and loses one."""
    d["b"] = d["a"] * 2
    d["b"] += 1
    del d["a"]


@program(call({"a": V, "b": V * 2}), call({"b": V, "a": V * 2}))
def dict_methods(d):
    """keys, values, items, get, setdefault, update, pop, in."""
    out = {k: v * 2 for k, v in d.items()}
    out.setdefault("c", d.get("z", d["a"]))
    out.update(x=d["a"].sum(), y=3)
    first = out.pop("b")
    return out, first, list(d), sum(d.values()), "b" in out


@program(fresh(shared_list))
def shared_in_list(parts, k):
    """What an argument list holds twice is one array."""
    parts[0] *= k
    parts[2] += 100
    return parts[1].sum()


@program(call(V), call(-V))
def tuple_operations(v):
    """Tuples are added, compared, counted and unpacked with a star."""
    t = (v, v + 1) + (v * 2,)
    a, *rest = t
    (b, c), d = rest, 5
    return len(t), a + b + c + d, t[::-1], (1, 2) < (1, 3)


@program(call(V), call(-V))
def named_tuple(v):
    """A named tuple is made and read by name and by place."""
    p = Pair(v - 1, v + 1)
    return p, p.low * p[1], p._replace(low=v)


@program(call(Interval(V, V + 1)), call(Interval(V, V * 3)))
def named_tuple_method(i):
    """A method of a named tuple."""
    return i.width(), Interval(high=i.low, low=i.high)


@program(call(Particle(V, V * 2)), call(Particle(V, V * 0)))
def dataclass_in(p):
    """A dataclass argument: its fields and a method."""
    return p.x + p.v * p.mass, p.energy()


@program(call(Particle(V, V * 2)), call(Particle(V, V * 0)))
def dataclass_changed(p):
    """Fields are assigned and changed in place."""
    p.x = p.x + 0.1 * p.v
    p.v *= 0.5
    p.mass = 2.0
    return p


@program(call(V), call(-V))
def dataclass_out(v):
    """A dataclass is made in the function and replaced."""
    p = Particle(v, np.zeros(3))
    return dataclasses.replace(p, v=v * 2), p


@program(call(V, Settings()), call(V, Settings(rate=0.25)), call(-V, Settings()))
def frozen_settings(v, s):
    """A frozen dataclass of constants."""
    for _ in range(s.steps):
        v = v * s.rate
    return v, len(s.names)


@program(call(V), call(-V))
def set_of_names(v):
    """Sets of Python values."""
    seen = set()
    for name in ["a", "b", "a"]:
        if name in seen:
            v = v * 10
        seen.add(name)
    return v, sorted(seen), seen | {"c"}


@program(call(V), call(-V))
def stack_of_list(v):
    """Lists of arrays become arrays."""
    rows = [v * k for k in range(3)]
    return np.array(rows), np.stack(rows, axis=1), np.concatenate(rows), np.array([v[0], 2.0, v.sum()])


@program(call(V), call(-V))
def nested_list_array(v):
    """A literal matrix of scalars."""
    c, s = np.cos(v[0]), np.sin(v[0])
    return np.array([[c, -s], [s, c]]) @ v[:2]


@program(call(V), call(-V))
def append_in_branch(v):
    """A list of the same length from both branches."""
    out = [v]
    if v.sum() > 0:
        out.append(v * 2)
    else:
        out.append(v * 3)
    return out


@program(call(V), call(-V))
def append_one_way(v):
    """A list that is longer one way."""
    out = [v]
    if v.sum() > 0:
        out.append(v * 2)
    return out


@program(call(V), call(-V))
def dict_write_in_branch(v):
    """A dict entry is replaced in a branch."""
    state = {"n": 0, "v": v}
    if v.sum() > 0:
        state["n"] = state["n"] + 1
        state["v"] = v * 2
    return state


@program(call(V), call(-V))
def deque_and_counter(v):
    """Other containers of the standard library, with Python values in them."""
    q = collections.deque([1, 2, 3], maxlen=3)
    q.append(4)
    c = collections.Counter("abca")
    d = collections.defaultdict(list)
    d["x"].append(v)
    return v * q[0] + c["a"], d["x"][0]


@program(call(V), call(-V))
def sort_list_of_scalars(v):
    """Sorting a list of array values needs their order."""
    a, b, c = v
    if a > b:
        a, b = b, a
    if b > c:
        b, c = c, b
    if a > b:
        a, b = b, a
    return [a, b, c]


@program(call(V), call(-V))
def sorted_scalars(v):
    """sorted() of an array's elements."""
    return sorted(v), sorted([v[0], v[1]], reverse=True)


@program(call(V), call(-V))
def zip_to_dict(v):
    """dict(zip(...)) and a transposition by zip(*...)."""
    table = dict(zip("abc", v))
    rows = list(zip(*[(v, 1), (v * 2, 2)]))
    return table, rows


@program(call([]), call([V]), call([V, V * 2]))
def length_decides(parts):
    """The length of a list is a Python number."""
    if not parts:
        return None
    total = parts[0]
    for p in parts[1:]:
        total = total + p
    return total / len(parts)


@program(call([[V, V], [V * 2]]), call([[V, V * 0], [V]]))
def nested_comprehension(groups):
    """Two loops in one comprehension."""
    return [x * i for i, group in enumerate(groups) for x in group]
