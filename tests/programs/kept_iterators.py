"""Iterators over arrays that are kept under a name: what a loop leaves of them, and what is written meanwhile."""

import collections
import functools
import heapq
import itertools

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("kept iterators")
V = np.array([1, 2, 3, 4, 5])
X = np.array([3.0, -1.0, 2.5, 0.0, 7.0, -4.5, 1.0, 8.0, -2.0, 6.0])
LEFT = (call(V), call(V[::-1].copy()), call([2, 9, 3]), call(V[:0]), call(X))


@program(*LEFT)
def zip_after_a_break(v):
    """A `zip` goes on where a loop has left it."""
    z, s = zip(v, v), 0
    for a, _ in z:
        if a > 1:
            break
    for a, _ in z:
        s += a
        if a > 2:
            break
    return s, next(z, None), list(z)


@program(*LEFT)
def zip_with_a_list(v):
    """The items of a list are chosen by where the loop has stopped."""
    z = zip([10, 20, 30], v)
    for _, b in z:
        if b > 1:
            break
    return list(zip(z, v)), list(z)


@program(*LEFT)
def enumerate_skips(v):
    """The body takes items from the iterator that it is called for."""
    z, r = enumerate(v), []
    for i, _ in z:
        r.append(i)
        next(z, None)
    return r


@program(*LEFT)
def enumerate_skips_some(v):
    """Whether it does, the items say."""
    z, s = enumerate(v, 1), 0
    for i, a in z:
        if a > 2:
            s += 10 * next(z, (0, 0))[1]
        s += i * a
    return s


@program(*LEFT)
def reversed_after_a_break(v):
    """From behind."""
    z = reversed(v)
    for a in z:
        if a < 4:
            break
    return list(z), next(z, "end")


@program(*LEFT)
def asked_for_any(v):
    """`any`, `all` and `next` of a generator expression stop early."""
    z = zip(v, v)
    return any(a > 1 for a, _ in z), all(a > 0 for a, _ in z), next((a for a, _ in z if a > 2), None), list(z)


@program(*LEFT)
def taken_while(v):
    """The item that ends it has been taken."""
    z = zip(v, v)
    return [a for a, _ in itertools.takewhile(lambda t: t[0] < 3, z)], list(z)


@program(*LEFT)
def loops_in_loops(v):
    """Both loops take from one iterator."""
    z, s = enumerate(v), 0
    for i, _ in z:
        for _, b in z:
            s += b * (i + 1)
            if b > 2:
                break
    return s, next(z, None)


@program(*LEFT)
def handed_to_a_helper(v):
    """A function that returns early is given the same iterator again."""
    z = enumerate(v)

    def part(least):
        for i, a in z:
            if a > least:
                return i
        return None

    return part(1), part(2), list(z)


@program(*LEFT)
def inside_of_another(v):
    """One iterator goes through another that is used beside it."""
    z = enumerate(v)
    w = zip(z, v)
    first = next(w, None)
    return first, next(z, None), list(w), list(z)


@program(*LEFT)
def stopped_by_another(v):
    """A `zip` asks the first, and then finds that there is no other."""
    z, w = enumerate(v), enumerate(v)
    return list(zip(z, [7, 8])), list(zip([7, 8], w)), list(z), list(w)


@program(*LEFT)
def through_two(v):
    """How far each is, the items of both say."""
    z, w = enumerate(v), enumerate(v)
    for i, a in z:
        for _, b in w:
            if b >= a:
                break
        else:
            return i, list(z)
    return list(w), -1


@program(*LEFT)
def in_its_own_recursion(v):
    """A function that calls itself goes on with it."""

    def rest(z, least):
        for _, a in z:
            if a > least:
                return a + rest(z, least + 1)
        return 0

    z = enumerate(v)
    return rest(z, 0), list(z)


@program(*LEFT)
def pieces(v):
    """Two at a time, until there are no more."""
    z, found = zip(v, range(100)), []
    while True:
        two = list(itertools.islice(z, 2))
        if not two:
            return found
        found.append(two)


