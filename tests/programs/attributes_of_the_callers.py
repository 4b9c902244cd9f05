"""`x.__dict__` and `vars(x)` of objects and functions that the function has not made, and attributes of functions."""

import copy
import functools
import types

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("attributes of the callers")


class Point:
    def __init__(self):
        self.n = 1


class Model:
    def __init__(self, n=1):
        self.n, self.w, self.s, self.parts = n, np.array([1.0, 2.0]), np.float64(2.5), [1, 2]

    def clone(self):
        other = Model.__new__(Model)
        other.__dict__.update(self.__dict__)
        return other

    def scale(self, by):
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray):
                setattr(self, name, value * by)
        return self

    def set_all(self, **given):
        self.__dict__.update(given)
        return self

    def __repr__(self):
        return "Model(" + ", ".join(f"{k}={v!r}" for k, v in self.__dict__.items()) + ")"


POINTS = call(Point(), np.array([3, 1])), call(Point(), np.array([-1, 2]))
MODELS = call(Model(), np.array([3, 1])), call(Model(5), np.array([-1, 2]))


@program(*POINTS)
def set_before_it_is_looked_at(k, x):
    """What was set is there."""
    k.n = 10
    return (vars(k)["n"], len(vars(k)), list(k.__dict__))


@program(*POINTS)
def set_behind_its_back(k, x):
    """The dict is the object's own."""
    d = vars(k)
    k.n = 10
    k.z = x
    return (d["n"], "z" in d)


@program(*POINTS)
def an_item_is_an_attribute(k, x):
    """And the other way round."""
    vars(k)["n"] = 10
    return k.n


@program(*POINTS)
def updated(k, x):
    """By another dict."""
    vars(k).update(n=x[0])
    return k.n


@program(*POINTS)
def both_ways(k, x):
    """In turn."""
    k.__dict__["n"] += 1
    k.n += 1
    return (k.n, k.__dict__["n"])


@program(*POINTS)
def a_new_one(k, x):
    """An item that is a new attribute."""
    k.__dict__["q"] = x
    return k.q


@program(*POINTS)
def set_in_a_branch(k, x):
    """The dict was taken before."""
    d = k.__dict__
    if x[0] > 0:
        k.n = 7
    return (d["n"], k.n)


@program(*POINTS)
def deleted_items(k, x):
    """So are the attributes."""
    d = k.__dict__
    d["w"] = x[0]
    del d["n"]
    return (hasattr(k, "n"), k.w)


@program(*POINTS)
def only_read(k, x):
    """All of it."""
    return ({n: v for n, v in vars(k).items()}, k.__dict__ == k.__dict__, vars(k) is k.__dict__)


@program(*MODELS)
def answered(k, x):
    """The object's own."""
    return vars(k)


@program(*MODELS)
def with_arrays(k, x):
    """Views of what the object holds."""
    d = vars(k)
    k.w[0] = x[0]
    return (d["w"], k.w, d)


@program(*MODELS)
def cloned(k, x):
    """By `update`, as many classes do it."""
    o = k.clone()
    o.n += 1
    o.w[1] = 9
    return (o.n, k.n, o.w is k.w, vars(o))


@program(*MODELS)
def changed_by_methods(k, x):
    """In branches."""
    if x[0] > 0:
        k.scale(2)
    else:
        k.set_all(n=x[1], s=4)
    return (k.n, k.s)


@program(*MODELS)
def in_a_short_loop(k, x):
    """Items in both ways."""
    for i in range(3):
        k.__dict__["n"] += i
        if x[0] > 0:
            vars(k)["s"] = k.s + x[1]
    return (k.n, k.s)


@program(*MODELS)
def in_a_loop(k, x):
    """As the array is long."""
    for v in x:
        k.__dict__["n"] = k.n + v
    return k.n


@program(*MODELS)
def a_namespace_of_it(k, x):
    """And a copy."""
    ns = types.SimpleNamespace(**vars(k))
    ns.n = 0
    return (ns.n, k.n, ns.w is k.w, ns.l is k.l, copy.copy(k).l is k.l)


@program(*MODELS)
def asked_as_a_dict(k, x):
    """In the ways of dicts."""
    d = dict(vars(k))
    d["n"] = 7
    k.l.append(3)
    return (
        d["n"],
        k.n,
        d["l"] is k.l,
        {**k.__dict__, "n": 3}["n"],
        sorted(vars(k)),
        len(vars(k)),
        "n" in vars(k),
        vars(k).get("zz"),
    )


@program(*MODELS, refused=Refusal("SideEffectError", "k.__dict__ |="))
def joined_in_place(k, x):
    """As a whole."""
    k.__dict__ |= {"n": 3}
    return k.n


@program(*MODELS, refused=Refusal("SideEffectError", "k.__dict__.clear()"))
def cleared(k, x):
    """As a whole."""
    k.__dict__.clear()
    return hasattr(k, "n")


@program(*MODELS, refused=Refusal("SideEffectError", "k.__dict__ = "))
def replaced(k, x):
    """Another dict."""
    k.__dict__ = {"n": 2}
    return k.n


