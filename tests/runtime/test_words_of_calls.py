"""What Python says of calls with too few or too many arguments: in its words, also where sct stands in its place."""

import collections
import functools
import operator

import numpy as np
import pytest

import sct

X = np.array([1.0, 2.0])
CALLS = {
    "len": lambda x: len(x, x),
    "abs": lambda x: abs(),
    "isinstance": lambda x: isinstance(x[0]),
    "enumerate": lambda x: enumerate(),
    "zip": lambda x: zip(x, other=1),
    "filter": lambda x: filter(x),
    "map": lambda x: map(len),
    "sorted": lambda x: sorted(x, x),
    "sum": lambda x: sum(),
    "sum by name": lambda x: sum(iterable=x),
    "min": lambda x: min(),
    "round": lambda x: round(),
    "pow": lambda x: pow(x[0]),
    "divmod": lambda x: divmod(x[0]),
    "hasattr": lambda x: hasattr(x),
    "getattr": lambda x: getattr(x),
    "next": lambda x: next(),
    "add": lambda x: operator.add(x[0]),
    "function": lambda x: two(x[0]),
    "function by name": lambda x: two(x[0], c=1),
    "lambda": lambda x: (lambda a: a)(x[0], 1),
    "class": lambda x: Held(),
    "reshape to nothing": lambda x: x.reshape(),
    "tolist of something": lambda x: x.tolist(1),
    "tolist by name": lambda x: x.tolist(a=1),
    "tobytes by name": lambda x: x.tobytes(a=1),
    "print by name": lambda x: print(foo=1),
    "print by another name": lambda x: print("a", end="", foo=1),
    "bit_length": lambda x: int(x[0]).bit_length(1),
    "to_bytes": lambda x: int(x[0]).to_bytes(1, 2, 3, 4),
    "hex": lambda x: float(x[0]).hex(1),
    "set of two": lambda x: set(x, 1),
    "sorted by name": lambda x: sorted(x, foo=1),
    "sort by name": lambda x: [x[0], x[1]].sort(foo=1),
    "split by name": lambda x: f"{x[0]}".split(foo=1),
    "join of nothing": lambda x: f"{x[0]}".join(),
    "type of nothing": lambda x: type(),
    "reduce of four": lambda x: functools.reduce(max, grown(x), 1, 2),
    "extend by nothing": lambda x: grown(x).extend(),
    "a place that is a text": lambda x: grown(x).pop("a"),
    "as often as a text": lambda x: collections.deque(grown(x)).rotate("a"),
    "method": lambda x: Held(1).method(x[0], 2),
}


def grown(x):
    made = []
    for _ in range(int(x[0])):
        made.append(x[1])
    return made


CONTAINERS = (list, dict, set, collections.deque, collections.OrderedDict)
METHODS = [
    (kind, name) for kind in CONTAINERS for name in dir(kind) if not name.startswith("_") and name != "fromkeys"
]  # fmt: skip


@pytest.mark.parametrize(("kind", "name"), METHODS, ids=lambda part: getattr(part, "__name__", part))
def test_methods_of_what_the_run_fills(kind, name):
    """For each number of arguments that Python does not take, and a name that it does not."""

    def f(x):
        owner = kind()
        for i in range(int(x[0])):
            if kind in (list, collections.deque):
                owner.append(i * x[1])
            elif kind is set:
                owner.add(i * x[1])
            else:
                owner[i * x[1]] = i
        try:
            getattr(owner, name)(*given, **named)
        except TypeError as error:
            return str(error)

    for count in range(5):
        for named in ({}, {"foo": 1}):
            given = [None] * count
            try:
                getattr(kind(), name)(*given, **named)
            except TypeError as error:
                if "argument" in str(error):  # not of what they are
                    assert said_or_refused(f, error) == str(error)
            except (IndexError, KeyError, ValueError):
                continue


def said_or_refused(f, error):
    try:
        return sct.to_static(f, backend="numpy")(X)
    except sct.errors.StaticValueError as refusal:
        assert "() got an unexpected keyword" in str(error)  # as a function of ours would say, too
        assert f"is about a run-time value: {error}" in str(refusal)
        return str(error)


@pytest.mark.parametrize("name", ["most_common", "elements", "total"])
def test_no_function_of_ours_is_named(name):
    """Plain Python is asked, or it is refused."""

    def f(x):
        counts = collections.Counter()
        for i in range(int(x[0])):
            counts[i * x[1]] += 1
        try:
            getattr(counts, name)(1, 2)
        except TypeError as error:
            return str(error)

    try:
        assert sct.to_static(f)(X) == f(X) is not None
    except sct.errors.SctError as error:
        assert "is caught" in str(error)


def two(a, b):
    return a


class Held:
    def __init__(self, a):
        self.a = a

    def method(self, x):
        return x


@pytest.mark.parametrize("name", CALLS)
def test_they_are_pythons(name):
    call = CALLS[name]

    def f(x):
        said = None
        if x[0] > 0:
            try:
                call(x)
            except TypeError as error:
                said = str(error)
        return said

    assert sct.to_static(f)(X) == f(X) is not None
