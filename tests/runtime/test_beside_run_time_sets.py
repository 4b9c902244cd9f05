"""Sets, dicts, deques and tuples of run-time content where Python's own code gets hold of them.

One object in them stands for all that they hold, which Python's own code took for the only item: wrong answers.
"""

import itertools
import string
from collections import Counter, deque

import numpy as np
import pytest

import sct
from sct.errors import StaticValueError

BACKENDS = pytest.mark.parametrize("backend", ["numpy", "native"])


def a_set(x):
    s = set()
    for v in x:
        s.add(int(v * 7) % 50)
    return s


def a_dict(x):
    d = {}
    for v in x:
        d[int(v * 7) % 50] = float(v)
    return d


def a_deque(x):
    q = deque()
    for v in x:
        if v > 1:
            q.append(float(v))
    return q


def a_tuple(x):
    t = ()
    for v in x:
        if v > 1:
            t += (float(v),)
    return t


def put_in(r, s):
    r.__setitem__(slice(1, 1), s)
    return r, len(r)


def added(s):
    r = [0]
    return r.__iadd__(s), len(r)


def matched(q):
    match q:
        case [a, *rest, b]:
            return a, b, rest
    return None


SERVED = {
    "chained sets": (a_set, lambda s: sum(1 for _ in itertools.chain.from_iterable([s, [1, 2], s]))),
    "set put in": (a_set, lambda s: put_in([1, 2], s)),
    "set added": (a_set, added),
    "counted set": (a_set, lambda s: (Counter(s).most_common(3), list(Counter(s)), list(dict.fromkeys(s)))),
    "chained dicts": (a_dict, lambda d: list(itertools.chain.from_iterable([d, d]))),
    "zip and iterator": (a_set, lambda s: [k for k, _ in zip(s, iter([1, 2]))]),
    "dict put in": (a_dict, lambda d: put_in([1, 2], d)),
    "dict added": (a_dict, added),
    "deque as %s": (a_deque, lambda q: ("%s" % q, "%s %d" % (q, 1), "%-9s|" % (q,))),
    "slice of a deque": (a_deque, lambda q: q[1:]),
    "matched deque": (a_deque, matched),
    "parts of a deque": (a_deque, lambda q: [q[i : i + 2] for i in range(0, len(q), 2)]),
}


def said(run, x):
    try:
        return repr(run(x))
    except TypeError as error:
        return f"TypeError: {error}"


@BACKENDS
@pytest.mark.parametrize("name", SERVED)
def test_as_in_python(name, backend, recwarn):
    make, use = SERVED[name]

    def f(x):
        return use(make(x))

    static = sct.to_static(f, backend=backend)
    for n in (6, 40, 3):
        x = np.arange(float(n))
        assert said(static, x) == said(f, x)
    assert not recwarn


REFUSED = {
    "spread sets": (a_set, lambda s: sum(itertools.starmap(lambda *a: len(a), [s, s]))),
    "template": (a_set, lambda s: string.Template("$a").substitute(a=s)),
    "tuple as %s": (a_tuple, lambda t: "%s" % t),
}


@BACKENDS
@pytest.mark.parametrize("name", REFUSED)
def test_refused(name, backend):
    make, use = REFUSED[name]

    def f(x):
        return use(make(x))

    with pytest.raises(StaticValueError):
        sct.to_static(f, backend=backend)(np.arange(40.0))


@BACKENDS
def test_few_lengths_of_a_tuple_after_percent(backend):
    """What is one of a few tuples is no single value to show."""

    def f(x):
        return "%s" % a_tuple(x)

    static = sct.to_static(f, backend=backend)
    for n in (3, 2, 5, 1):
        assert said(static, np.arange(float(n))) == said(f, np.arange(float(n)))
