"""`hash` of numbers that only the running program knows, and of tuples and frozen dataclasses of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.errors import StaticValueError
from sct.ir.core import Value
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
from sct.runtime.stand_ins import StandIn
from sct.runtime.texts.kind_names import a_kind
from sct.runtime.texts.run_time_bytes import with_known_bytes
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
    if not is_run_time_key(x):
        return None
    if hashed_parts(x) is None and is_hashed_by_users(x):
        return _by_users(trace, x)
    found = _parts(trace, checked(trace, x))
    if found is None:
        return None
    values, form = found
    return trace.variable(op_value(trace, "python_hash", values, form=form), trace.location())


def _by_users(trace: Trace, x: Any) -> Any:
    """What the `__hash__` of its class says, which Python takes for -2 if it is -1."""
    from sct.runtime.call import convert_call
    from sct.runtime.objects.operators import users_method

    method = users_method(x, "__hash__")
    found = None if method is None else convert_call(method)(x)
    return select(found == -1, lambda: -2, lambda: found) if is_variable(found) else found


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
