"""Whether what a trace of some code comes to is the same in each process.

Hashes and addresses are not; and what is imported on the way is not compared. Nor is the order of sets, unless the
trace has seen that all their elements are hashed alike (`hashing.steady_hashes`). The views of a dict make sets where
they are operands: `for k, v in d.items()` only walks through one.
"""

from __future__ import annotations

import dis
import itertools
from types import CodeType
from typing import Any

from sct.runtime.conversion.code_match import code_objects
from sct.runtime.hashing.steady_hashes import is_hashed_alike

__all__ = ["is_steady"]

_UNSTEADY_NAMES = {"hash", "__hash__", "id", "object", "__import__"}
_UNSTEADY = {"IMPORT_NAME", "IMPORT_FROM", "IMPORT_STAR", "LOAD_BUILD_CLASS"}
_NAMES_OF_SETS = {"set", "frozenset"}
_OF_SETS = {"BUILD_SET", "SET_ADD", "SET_UPDATE"}
_VIEWS = ("keys", "items")
_NOTHING = ("CACHE", "PRECALL", "PUSH_NULL")  # what stands between a name and the call of it, by version of Python


def is_steady(code: CodeType, sets_are: bool) -> bool:
    """Whether a trace of this code comes to the same in each process, where its sets are, or are not."""
    names = _UNSTEADY_NAMES if sets_are else _UNSTEADY_NAMES | _NAMES_OF_SETS
    operations = _UNSTEADY if sets_are else _UNSTEADY | _OF_SETS
    return not any(names & set(one.co_names) or _has_unsteady_steps(one, operations) for one in code_objects(code))


def _has_unsteady_steps(code: CodeType, operations: set[str]) -> bool:
    try:
        steps = [step for step in dis.get_instructions(code) if step.opname not in _NOTHING]
    except ValueError:  # it shows all constants, and cannot show an int of more than 4300 digits
        return True
    walked = any(
        step.opname.startswith("LOAD_CONST") and type(step.argval) is frozenset and after.opname != "CONTAINS_OP"
        and not _is_in_one_order(step.argval)
        for step, after in itertools.pairwise(steps)
    )  # fmt: skip
    return walked or _has_kept_views(steps) or any(step.opname in operations for step in steps)


def _is_in_one_order(constant: frozenset[Any]) -> bool:
    """Whether a constant of the code is in one order, also where it is read from a file rather than compiled."""
    from sct.runtime.hashing.run_time_order import is_told_by_elements  # a trace has been made: it is there

    return is_hashed_alike(constant) and is_told_by_elements(constant)


def _has_kept_views(steps: list[dis.Instruction]) -> bool:
    """Whether the views of a dict go anywhere but into a loop at once."""
    for k, step in enumerate(steps):
        if step.opname in ("LOAD_METHOD", "LOAD_ATTR") and step.argval in _VIEWS:
            after = [one.opname for one in steps[k + 1 : k + 3]]
            if after != ["CALL", "GET_ITER"]:
                return True
        elif step.argval in _VIEWS and step.opname.endswith(("_NAME", "_GLOBAL", "_ATTR")):
            return True
    return False
