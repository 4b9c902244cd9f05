"""`if` and its relatives in converted code: plain Python on plain values, an `if` op on symbolic ones.

Both branches are traced into blocks of their own and rolled back; what they left in variables, arrays,
containers and attributes is joined leaf by leaf into the results of one op.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from sct.ir.types import PYTHON
from sct.ops import get as get_op
from sct.runtime import trace as tracing
from sct.runtime.arrays.flat_arguments import is_flat
from sct.runtime.branches import State, if_else
from sct.runtime.callers import unread
from sct.runtime.callers.unread import is_unread
from sct.runtime.current import has_kind, has_own
from sct.runtime.hashing.entries import is_hashed, lists_of
from sct.runtime.iteration.consumers import apart_from_consumers, with_consumers
from sct.runtime.joins.choice import Choice
from sct.runtime.lists.growing import is_growing, read
from sct.runtime.loops import convert_for
from sct.runtime.objects.as_python import as_python
from sct.runtime.rolling.carried import storages_of
from sct.runtime.state.bare import ROWS
from sct.runtime.state.places import cells_of
from sct.runtime.state.undefined import Undefined
from sct.runtime.texts.kind_names import type_name
from sct.runtime.while_loops import convert_while

__all__ = ["convert_for", "convert_ifelse", "convert_while", "says_its_truth", "select", "truth"]

def convert_ifelse(
    pred: Any,
    body: Callable[[], None],
    orelse: Callable[[], None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    names: tuple[str, ...],
) -> None:
    """`if pred: body() else: orelse()`, where the branches share `names` with the function around them."""
    trace = tracing.current()
    if trace is None:
        (body if pred else orelse)()
        return
    test = truth(trace, pred)
    if not tracing.is_variable(test):
        (body if test else orelse)()
        return
    get_state, set_state = with_consumers(trace, get_state, set_state)
    before = get_state()

    def run(branch: Callable[[], None], start: State) -> Callable[[], State]:
        def arm() -> State:
            if start is not before:
                set_state(start)
            branch()
            return get_state()

        return arm

    arms = (
        run(body, unanswered(before, names, ("return ", "returns "))),
        run(orelse, unanswered(before, names, ("else return ", "returns "))),
    )
    state = if_else(trace, test, *arms, before, cells_of(get_state), lambda: set_state(before))
    for name, old, new in zip(names, before, state, strict=False):
        if " " in name:  # no name of the user's
            for storage in storages_of(new):
                if storage.joined:
                    storage.take_place_of(storages_of(old))
    set_state(state)


def unanswered(state: State, names: tuple[str, ...], marks: tuple[str, ...]) -> State:
    """`state` without what a `return` has left, where code only runs if none has."""
    places = [k for k, name in enumerate(names) if name.startswith(marks)]
    if not any(isinstance(state[k], Choice) for k in places):
        return state
    unset = list(state)
    for k in places:
        unset[k] = Undefined(names[k].rpartition(" ")[2])
    return tuple(unset)


def truth(trace: tracing.Trace, pred: Any) -> Any:
    """The truth of `pred`: a Python bool, or a symbolic one."""
    if type(pred) is bool:
        return pred
    pred = trace.own(pred)
    if isinstance(pred, Choice):
        if pred.number is not None:  # whatever its kind
            return truth(trace, pred.number)
        return pred.sct_distribute(lambda alternative: truth(trace, alternative))
    if not tracing.is_variable(pred):
        if isinstance(pred, (dict, set)) and is_hashed(pred):
            return truth(trace, lists_of(pred)[0])
        if has_own(pred, "sct_truth"):
            return pred.sct_truth()
        if is_unread(pred):
            return unread.length(trace, pred) > 0
        if is_growing(pred) and (type(pred) in ROWS or not says_its_truth(pred)):
            return read(trace, pred, bool, lambda rows: rows.length > 0)
        return _unseen(pred) if pred is NotImplemented and trace.depth else _users_truth(trace, pred)
    if pred.spec.kind == PYTHON and pred.spec.dtype.kind == "b":
        return pred
    if is_flat(pred):
        return truth(trace, pred.size > 0)
    return get_op("truth")(pred)


def _unseen(value: Any) -> bool:
    """The truth of what is there in one of several cases: Python's warning is not for all."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return bool(value)


def says_its_truth(value: Any) -> bool:
    """Whether a method of the user's says what the truth of a value is."""
    from sct.runtime.objects.operators import users_method

    return any(users_method(value, name) is not None for name in ("__bool__", "__len__"))


def _as_truth(answer: Any) -> Any:
    """What a `__bool__` answers, which has to be a bool."""
    if isinstance(answer, Choice):
        return answer.sct_distribute(_as_truth)
    if (answer.python_type if has_kind(answer) else type(answer)) is not bool:
        raise TypeError(f"__bool__ should return bool, returned {type_name(answer)}")
    return answer


def _users_truth(trace: tracing.Trace, value: Any) -> Any:
    """The truth of what is not symbolic: by a converted `__bool__` or `__len__`, if the user wrote one."""
    from sct.runtime.call import convert_call
    from sct.runtime.objects.operators import users_method

    method = users_method(value, "__bool__")
    if method is not None:
        return truth(trace, _as_truth(convert_call(method)(value)))
    method = None if hasattr(type(value), "__bool__") else users_method(value, "__len__")
    return as_python(bool, value) if method is None else truth(trace, convert_call(len)(value))


def select(pred: Any, then: Callable[[], Any], orelse: Callable[[], Any]) -> Any:
    """`then() if pred else orelse()`: only one is evaluated when the program runs."""
    trace = tracing.current()
    if trace is None:
        return then() if pred else orelse()
    test = truth(trace, pred)
    if not tracing.is_variable(test):
        return then() if test else orelse()
    with apart_from_consumers(trace):
        return if_else(trace, test, lambda: (then(),), lambda: (orelse(),), ())[0]
