"""Whose doing an exception is that comes up while a function is traced: the user's, or a defect of sct.

What the user's code raises becomes part of the program. A defect is an `InternalError` at the user's line: it is never
taken for an exception of theirs. Where the two cannot be told apart, the exception counts as theirs; if plain Python,
which is then asked, does not raise it, there is a `PlainPythonWarning`.
"""

from __future__ import annotations

import itertools
import linecache
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any

from sct.errors import InternalError, Location, SctError
from sct.logs import log
from sct.runtime.calls.raised_words import check_words
from sct.runtime.conversion.converted_code import is_converted_code
from sct.runtime.current import has_kind
from sct.runtime.homes import home_of

__all__ = [
    "defects_pass",
    "internal_error",
    "is_overflow",
    "is_own_access",
    "is_said_by_sct",
    "is_surely_users",
    "is_users",
    "own_attribute",
    "raised_in",
    "users_place",
]


def is_overflow(error: BaseException) -> bool:
    """Whether the stack ended: while tracing it holds frames of sct too, so Python itself might have gone on."""
    inner = _innermost(error)
    return isinstance(error, RecursionError) and (inner is None or not _is_raised(inner))


def _innermost(error: BaseException) -> TracebackType | None:
    return next(reversed([*_steps(error)]), None)


def is_users(error: BaseException) -> bool:
    """Whether an exception comes from what the user's code does, and not from a defect of sct."""
    inner = _innermost(error)
    module = inner.tb_frame.f_globals.get("__name__", "") if inner is not None else ""
    if is_overflow(error) or _is_of_our_zip(error):
        return False
    if inner is None or not isinstance(error, _SUSPICIOUS) or not module.startswith("sct."):
        return True
    if isinstance(error, (AttributeError, KeyError)) and module in _ASKS_FOR_USERS:
        return True
    if isinstance(error, AssertionError):
        return module in _ASSERTS_FOR_USERS
    if isinstance(error, StopIteration):
        return not _looked_in_vain(inner)
    return _is_raised(inner)


def is_surely_users(error: BaseException) -> bool:
    """Whether a handler of the user's may take an exception: nobody asks plain Python whether it comes up there."""
    if not is_users(error):
        return False
    inner = _innermost(error)
    if home_of(type(error)).startswith("numpy"):  # AxisError and the like
        return True
    if inner is None or not is_said_by_sct(error) or _is_raised(inner) or _is_passed_on(inner):
        return True
    return inner.tb_frame.f_globals["__name__"] in _ACTS_FOR_USERS or isinstance(error, _SUSPICIOUS)


def raised_in(error: BaseException) -> str:
    """The name of the module that raises an exception."""
    inner = _innermost(error)
    return "" if inner is None else str(inner.tb_frame.f_globals.get("__name__", ""))


def is_said_by_sct(error: BaseException) -> bool:
    """Whether code of sct raises an exception, with words of its own, and none of the user's or of a library."""
    inner = _innermost(error)
    return inner is not None and _stands_in_sct(inner.tb_frame)


def _stands_in_sct(frame: FrameType) -> bool:
    return frame.f_globals.get("__name__", "").startswith("sct.") and not is_converted_code(frame.f_code)


def _is_raised_by_users(error: BaseException) -> bool:
    """Whether a `raise` of the user's stands there, which says what it says."""
    inner = _innermost(error)
    return inner is not None and is_converted_code(inner.tb_frame.f_code) and _is_raised(inner)


def _is_passed_on(step: TracebackType) -> bool:
    """Whether arguments that the user gave did not fit: `f(*args, **kwargs)`."""
    from opcode import opmap

    return step.tb_frame.f_code.co_code[step.tb_lasti] == opmap["CALL_FUNCTION_EX"]


def _is_of_our_zip(error: BaseException) -> bool:
    """Whether a `zip(…, strict=True)` of sct's own code found its arguments of different lengths.

    What the user zips is made in `zip_`, and gone through elsewhere; where sct zips, it does both in one place.
    """
    said = error.args[0] if isinstance(error, ValueError) and error.args else ""
    if type(said) is not str or not said.startswith("zip() argument"):  # a text may be known to the run only
        return False
    steps = list(_steps(error))
    while len(steps) > 1 and steps[-1].tb_frame.f_code.co_name in _COMPREHENSIONS:
        steps.pop()  # what it goes through is made around it
    frame = steps[-1].tb_frame
    if not frame.f_globals.get("__name__", "").startswith("sct.") or frame.f_code.co_name == "zip_":
        return False
    return "strict=True" in _text_at(steps[-1])


def _looked_in_vain(step: TracebackType) -> bool:
    """Whether a `next(x for x in …)` of sct's own code found none: what the user steps is made elsewhere."""
    text = _text_at(step)
    return "next(" in text and " for " in text