@program(*MODELS)
def one_of_two(k, x):
    """Or a dict of the function's."""
    if x[0] > 0:
        d = vars(k)
    else:
        d = {"n": 5}
    return d["n"]


@program(*MODELS)
def taken_in_a_branch(k, x):
    """And again behind it."""
    if x[0] > 0:
        d = vars(k)
        y = d["w"] * 2
    else:
        y = k.w
    k.w = y + 1
    return (vars(k)["w"], k.w)


@program(*MODELS)
def shown(k, x):
    """By the class's `__repr__`."""
    k.scale(2)
    k.scale(3)
    return (str(k), k)


@program(*MODELS)
def a_cache_of_its_own(k, x):
    """Made where there is none."""
    k.__dict__.setdefault("cache", {})["a"] = x
    return (k.cache["a"], list(k.cache))


@program(*MODELS)
def taken_out(k, x):
    """With `pop` and `del`."""
    a = k.__dict__.pop("n")
    b = k.__dict__.pop("zz", None)
    del k.s
    return (a, b, hasattr(k, "s"))


@program(*MODELS, refused=Refusal("SideEffectError", "return list(vars(k))"))
def after_a_deletion(k, x):
    """Which attributes it had is not known."""
    k.zz = 1
    del k.zz
    k.zy = x
    return list(vars(k))


def keywords(n=0, **rest):
    return n, sorted(rest)


@program(*MODELS)
def as_keyword_arguments(k, x):
    """Of a function."""
    return (keywords(**vars(k)), keywords(**{**vars(k), "n": x[0]}))


def count_calls(function):
    @functools.wraps(function)
    def counted(*args, **kwargs):
        counted.calls += 1
        return function(*args, **kwargs)

    counted.calls = 0
    return counted


@count_calls
def doubled(x):
    return x * 2


TWICE = call(np.array([3, 1, 2])), call(np.array([1, 1, 2])), call(np.array([0, 5, 2]))


@program(*TWICE)
def counted_from_the_start(x):
    """The count of calls, which a decorator keeps at the function."""
    doubled.calls = 0
    y = doubled(doubled(x))
    return y, doubled.calls


@program(*TWICE, retraces=True)  # the count that is there before may be the one that is left
def counted_in_branches(x):
    """One or two of them."""
    doubled.calls = 50
    y = doubled(x) if x[0] > 1 else doubled(doubled(x))
    return y, doubled.calls


@program(*TWICE)
def counted_in_a_loop(x):
    """As many as the run has."""
    doubled.calls = 0
    for v in x:
        if v > 1:
            doubled(x)
    return doubled.calls


@program(*TWICE)
def the_dict_of_a_function(x):
    """Its items are its attributes."""
    doubled.calls = 1
    vars(doubled)["calls"] = 3
    y = doubled(x)
    return y, doubled.calls, vars(doubled)["calls"]


@program(*TWICE)
def set_asked_and_deleted(x):
    """By `setattr`, `getattr`, `hasattr` and `del`."""
    setattr(doubled, "extra", 7)
    found = getattr(doubled, "extra")
    del doubled.extra
    there = hasattr(doubled, "extra")
    doubled.calls = x[0]
    return found, there, doubled.calls


class Level:
    def __init__(self, n):
        self.n = n


@program(
    *(call(Level(n), np.array([a])) for n in (6, 7, 8, 9, 11) for a in (6, 5, 4, 0)),
    retraces=True,
)
def written_as_it_was_by_chance(k, x):
    """One of the ways leaves the number that was there."""
    k.n = 5
    if x[0] > 5:
        k.n += 1
    elif x[0] > 4:
        k.n += 2
    elif x[0] > 3:
        k.n += 3
    else:
        k.n += 4
    return k.n


class Holder:
    table = {"a": 0}

    def __init__(self, n):
        self.table, self.parts, self.count = {"a": n}, [n], n


REPLACED = [call(Holder(n), np.int64(m)) for n in (0, 3) for m in (0, 2)]


@program(*REPLACED, retraces=True)
def replaced_or_written_to(o, m):
    """A dict and a list: another one, or the same with another item."""
    if m > 1:
        o.table, o.parts = {"a": 7}, [7]
    else:
        o.table["a"] = 5
        o.parts[0] = m
    return o.table["a"], o.parts[0], o.table, o.parts


@program(*REPLACED, retraces=True)
def of_a_class_replaced_or_written_to(o, m):
    """The same of what a class has."""
    Holder.table = {"a": o.count}
    if m > 1:
        Holder.table = {"a": m}
    else:
        Holder.table["a"] = o.count + 1
    return Holder.table["a"], Holder.table


class Base:
    count = 2


class Derived(Base):
    pass


@program(*(call(np.int64(n), np.int64(start)) for start in (2, 3, 4, 1) for n in (0, 3)), retraces=True)
def counted_by_the_class_of_an_object(n, start):
    """The class is found by `type`, in a branch, and a derived one inherits what it has."""
    Base.count = start
    one, other = Base(), Derived()
    if n > 1:
        type(one).count += 3
    return type(other).count, Base.count, other.count
