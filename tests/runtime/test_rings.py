"""Results that hold themselves: linked lists with back links, parents of children, lists inside of themselves."""

import numpy as np
import pytest

import sct
from sct import errors


class Node:
    def __init__(self, value):
        self.value, self.link, self.children = value, None, []


class Slotted:
    __slots__ = ("pair", "value")


def each(function, *args):
    """Three calls: the first traces, the others run what was compiled."""
    static = sct.to_static(function)
    return [(static(*args, np.float64(k)), k) for k in range(3)]


def test_an_instance_that_is_its_own_link():
    def f(x):
        node = Node(x)
        node.link = node
        return node

    for node, k in each(f):
        assert node.link is node and node.value == k


def test_two_that_know_each_other():
    def f(x):
        a, b = Node(x), Node(x + 1)
        a.link, b.link = b, a
        a.children.append(b)
        b.children = a.children
        return [a, b]

    for (a, b), k in each(f):
        assert a.link is b and b.link is a and a.children is b.children and a.children[0] is b
        assert (a.value, b.value) == (k, k + 1)


def test_lists_and_dicts():
    def f(x):
        items = [x]
        items.append(items)
        items.append([items, {"all": items}])
        return items

    def g(x):
        made = Slotted()
        made.value, made.pair = x, (made, made)
        names = {"made": made}
        names["names"] = names
        return names

    for items, k in each(f):
        assert items[1] is items and items[2][0] is items and items[2][1]["all"] is items and items[0] == k
    for names, k in each(g):
        made = names["made"]
        assert names["names"] is names and made.pair[0] is made and made.pair[1] is made and made.value == k


def test_what_is_hung_on_an_argument():
    def f(node, x):
        node.link = Node(x)
        node.link.link = node
        node.children.append(node.link)
        node.link.children.append(node.link)

    static = sct.to_static(f)
    for k in range(3):
        node = Node(7)
        static(node, np.float64(k))
        assert node.link.link is node and node.children[0] is node.link and node.link.children[0] is node.link
        assert node.link.value == k


def test_a_tuple_inside_of_itself():
    def inside(x):
        items = []
        pair = (items, x)
        items.append(pair)
        return items

    def around(x):
        items = []
        pair = (items, x)
        items.append(pair)
        return pair

    for items, k in each(inside):
        assert items[0][0] is items and items[0][1] == k
    with pytest.raises(errors.StaticValueError, match="a tuple that holds itself"):
        sct.to_static(around)(np.float64(1))
