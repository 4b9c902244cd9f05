"""The caller's own containers and objects, moved to other places: what was found there before counts."""

import numpy as np

from tests.harness import Theme, call

program = Theme("moved containers")
A, B, C = np.arange(3.0), np.ones(2), np.full(3, 1j)


class Node:
    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right


def tree():
    return Node(np.array(1.0), Node(np.array(2.0)), Node(np.array(3.0), Node(np.array(4.0))))


@program(call([[A], [C]]), call([[A, B], [A]]), call([[B]]))
def pop_a_list(xs):
    """A list that leaves the caller's list and is answered."""
    return xs.pop()


@program(call([[A], [C], [B]]), call([[A], [A], [A]]))
def pop_the_first(xs):
    """The places of the others move up."""
    first = xs.pop(0)
    return first, len(xs), xs[0]


@program(call([[A], [B]]), call([[A, A], [B]]))
def swap_lists(xs):
    """Two lists change places, and one of them grows."""
    xs[0], xs[1] = xs[1], xs[0]
    xs[0].append(xs[1][0] * 2)
    return xs


@program(call({"a": [A], "b": [B]}), call({"a": [B], "b": [A], "c": []}))
def move_between_keys(d):
    """Lists move from key to key."""
    d["b"], d["a"] = d["a"], d.pop("b")
    d["a"].append(1)
    return d["b"], d


@program(call(tree()), call(Node(np.array(0.0), Node(np.array(5.0)), Node(np.array(6.0)))))
def mirror(node):
    """Two objects change places, and both are written to."""
    node.left, node.right = node.right, node.left
    node.left.value = node.left.value + 10
    node.right.value = node.right.value * 2
    return node.left.value, node.right.value


@program(call(tree()))
def rotate(node):
    """The turn of a search tree."""
    pivot = node.right
    node.right, pivot.left = pivot.left, node
    pivot.value = pivot.value + node.value
    return pivot.value, node.right.value


@program(call([1, 2], [[3], [4]]), call([], [[A], [B]]))
def take_from_one_and_give_to_another(a, b):
    """A list moves from one argument to another."""
    a.append(b.pop(0))
    b.append(a[0])
    a[-1].append(7)
    return a, b


@program(call([[[1], [2]], [[3], [4]]]), call([[[A], [B]], [[B], [A]]]))
def three_levels(xs):
    """Swaps on two levels and a pop on the third."""
    xs[0][0], xs[1][1] = xs[1][1], xs[0][0]
    xs[0], xs[1] = xs[1], xs[0]
    xs[1][0].append(5)
    inner = xs[0].pop()
    return inner, xs


@program(call([A, B], 3.0), call([B, A], 3.0))
def swap_and_write_arrays(xs, k):
    """Arrays change places and one is changed."""
    xs[0], xs[1] = xs[1], xs[0]
    xs[0] *= k
    return xs[1] + 1


@program(call([[A], [B], [C]]), call([[A], [A], [A]]))
def reverse_in_place(xs):
    """All places change."""
    xs.reverse()
    xs[0][0] = xs[0][0] * 2
    del xs[1]
    return xs[1]


@program(call([{"k": [A]}, {"k": [B]}]))
def lists_in_dicts_in_lists(xs):
    """A dict is replaced whose list goes elsewhere."""
    held = xs[1]["k"]
    xs[1]["k"] = xs[0]["k"]
    xs[0] = {"k": held}
    xs[1]["k"].append(2)
    return held, xs
