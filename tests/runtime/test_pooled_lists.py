"""Lists that several names may stand for, and how much of a program they are."""

import numpy as np

import sct


def taking_turns(x, n):
    one, other = list(x), list(x * 2)
    first = one
    for k in range(n):
        if k % 3:
            one, other = other, one
        one.append(7.0)
    return first, one, other


def test_a_long_list_goes_to_its_pool_at_once():
    """Each item was put in by itself: the program had some forty ops for each."""
    static = sct.to_static(taking_turns, backend="numpy")
    sizes = []
    for n in (10, 40):
        x = np.arange(float(n))
        assert all(static(x, np.int64(k)) == taking_turns(x, np.int64(k)) for k in (2, 5))
        sizes.append(sum(1 for _ in static.program(x, np.int64(2)).body.walk()))
    assert sizes[1] - sizes[0] < 5 * 30
