"""Lists, dicts and objects that a library made, of which a branch chose one: what is done to it is done to that one."""

import copy
import dataclasses
import re
from collections import Counter, deque
from types import SimpleNamespace

import numpy as np

from tests.harness import Refusal, Theme, call

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


class Log:
    """Keeps what it is given."""

    def __init__(self, *first):
        self.items = list(first)

    def add(self, x):
        """Keep this."""
        self.items.append(x)


@program(call(V, UP), call(V, DOWN))
def by_a_method(x, k):
    """A bound method brings an object out of the branch that made it."""
    if k > 0:
        add = Log(1).add
    else:
        add = Log(2).add
    add(3)
    return add.__self__.items


@program(call(V, UP), call(V, DOWN))
def by_a_closure(x, k):
    """So does a closure."""

    def keeper(first):
        items = [first]

        def keep(x):
            items.append(x)
            return items

        return keep

    keep = keeper(1) if k > 0 else keeper(2)
    keep(3)
    return keep(4)


@program(call(V, UP), call(V, DOWN), refused=Refusal("SideEffectError", "add(3)"))
def by_a_list_method(x, k):
    """And the method of a list."""
    add = [1].append
    if k > 0:
        add = [2].append
    add(3)
    return add.__self__


@program(call(V, UP), call(V, DOWN))
def by_a_method_from_before(x, k):
    """Objects that were there before the branch are known."""
    one, other = Log(1), Log(2)
    add = one.add if k > 0 else other.add
    add(3)
    return one.items, other.items


@dataclasses.dataclass
class Checked:
    """What follows from the value, and is no argument."""

    value: object
    seen: list = dataclasses.field(default_factory=list)
    twice: object = dataclasses.field(init=False)
    least: dataclasses.InitVar[int] = 0

    def __post_init__(self, least):
        self.twice = self.value * 2 if self.value > least else 0


@program(call(V, UP), call(V, DOWN))
def of_a_dataclass(x, k):
    """`replace` calls the class, whose `__post_init__` asks for run-time values."""
    a = Checked(x[0] * k)
    b = dataclasses.replace(a, value=x[1] * -k, least=0)
    c = dataclasses.replace(b, seen=[k], value=x[2], least=5) if k > 0 else b
    a.seen.append(k)
    try:
        dataclasses.replace(a, twice=k, least=0)
    except (TypeError, ValueError) as error:
        return str(error), a, b, c.seen, c.twice
    return c


@program(call(V, UP), call(V, DOWN))
def deep_copies_of_chosen_numbers(x, k):
    """Numbers, texts and None of which a branch chose one are parts of what is copied; an array twice is one twice."""
    a = x.copy()
    parts = {"a": a, "n": x[0] if k > 0 else 0.5, "t": ["up" if k > 0 else "down", None if k > 0 else k], "b": a}
    copied = copy.deepcopy(parts)
    copied["a"][0] = 9
    return parts, copied, copied["a"] is copied["b"]


@program(call(V, UP), call(V, DOWN), refused=Refusal("AliasError", "pair = copy.deepcopy({"))
def deep_copies_of_what_may_be_one(x, k):
    """Two names for what may be one array: the copies would be one then."""
    a = x.copy()
    b = a if k > 0 else x * 2
    pair = copy.deepcopy({"a": a, "b": b})
    pair["a"][0] = 7
    return pair


@program(call(UP), call(DOWN), refused=Refusal("AliasError", "box = copy.deepcopy(Box((inner, other)))"))
def deep_copies_of_lists_that_may_be_one(k):
    """So would those of lists, in an object and a tuple."""
    inner = [1, 2]
    other = inner if k > 0 else [3, 4]
    box = copy.deepcopy(Box((inner, other)))
    box.value[0].append(5)
    return box.value
