"""The module that converted code knows as `_sct`: everything it calls, and nothing else."""

from __future__ import annotations

from builtins import slice

from sct.runtime.assertion import convert_assert
from sct.runtime.call import convert_call
from sct.runtime.calls.raising import raised
from sct.runtime.calls.stacks import called_itself, deepest, own_stack, too_deep, walked, whole
from sct.runtime.containers import (
    del_attr,
    del_item,
    iadd,
    iand,
    ifloordiv,
    ilshift,
    imatmul,
    imod,
    imul,
    ior,
    ipow,
    irshift,
    isub,
    itruediv,
    ixor,
    store_attr,
    store_item,
)
from sct.runtime.control_flow import convert_for, convert_ifelse, convert_while
from sct.runtime.generators import decided, emit, emit_from, generator, pulled, stopped
from sct.runtime.iteration.machines import begun, delegated, forwarded, stepped, steps
from sct.runtime.logical import (
    and_,
    and_once,
    and_test,
    in_,
    is_,
    is_not,
    not_,
    not_in,
    or_,
    or_once,
    or_test,
    ternary,
    ternary_once,
)
from sct.runtime.numbers.builtins_ import convert_builtin
from sct.runtime.objects.managers import PASSING
from sct.runtime.objects.matching import match_class, match_mapping, match_sequence
from sct.runtime.printing import convert_print
from sct.runtime.state.undefined import Undefined, first_argument, ld, there
from sct.runtime.texts.format_text import fstring
from sct.runtime.trying import convert_finally, convert_try, convert_with, finishing, trying

__all__ = [
    "PASSING", "Undefined", "and_", "and_once", "and_test", "begun", "called_itself", "convert_assert",
    "convert_builtin", "convert_call", "convert_finally", "convert_for", "convert_ifelse", "convert_print",
    "convert_try", "convert_while", "convert_with", "decided", "deepest", "del_attr", "del_item", "delegated", "emit",
    "emit_from", "finishing", "first_argument", "forwarded", "fstring", "generator", "iadd", "iand", "ifloordiv",
    "ilshift", "imatmul", "imod", "imul", "in_", "ior", "ipow", "irshift", "is_", "is_not", "isub", "itruediv", "ixor",
    "ld", "match_class", "match_mapping", "match_sequence", "not_", "not_in", "or_", "or_once", "or_test", "own_stack",
    "pulled", "raised", "slice", "stepped", "steps", "stopped", "store_attr", "store_item", "ternary", "ternary_once",
    "there", "too_deep", "trying", "walked", "whole",
]  # fmt: skip
