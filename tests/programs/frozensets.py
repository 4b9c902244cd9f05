"""Frozensets of what only the run knows: keys, elements, their operators, and what does not depend on their order."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("frozensets")

EDGES = np.array([[0, 1], [1, 2], [1, 0], [2, 3], [3, 2], [2, 1]])
V = np.array([3, 1, 3, 2])


@program(call(EDGES), call(EDGES * 7), call(EDGES[:1]))
def undirected_edges(edges):
    """Each edge once, in a set."""
    seen = set()
    for a, b in edges:
        seen.add(frozenset((a, b)))
    return len(seen), frozenset((0, 1)) in seen


@program(call(EDGES), call(EDGES[::-1]))
def weights_of_edges(edges):
    """As keys of a dict."""
    weights = {}
    for i, (a, b) in enumerate(edges.tolist()):
        weights[frozenset([a, b])] = weights.get(frozenset([a, b]), 0) + i
    return sum(weights.values()), len(weights), [sorted(key) for key in weights], list(weights.values())


@program(call(EDGES), call(EDGES[:3]))
def triangles(edges):
    """A set of them, from a comprehension, and what is in it."""
    known, found = {frozenset(pair) for pair in edges.tolist()}, 0
    for i in range(3):
        for j in range(i + 1, 4):
            found += frozenset((i, j)) in known
    return found, len(known)


@program(call(EDGES), call(EDGES[:1]))
def that_leave(edges):
    """Alone, as keys and as elements."""
    last = {}
    for a, b in edges.tolist():
        last[frozenset((a, b))] = a
    return frozenset(edges[0].tolist()), last, {frozenset(pair) for pair in edges.tolist()}


@program(call(V), call(V * 0), call(V[:0]))
def what_they_are(v):
    """Length, elements, kind, and what does not depend on the order."""
    f = frozenset(v.tolist())
    kinds = type(f) is frozenset, isinstance(f, frozenset), isinstance(f, set), f.__class__ is frozenset
    return len(f), 3 in f, 7 in f, bool(f), sorted(f), max(f, default=9), sum(f), any(f), all(f), kinds


@program(call(V, np.array([1, 2, 9])), call(V, V[:2]), call(V, V))
def operators(a, b):
    """Between two of them."""
    a, b = frozenset(a.tolist()), frozenset(b.tolist())
    made = a | b, a & b, a - b, a ^ b, a.union([7], b), a.intersection([1, 2]), a.difference(b), a.copy()
    tests = a == b, a != b, a <= b, a < b, a >= b, a > b, a.isdisjoint(b), a.issubset([1, 2, 3]), a.issuperset(b)
    return [sorted(x) for x in made], tests, a.symmetric_difference([1, 5]) == a ^ {1, 5}


@program(call(V), call(V + 5))
def beside_known_ones(v):
    """With frozensets and sets that are known."""
    f, known = frozenset(v.tolist()), {frozenset([1, 2, 3]): 7, frozenset(): 1}
    equal = f == {1, 2, 3}, {1, 2, 3} == f, f != {1}, f == [1], set(v.tolist()) == f, {1} <= f
    made = frozenset([5, 6]) | f, frozenset([1, 9]) & f, frozenset([1, 9]) - f, frozenset([1, 9]) ^ f
    return f in known, known.get(f), f in [frozenset([3, 1, 2])], equal, [sorted(x) for x in made]


@program(call(np.array([2, 0, 1, 2])), call(np.array([1])))
def states_seen(moves):
    """A known one first, that an operator makes others of."""
    state = frozenset([0])
    seen = {state}
    for m in moves.tolist():
        state = state ^ {m}
        seen.add(state)
    return len(seen), len(state), sorted(state)


@program(call(np.array([2, 0, 1, 2])))
def states_of_two_kinds(moves):
    """Elements that are Python's and NumPy's."""
    state = frozenset([0])
    seen = {state}
    for m in moves:
        state = state ^ {m}
        seen.add(state)
    return len(seen), len(state)


@program(call(np.array([0, 1, 0, 1])), call(np.array([1, 1])))
def memo_of_states(bits):
    """In a tuple that is the key."""
    memo, state, found = {}, frozenset({0}), []
    for b in bits:
        if (state, b) not in memo:
            memo[state, b] = len(state) + b
        found.append(memo[state, b])
        state = frozenset({(q + b) % 3 for q in sorted(state)} | {b})
    return found, sorted(state)


@program(call(np.array([[0, 1], [2, 3]])))
def of_pairs_and_texts(pairs):
    """Tuples of numbers, and texts."""
    f, words = frozenset((a, b) for a, b in pairs.tolist()), frozenset(str(n) for n in pairs[0])
    return (0, 1) in f, sorted(f), f == frozenset([(2, 3), (0, 1)]), "1" in words, sorted(words)


@program(call(V, 3), call(V, 9))
def beside_known_elements(v, least):
    """A set of known frozensets and bytes gets such as the run knows."""
    seen, blobs = {frozenset(), frozenset([1, 3])}, {b""}
    for n in v.tolist():
        if n >= least:
            seen.add(frozenset((n, 1)))
            blobs.add(v.tobytes())
    return len(seen), frozenset([3, 1]) in seen, len(blobs), b"" in blobs


@program(call(V))
def with_a_list_in_it(v):
    """What has no hash is in none."""
    f = frozenset(v.tolist())
    try:
        return [1] in f
    except TypeError as error:
        return str(error)


@program(call(V), refused=Refusal("SideEffectError", "for x in frozenset(v.tolist()):"))
def walked_through(v):
    """Their order is Python's own."""
    found = []
    for x in frozenset(v.tolist()):
        found.append(x)
    return found
