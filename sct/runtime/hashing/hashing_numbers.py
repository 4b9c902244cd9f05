"""`hash` of numbers that only the running program knows, and of tuples and frozen dataclasses of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct import ops
from sct.errors import StaticValueError
from sct.ir.core import Value
from sct.ir.types import PYTHON
from sct.ops.hash_tables import NUMBER, Form, is_hashable
from sct.runtime.control_flow import select
from sct.runtime.current import has_spec, is_variable
from sct.runtime.hashing.hashed_columns import together
from sct.runtime.hashing.key_parts import checked
from sct.runtime.hashing.keys import is_run_time_key
from sct.runtime.hashing.user_keys import is_hashed_by_users
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.tuple_forms import hashed_parts, parts_of_value
from sct.runtime.lists.growing import is_growing
from sct.runtime.lists.row_lists import op_value
from sct.runtime.lists.rows import pool_place
from sct.runtime.stand_ins import StandIn
from sct.runtime.texts.kind_names import a_kind
from sct.runtime.texts.run_time_bytes import known_arrays, with_known_bytes
from sct.runtime.trace import NUMBERS, Trace

__all__ = ["run_time_hash"]


def run_time_hash(trace: Trace, x: Any) -> Any:
    """The hash of what the run knows; None of what is known now, and of what no program can hash."""
    from sct.runtime.call import convert_call

    if isinstance(x, Choice):
        return x.sct_distribute(convert_call(hash))
    parts = None if isinstance(x, StandIn) else parts_of_value(x)
    held = x if parts is None else parts
    known = with_known_bytes("the hash", held)
    if known is not held:
        return convert_call(hash)(known)
    if isinstance(x, StandIn):
        raise StaticValueError(
            f"the hash of {a_kind(x)} that is known only at run time",
            where=trace.location(),
            fix="use it as a key, or the hash of a tuple of numbers",
        )
    if not is_run_time_key(x) and not _is_of_run(x):
        return None
    if hashed_parts(x) is None and is_hashed_by_users(x):
        return _by_users(trace, x)
    found = _parts(trace, checked(trace, x))
    if found is None:
        return _of_known(trace, x) if type(x) is tuple else None
    values, form = found
    return trace.variable(op_value(trace, "python_hash", values, form=form), trace.location())


def _is_of_run(x: Any) -> bool:
    """Whether an object says itself how it is hashed, which may be by what the run knows, or one in a tuple does."""
    if type(x) is tuple:
        return any(map(_is_of_run, x))
    return is_hashed_by_users(x) and pool_place(x) is None


class _Hashed:
    """What has a given hash."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __hash__(self) -> int:
        return self.number


def _of_known(trace: Trace, x: tuple[Any, ...]) -> int:
    """The hash of a tuple of more than numbers: where these are made of what the caller gives, the program is, too."""
    from sct.runtime.call import convert_call

    hashes = list(map(convert_call(hash), x))
    places = [i for i, one in enumerate(hashes) if is_variable(one)]
    refusal = StaticValueError(
        "the hash of a tuple that is known only at run time",
        where=trace.location(),
        why="not all of what is in it are numbers",
        fix="use it as a key, or the hash of a tuple of numbers",
    )
    for i, known in zip(places, known_arrays(trace, [hashes[i] for i in places], refusal), strict=True):
        hashes[i] = int(known)
    return hash(tuple(map(_Hashed, hashes)))


def _by_users(trace: Trace, x: Any) -> Any:
    """What the `__hash__` of its class says, which Python takes for -2 if it is -1."""
    from sct.runtime.call import convert_call
    from sct.runtime.objects.operators import users_method

    method = users_method(x, "__hash__")
    if method is None:
        return None
    return _as_hash(convert_call(method)(x))


def _as_hash(found: Any) -> Any:
    if isinstance(found, Choice):
        return found.sct_distribute(_as_hash)
    if not is_variable(found) and isinstance(found, int):
        return hash(_Hashed(found))
    if not has_spec(found) or found.spec.kind != PYTHON or found.spec.dtype.kind not in "bi":
        raise TypeError("__hash__ method should return an integer")
    number = ops.get("py_int")(found)
    return select(number == -1, lambda: -2, lambda: number)


def _parts(trace: Trace, x: Any) -> tuple[list[Value], Form] | None:
    if is_variable(x):
        known = has_spec(x) and is_hashable(x.spec)
        return ([trace.value(x)], NUMBER) if known else None
    if type(x) in NUMBERS or isinstance(x, np.generic):
        return ([trace.value(x)], NUMBER) if is_hashable(trace.value(x).spec) else None
    parts = hashed_parts(x)
    if parts is None or is_growing(parts):
        return None
    return together([_parts(trace, part) for part in parts])
