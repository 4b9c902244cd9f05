"""Loops that come nearer to their end in every turn: like those over a range, they end whatever comes in.

`while i < n and j < m` ends if each turn adds to `i`, or to `j`, and takes from neither; `while low < high` does
if each turn moves one of the two to their middle. Branches that leave the loop need not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from sct.ir.aliasing import carried
from sct.ir.core import Block, Op, Value
from sct.ir.types import ARRAY
from sct.loops.known.ranges import Span

__all__ = ["advances", "halves", "is_false"]

_TRUTHS = ("truth", "py_bool")
_LESS = {
    "py_lt": 1, "py_le": 1, "less": 1, "less_equal": 1,
    "py_gt": -1, "py_ge": -1, "greater": -1, "greater_equal": -1,
}  # fmt: skip
_STRICT = ("py_lt", "py_gt", "less", "greater")
_PLUS, _MINUS = ("py_add", "add"), ("py_sub", "subtract")
_HALF = {"py_floordiv": 2, "floor_divide": 2, "py_rshift": 1, "right_shift": 1}
_FIXED = ("constant", "dim", "py_add", "py_sub", "py_mul", "py_floordiv")  # no other from turn to turn
_FAR = 1 << 31
_DEEP = 8  # branches in branches

Origin = Mapping[Value, Op]
Leaving = Mapping[Op, int]
Lies = Callable[[Value], Span]


def advances(
    op: Op, origin: Origin, leaving: Leaving, lies: Lies
) -> tuple[list[tuple[int, int]], list[tuple[Value, Value]]]:
    """What a `while` counts until it ends: numbers of values that it carries, with 1 or -1 for up or down.

    Their sum, each with its sign, grows by one or more in each turn, as long as the first of each pair of values that
    comes second is not above the other. Empty if it is not such a loop. `lies` says where an integer lies in any turn.
    """
    cond, body = op.blocks
    counted: dict[int, int] = {}
    ends: list[tuple[Value, Value]] = []
    for test in _tests(cond.results[0], origin):
        way = _LESS.get(test.name, 0)
        places = [cond.args.index(x) if x in cond.args else None for x in test.args] if way else []
        if not way or any(p is None and not _fixed(x, cond, origin) for p, x in zip(places, test.args, strict=True)):
            continue
        ways = [(place, sign) for place, sign in zip(places, (way, -way), strict=True) if place is not None]
        if all(counted.get(place, sign) == sign and _is_int(cond.args[place]) for place, sign in ways):
            counted.update(ways)
            ends.append(test.args if way > 0 else test.args[::-1])  # type: ignore[arg-type]
    state, _ = carried(op)
    found = list(counted.items())
    steps = [(body.results[place], state[place], sign) for place, sign in found]
    return (found, ends) if found and _least(steps, origin, leaving, lies) >= 1 else ([], [])


def _tests(value: Value, origin: Origin) -> list[Op]:
    """The comparisons that must all hold for a condition to hold."""
    made = origin.get(value)
    while made is not None and made.name in _TRUTHS:
        value = made.args[0]
        made = origin.get(value)
    if made is None:
        return []
    if made.name != "if":
        return [made]
    then, orelse = (block.results[made.results.index(value)] for block in made.blocks)
    if not is_false(orelse, made.args[0], origin):
        return []
    return _tests(made.args[0], origin) + _tests(then, origin)


def is_false(value: Value, cond: Value, origin: Origin) -> bool:
    """Whether a value is false where `cond` is."""
    made = origin.get(value)
    while made is not None and made.name in ("cast", *_TRUTHS):
        value = made.args[0]
        made = origin.get(value)
    asked = origin.get(cond)
    if value is cond or (asked is not None and asked.name in _TRUTHS and value is asked.args[0]):
        return True
    return made is not None and made.name == "constant" and made.attr("value") is False


def _is_int(value: Value) -> bool:
    return value.spec.kind != ARRAY and not value.spec.shape and value.spec.dtype.name == "int64"


def _fixed(value: Value, cond: Block, origin: Origin) -> bool:
    """Whether a value that a condition asks for is an integer that stays the same from turn to turn."""
    if value in cond.args or not (_is_int(value) or value.spec.kind == ARRAY):
        return False
    made = origin.get(value)
    if made is None or not any(made is one for one in cond.walk()):
        return True
    return made.name in _FIXED and all(_fixed(x, cond, origin) for x in made.args)


def _least(
    steps: list[tuple[Value, Value, int]], origin: Origin, leaving: Leaving, lies: Lies, deep: int = _DEEP
) -> float:
    """What a turn adds at least: the sum of what values are beyond others, each with its sign."""
    made = next((origin[x] for x, old, _ in steps if x is not old and x in origin), None)
    if made is None:
        return 0.0 if all(x is old for x, old, _ in steps) else -math.inf
    if made.name == "if" and deep:
        least = math.inf
        for k, block in enumerate(made.blocks):
            if leaving.get(made) != k:
                chosen = [(_chosen(x, made, block), old, sign) for x, old, sign in steps]
                least = min(least, _least(chosen, origin, leaving, lies, deep - 1))
        return least
    number, rest = 0, []
    for x, old, sign in steps:
        if x in made.results and x is not old:
            by = _step(made, old, origin, lies)
            if by is None:
                return -math.inf
            x = by[0]
            number += min(sign * by[1], sign * by[2])
        rest.append((x, old, sign))
    return number + _least(rest, origin, leaving, lies, deep)


def _step(made: Op, old: Value, origin: Origin, lies: Lies) -> tuple[Value, int, int] | None:
    """What an op adds a number to that is known or between two others, and these."""
    moved = _moved(made, origin)
    if moved is not None:
        return moved[0], moved[1], moved[1]
    ways = {"py_add": (made.args, made.args[::-1]), "py_sub": (made.args,)}
    for x, more in ways.get(made.name, ()):
        if x is old and _is_int(more):
            least, most = lies(more)
            return (x, least, most) if made.name == "py_add" else (x, -most, -least)
    return None


def _chosen(value: Value, made: Op, block: Block) -> Value:
    return block.results[made.results.index(value)] if value in made.results else value


def _moved(made: Op, origin: Origin) -> tuple[Value, int] | None:
    """What an op adds a known number to, and that."""
    if made.name in _PLUS:
        for x, more in (made.args, made.args[::-1]):
            number = _number(more, origin)
            if number is not None:
                return x, number
    elif made.name in _MINUS:
        number = _number(made.args[1], origin)
        return None if number is None else (made.args[0], -number)
    return None


def _number(value: Value, origin: Origin) -> int | None:
    made = origin.get(value)
    number = made.attr("value") if made is not None and made.name == "constant" else None
    return number if type(number) is int and abs(number) < _FAR else None


# -- bisection ---------------------------------------------------------------------------------------------


def halves(op: Op, origin: Origin, leaving: Leaving) -> bool:
    """Whether each turn of a `while` halves the distance of two integers that it carries, until they meet."""
    cond, body = op.blocks
    state, _ = carried(op)
    for test in _tests(cond.results[0], origin):
        if not test.args:
            continue
        low, high, gap = _between(test, origin)
        if low in cond.args and high in cond.args and _is_int(low) and _is_int(high):
            places = cond.args.index(low), cond.args.index(high)
            old, new = ([values[k] for k in places] for values in (state, body.results))
            if _bisects(new, old, gap, origin, leaving):
                return True
    return False


def _between(test: Op, origin: Origin) -> tuple[Value, Value, int]:
    """`low`, `high`, and by how much the second must be above the first for the test to hold."""
    a, b = test.args[:2] if len(test.args) > 1 else (test.args[0], test.args[0])
    way, least = _LESS.get(test.name, 0), int(test.name in _STRICT)
    if way == -1:
        a, b = b, a
    number, apart = _number(a, origin), origin.get(b)
    if number is not None and apart is not None and apart.name in _MINUS:  # number < high - low
        return apart.args[1], apart.args[0], number + least
    return a, b, least if way else -1


def _bisects(new: list[Value], old: list[Value], gap: int, origin: Origin, leaving: Leaving, deep: int = _DEEP) -> bool:
    made = next((origin[x] for x, was in zip(new, old, strict=True) if x is not was and x in origin), None)
    if made is None:
        return False
    if made.name == "if" and deep:
        kept = [block for k, block in enumerate(made.blocks) if leaving.get(made) != k]
        return all(_bisects([_chosen(x, made, b) for x in new], old, gap, origin, leaving, deep - 1) for b in kept)
    (low, high), (below, above) = new, old
    if high is above:  # a middle that is `low` itself must not become `low`
        middle, by = _moved_by(low, below, above, origin)
        return middle and (by == 1 or (by == 0 and gap > 1))
    middle, by = _moved_by(high, below, above, origin)
    return low is below and middle and (by == -1 or (by == 0 and gap > 0))


def _moved_by(value: Value, low: Value, high: Value, origin: Origin) -> tuple[bool, int]:
    """Whether a value is the middle of two others but for a number, and that."""
    made = origin.get(value)
    moved = _moved(made, origin) if made is not None else None
    if moved is not None and _is_middle(moved[0], low, high, origin):
        return True, moved[1]
    return _is_middle(value, low, high, origin), 0


def _is_middle(value: Value, low: Value, high: Value, origin: Origin) -> bool:
    """`(low + high) // 2` or `low + (high - low) // 2`, or the same with a shift."""
    made = origin.get(value)
    if made is None:
        return False
    if made.name in _PLUS and low in made.args:
        half = made.args[1] if made.args[0] is low else made.args[0]
        apart = _halved(half, origin)
        return apart is not None and apart.name in _MINUS and apart.args == (high, low)
    total = _halved(value, origin)
    return total is not None and total.name in _PLUS and set(total.args) == {low, high}


def _halved(value: Value, origin: Origin) -> Op | None:
    """What has made the number that a value is the half of."""
    made = origin.get(value)
    if made is None or made.name not in _HALF or _number(made.args[1], origin) != _HALF[made.name]:
        return None
    return origin.get(made.args[0])
