"""Lists, dicts and objects that a library made, of which a branch chose one: what is done to it is done to that one."""

import copy
import dataclasses
import re
from collections import Counter, deque
from types import SimpleNamespace

import numpy as np

from tests.harness import Theme, call

program = Theme("made elsewhere")
V = np.array([3, 1, 4])
UP, DOWN = np.int64(1), np.int64(-1)


@dataclasses.dataclass
class Box:
    """A value in a box."""

    value: object


@program(call(V, UP), call(V, DOWN))
def of_an_array(x, k):
    """`tolist` makes a new list each time."""
    left, right = x.tolist(), x.tolist()
    (left if k > 0 else right).append(9)
    chosen = left if k > 0 else right
    chosen[0] += 5
    return left, right, chosen


@program(call(V, UP), call(V, DOWN))
def of_inner_lists(x, k):
    """Its inner lists, too."""
    rows, others = x.reshape(1, 3).tolist(), x.reshape(3, 1).tolist()
    row = rows[0] if k > 0 else others[2]
    row.append(7)
    return rows, others


@program(call(V, UP), call(V, DOWN))
def of_texts(x, k):
    """`split` and `findall`."""
    left, right = "a b c".split(), re.findall("[a-z]", "xyz")
    (left if k > 0 else right).pop()
    return left, right


@program(call(V, UP), call(V, DOWN))
def of_copies(x, k):
    """Copies of lists and objects."""
    first = [1, 2]
    left, right = first.copy(), copy.deepcopy(first)
    if k > 0:
        chosen = left
    else:
        chosen = right
    chosen.append(3)
    box, other = copy.deepcopy(Box(1)), copy.copy(Box(2))
    (box if k > 0 else other).value = 7
    return first, left, right, box.value, other.value


@program(call(V, UP), call(V, DOWN))
def of_pieces(x, k):
    """Pieces of an array, and pairs of a Counter."""
    left, right = np.split(x, 3), np.array_split(x, 3)
    (left if k > 0 else right).append(x)
    pairs, others = Counter("aab").most_common(), Counter("xyy").most_common()
    (pairs if k > 0 else others).append(("z", 0))
    return len(left), len(right), pairs, others


@program(call(V, UP), call(V, DOWN))
def of_operators(x, k):
    """Dicts, sets and deques that an operator put together."""
    left, right = {"a": 1} | {"b": 2}, {"a": 3} | {"b": 4}
    (left if k > 0 else right)["b"] = 9
    queue, other = deque([1]) + deque([2]), deque([3]) + deque([4])
    (queue if k > 0 else other).append(5)
    odd, even = {1, 3} | {5}, {2} | {4}
    (odd if k > 0 else even).add(8)
    return left, right, queue, other, sorted(odd), sorted(even)


@program(call(V, UP), call(V, DOWN))
def of_picks(x, k):
    """The longer of two, the one that a function picks."""
    left, right = x.tolist(), (-x).tolist()

    def pick():
        if k > 0:
            return left
        return right

    pick().append(1)
    max(left, right, key=lambda items: items[0] * k).append(2)
    return left, right


@program(call(V, UP), call(V, DOWN))
def of_names(x, k):
    """The dict of an object is the object's."""
    left, right = SimpleNamespace(q=1), SimpleNamespace(q=2)
    names = vars(left) if k > 0 else vars(right)
    names["q"] = 9
    return left.q, right.q
