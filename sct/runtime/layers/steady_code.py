"""Whether what a trace of some code comes to is the same in each process.

The order of sets is not, nor are hashes and addresses; and what is imported on the way is not compared. The views of a
dict make sets where they are operands: `for k, v in d.items()` only walks through one.
"""

from __future__ import annotations

import dis
import itertools
from types import CodeType

from sct.runtime.conversion.code_match import code_objects

__all__ = ["is_steady"]

_UNSTEADY_NAMES = {"set", "frozenset", "hash", "__hash__", "id", "object", "__import__"}
_UNSTEADY = {"BUILD_SET", "SET_ADD", "SET_UPDATE", "IMPORT_NAME", "IMPORT_FROM", "IMPORT_STAR", "LOAD_BUILD_CLASS"}
_VIEWS = ("keys", "items")
_NOTHING = ("CACHE", "PRECALL", "PUSH_NULL")  # what stands between a name and the call of it, by version of Python


def is_steady(code: CodeType) -> bool:
    """Whether a trace of this code comes to the same in each process."""
    return not any(_UNSTEADY_NAMES & set(one.co_names) or _has_unsteady_steps(one) for one in code_objects(code))


def _has_unsteady_steps(code: CodeType) -> bool:
    try:
        steps = [step for step in dis.get_instructions(code) if step.opname not in _NOTHING]
    except ValueError:  # it shows all constants, and cannot show an int of more than 4300 digits
        return True
    walked = any(
        step.opname.startswith("LOAD_CONST") and type(step.argval) is frozenset and after.opname != "CONTAINS_OP"
        for step, after in itertools.pairwise(steps)
    )
    return walked or _has_kept_views(steps) or any(step.opname in _UNSTEADY for step in steps)


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
