"""What stands in dicts and sets that get run-time keys: lists of their keys and values, and a hash table."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from typing import TYPE_CHECKING, Any

from sct.errors import JoinError, SctError
from sct.runtime.current import has_spec
from sct.runtime.state.bare import has_own, refill_dict
from sct.runtime.state.cells import is_python_class, pythons_base
from sct.runtime.state.own_dict import dict_of

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = [
    "ENTRIES", "RUN_TIME_ONLY", "UNKNOWN_TEXT", "Elements", "KeysComing", "PositionsRather", "RolledRather",
    "StepsComing", "bare_dict", "is_counted_later", "is_hashed", "is_of_dict", "is_users_dict", "lists_of",
    "note_parts", "parts_of", "put_together", "table_of",
]  # fmt: skip


RUN_TIME_ONLY = "known at run time only>"  # in a text that Python makes, which is then refused
UNKNOWN_TEXT = f"<items that are {RUN_TIME_ONLY}"
_OF_DICT = (Counter, defaultdict, OrderedDict)


class _Entries:
    """The one key of such a dict."""

    def __repr__(self) -> str:
        return UNKNOWN_TEXT


ENTRIES = _Entries()


class Elements:
    """The one element of such a set."""

    __slots__ = (
        "about", "base", "changes", "items", "joined", "ordered", "quiet", "shrunk", "steps", "table", "theirs",
        "walked",
    )  # fmt: skip

    def __init__(
        self, items: list[Any], table: list[Any], steps: list[Any] | None = None, about: list[Any] | None = None
    ) -> None:
        self.items = items
        self.table = table  # where which of them is: see `key_places`
        self.steps = steps  # what was done to it, and to which elements, if that is written down: see `set_logs`
        self.about = about
        self.quiet = False  # whether what is done now is written down as a whole
        self.shrunk = False  # whether elements were taken out: the order may then be another one than Python's
        self.ordered = True  # whether all elements were added one after the other, which says Python's order
        self.walked = False  # whether that was relied on
        self.joined = False  # whether it is put together of what a branch, a loop or a list has of it
        self.changes: set[str] = set()  # what was done to it: "more", "fewer", "none" or "anew"
        self.base: Any = None  # what it was made of, and how many elements it had then: see `set_recipes`
        self.theirs: tuple[Any, ...] | None = None  # the elements of a set of the caller's as it came, in their order

    def __repr__(self) -> str:
        return UNKNOWN_TEXT


class KeysComing(BaseException):
    """A dict, set or list needs run-time keys: trace again, knowing where it is made."""

    def __init__(self, site: Any, refusal: SctError) -> None:
        super().__init__(refusal)
        self.site, self.refusal = site, refusal


class StepsComing(BaseException):
    """In which order a set is, is asked for: trace again, and write down what is done to sets."""


class OtherLayouts(BaseException):
    """An array in no order enters a list after such items were taken to be in C order: trace again, without that."""


class PositionsRather(BaseException):
    """A loop would have to be unrolled because it steps an iterator: trace again, with iterators by position."""

    def __init__(self, refusal: SctError) -> None:
        super().__init__(refusal)
        self.refusal = refusal


class RolledRather(BaseException):
    """Loops with these bodies grow too long if their iterations are traced one by one: trace again, and roll them."""

    def __init__(self, bodies: list[Any]) -> None:
        super().__init__(bodies)
        self.bodies = frozenset(bodies)


def is_hashed(value: Any) -> bool:
    """Whether a dict or set holds lists in place of its keys."""
    if isinstance(value, dict):
        return dict.__contains__(value, ENTRIES)  # not what a class of the user's says
    return type(value) is set and len(value) == 1 and isinstance(next(iter(value)), Elements)


def is_of_dict(kind: type) -> bool:
    """Whether objects of a class that is derived from dict hold lists where they have run-time keys."""
    return kind in _OF_DICT or is_users_dict(kind)


def is_users_dict(kind: type) -> bool:
    """Whether a class written in Python adds to dict what is done with keys, and leaves to it what it holds."""
    if not is_python_class(kind) or not issubclass(kind, dict) or issubclass(kind, Counter):
        return False
    base = pythons_base(kind)
    return base is dict and not has_own(kind, dict, _SAYING)


_SAYING = (
    "__iter__", "__len__", "__reversed__", "__eq__", "__ne__", "__hash__", "__getattribute__", "keys", "items",
    "values",
)  # fmt: skip


def is_counted_later(value: Any) -> bool:
    """Whether it is a Counter of which only the run knows the counts, or some, or what it counts."""
    return type(value) is Counter and (is_hashed(value) or any(map(has_spec, value.values())))


def lists_of(value: Any) -> tuple[list[Any], ...]:
    """The lists of keys and values, or of elements."""
    if isinstance(value, dict):
        found: tuple[list[Any], ...] = dict.__getitem__(value, ENTRIES)
        return found[:2]
    (elements,) = value
    return (elements.items,)


def table_of(value: Any) -> list[Any]:
    """The list with the hash table of the keys."""
    if isinstance(value, dict):
        return dict.__getitem__(value, ENTRIES)[2]  # type: ignore[no-any-return]
    (elements,) = value
    return elements.table  # type: ignore[no-any-return]


def note_parts(trace: Trace, value: Any, site: Any) -> None:
    """The lists that a set or dict is made of are known by its place, where they are in doubt."""
    if isinstance(value, (dict, set)) and is_hashed(value):
        for xs in (*lists_of(value), table_of(value)):
            if isinstance(xs, list):
                trace.doubts.inner[xs] = site


_FACTORY = "default_factory"


def parts_of(value: Any) -> dict[Any, Any]:
    """What a set, Counter, defaultdict or OrderedDict with run-time keys consists of, by name."""
    if isinstance(value, set):
        (elements,) = value
        written = () if elements.steps is None else (elements.steps, elements.about)
        return {ENTRIES: (elements.items, elements.table, *written)}
    factory = {_FACTORY: value.default_factory} if isinstance(value, defaultdict) else {}
    if dict_of(value):
        raise JoinError(
            f"a {type(value).__name__} with run-time keys has attributes of its own, and a branch or loop changes it",
            why="a branch or loop takes only its keys and values apart to go on with them",
            fix="keep the attributes in another object, or use a dict as an attribute",
        )
    return {ENTRIES: dict.__getitem__(value, ENTRIES), **factory}


def put_together(kind: type, parts: dict[Any, Any]) -> Any:
    """The opposite of `parts_of`."""
    if kind is set:
        elements = Elements(*parts[ENTRIES])
        elements.joined = True
        return {elements}
    made: Any = defaultdict(parts[_FACTORY]) if kind is defaultdict else bare_dict(kind)
    refill_dict(made, [(ENTRIES, parts[ENTRIES])])
    return made


def bare_dict(kind: type) -> Any:
    """An empty one of this class, made by no code of the user's."""
    return dict.__new__(kind) if is_python_class(kind) else kind()
