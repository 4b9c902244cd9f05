"""Containers of `collections` and the like, streams, iterators, ranges and slices that leave a program, made anew."""

from __future__ import annotations

import itertools
import sys
from array import array
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from types import FunctionType, GeneratorType, MethodType
from typing import TYPE_CHECKING, Any

from sct.runtime.exits.iterators_anew import is_pythons_iterator, iterator_anew
from sct.runtime.exits.rings import unreturnable
from sct.runtime.exits.users_containers import is_users_container, parts_of_container
from sct.runtime.hashing.entries import is_hashed, is_users_dict
from sct.runtime.homes import home_of
from sct.runtime.iteration.symbolic_range import SymbolicRange
from sct.runtime.joins.choice import Choice
from sct.runtime.layers.unchanging import is_found_again
from sct.runtime.libraries.iterator_library import Counting, Cycling, CyclingUnchanged, Positions
from sct.runtime.state.instances import is_of_attributes, is_plain_instance
from sct.runtime.texts.text_pieces import FormattedText

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["ITERATORS", "as_pythons", "is_rebuilt", "rebuilding", "stands_for_pythons", "type_of_pythons"]

_KINDS = (deque, defaultdict, OrderedDict, Counter, bytearray, array, SymbolicRange, slice,
          Positions, Counting, Cycling, CyclingUnchanged)  # fmt: skip


def is_rebuilt(x: Any) -> bool:
    """Whether an object is made anew by `rebuilding`; of sets those of objects, which are made anew, too."""
    kind = type(x)
    if kind in (set, frozenset):
        return any(map(_holds_objects, x))
    if kind in _KINDS or kind.__module__ in _LIBRARIES or (kind is MethodType and _is_of_class(x)):
        return True
    with_keys = isinstance(x, dict) and is_hashed(x) and is_users_dict(kind)
    return is_pythons_iterator(x) or with_keys or is_users_container(x)


def _is_of_class(method: Any) -> bool:
    """Whether a method of an object is as its class has it."""
    function, kinds = method.__func__, type(method.__self__).__mro__
    if home_of(kinds[0]) in (_BUFFERS, _STREAMS):
        return False  # Python's own are no methods of Python's
    held = [vars(kind)[function.__name__] for kind in kinds if function.__name__ in vars(kind)]
    return type(function) is FunctionType and held[:1] == [function]


def _holds_objects(x: Any) -> bool:
    """Whether an item of a set is an object of a user's class, or holds one."""
    if isinstance(x, (tuple, frozenset)):
        return any(map(_holds_objects, x))
    return is_plain_instance(x, hashed=True) or (is_of_attributes(x) and not is_found_again(x))


def rebuilding(x: Any, trace: Trace | None = None) -> tuple[Callable[..., Any], list[Any]]:
    """What makes it when it is called, and with what; refused where only the run knows how far an iterator has come.

    >>> rebuilding(deque([1, 2], maxlen=3))
    (<class 'collections.deque'>, [[1, 2], 3])
    """
    kind = type(x)
    if is_pythons_iterator(x):
        from sct.runtime.iteration.iterators import check_walked

        if trace is not None:
            check_walked(trace, x)
        return iterator_anew(x)
    if isinstance(x, deque):
        return kind, [list(x), x.maxlen]
    if kind in (set, frozenset):
        return kind, [tuple(x)]
    if kind is MethodType:
        return _method_of, [x.__self__, x.__func__.__name__]
    if isinstance(x, bytearray):
        return kind, [bytes(x)]
    if isinstance(x, array):
        return kind, [x.typecode, x.tobytes()]
    if isinstance(x, defaultdict):
        return kind, [x.default_factory, dict(x)]
    if isinstance(x, (slice, SymbolicRange)):
        return slice if kind is slice else _range, [x.start, x.stop, x.step]
    if kind is Positions:
        return _resumed, [x.items, x.at]
    if isinstance(x, Counting):
        return itertools.count, [x.number, x.step]
    if isinstance(x, Cycling):
        return _gone_on, [x.items, x.kept, x.at, x.first]
    if isinstance(x, CyclingUnchanged):
        return _gone_on, [x.items, x.items, x.at, False]
    if kind.__module__ == _QUEUES:
        library = sys.modules[_QUEUES]
        rest = [] if kind is library.SimpleQueue else [x.maxsize, x.unfinished_tasks]
        return library.anew, [library.QUEUES[kind], x.queue, *rest]
    if kind.__module__ == _STREAMS:
        return sys.modules[_STREAMS].anew, [x.text, -1 if x.at_end else x.at, x.closed]
    if kind.__module__ == _BUFFERS:
        return (bytearray, [x.sct_items]) if type(x).__name__ == "ByteArray" else (array, [x.typecode, x.sct_items])
    if kind.__module__ == _FROZEN:
        return sys.modules["sct.runtime.hashing.frozensets"].anew, [x.items]
    if kind.__module__ == _BYTES:
        return bytes, [x.codes]
    return (kind, [dict(x)]) if kind in _KINDS else parts_of_container(x)


