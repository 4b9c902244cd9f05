"""Counters with run-time keys: their arithmetic, and what compares them; deques that lose what is looked for."""

from collections import Counter, deque

import numpy as np

from tests.harness import Theme, call

program = Theme("counters")
X = np.array([1, 2, 1, 3, 2, 5, 1])
Y = np.random.default_rng(0).integers(0, 6, 60)


@program(call(X), call(Y))
def taken_off(x):
    """In place, by a Counter of a set; with signs."""
    c = Counter(x.tolist())
    c -= Counter(set(c))
    return c, +c, -c


@program(call(X), call(Y))
def all_operators(x):
    """Each of them, in place and not."""
    c, d = Counter(x.tolist()), Counter([1, 2, 2, 9])
    c += d
    e = c & d
    e |= c
    f = c - d
    c &= d
    return c, e, f, c + d, c | e, -f


@program(call(X), call(Y))
def compared(x):
    """What is missing counts as zero."""
    c, d = Counter(x.tolist()), Counter(x.tolist()[1:])
    e = c.copy()
    e[100] += 0
    return c == e, c != e, d <= c, d < c, c <= d, c >= d, e < c, c == d


@program(call(X, 3), call(Y, 4))
def majority(votes, k):
    """Those with more than a k-th of the votes, with few counts at a time."""
    c = Counter()
    for v in votes:
        c[v] += 1
        if len(c) == k:
            c -= Counter(set(c))
    c = Counter(v for v in votes if v in c)
    return [v for v in c if c[v] > len(votes) / k]


@program(call(X), call(Y))
def recent_first(x):
    """What is used again comes to the front."""
    d = deque()
    for v in x:
        if v in d:
            d.remove(v)
        d.appendleft(v)
    return list(d)


@program(call(X, 3), call(Y, 4))
def cache_hits(x, room):
    """A cache with room for a few."""
    d, hits = deque(maxlen=room), 0
    for v in x.tolist():
        if v in d:
            hits += 1
            d.remove(v)
        d.append(v)
    return hits, d


@program(call(X, np.int64(3)), call(X, np.int64(9)))
def not_there(x, v):
    """Python's ValueError."""
    d = deque(x.tolist())
    d.remove(v)
    return list(d)


@program(call(np.array([2, 1])), call(np.array([7, 0])))
def taken_out_of_a_counter(x):
    """It has nothing against what it does not hold."""
    c = Counter([1, 1, 2, 3])
    del c[int(x[0])]
    c.__delitem__(int(x[1]))
    if x[1] > 0:
        del c[9]
    return c


class Agent:
    """Susceptible, infected or recovered."""

    def __init__(self, number):
        self.number, self.state, self.days = number, "S", 0


@program(call(np.random.default_rng(1).random(50), 0.5), call(np.linspace(0.0, 1.0, 37), 0.3))
def states_of_agents(x, beta):
    """A text of three for each of twenty objects."""
    agents = [Agent(k) for k in range(20)]
    agents[0].state = "I"
    for t in range(10):
        for a in agents:
            if a.state == "I":
                a.days += 1
                if x[(a.number + t) % len(x)] > beta:
                    a.state = "R"
            elif a.state == "S" and x[(a.number * 7 + t) % len(x)] < beta:
                a.state = "I"
    counts = Counter(a.state for a in agents)
    return counts["S"], counts["I"], counts["R"], sum(a.days for a in agents)
