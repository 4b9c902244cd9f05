"""Tuples that loops and branches make longer: they become rows, as lists do."""

import contextlib
import copy
import io

import numpy as np
import pytest

import sct
from sct.errors import AliasError

BACKENDS = pytest.mark.parametrize("backend", ["numpy", "native"])
SHORT = [np.array(x) for x in ([1.0, 3.0, 2.0, 4.0, 5.0], [3.0, 1.0, 2.0], [0.5], [])]
LONG = [np.array([1.0, 3.0, 2.0, 4.0, 5.0] * 13), np.array([4.0, 2.0, 2.5] * 21)]


def several(*args, k=1):
    return len(args) + k


class Walk:
    def __init__(self):
        self.path, self.n = (), 0

    def go(self, v):
        self.path += (v,)
        self.n += 1


def at_the_end(x):
    p = ()
    for v in x:
        if v > 2:
            p = p + (float(v),)
    return p


def as_long_as(x):
    p = ()
    i = 0
    while i < len(x) and x[i] > 0:
        p += (int(x[i]),)
        i += 1
    return len(p), p


def other_tuples(x):
    ts = [(1,), (2, 3), (4, 5, 6)]
    p = ()
    for v in x:
        p += ts[int(v) % 3]
    return p


def longest_run(x):
    best = ()
    cur = ()
    for v in x:
        if v > 0:
            cur = cur + (v,)
        else:
            cur = ()
        if len(cur) > len(best):
            best = cur
    return best


def from_its_end(x):
    p = (0, 1)
    for v in x:
        if v > 2:
            p = p + (p[-1] + p[-2],)
    return p[::-1]


def paths(x):
    out = []
    stack = [(0, ())]
    while stack:
        i, path = stack.pop()
        if i == len(x):
            out.append(path)
            continue
        stack.append((i + 1, path))
        if x[i] > 1:
            stack.append((i + 1, path + (int(x[i]),)))
    return out


def nested(x):
    t = ()
    for v in x:
        if v > 1:
            t = (v, t)
    return t


def walked(x):
    path = ()
    seen = set()
    k = 0
    while k not in seen:
        seen.add(k)
        path = path + (k,)
        k = int(x[k]) % len(x)
    return path, k


def of_a_tuple(x):
    t = tuple(v * 2 for v in x)
    u = ()
    for v in t:
        if v > 3:
            u += (v,)
    return u * 2, 4.0 in u, u.count(4.0)


def shortest(x):
    best = None
    for i in range(len(x)):
        for j in range(i, len(x)):
            t = tuple(x[i:j])
            if sum(t) > 3 and (best is None or len(t) < len(best)):
                best = t
    return best


def as_keys(x):
    d = {}
    t = ()
    for v in x:
        t = (t + (int(v),))[-2:]
        d[t] = d.get(t, 0) + 1
    return d


def two_of_them(x):
    a = ()
    b = ()
    for v in x:
        if v > 2:
            a += (v,)
        else:
            b += (v,)
    return a + b, a < b, a == b


def sliced(x):
    p = ()
    for v in x:
        if v > 2:
            p += (float(v),)
    return p, len(p), p[1:3], p[::-1], sum(p), (max(p) if p else None)


def of_pairs(x):
    p = ()
    for v in x:
        if v > 2:
            p += ((float(v), int(v)),)
    return p, [a * b for a, b in p]


def of_texts(x):
    p = ()
    for i, v in enumerate(x):
        if v > 2:
            p += (f"a{i}",)
        elif v > 1:
            p = p[1:]
    return p, ",".join(p)


def unpacked(x):
    p = ()
    for v in x:
        if v > 1:
            p += (int(v),)
    a, *b = p if len(p) > 0 else (0,)
    return a, b


def as_arguments(x):
    p = ()
    for v in x:
        if v > 1:
            p += (int(v),)
    return several(*p), several(*p, k=4), isinstance(p, tuple), isinstance(p, list), bool(p), not p


def printed(x):
    p = ()
    for v in x:
        if v > 1:
            p += (int(v),)
    print(p, str(p), f"{p}")
    return np.array(p), np.sum(p), p == (3, 2), p < (3, 5), p != ()


def in_a_list(x):
    out = []
    p = ()
    for v in x:
        p += (int(v),)
        if v > 3:
            out.append(p)
            p = ()
    return out, p


def attribute(x):
    n = Walk()
    for v in x:
        if v > 1:
            n.go(float(v))
    return n.path, n.n


def nonlocal_(x):
    p = ()

    def add(v):
        nonlocal p
        p = p + (v, v * 2)

    for v in x:
        if v > 1:
            add(v)
    return p, p.count(4.0), p.index(3.0) if 3.0 in p else -1


def begins_as_none(x):
    p = None
    for v in x:
        if v > 2:
            p = (v,) if p is None else p + (v,)
    return p


def in_a_set(x):
    seen = set()
    p = ()
    n = 0
    for v in x:
        p = (p + (int(v),))[-2:]
        if p in seen:
            n += 1
        seen.add(p)
    return n


