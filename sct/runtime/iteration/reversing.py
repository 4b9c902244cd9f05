"""`reversed` over what a `for` can step through by index."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Any

from sct.runtime.arrays.flat_arguments import is_flat
from sct.runtime.calls.raised_words import raise_as_python
from sct.runtime.current import has_spec
from sct.runtime.hashing.dict_views import View
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.iteration.iterables import Anew, Rollable
from sct.runtime.iteration.sequence_iterators import by_python
from sct.runtime.iteration.sequences import by_items, of_stand_in, steps_of
from sct.runtime.iteration.steps import Steps
from sct.runtime.iteration.symbolic_range import SymbolicRange
from sct.runtime.iteration.user_iteration import Backwards
from sct.runtime.lists import growing
from sct.runtime.objects.operators import users_method
from sct.runtime.stand_ins import StandIn
from sct.runtime.state.bare import speaks_for_itself
from sct.runtime.trace import Trace

__all__ = ["reversed_"]


def reversed_(trace: Trace, /, sequence: Any) -> Any:
    """`reversed(sequence)`."""
    if is_flat(sequence):
        raise TypeError("'numpy.flatiter' object is not reversible")
    if has_spec(sequence) and not sequence.spec.ndim:
        raise_as_python(reversed, sequence)
    if isinstance(sequence, dict) and is_hashed(sequence):
        sequence = View(trace, sequence, "keys")
    method = users_method(sequence, "__reversed__")
    if method is not None:
        from sct.runtime.call import convert_call

        made = convert_call(method)(sequence)
        return of_stand_in(trace, made, reversed) if isinstance(sequence, StandIn) else made
    own: Any = next((k for k in _WALKED_BACK if isinstance(sequence, k)), None)
    back: Any = getattr(own, "__reversed__", None)
    if own is not None and getattr(type(sequence), "__reversed__", None) == back:
        if type(sequence) is not own and speaks_for_itself(type(sequence)) and not growing.is_growing(sequence):
            return _by_python(trace, back(sequence), sequence)
    elif hasattr(type(sequence), "__getitem__") and _is_users(sequence):
        from sct.runtime.numbers.traced_builtins import TRACED

        return Backwards(trace, sequence, TRACED[len](trace, sequence))
    if isinstance(sequence, SymbolicRange):
        last = sequence.length
        made = Steps(trace, "reversed", last, lambda i: sequence.at(last - 1 - i))
        made.kind = type(reversed(range(0)))
        return made
    if isinstance(sequence, Steps):
        raise TypeError(f"'{sequence.name}' object is not reversible")
    kind = _kind(sequence)
    sequence = by_items(trace, sequence)
    steps = steps_of(trace, (sequence,))
    if steps is None:
        return _by_python(trace, reversed(sequence), sequence)
    return _reversed(trace, steps, kind)


_WALKED_BACK: tuple[Any, ...] = (list, deque, OrderedDict, dict)  # by Python's own `__reversed__`


def _by_python(trace: Trace, made: Any, sequence: Any) -> Any:
    kind = _kind(sequence)
    return by_python(trace, made, (sequence,), lambda known: _reversed(trace, known, kind))


def _is_users(sequence: Any) -> bool:
    """Whether code of the user's says what is in a sequence, or how much."""
    return any(users_method(sequence, name) is not None for name in ("__getitem__", "__len__"))


def _kind(sequence: Any) -> type:
    """The class of Python's iterator that goes backwards through it."""
    if isinstance(sequence, View):
        return type(reversed(getattr({}, sequence.kind)()))
    for kind in (list, deque, dict):
        if isinstance(sequence, kind):
            return type(reversed(kind()))
    return type(reversed(range(0))) if isinstance(sequence, range) else reversed


def _reversed(trace: Trace, steps: list[Rollable], kind: type) -> Steps:
    (only,) = steps
    last = only.trips - 1
    made = Steps(trace, "reversed", only.trips, lambda i: only.at(last - i))
    made.any_at = lambda i: only.choose(last - i)
    made.kind = kind
    made.finish, made.as_it_was = only.finish, only.as_it_was
    if only.anew is not None:
        from sct.runtime.logical import and_

        lists, more, item = only.anew.lists, only.anew.more, only.anew.item
        made.anew = Anew(lists, lambda at: and_(at <= last, lambda: more(last - at)), lambda at: item(last - at))
    return made
