"""Lists of lists of known length that are indexed or filtered at run time while iterators go through them."""

import numpy as np
import pytest

import sct

BACKENDS = pytest.mark.parametrize("backend", ["numpy", "native"])
VALUES = [np.array([3.0, 1, 2, 5, 4]), np.array([3.0, 1, 7, 0, 4]), np.array([9.0, 1, 7, 0, 4])]


def without_the_best(v):
    items = [[0], [1], [2]]
    best = int(np.argmax(v))
    return [item for k, item in enumerate(items) if k != best]


def without_the_best_backwards(v):
    items = [[0], [1], [2]]
    best = int(np.argmax(v))
    return [item for k, item in enumerate(reversed(items)) if k != best]


def without_the_best_zipped(v):
    items = [[0], [1], [2]]
    best = int(np.argmax(v))
    return [item for k, item in zip(range(5), items, strict=False) if k != best]


def without_the_best_of_a_named_one(v):
    items = [[0], [1], [2]]
    best = int(np.argmax(v))
    made = []
    numbered = enumerate(items)
    for k, item in numbered:
        if k != best:
            made.append(item)
    return made


def beside_the_best(v):
    items = [[i] for i in range(12)]
    best = int(np.argmax(v))
    return [items[best][0] + item[0] for k, item in enumerate(items)]


def without_the_best_of_many(v):
    items = [[i] for i in range(12)]
    best = int(np.argmax(v))
    kept = [item for k, item in enumerate(items) if k != best]
    return kept, [item[0] + items[best][0] for k, item in zip(range(20), items, strict=False) if k != best]


def stepped_in_between(v):
    items = [[0], [1], [2]]
    best = int(np.argmax(v))
    made = []
    numbered = enumerate(items)
    k, item = next(numbered)
    if k != best:
        made.append(item)
    k, item = next(numbered)
    if k != best:
        made.append(item)
    return made


@BACKENDS
@pytest.mark.parametrize(
    "f",
    [
        without_the_best,
        without_the_best_backwards,
        without_the_best_zipped,
        without_the_best_of_a_named_one,
        beside_the_best,
        without_the_best_of_many,
        stepped_in_between,
    ],
)
def test_no_item_is_left_out(f, backend, recwarn):
    static = sct.to_static(f, backend=backend)
    for v in VALUES:
        assert static(v) == f(v)
    assert not recwarn


def dicts_without_the_best(v):
    items = [{"at": i} for i in range(3)]
    best = int(np.argmax(v))
    return [item for k, item in enumerate(items) if k != best]


@BACKENDS
def test_dicts_are_served_or_refused(backend):
    static = sct.to_static(dicts_without_the_best, backend=backend)
    try:
        made = static(VALUES[0])
    except sct.errors.AliasError:
        return
    assert made == dicts_without_the_best(VALUES[0])
