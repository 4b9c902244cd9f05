"""Lists, dicts and objects that a branch puts into another one, and that have a name of their own too."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("shared items")
N = np.int64
BOTH = (call(N(1)), call(N(99)))


class Box:
    def __init__(self, value):
        self.value = value


@program(*BOTH, refused=Refusal("AliasError", "row.append(3)"))
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


@program(call([0, 1, 2], N(1)), refused=Refusal("AliasError", "row.append(3)"))
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


@program(call([0, 1, 2], N(1)), refused=Refusal("AliasError", "rows[-1].append(3)"))
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


@program(call([0, 1, 2], N(1)), refused=Refusal("AliasError", "row[0] = 55"))
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


@program(*BOTH, refused=Refusal("AliasError", "rows[0][0] = 5"))
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


@program(*BOTH, refused=Refusal("AliasError", "box.value = 55"))
def objects(target):
    """An object in a list, and under its name."""
    boxes, box = [], Box(1)
    if target > 3:
        box = Box(2)
        boxes.append(box)
    box.value = 55
    return box.value, [one.value for one in boxes]


@program(call([0, 1, 2], N(1)), refused=Refusal("AliasError", "box.value = 55"))
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
