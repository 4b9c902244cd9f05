"""What a turn of a loop makes of its state, as expressions: to see what changes where a mask is false.

An expression is a number; equal expressions are the same number. Few rules simplify them, those that masked loops need:
a choice whose condition is known, and sums with what is known to be zero. What is not understood is an
expression of its own, equal to no other, so that an answer "equal" can be trusted and "different" means "who knows".
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from sct.ir.core import ArrayConst, Block, Op, Value
from sct.loops.turns.masks import CASTS, PICKED, is_whole
from sct.ops import registry
from sct.ops.registry import Fact

__all__ = ["Symbols"]

FALSE, TRUE, SOME = 0, 1, 2  # SOME: a count that is not zero
_CHOICES = {"truth": "positive", "py_bool": "positive", "py_not": "not", "logical_not": "not", "invert": "not"}
_AND = frozenset({"logical_and", "bitwise_and", "py_and"})
_OR = frozenset({"logical_or", "bitwise_or", "py_or"})
_RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "py_eq": operator.eq, "equal": operator.eq, "py_ne": operator.ne, "not_equal": operator.ne,
    "py_gt": operator.gt, "greater": operator.gt, "py_ge": operator.ge, "greater_equal": operator.ge,
    "py_lt": operator.lt, "less": operator.lt, "py_le": operator.le, "less_equal": operator.le,
}  # fmt: skip


class Symbols:
    """Evaluates blocks on expressions.

    Parameters
    ----------
    fold
        The op that tells whether a mask still holds anywhere: any, all or a count; None if nothing asks.
    constants
        Those of outside, by their results.

    Attributes
    ----------
    mask
        The mask that was met last: the one that `fold` asks, or `watched`.
    reach
        Whether only turns that come to `fold` are looked at.
    """

    def __init__(self, fold: Op | None, constants: Mapping[Value, Op], watched: Value | None = None) -> None:
        self.fold = fold
        self.watched = watched
        self.constants = constants
        self.reach = False
        self.mask: int | None = None
        self.known: dict[int, int] = {}
        self._numbers: dict[Any, int] = {("bool", False): FALSE, ("bool", True): TRUE, ("some",): SOME}
        self._keys: list[Any] = [("bool", False), ("bool", True), ("some",)]
        self._values: dict[Value, int] = {}
        self._holds = TRUE

    # -- expressions ---------------------------------------------------------------------------------

    def fresh(self) -> int:
        """An expression like no other."""
        return self._node(("?", len(self._keys)))

    def _node(self, key: Any) -> int:
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self._keys)
            self._keys.append(key)
        return self.known.get(found, found)

    def negated(self, x: int) -> int:
        if x in (FALSE, TRUE):
            return TRUE - x
        key = self._keys[x]
        return self.known.get(key[1], key[1]) if key[0] == "not" else self._node(("not", x))

    def suppose_false(self, x: int) -> None:
        """From now on `x` is taken to be false, and with it what makes it so."""
        self.known[x] = FALSE
        key = self._keys[x]
        if key[0] == "not":
            self._suppose_true(key[1])
        elif key[0] == "or":
            for part in key[1:]:
                self.suppose_false(part)

    def _suppose_true(self, x: int) -> None:
        self.known[x] = TRUE
        key = self._keys[x]
        if key[0] == "not":
            self.suppose_false(key[1])
        elif key[0] == "and":
            for part in key[1:]:
                self._suppose_true(part)

    def _is_zero(self, x: int) -> bool:
        return x == FALSE or self._keys[x][0] == "zero"

    # -- blocks --------------------------------------------------------------------------------------

    def run(self, block: Block, state: Sequence[int], holds: bool) -> list[int]:
        """The results of a block whose last arguments are `state`; `holds` is what `fold` finds out."""
        self._holds = TRUE if holds else FALSE
        first = len(block.args) - len(state)
        for arg in block.args[:first]:
            self._values[arg] = self.fresh()
        self._values.update(zip(block.args[first:], state, strict=True))
        return self._block(block)

    def _block(self, block: Block) -> list[int]:
        for op in block.ops:
            if op.name == "if":
                made = self._if(op)
            elif op.blocks:
                made = [self.fresh() for _ in op.results]
            elif op is self.fold:
                made = [self._fold(op)]
            else:
                made = self._op(op)
            self._values.update(zip(op.results, made, strict=True))
            if self.watched in op.results:
                self.mask = made[0]
        return [self._use(v) for v in block.results]

    def _use(self, value: Value) -> int:
        found = self._values.get(value)
        if found is None:  # of outside: the same in each turn
            constant = self.constants.get(value)
            found = self._constant(constant) if constant is not None else self._node(("outer", value))
            self._values[value] = found
        return self.known.get(found, found)

    def _if(self, op: Op) -> list[int]:
        cond = self._use(op.args[0])
        if cond in (FALSE, TRUE):
            return self._block(op.blocks[0 if cond == TRUE else 1])
        for block in op.blocks:
            if self.reach and any(inner is self.fold for inner in block.walk()):
                return self._block(block)
        ends = [self._block(block) for block in op.blocks]
        return [a if a == b else self._node(("if", cond, a, b)) for a, b in zip(*ends, strict=True)]

    def _fold(self, op: Op) -> int:
        x = self._use(op.args[0])
        if op.args[0].spec.dtype.kind != "b":
            x = self._node(("truth", x))
        self.mask = self.negated(x) if op.name == "all" else x
        if op.name in ("sum", "count_nonzero"):
            return SOME if self._holds == TRUE else self._node(("zero", "i"))
        return self._holds if op.name == "any" else TRUE - self._holds

    # -- ops -----------------------------------------------------------------------------------------

    def _op(self, op: Op) -> list[int]:
        if op.name == "constant":
            return [self._constant(op)]
        facts = registry.get(op.name).facts
        args = [self._use(a) for a in op.args]
        if Fact.PURE not in facts or Fact.EFFECT in facts:
            return [self.fresh() for _ in op.results]
        if len(op.results) == 1:
            found = self._simple(op, args)
            if found is not None:
                return [found]
        given = tuple(args)
        if Fact.COMMUTATIVE in facts:
            given = tuple(sorted(given))
        specs = tuple(a.spec for a in op.args)
        return [self._node((op.name, op.attrs, given, specs, k)) for k in range(len(op.results))]

    def _constant(self, op: Op) -> int:
        value: Any = op.attr("value")
        if isinstance(value, ArrayConst) and not value.shape:
            value = value.array().item()
        if isinstance(value, bool):
            return TRUE if value else FALSE
        if type(value) in (int, float) and repr(value) in ("0", "0.0"):
            return self._node(("zero", "i" if type(value) is int else "f"))
        return self._node(("constant", type(value).__name__, repr(value) if isinstance(value, float) else value))

    def _simple(self, op: Op, args: list[int]) -> int | None:
        name = op.name
        result = op.results[0].spec
        same = [a.spec.dtype == result.dtype for a in op.args]
        kinds = [a.spec.dtype.kind for a in op.args]
        if name == "where" and args[0] in (FALSE, TRUE):
            k = 1 if args[0] == TRUE else 2
            return args[k] if same[k] else self._cast(args[k], result.dtype)
        if name == "setitem":
            return self._setitem(op, args)
        if name in CASTS and same[0]:
            return args[0]
        if name in CASTS and self._is_zero(args[0]):
            return self._cast(args[0], result.dtype)
        if name in _CHOICES and (kinds[0] == "b" or args[0] == SOME or self._is_zero(args[0])):
            x = TRUE if args[0] == SOME else FALSE if self._is_zero(args[0]) else args[0]
            return x if _CHOICES[name] == "positive" else self.negated(x)
        if name in _AND | _OR and all(k == "b" for k in kinds):
            return self._connected("and" if name in _AND else "or", args)
        if name in ("add", "subtract") and len(args) == 2 and same[0] and result.shape:
            return self._sum(name, args, same, result.dtype.kind)
        return self._compared(name, args, kinds) if len(args) == 2 else None

    def _cast(self, x: int, dtype: np.dtype[Any]) -> int:
        return self._node(("zero", dtype.kind) if self._is_zero(x) else ("cast", dtype, x))

    def _setitem(self, op: Op, args: list[int]) -> int | None:
        x, value = op.args[:2]
        same = value.spec.dtype == x.spec.dtype
        new = args[1] if same else self._cast(args[1], x.spec.dtype)
        if is_whole(op.attr("index")) and value.spec.shape == x.spec.shape:
            return new
        if op.attr("index") == PICKED and op.args[2].spec.dtype.kind == "b" and args[2] == FALSE:
            return args[0]
        return None

    def _connected(self, word: str, args: list[int]) -> int:
        strong, weak = (FALSE, TRUE) if word == "and" else (TRUE, FALSE)
        if strong in args:
            return strong
        left = sorted({a for a in args if a != weak})
        if len(left) < 2:
            return left[0] if left else weak
        return self._node((word, *left))

    def _sum(self, name: str, args: list[int], same: list[bool], kind: str) -> int | None:
        """`x + 0` and `x - 0`; a float that is -0.0 becomes 0.0 by the first, and then stays it."""
        x, y = args
        if name == "add" and self._is_zero(x) and same[1]:
            x, y = y, x
        if not self._is_zero(y) or kind == "b":
            return None
        if name == "subtract":
            return x
        if kind in "iu":
            return x
        return x if self._keys[x][0] == "+0" else self._node(("+0", x))

    def _compared(self, name: str, args: list[int], kinds: Sequence[str]) -> int | None:
        """Truth values with truth values, and counts with zero."""
        relation = _RELATIONS.get(name)
        if relation is None:
            return None
        if list(kinds) == ["b", "b"] and relation in (operator.eq, operator.ne):
            for a, b in (args, args[::-1]):
                if b in (FALSE, TRUE):
                    return a if (b == TRUE) == (relation is operator.eq) else self.negated(a)
        signs = [1 if a == SOME else 0 if self._keys[a] == ("zero", "i") else -1 for a in args]
        if -1 in signs or signs == [1, 1]:
            return None
        return TRUE if relation(*signs) else FALSE