def best_of(x):
    best = (0,)
    for i in range(len(x)):
        cur = ()
        j = i
        while j < len(x) and x[j] < 5:
            cur += (int(x[j]),)
            j += 1
        best = max(best, cur)
    return best


def repeated(x):
    t = (1.5,)
    for v in x:
        if v > 3:
            t = t * 2
        if v < 2:
            t = t[:-1]
    return t


def of_letters_and_numbers(x):
    p = ()
    for v in x:
        if v > 1:
            p = ("a", int(v)) + p
    return p


def of_two_kinds(x):
    p = ()
    for v in x:
        if v > 1:
            p += (int(v),) if v > 2 else (float(v),)
    return p


def stack(x):
    st = ()
    tot = 0
    for v in x:
        while st and st[-1] > v:
            tot += st[-1]
            st = st[:-1]
        st += (v,)
    return st, tot


def stack_of_pairs(x):
    st, out = (), []
    for v in x.tolist():
        while st and st[-1][0] > v:
            st = st[:-1]
        out.append(st[-1][1] if st else -1)
        st += ((v, len(out)),)
    return out, st


def in_a_dict(x):
    memo = {(): 0}
    p = ()
    for v in x:
        if v > 1:
            p += (int(v),)
            memo[p] = len(p)
    return memo


def broken_off(x):
    p = ()
    for v in x:
        if v > 1:
            p += (v > 2,)
        if len(p) == 3:
            break
    else:
        p += (True,)
    return p, any(p), all(p)


SERVED = [
    at_the_end, as_long_as, other_tuples, longest_run, from_its_end, walked, of_a_tuple, shortest, as_keys, two_of_them,
    sliced, of_pairs, of_texts, unpacked, as_arguments, printed, in_a_list, attribute, nonlocal_, begins_as_none,
    in_a_set, best_of, repeated, of_letters_and_numbers, of_two_kinds, stack, stack_of_pairs, in_a_dict, broken_off,
]  # fmt: skip


def said(run, x):
    """What a call answers, prints or raises."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            answer = repr(run(copy.deepcopy(x)))
        except (IndexError, TypeError, ValueError) as error:
            answer = f"{type(error).__name__}: {error}"
    return answer, out.getvalue()


@BACKENDS
@pytest.mark.parametrize("f", SERVED, ids=lambda f: f.__name__)
def test_as_in_python(f, backend):
    static = sct.to_static(f, backend=backend)
    for x in SHORT if f is shortest else SHORT + LONG:
        assert said(static, x) == said(f, x)


@BACKENDS
@pytest.mark.parametrize("f", [paths, nested], ids=lambda f: f.__name__)
def test_short_inputs(f, backend):
    static = sct.to_static(f, backend=backend)
    for x in SHORT:
        assert said(static, x) == said(f, x)


def known(x):
    t = (1, 2) if x.sum() > 3 else (1, 2, 3)
    a, *b = t
    return a, b, several(0, *t, k=2), max(*t)


def items(x):
    t = [1, (2, 3)] if x.sum() > 3 else [4, (5, 6), 7]
    a, (b, c), *d = t
    return a, b, c, d, several(*t)


def too_many(x):
    t = (1, 2) if x.sum() > 3 else (1, 2, 3)
    a, b = t
    return a, b


def too_few(x):
    t = (1, 2) if x.sum() > 3 else (1,)
    try:
        a, b, *c = t
    except ValueError as error:
        return str(error)
    return a, b, c


def in_a_comprehension(x):
    ts = [(1, 2), (3, 4, 5)]
    return [a * b for a, b in [ts[int(x[0]) % 2]]]


def none_fits(x):
    a, b = (1, 2, 3) if x.sum() > 3 else (1,)
    return a, b


@BACKENDS
@pytest.mark.parametrize(
    "f", [known, items, too_many, too_few, in_a_comprehension, none_fits], ids=lambda f: f.__name__
)
def test_one_of_several_lengths(f, backend):
    """What is unpacked, or handed on with a star, may be one of several sequences."""
    static = sct.to_static(f, backend=backend)
    for x in (np.array([2.0, 5.0]), np.array([1.0, 1.0])):
        assert said(static, x) == said(f, x)


def written(x):
    p = ()
    for v in x:
        if v > 1:
            p += (x * v,)
    for a in p:
        a[0] = 7
    return sum(p)


@BACKENDS
def test_items_that_are_written_to(backend):
    """An item is a row of what holds them all, which a tuple cannot get anew."""
    static = sct.to_static(written, backend=backend)
    assert np.array_equal(static(SHORT[0].copy()), written(SHORT[0].copy()))
    with pytest.raises(AliasError, match="may be in a list twice"):
        static(LONG[0].copy())


def backwards(x):
    p = ()
    for v in x:
        if v > 2:
            p += (float(v),)
    return p, p[::-1]


def test_views_of_what_is_empty():
    """Results that are parts of constants are parts of copies of them, of which empty ones have no places."""
    static = sct.to_static(backwards, backend="native")
    for x in SHORT:
        assert static(x) == backwards(x)
