"""Containers in objects of the caller's that are handed out by code that sct does not see: libraries, functions without source."""

import copy
import random
from collections import UserList

import numpy as np

from tests.harness import Refusal, Theme, call, fresh

program = Theme("handed out")
X = np.array([2.0, 1.0, 3.0])

_scope = {"__name__": "made_by_exec", "random": random}
exec(
    '''
LIMIT = 3
SEEN = []

class Rows:
    def __init__(self, rows):
        self.rows, self.reads = rows, 0
    def __getitem__(self, i):
        return self.rows[i]
    def __iter__(self):
        return iter(self.rows)
    def __setitem__(self, i, row):
        self.rows[i] = row
    def all(self):
        return self.rows
    def count(self):
        self.reads += 1
        return self.reads

def limit():
    return LIMIT

def say(x):
    print(x)
    return 1

def raise_limit():
    global LIMIT
    LIMIT += 1
    return LIMIT

def seen(x):
    SEEN.append(x)
    return len(SEEN)

def drawn():
    return random.random()

def counter():
    n = 0
    def count():
        nonlocal n
        n += 1
        return n
    return count

def last(rows):
    return rows[-1]

def put(rows, i, x):
    rows[i] = x
''',
    _scope,
)
_count = _scope["counter"]()


class Box:
    def __init__(self, **held):
        vars(self).update(held)


def boxed(**held):
    """A call with an object of these attributes, and an array."""
    return fresh(lambda: (Box(**copy.deepcopy(held)), X))


def rows():
    """A call with rows whose class has no source."""
    return fresh(lambda: (_scope["Rows"]([[1.0, 2.0], [3.0], [4.0]]), X))


@program(boxed(items=[1, 2]))
def copied_object(box, x):
    """The copy has the list of the object."""
    other = copy.copy(box)
    other.items.append(x[0])
    return other.items is box.items, len(box.items)


@program(boxed(items=[1, 2]))
def copied_after_a_change(box, x):
    """The copy has the list as it has become."""
    box.items[0] = x[1]
    return copy.copy(box).items[0], x.sum()


@program(boxed(found={}))
def copied_dict(box, x):
    """A dict in it, too."""
    copy.copy(box).found["k"] = x[0]
    return box.found["k"]


@program(boxed(x=np.ones(2)))
def copied_array(box, x):
    """And an array."""
    other = copy.copy(box)
    other.x[0] += x[0]
    return box.x.sum(), other.x is box.x


@program(boxed(inner=Box(items=[1])), boxed(inner=Box(items=[2])))
def copied_deeply(box, x):
    """What objects in objects hold is not what it was in the first call."""
    box.inner.items.append(x[0])
    other = copy.deepcopy(box)
    other.inner.items.append(5)
    return other.inner.items, x.sum()


@program(fresh(lambda: ([Box(items=[1])], X)))
def copied_item(boxes, x):
    """An object in a list."""
    copy.copy(boxes[0]).items.append(x[0])
    copy.copy(boxes)[0].items.append(4)
    return x.sum()


@program(boxed(items=[1, 2]), boxed(items=[1, 2, 3]))
def copied_in_a_branch(box, x):
    """The branch adds to the list of the object."""
    if x[0] > 1.5:
        copy.copy(box).items.append(3)
    return len(box.items)


@program(fresh(lambda: (UserList([[1], [2]]), X)), retraces=True)
def list_of_a_library(lists, x):
    """A list in a `UserList` is changed."""
    lists[0].append(x[0])
    for one in lists:
        one.append(4)
    return x.sum()


@program(rows(), retraces=True)
def item_without_source(all_rows, x):
    """A method without source hands out a list of the object."""
    all_rows[0][1] *= x[0]
    all_rows.all()[1].append(2.0)
    for row in all_rows:
        row[0] += 1.0
    return all_rows[0][0], x.sum()


@program(call([[1.0], [2.0]], X))
def argument_without_source(lists, x):
    """A function without source hands out a list of its argument, and changes one."""
    _scope["last"](lists).append(x[0])
    _scope["put"](lists[0], 0, 9.0)
    return x.sum()


@program(call(X))
def global_without_source(x):
    """What it reads is guarded."""
    return x.sum() + _scope["limit"]()


@program(rows(), refused=Refusal("SideEffectError", "all_rows[0] = [x[0]]"))
def stored_without_source(all_rows, x):
    """It changes an object of the caller's."""
    all_rows[0] = [x[0]]
    return x.sum()


@program(rows(), refused=Refusal("SideEffectError", "all_rows.count()"))
def counted_without_source(all_rows, x):
    """It counts its calls in an attribute."""
    return x.sum() + all_rows.count()


@program(call(X), refused=Refusal("UnsupportedCallError", 'say"]'))
def printed_without_source(x):
    """It prints."""
    return x.sum() + _scope["say"](3)


ROWS = fresh(lambda: (UserList([[1.0], [2.0]]), np.arange(3.0)))


@program(ROWS, retraces=True)
def rows_of_a_longer_list(rows, x):
    """A list of the caller's inside of his UserList is in another one, changes there, and leaves."""
    longer = rows + [[3.0]]  # noqa: RUF005
    longer[0].append(x[1])
    return longer.data, rows[0] is longer[0]


@program(ROWS, retraces=True)
def rows_that_nobody_looks_at(rows, x):
    """They leave as they are."""
    return (rows + [[x[2]]]).data  # noqa: RUF005


@program(ROWS, retraces=True)
def rows_of_a_part(rows, x):
    """So does a part of them."""
    part = rows[0:1]
    part[0].append(x[2])
    return part.data
