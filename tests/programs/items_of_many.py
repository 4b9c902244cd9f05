"""The caller's own lists, and objects of the function's, put into lists whose length only the running program knows."""

import itertools

import numpy as np

from tests.harness import Theme, call

program = Theme("items of many")
RNG = np.random.default_rng(23)


def _points(n):
    return [[float(x) for x in row] for row in RNG.uniform(size=(n, 3))]


@program(call(np.float64(4.3), _points(5)), call(np.float64(2.1), _points(3)))
def few_in_buckets(scale, points):
    """Of a few lists, the program knows which is where."""
    buckets = [[], []]
    for p in points:
        buckets[int(scale * p[0]) % 2].append(p)
    return buckets


@program(call(np.float64(4.3), _points(20)), call(np.float64(2.1), _points(30)))
def many_in_buckets(scale, points):
    """Of many, too."""
    buckets = [[], []]
    for p in points:
        buckets[int(scale * p[0]) % 2].append(p)
    return buckets


@program(call(np.float64(4.3), _points(20)), call(np.float64(2.1), _points(30)))
def copies_in_buckets(scale, points):
    """Copies have a form, and no identity that matters."""
    buckets, tuples = [[], []], []
    for p in points:
        buckets[int(scale * p[0]) % 2].append(list(p))
        if scale * p[1] > 1.0:
            tuples.append(tuple(p))
    return buckets, tuples


class Particle:
    def __init__(self, x):
        self.x, self.bounces = x, 0

    def step(self, wall):
        if self.x > wall:
            self.bounces += 1
        self.x *= 0.5


@program(call(np.array([1.0, 8.0, 3.0, 0.5]), np.int64(3)))
def many_objects_step(x, wall):
    """Objects of a list of known length, changed under the name of the loop."""
    particles = [Particle(x[k % 4] + k) for k in range(60)]
    for p in particles:
        p.step(wall)
    return [p.bounces for p in particles], particles[7].x


@program(call(np.array([1.0, 8.0, 3.0, 0.5]), np.int64(3)))
def many_objects_in_a_loop(x, m):
    """Again and again."""
    particles = [Particle(x[k % 4] + k) for k in range(30)]
    for wall in range(m):
        for p in particles:
            p.step(wall)
    return [p.bounces for p in particles]


def _lists(n):
    v = []
    for k in range(n):
        v.append([k])
    return v


TURNS = [call(np.int64(2)), call(np.int64(3)), call(np.int64(0))]


@program(*TURNS)
def with_themselves(n):
    """An item that is there twice is one object, also where the list that it is from does not leave: it was two."""
    v = _lists(n)
    return list(zip(v, v)), list(zip(v[::-1], v[::-1]))


@program(*TURNS)
def with_their_neighbours(n):
    """So is one that is in two pairs."""
    return list(itertools.pairwise(_lists(n)))


@program(*TURNS)
def with_all_others(n):
    """Or in as many as a loop makes."""
    v = _lists(n)
    return [(a, b) for a in v for b in v], list(itertools.combinations(v, 2))


@program(*TURNS)
def as_often_as_there_are_turns(n):
    """Also where the turns are written out."""
    v = _lists(n)
    return [v[i] for i in range(len(v)) for j in range(2)]
