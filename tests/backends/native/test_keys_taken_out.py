"""Dicts and sets that lose keys, on both backends, against Python: the order of what is left, too."""

from collections import OrderedDict

import numpy as np
import pytest

import sct
from sct.ops import registry


def churned(keys, acts):
    d = {}
    missed = 0
    for x, act in zip(keys.tolist(), acts.tolist(), strict=True):
        if act == 0:
            if x in d:
                del d[x]
            else:
                missed += 1
        elif act == 1:
            missed += d.pop(x, -7)
        elif act == 2 and len(d) > 0:
            key, value = d.popitem()
            missed += key * 3 + value
        elif act == 3 and len(d) > 0:
            missed += d.pop(next(iter(d)))
        else:
            d[x] = d.get(x, len(d)) + 1
    return d, missed, list(d.items())


def moved(keys, acts):
    d = OrderedDict()
    for x, act in zip(keys.tolist(), acts.tolist(), strict=True):
        if x in d and act < 2:
            d.move_to_end(x)
        elif x in d and act == 2:
            d.move_to_end(x, last=False)
        elif act == 3 and len(d) > 3:
            d.popitem(last=False)
        elif act == 4 and len(d) > 3:
            d.popitem()
        else:
            d[x] = act
    return list(d.items())


def pairs(keys, acts):
    d = {}
    for x, act in zip(keys.tolist(), acts.tolist(), strict=True):
        key = (x % 3, x * 0.5)
        if key in d and act < 2:
            del d[key]
        else:
            d[key] = act
    return list(d.items())


def members(keys, acts):
    s = set()
    found = 0
    for x, act in zip(keys.tolist(), acts.tolist(), strict=True):
        if act == 0 and x in s:
            s.remove(x)
        elif act == 1:
            s.discard(x)
        else:
            s.add(x)
        found += (x + 1) in s
    return sorted(s), found, len(s)


def walked(keys, acts):
    """Walks in between see what is left, in its order."""
    d = {}
    total = 0
    for x, act in zip(keys.tolist(), acts.tolist(), strict=True):
        if act < 2:
            d.pop(x, 0)
        else:
            d[x] = act
        if act == 4:
            for place, (key, value) in enumerate(d.items()):
                total = (total * 7 + place * key + value) % 1000003
    return total


def missing(keys, acts):
    d = {}
    for x in keys.tolist():
        d[x] = 1
    for x in keys.tolist():
        del d[x]
        if x == 5:
            del d[5]
    return d


def taken_from_copies(keys, acts):
    d = {}
    for x in keys.tolist():
        d[x] = x
    e = dict(d)
    for x, act in zip(keys.tolist(), acts.tolist(), strict=True):
        if act < 3 and x in e:
            del e[x]
        if act == 4 and x in d:
            d[x] += e.get(x, 0)
    return list(d.items()), list(e.items())


@pytest.mark.parametrize("backend", ["native", "numpy"])
@pytest.mark.parametrize("function", [churned, moved, pairs, members, walked, taken_from_copies])
def test_as_in_python(function, backend):
    static = sct.to_static(function, backend=backend)
    for seed, most in enumerate((6, 40, 400)):
        rng = np.random.default_rng(seed)
        given = rng.integers(-most, most, 600), rng.integers(0, 7, 600)
        assert repr(static(*given)) == repr(function(*given))


@pytest.mark.parametrize("backend", ["native", "numpy"])
def test_a_key_that_is_not_there(backend):
    with pytest.raises(KeyError) as caught:
        sct.to_static(missing, backend=backend)(np.arange(20), np.arange(20))
    assert caught.value.args == (5,)


def test_a_queue_of_keys_costs_the_same_for_any_length():
    """Stamps run out and are given anew; the table stays as large as what is in it."""
    note, drop, find = (registry.get(f"hash_{name}").extras.get("owned") for name in ("note", "drop", "find"))
    find = registry.get("hash_find").kernel
    keys, table = list(range(10)), np.zeros(0, np.int64)
    table = note(table, np.array(keys))
    for x in range(10, 2000):
        table = drop(table, 0, np.array(keys))
        keys = [*keys[1:], x]
        table = note(table, np.array(keys))
        assert find(table, np.array(keys), x, xp=np) == 9 and find(table, np.array(keys), x - 10, xp=np) == -1
    assert len(table) < 200
