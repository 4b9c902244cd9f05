"""Containers that a library makes for the user's code are told apart like all others."""

from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np
import pytest

import sct
from sct.errors import AliasError


@dataclass
class Node:
    value: int
    children: list = field(default_factory=list)
    own: list = field(default_factory=list, init=False)


def of_a_field(x):
    """The default of a field."""
    nodes = [Node(k) for k in range(3)]
    nodes[x[0] % 3].children.append(5)
    return [n.children for n in nodes]


def of_a_field_that_is_not_given(x):
    """One that is no argument."""
    nodes = [Node(k) for k in range(3)]
    n = nodes[0] if x[0] > 3 else nodes[1]
    n.own.append(5)
    return [n.own for n in nodes]


def of_a_default_dict(x):
    """What a key gets that is not there."""
    made = defaultdict(list)
    lists = [made[k] for k in range(3)]
    one = lists[0] if x[0] > 3 else lists[1]
    one.append(5)
    return lists


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("fn", [of_a_field, of_a_field_that_is_not_given, of_a_default_dict])
def test_a_change_of_one_of_several_is_not_lost(fn, backend):
    static = sct.to_static(fn, backend=backend)
    for x in (np.array([4, 1]), np.array([2, 1])):
        try:
            assert static(x) == fn(x)
        except AliasError:
            pass


def test_a_default_factory_is_traced():
    scale = [2.0]

    def f(x):
        own = defaultdict(lambda: scale[0])
        return x * own["a"]

    static = sct.to_static(f)
    x = np.ones(2)
    assert static(x).tolist() == [2.0, 2.0]
    scale[0] = 5.0
    assert static(x).tolist() == [5.0, 5.0]