@program(*LEFT)
def with_itself(v):
    """Pairs of neighbours."""
    z = enumerate(v)
    return [(i, b) for (i, _), (_, b) in zip(z, z)], list(z)


@program(*LEFT)
def all_taken(v):
    """After its end there is nothing more."""
    z = zip(v, v)
    s = sum(a * b for a, b in z)
    return s, next(z, "end"), list(z)


@program(*LEFT)
def stepped_in_a_branch(v):
    """Whether an item is taken, only the running program knows."""
    z = zip(v, v[1:])
    if len(v) > 2 and v[1] > 2:
        next(z)
    return list(z)


@program(*LEFT)
def until_there_is_none(v):
    """A `while` with `next`."""
    z = zip(v, v[1:])
    while (p := next(z, None)) is not None:
        if p[1] > 2:
            break
    return p, list(z)


@program(*LEFT)
def stops_by_exception(v):
    """`StopIteration` is caught."""
    z = zip(v, v[1:])
    while True:
        try:
            a, b = next(z)
        except StopIteration:
            return "end"
        if a > 2:
            return a, b, list(z)


@program(*LEFT)
def kept_flat(v):
    """`x.flat` is an iterator."""
    z = v.flat
    for a in z:
        if a > 1:
            break
    return next(z, None), list(z), list(z), len(z)


@program(*LEFT)
def flat_in_its_body(v):
    """The body takes from it."""
    z, s = v.flat, 0
    for a in z:
        if a > 2:
            s += 10 * next(z, 0)
        s += a
    return s, iter(z) is z


@program(call(V), call(np.arange(6).reshape(2, 3)))
def flat_begins_anew(v):
    """An index brings it back to its start."""
    z = v.flat
    a, b = next(z), next(z)
    c, d = z[2], next(z)
    z[0] = 9
    return a, b, c, d, 2 in z, list(z), v


@program(*LEFT)
def flat_seen_in_part(v):
    """`in`, `any` and `max` take items."""
    z = v.flat
    found = 2 in z
    return found, any(a > 3 for a in z), max(z, default=0), sum(z), sum(v.flat)


@program(*LEFT, call(np.arange(6).reshape(2, 3)))
def kept_ndenumerate(v):
    """So is `np.ndenumerate`."""
    z = np.ndenumerate(v)
    for _, a in z:
        if a > 1:
            break
    return next(z, None), list(z)


@program(call(V), call(V[:1]))
def kept_broadcast(v):
    """And `np.broadcast`."""
    z = np.broadcast(v, v[::-1])
    first = next(z)
    for _, b in z:
        if b < 4:
            break
    return first, list(z)


SEEN = (call([1, 2, 3]), call(V), call(X))


@program(*SEEN)
def written_between(v):
    """An iterator reads an item when it is taken."""
    it = iter(v)
    a = next(it)
    v[1] = 100
    return a, next(it), list(it)


@program(*SEEN)
def written_between_of_others(v):
    """So do those that take from it."""
    g, m = (x * 2 for x in v), map(lambda x: x + 1, v)
    c, s, p = itertools.accumulate(v), itertools.islice(v, 1, None), itertools.pairwise(v)
    first = next(g), next(m), next(c), next(s), next(p)
    v[1:] = 100
    return first, list(g), list(m), list(c), list(s), list(p)


@program(*SEEN)
def written_by_a_callback(v):
    """What a function writes, the next items have."""
    return list(map(lambda x: v.__iadd__(1) is v and x, v)), v


@program(*SEEN)
def written_in_a_loop(v):
    """The body of a loop over a chain."""
    r = []
    for x in itertools.chain(v, [0]):
        r.append(x)
        v[:] = 7
    return r


@program(*SEEN)
def written_while_a_generator_waits(v):
    """A generator function goes through an array."""

    def items():
        for a in v:
            yield a

    g = items()
    first = next(g)
    v[:] = v[::-1].copy()
    one, other = itertools.tee(v)
    second = next(one)
    v[0] = -5
    return first, list(g), second, list(other), list(one)


