"""Tuples of which only the run knows how many items they have, as keys of dicts and elements of sets."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("tuples as keys")
COUNTS = [call(np.int64(n)) for n in (2, 9, 0, 1)]


@program(call([3, 0, 2, 1], np.int64(2)), call([3, 0, 2, 1], np.int64(0)), call([1, 1, 1, 1], np.int64(3)))
def rotated(perm, k):
    """A slice and the rest, whose length is always the same."""
    seen = set()
    seen.add(tuple(perm[k:] + perm[:k]))
    seen.add(tuple(perm))
    return len(seen), (2, 1, 3, 0) in seen, tuple(perm[k:]) in seen


@program(call([3, 0, 2, 1], 3), call([1, 2, 1, 2], 6))
def all_rotations(perm, n):
    """Until one was seen."""
    seen, steps = set(), 0
    for k in range(n):
        now = tuple(perm[k % 4 :] + perm[: k % 4])
        if now in seen:
            break
        seen.add(now)
        steps += 1
    return steps, len(seen)


@program(*COUNTS)
def seen_before(n):
    """Tuples of several lengths, looked for among others and among known ones."""
    seen, again = set(), []
    for i in range(n):
        t = tuple([k * k % 3 for k in range(i % 4)])
        if t in seen:
            again.append(i)
        seen.add(t)
    return len(seen), again, (0, 1) in seen, () in seen, (0, 1, 1) in seen


@program(*COUNTS)
def counted(n):
    """A dict that begins with known tuples, in order."""
    d = {(1, 2): 5, (0,): 6}
    for i in range(n):
        t = tuple(range(i % 4))
        d[t] = d.get(t, 0) + 1
    return d, list(d.items()), (0, 1) in d, d[(0,)], max(d.values()), [len(t) for t in d]


@program(call(np.array([1.0, 2.0, 1.0, 5.0, 2.0])), call(np.array([1.0, 1.0, 1.0])), call(np.array([1.0])))
def grouped(x):
    """Slices of an array as keys of lists."""
    d, seen = {}, set()
    for i in range(len(x)):
        d.setdefault(tuple(x[: i % 3]), []).append(i)
        seen.add(tuple(x[i:]))
    return d, len(seen)


@program(*COUNTS)
def taken_out(n):
    """discard, pop, del and remove."""
    s, d = {(0,), (0, 1)}, {}
    for i in range(n):
        t = tuple(range(i))
        if t in s:
            s.discard(t)
        else:
            s.add(t)
        d[t] = i
    first = d.pop(tuple(range(n - 1)), None)
    if () in d:
        del d[()]
    return len(s), first, d


@program(*COUNTS)
def paths(n):
    """Paths that become longer, each seen once."""
    seen, queue, steps = set(), [(1,)], 0
    while queue and steps < n:
        path = queue.pop(0)
        steps += 1
        if path in seen:
            continue
        seen.add(path)
        queue.append((*path, steps))
        queue.append(path)
    return len(seen), queue


@program(*COUNTS)
def memory(n):
    """What was computed for such a key is kept."""
    memo, total = {}, 0
    for i in range(n):
        key = tuple([i % 5] * (i % 3))
        if key not in memo:
            memo[key] = i
        total += memo[key]
    return total, len(memo), sorted(memo.values())


@program(*COUNTS)
def beside_others(n):
    """In tuples with other parts, of letters, and in dicts that are known."""
    pairs, words, known = set(), set(), {(0, 1): 3, (0,): 4}
    for i in range(n):
        pairs.add((tuple(range(i % 3)), i % 2))
        words.add(tuple("abc"[: i % 3]))
    key = tuple(range(n))
    return (
        len(pairs),
        ((0,), 1) in pairs,
        len(words),
        ("a",) in words,
        key in {(0, 1), ()},
        known.get(key, 0),
        key in known,
    )


@program(call(np.int64(2)), call(np.int64(3)))
def missing(n):
    """Python's KeyError."""
    return {(0, 1): 3, (0,): 4}[tuple(range(n))]


@program(*COUNTS)
def returned(n):
    """A set of such tuples that only grew."""
    seen = set()
    for i in range(n):
        seen.add(tuple(range(i)))
    return seen


@program(call(np.int64(2)), refused=Refusal("StaticValueError", "s.add(tuple([[i]] * i))"))
def without_a_hash(n):
    """Lists have no hash, if there are any."""
    s = set()
    for i in range(n):
        s.add(tuple([[i]] * i))
    return len(s)


@program(*COUNTS)
def among_pairs(n):
    """Among pairs, in lists, sets and dicts."""
    pairs, seen, last, count = [], set(), {}, 0
    for i in range(n):
        pair = (i % 3, i % 2)
        pairs.append(pair)
        seen.add(pair)
        last[pair] = i
        t = tuple(range(i % 4))
        count += (t in pairs) + (t in seen) * 10 + last.get(t, 0) * 100
    return count, pairs.count(tuple(range(2 + n * 0))), len(seen)


@program(call(np.int64(7), np.ones(2)), call(np.int64(7), -np.ones(2)), call(np.int64(0), np.ones(2)))
def parts_of_several_kinds(n, x):
    """Pairs with a part that a branch has chosen."""
    pairs, seen, count = [], set(), 0
    for i in range(n):
        pairs.append((i % 3, i % 2))
        seen.add((i % 3, i % 2))
        k = 1 if x[0] > 0 else 2.0
        j = k if i > 3 else None
        count += ((k, 1) in pairs) + ((j, 1) in seen) * 10 + pairs.count((k, 0)) * 100
    return count