def stands_for_pythons(kind: type) -> bool:
    """Whether objects of a class of sct's own stand for some of Python's and can be made anew; others are refused."""
    if kind.__module__ not in (ITERATORS, *_LIBRARIES):
        return False
    if kind.__module__ == ITERATORS and kind not in _KINDS:
        raise unreturnable(kind, None, "an iterator in a list of run-time length")
    return True


def as_pythons(x: Any) -> Any:
    """The object of Python's that an object of sct's own stands for."""
    make, parts = rebuilding(x)
    return make(*parts)


def type_of_pythons(x: Any) -> type | None:
    """The type of the iterator of Python's that one of sct's own stands for; None where its class does not say."""
    kind = type(x)
    if kind is Positions:
        items = x.items
        return type(iter("" if isinstance(items, FormattedText) else items)) if not isinstance(items, Choice) else None
    return _TYPES.get(kind.__name__)


_TYPES: dict[str, type] = {
    "Counted": type(iter(range(0))), "Counting": itertools.count, "Cycling": itertools.cycle,
    "CyclingUnchanged": itertools.cycle, "Machine": GeneratorType, "Numbered": enumerate,
    "Teed": type(itertools.tee(())[0]), "Zipped": zip, "ZippedMore": zip,
}  # fmt: skip
ITERATORS = Positions.__module__
_QUEUES = "sct.runtime.libraries.queue_library"  # which few programs need
_STREAMS = "sct.runtime.libraries.stream_library"  # as this
_BYTES = "sct.runtime.libraries.bytes_library"  # and this
_FROZEN = "sct.runtime.libraries.frozenset_library"
_BUFFERS = "sct.runtime.libraries.buffer_library"
_LIBRARIES = (_QUEUES, _STREAMS, _BYTES, _FROZEN, _BUFFERS)


def _range(start: int, stop: int, step: int) -> range:
    """A range; where there is another object in its place, its bounds are zeros."""
    return range(start, stop, step or 1)


def _method_of(x: Any, name: str) -> Any:
    """A method as the class of an object has it, whatever the object itself has under that name."""
    return MethodType(next(vars(kind)[name] for kind in type(x).__mro__ if name in vars(kind)), x)


def _resumed(items: Any, at: int) -> Any:
    """An iterator over a sequence that has come to an index, below 0 at its end."""
    made = iter(items)
    if at < 0:
        deque(made, maxlen=0)
    elif at:
        made.__setstate__(at)
    return made


def _gone_on(items: Any, kept: Any, at: int, first: bool) -> Any:
    """An `itertools.cycle` that has come to an index, of its first way through `items` or of the next."""
    made = itertools.cycle(items if first else kept)
    deque(itertools.islice(made, at), maxlen=0)
    return made