@program(*SEEN)
def written_to_a_kept_zip(v):
    """And a `zip` or an `enumerate`, as ever."""
    z, e = zip(v, v), enumerate(v)
    first = next(z), next(e)
    v[1] = 100
    for i, a in e:
        v[-1] = 50
        if a > 1:
            break
    return first, i, list(z), list(e)


@program(*SEEN)
def written_by_a_key(v):
    """A key of `min` and `max` changes what comes next."""

    def less(x):
        v[-1] = v[-1] - 10
        return x

    return min(v, key=less), max(v, key=less), v


@program(call(np.array([1.0, -1.0, 1.0])))
def shared_by_two_generators(x):
    """An enumerate of a list that two generators go on with, as the run decides."""
    z = enumerate([10, 20, 30])

    def rest():
        for _, b in z:
            yield b

    one, other, found = rest(), rest(), []
    for v in x:
        found.append(next(one if v > 0 else other, -1))
    return found


def _noting(n, log):
    for k in range(n):
        log.append(k)
        yield k


@program(call(np.int64(3)), refused=Refusal("SideEffectError", "for p, q in itertools.zip_longest("))
def early_effects(n):
    """What a generator does comes when its items are taken, one by one."""
    log, other = [], []
    for p, q in itertools.zip_longest(_noting(n, log), _noting(2, other), fillvalue=-1):
        log.append(100 + p * q)
    return log


@program(call(np.array([3.0, 1.0, 2.0, 4.0])), refused=Refusal("SideEffectError", "for k, _ in itertools.groupby("))
def early_reads(x):
    """And what it reads is what stands there then."""
    shift, found = [0.0], []
    for k, _ in itertools.groupby((v + shift[0] for v in x if v > 1), lambda v: int(v)):
        shift[0] = 1.0
        found.append(k)
    return found


@program(call(np.array([3.0, 1.0, 2.0, 4.0])), call(np.array([0.0, 1.0])))
def early_but_quiet(x):
    """A generator that reads what nobody changes."""
    n, scale, found = int(x[0]), [2.0], []

    def scaled(y):
        for k in range(n):
            yield y[k] * scale[0]

    for p, q in itertools.zip_longest(scaled(x), range(2), fillvalue=-1):
        found.append(p * q)
    for key, group in itertools.groupby(v * scale[0] for v in x if v > 1):
        found.append(key + sum(group))
    return found


@program(call(np.array([3.0, 1.0, 2.0])), call(np.array([5.0, 1.0])))
def types_of_iterators(x):
    """The class of an iterator is that of what it goes through, whatever only the run knows of that."""
    s = set()
    s.add(x[0])
    d, o = {v: 1 for v in x}, collections.OrderedDict((v, 1) for v in x)
    some = s, {v for v in x}, d, d.keys(), d.values(), d.items(), o, o.keys(), collections.deque(v for v in x if v > 1)
    more = f"{x[0]}", [v for v in x if v > 1], tuple(v for v in x if v > 1), x, x.flat
    return [type(iter(one)) for one in some], [type(iter(one)) for one in more], type(o.keys()), type(reversed(d))


@program(call([1, 2, 3], np.array([1, 1])), refused=Refusal("SideEffectError", "max(v, key=less)"))
def written_by_a_key_where_the_run_says(v, at):
    """A key writes to an item that only the run knows."""

    def less(x):
        v[-int(at[0])] -= 10
        return x

    return max(v, key=less), v


@program(call([1, 2, 3], np.array([1, 1])), refused=Refusal("SideEffectError", "functools.reduce"))
def written_by_a_reduction(v, at):
    """So does what `reduce` calls."""

    def less(x, y):
        v[-int(at[0])] -= 10
        return x + y

    return functools.reduce(less, v), v


@program(call([1, 2, 3], np.array([1, 1])), refused=Refusal("SideEffectError", "heapq.nlargest"))
def written_by_a_library(v, at):
    """So does what a function of Python's library calls."""

    def less(x):
        v[-int(at[0])] -= 10
        return x

    return heapq.nlargest(2, v, key=less), v
