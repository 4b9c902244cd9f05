"""Lists, dicts and objects that a branch puts into another one, and that have a name of their own too."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("shared items")
N = np.int64
BOTH = (call(N(1)), call(N(99)))


class Box:
    def __init__(self, value):
        self.value = value


@program(*BOTH)
def appended_in_a_branch(target):
    """The change belongs to the item too, if the branch was taken."""
    rows, row = [], [9]
    if target > 3:
        row = [0, 1]
        rows.append(row)
    row.append(3)
    return row, rows


@program(*BOTH)
def appended_and_read(target):
    """Reading is not in doubt."""
    rows, row = [], [9]
    if target > 3:
        row = [0, 1]
        rows.append(row)
    return row[0] + len(rows), [one[1] for one in rows]


@program(call([0, 1, 2], N(1)))
def appended_until_found(numbers, target):
    """The last of the rows, after a loop that may end early."""
    rows = []
    for k in range(len(numbers)):
        row = [0, k]
        rows.append(row)
        if numbers[k] == target:
            break
    row.append(3)
    return row, rows


@program(call([0, 1, 2], N(1)))
def changed_as_an_item(numbers, target):
    """The other way round: the name would have the change too."""
    rows = []
    for k in range(len(numbers)):
        row = [0, k]
        rows.append(row)
        if numbers[k] == target:
            break
    rows[-1].append(3)
    return row, rows


@program(call([0, 1, 2], N(1)))
def stored_in_a_dict(numbers, target):
    """A dict whose keys depend on where the loop ended."""
    rows = {}
    for k in range(3):
        row = [k, 2]
        rows[k] = row
        if numbers[k] == target:
            break
    row[0] = 55
    return row, rows


@program(*BOTH)
def lists_of_other_lengths(target):
    """One item or two, all of them the same list."""
    if target > 3:
        row = [0, 1]
        rows = [row]
    else:
        row = [1, 1]
        rows = [row, row]
    rows[0][0] = 5
    return row, rows


@program(*BOTH)
def objects(target):
    """An object in a list, and under its name."""
    boxes, box = [], Box(1)
    if target > 3:
        box = Box(2)
        boxes.append(box)
    box.value = 55
    return box.value, [one.value for one in boxes]


@program(call([0, 1, 2], N(1)))
def objects_until_found(numbers, target):
    """The last of them, after a loop that may end early."""
    boxes = []
    for k in range(3):
        box = Box(k)
        boxes.append(box)
        if numbers[k] == target:
            break
    box.value = 55
    return box.value, [one.value for one in boxes]


@program(*BOTH)
def what_was_there_before(target):
    """The list was there before the branch: both names have the change."""
    rows, row = [], [9]
    if target > 3:
        rows.append(row)
    row.append(3)
    return row, rows


@program(*BOTH)
def changed_after_a_branch(target):
    """The first list has no other name by then: what comes back is the one that was changed."""
    row = [1, 2]
    if target == 1:
        row = [7, 5]
    row.append(target)
    return row


@program(*(call(N(n), N(m)) for n, m in ((1, 2), (3, 0), (0, 3))))
def exchanged_inside_of_two(n, m):
    """Which of two lists it is, two conditions say."""
    one, two = [1, 2], [3]
    if m < 3:  # noqa: SIM102 - two ifs are the point
        if n < 2:
            other = one
            one = two
            other.append(n)
    return one


@program(*(call(N(n), N(m)) for n, m in ((1, 2), (3, 0), (0, 3))))
def changed_in_one_branch_only(n, m):
    """A list that may be another one changes in a branch."""
    row, rows = [1, 2], []
    if m < 2:
        row = [7, 5]
    if n != 1:
        rows.append(row)
        row.append(7)
    return rows


@program(*(call(N(n)) for n in (0, 3)))
def an_attribute_in_loops(n):
    """Loops that may have no iterations leave the attribute the list that it was."""
    row, box = [1, 2], Box(4)
    box.value = row
    for _ in range(2):
        for _ in range(n):
            box.value = 7
    return row, box.value, box.value is row


@program(*(call(N(n)) for n in (1, 3, 4)))
def handed_on_from_list_to_list(n):
    """What one turn appends to a list, the next one appends to another list."""
    out, keep, row = [], [], [0]
    for i in range(n):
        keep.append(row)
        row = [i]
        out.append(row)
    out[0][0] = 55
    return [v[0] for v in keep]


@program(*(call(N(n)) for n in (1, 3, 4)))
def objects_handed_on(n):
    """So it is with objects, and changes in a loop."""
    out, keep, box = [], [], Box(0)
    for i in range(n):
        keep.append(box)
        box = Box(i)
        out.append(box)
    for one in out:
        one.value += 10
    return [one.value for one in keep], [one.value for one in out]


@program(*(call(N(n)) for n in (1, 3, 4)))
def dicts_handed_on(n):
    """And with dicts, where the first list is changed before the loop is over."""
    out, keep, entry = [], [], {"k": 0}
    for i in range(n):
        keep.append(entry)
        entry = {"k": i}
        out.append(entry)
        out[i // 2]["k"] += 100
    return [one["k"] for one in keep]


class Held:
    """Something with an array."""

    def __init__(self, v):
        self.v = v


@program(call(np.arange(3.0), np.int64(4)), refused=Refusal("AliasError", ""))
def an_array_of_what_a_branch_put_in(x, n):
    """The argument that objects in a list hold is written to in a branch."""
    a = []
    for i in range(n):
        if i % 2:
            a.append(Held(x))
    if a:
        a[0].v[0] = 7


@program(call(np.arange(3.0), np.int64(4)), refused=Refusal("AliasError", "b[0][0] += 7"))
def an_array_of_some(x, n):
    """An array of the function's that tuples in a list hold is written to in a loop."""
    y = x + 1
    a = [(y, i) for i in range(n) if i % 2]
    for b in a:
        b[0][0] += 7
    return y


@program(call(np.arange(3.0), np.int64(2)), refused=Refusal("AliasError", ""))
def a_view_of_what_is_known(x, n):
    """One item is known, others are not: the view of an argument in it is written to."""
    y = x + 1
    a = []
    for i in range(n):
        a.append(Held(x[:2]))
        if i % 2:
            a.append(Held(y[1:]))
    a[0].v[0] = 7