def _text_at(step: TracebackType) -> str:
    """The lines of what was being evaluated."""
    code = step.tb_frame.f_code
    place = next(itertools.islice(code.co_positions(), step.tb_lasti // 2, None), (None, None))
    first, last = place[0], place[1]
    return "".join(linecache.getlines(code.co_filename)[first - 1 : last] if first and last else [])


_COMPREHENSIONS = ("<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>")


def _steps(error: BaseException) -> Iterator[TracebackType]:
    step = error.__traceback__
    while step is not None:
        yield step
        step = step.tb_next


_SUSPICIOUS = (AttributeError, KeyError, AssertionError, NameError, StopIteration)


_ASSERTS_FOR_USERS = ("sct.runtime.assertion", "sct.runtime.effects")


_ASKS_FOR_USERS = frozenset(
    f"sct.{name}"
    for name in [
        "ops.bindings.methods",
        "runtime.arrays.array_attributes",
        "runtime.arrays.flags",
        "runtime.callers.reads",
        "runtime.callers.super_reads",
        "runtime.containers",
        "runtime.state.mutation",
        "runtime.variable",
        "runtime.calls.foreign_call",
        "runtime.numbers.traced_builtins",
        "runtime.objects.construct",
        "runtime.objects.object_methods",
        "runtime.lists.container_methods",
        "runtime.effects",
        "runtime.lists.item_reads",
        "runtime.iteration.iterables",
        "runtime.randomness.random_object",
        "runtime.libraries.hash_library",
        "runtime.texts.known_owners",
        "runtime.texts.percent_text",
        "runtime.state.sealing",
        "runtime.calls.unseen_code",
    ]
)  # where getattr and the like look into the user's own objects


_ACTS_FOR_USERS = _ASKS_FOR_USERS | frozenset(
    f"sct.{name}"
    for name in [
        "ops.bindings.table",
        "ops.casts",
        "ops.index",
        "ops.python_math",
        "ops.python_numbers",
        "ops.python_powers",
        "runtime.rolling.broken_loops",
        "runtime.state.augmenting",
        "runtime.joins.choosing_items",
        "runtime.texts.deferred_text",
        "runtime.texts.format_method",
        "runtime.texts.bytes_methods",
        "runtime.numpy_functions.from_bytes",
        "runtime.lists.deques",
        "runtime.hashing.dict_views",
        "runtime.numbers.extremes",
        "runtime.generators",
        "runtime.lists.growing",
        "runtime.lists.growing_builtins",
        "runtime.hashing.hashed",
        "runtime.iteration.iteration_builtins",
        "runtime.lists.list_removal",
        "runtime.hashing.key_parts",
        "runtime.loops",
        "runtime.while_loops",
        "runtime.trying",
        "runtime.handling.managed",
        "runtime.lists.making",
        "runtime.numbers.numbers_",
        "runtime.libraries.operator_library",
        "runtime.objects.as_python",
        "runtime.objects.operators",
        "runtime.numbers.python_sequences",
        "runtime.iteration.reversing",
        "runtime.iteration.sequences",
        "runtime.lists.sorting",
        "runtime.objects.special_calls",
        "runtime.calls.symbolic_logic",
        "runtime.iteration.symbolic_range",
        "runtime.texts.text_builtins",
        "runtime.texts.text_methods",
        "runtime.trace",
        "runtime.iteration.unpacking",
    ]
)  # where operators, items, loops and built-in functions are applied to what the user gave


def _is_raised(step: TracebackType) -> bool:
    """Whether a `raise` stands there, with words for the user: defects come up in other instructions."""
    from opcode import opmap

    return step.tb_frame.f_code.co_code[step.tb_lasti] == opmap["RAISE_VARARGS"]


@contextmanager
def defects_pass(where: Location | None) -> Iterator[None]:
    """No handler of the user's is to take a defect for an exception of theirs."""
    try:
        yield
    except SctError:
        raise
    except Exception as error:
        if is_surely_users(error) or is_overflow(error):
            if not _is_raised_by_users(error):
                check_words(error, users_place(error) or where)
            raise
        raise internal_error(error, users_place(error) or where) from error


def internal_error(error: Exception, where: Location | None) -> InternalError:
    """What the user gets for `error`, which is no doing of theirs."""
    met = f"{type(error).__name__}: {error}".removesuffix(": ")
    log("program", "after a defect: %s, %s", met, where)  # another trace may do without what has failed
    return InternalError(f"sct has met {met}", where=where, why="This is a defect of sct, not of your function.")


def is_own_access(frame: FrameType) -> bool:
    """Whether a frame is one of sct's that takes an attribute by a name of its own: `x.name`, and not by `getattr`."""
    from opcode import opmap

    if not frame.f_globals.get("__name__", "").startswith("sct.") or is_converted_code(frame.f_code):
        return False
    return frame.f_code.co_code[frame.f_lasti] in (opmap["LOAD_ATTR"], opmap.get("LOAD_METHOD"))


def own_attribute(x: Any, name: str, where: Location | None) -> Any:
    """`x.name`, which sct's own code takes to be there."""
    from sct.runtime.callers.reads import read_attribute
    from sct.runtime.trace import current

    trace = current()
    assert trace is not None
    try:
        return getattr(x, name) if has_kind(x) else read_attribute(trace, x, name)
    except AttributeError as error:
        raise internal_error(error, where) from error


def users_place(error: Exception) -> Location | None:
    """The last line of the user's that was under way when `error` was raised."""
    place = None
    for step in _steps(error):
        code = step.tb_frame.f_code
        if not step.tb_frame.f_globals.get("__name__", "").startswith(("sct.", "contextlib")):
            place = Location(code.co_filename, step.tb_lineno, 0, None, None, code.co_qualname)
    return place
