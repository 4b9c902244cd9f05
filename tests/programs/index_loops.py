"""Loops over `np.ndindex`: one trace of the body for all places, where nothing else steps the iterator."""

import numpy as np

from tests.harness import Theme, call

program = Theme("index loops")
RNG = np.random.default_rng(17)


@program(call(RNG.integers(0, 9, (5, 6))), call(RNG.normal(size=(30, 31))), call(RNG.normal(size=(1, 1))))
def summits(heights):
    """Which places are at least as high as all eight around them, on a torus."""
    found = np.ones(heights.shape, bool)
    for place in np.ndindex(heights.shape):
        for step in np.ndindex(3, 3):
            other = tuple((p + s - 1) % n for p, s, n in zip(place, step, heights.shape))
            found[place] &= heights[other] <= heights[place]
    return found


@program(call(RNG.uniform(size=(6, 7)), 0.9), call(RNG.uniform(size=(3, 4)), 0.5), call(RNG.uniform(size=(3, 4)), 2.0))
def first_above(x, limit):
    """A `break`, an `else`, and the place after the loop."""
    total = 0.0
    for place in np.ndindex(*x.shape):
        if x[place] > limit:
            break
        total += x[place]
    else:
        return total, place, "none"
    return total, place, "found"


@program(call(RNG.normal(size=(4, 5, 3))), call(RNG.normal(size=(6, 2, 2))))
def per_row(x):
    """Rows by their place, with places put together, and places that are kept."""
    out = np.zeros((*x.shape, 2))
    for place in np.ndindex(x.shape[:2]):
        out[place] = x[place].mean()
        for k in range(x.shape[2]):
            out[place + (k, 1)] += place[0] - place[1] * k
    return out, [x[p].sum() for p in np.ndindex(2, 2)], list(np.ndindex(2, 2)), sorted(np.ndindex(1, 2))


@program(call(RNG.normal(size=(4, 4))))
def stepped_by_hand(x):
    """An iterator with a name is stepped as Python does it."""
    it = np.ndindex(3, 3)
    first, total = next(it), 0.0
    for place in it:
        total += x[place]
        other = next(it)
        total -= x[other]
    names = {(0, 0): 2.0, (0, 1): -1.0, (1, 0): 0.5, (1, 1): 3.0}
    for place in np.ndindex(2, 2):
        total += names[place] * x[place]
    return first, total, place, list(it)


@program(call(RNG.normal(size=(4, 4))))
def none_at_all(x):
    """No axes, and an axis without places."""
    count = 0
    for place in np.ndindex():
        count += 1
        last = place
    for place in np.ndindex(0, 3):
        count += 10
    for place in np.ndindex(3):
        count += x[place, 1]
    return count, last, place


@program(call(RNG.normal(size=(2, 3))))
def elements_kept(x):
    """The indices and elements of an array, as a list."""
    return list(np.ndenumerate(x)), list(np.ndindex(x.shape))
