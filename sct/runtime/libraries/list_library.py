"""Comparing and searching lists of run-time length whose items are no numbers: Python that is converted and inlined."""

# ruff: noqa: D103, SIM110
# mypy: ignore-errors

from __future__ import annotations

from sct.runtime.lists.item_equality import same_item


def equal(a, b):
    if len(a) != len(b):
        return False
    for i in range(len(a)):
        if not same_item(a[i], b[i]):
            return False
    return True


def less(a, b, or_equal):
    n = len(a) if len(a) < len(b) else len(b)
    for i in range(n):
        if not same_item(a[i], b[i]):
            return a[i] < b[i]
    return len(a) <= len(b) if or_equal else len(a) < len(b)


def order_of(xs, reverse):
    """The indices that sort lists: each goes behind those before that it is not less than."""
    n = len(xs)
    ordered = []
    for k in range(n):
        i = n - 1 - k if reverse else k
        low, high = 0, len(ordered)
        while low < high:
            middle = (low + high) // 2
            if xs[i] < xs[ordered[middle]]:
                high = middle
            else:
                low = middle + 1
        ordered.insert(low, i)
    return ordered[::-1] if reverse else ordered


def clamped(place, least, most, n):
    """The bound of a slice of `n` items."""
    if place < 0:
        place = place + n
    if place < least:
        place = least
    if place > most:
        place = most
    return place


def with_slice(xs, first, last, items):
    if last < first:
        last = first
    return xs[:first] + items + xs[last:]


def steps_between(first, last, step):
    number = (last - first + step - 1) // step if step > 0 else (first - last - step - 1) // -step
    return number if number > 0 else 0


def ends_of_steps(n, step):
    """The least and the greatest bound of a slice of `n` items, and where it starts and stops if nothing is said."""
    if step == 0:
        raise ValueError("slice step cannot be zero")
    if step > 0:
        return 0, n, 0, n
    return -1, n - 1, n - 1, -1


def store_steps(xs, first, number, step, items):
    if len(items) != number:
        if step == 1:
            _leave_one_step()
        raise ValueError(f"attempt to assign sequence of size {len(items)} to extended slice of size {number}")
    for k in range(number):
        xs[first + k * step] = items[k]


def _leave_one_step():  # runs as it is: what `store_steps` calls is not converted
    from sct.errors import StaticValueError
    from sct.runtime.current import current
    from sct.runtime.layers.caught import leave_to_python

    trace = current()
    leave_to_python(
        trace,
        StaticValueError(
            "a slice of a list gets another number of items, where its step may be 1 at run time",
            where=trace.location(),
            why="plain Python would make the list longer or shorter",
            fix="assign as many items as the slice has, or give the step as a Python value",
        ),
    )


def without_steps(xs, first, number, step):
    stays = [True] * len(xs)
    for k in range(number):
        stays[first + k * step] = False
    return [x for x, there in zip(xs, stays, strict=False) if there]


def place(items, x):
    for i in range(len(items)):
        if same_item(items[i], x):
            return i
    return -1


def place_in_range(inside, at, x, whole):
    if not inside:
        raise ValueError(f"{x!r} is not in range" if whole else "sequence.index(x): x not in sequence")
    return at


def count(items, x):
    number = 0
    for i in range(len(items)):
        if same_item(items[i], x):
            number = number + 1
    return number


def smallest(items):
    best = 0
    for i in range(1, len(items)):
        if items[i] < items[best]:
            best = i
    return best


def greatest(items):
    best = 0
    for i in range(1, len(items)):
        if items[i] > items[best]:
            best = i
    return best
