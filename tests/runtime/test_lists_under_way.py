"""Iterators that are on their way through a list which gets a length that only the run knows."""

import numpy as np
import pytest

import sct

X = np.array([1.0, -2.0, 3.0, 4.0, 5.0])


class Holder:
    pass


def stepped(x):
    a = list(x)
    it = reversed(a)
    first = next(it)
    if x[0] > 0:
        a.append(7.0)
    return first, next(it, None)


def inside_of_another(x):
    a = list(x)
    it = reversed(a)
    pairs = enumerate(it)
    first = next(pairs)
    if x[0] > 0:
        a.append(7.0)
    return first, list(pairs)


def outer_one_is_gone(x):
    a = list(x)
    it = enumerate(a)
    pairs = zip(it, a)
    first = next(pairs)
    del pairs
    if x[0] > 0:
        a.append(7.0)
    return first, list(it)


def in_an_object(x):
    a, held = list(x), Holder()
    held.pairs = zip(a, a)
    first = next(held.pairs)
    if x[0] > 0:
        a.append(7.0)
    return first, list(held.pairs)


def in_a_generator(x):
    a = list(x)
    doubled = (2 * v for v in reversed(a))
    first = next(doubled)
    if x[0] > 0:
        a.append(7.0)
    return first, list(doubled)


def named_and_walked(x):
    a = list(x)
    pairs = enumerate(a)
    for _, v in pairs:
        if v > 2 and len(a) < 9:
            a.append(v - 1.0)
    return a, list(pairs)


@pytest.mark.parametrize(
    "f", [stepped, inside_of_another, outer_one_is_gone, in_an_object, in_a_generator, named_and_walked]
)
def test_held_iterators(f):
    """Whoever holds one may step it on."""
    with pytest.raises(sct.errors.SctError) as caught:
        sct.to_static(f, backend="numpy")(X)
    assert "goes" in str(caught.value) or "is used again" in str(caught.value)
