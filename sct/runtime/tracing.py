"""From a function and its arguments to a `PartialProgramLayer`: one tracing, start to end."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from types import FunctionType
from typing import Any

import numpy as np

from sct.errors import SctError
from sct.garbage import few_searches
from sct.ir.core import Block, Op
from sct.ir.types import Dim
from sct.runtime import trace as traces
from sct.runtime.attempts import LEARNED_FROM, Attempts
from sct.runtime.callers import callers_pools
from sct.runtime.callers.lift import guard_function, lift
from sct.runtime.callers.sources import ArgSource, ConstSource
from sct.runtime.calls.defects import internal_error, is_overflow, is_users, users_place
from sct.runtime.calls.raising import Diverged, record_exception
from sct.runtime.conversion.locations import function_location
from sct.runtime.iteration.left_generators import abandon, check_left
from sct.runtime.partial_program import PartialProgramLayer
from sct.runtime.rolling.endless import is_endless, refuse_endless
from sct.runtime.rolling.too_long import effort
from sct.runtime.source import Conversion
from sct.runtime.state.births import put_in_order

__all__ = ["trace_layer"]

_NOTHING = object()
_RAISING = ("raise", "assert", "library_check")


@few_searches()
def trace_layer(
    fn: FunctionType,
    conversion: Conversion,
    bound: inspect.BoundArguments,
    signature: inspect.Signature,
    *,
    backend: str,
    dims: Mapping[tuple[str, int], Dim],
    symbolic: frozenset[str],
    name: str,
    passes: Any = None,
) -> tuple[PartialProgramLayer, traces.Trace]:
    """Trace `fn` on these arguments and compile what comes out; nothing of the user's state is changed.

    Raises
    ------
    SctError
        Where the function cannot be expressed as a program.
    """
    attempts = Attempts()
    while True:
        trace = traces.Trace(name, function_location(fn), passes)
        trace.dims.update(dims)
        trace.symbolic, trace.function = symbolic, fn
        made: Any = _NOTHING
        with trace.active(), np.errstate():
            attempts.prepare(trace)
            guard_function(trace, fn, ConstSource(fn, f"the function {fn.__name__!r} itself"))
            try:
                made = _run(trace, fn, conversion, bound, signature)
                trace.overheard.check()
                layer = PartialProgramLayer(trace, made, signature, backend)
                layer.effort = attempts.spent + effort(trace)
                return layer, trace
            except LEARNED_FROM as lesson:
                attempts.learn(trace, lesson)
            except (ImportError, MemoryError, OSError):  # of what there is to work with
                raise
            except Exception as error:
                if made is _NOTHING and (is_users(error) or is_overflow(error)):
                    raise
                place = users_place(error) if made is _NOTHING else None
                raise internal_error(error, place or trace.where) from error
            finally:
                trace.overheard.over()
                attempts.over(trace)
                abandon(trace)
                trace.transaction.rollback()
                put_in_order(trace)


def _run(
    trace: traces.Trace, fn: FunctionType, conversion: Conversion, bound: inspect.BoundArguments, signature: Any
) -> Any:
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    for parameter in signature.parameters.values():
        value = lift(trace, bound.arguments[parameter.name], ArgSource(parameter.name))
        if parameter.kind is parameter.VAR_POSITIONAL:
            args += value
        elif parameter.kind is parameter.VAR_KEYWORD:
            kwargs |= value
        elif parameter.kind is parameter.KEYWORD_ONLY:
            kwargs[parameter.name] = value
        else:
            args.append(value)
    callers_pools.filled(trace)
    traced = conversion.traced(fn, trace.reads_for(fn))
    try:
        made = traced(*args, **kwargs)
        check_left(trace)
        return made
    except Diverged:
        if not _ends_by_raising(trace.root.ops):
            raise RuntimeError("an exception of a part that was only tried out has ended the program") from None
        return None
    except SctError:
        raise
    except Exception as error:
        if not is_users(error) and not is_overflow(error):
            raise
        refuse_endless(trace, error)
        trace.where = users_place(error) or trace.where
        record_exception(trace, error)
        return None


def _ends_by_raising(ops: list[Op]) -> bool:
    """Whether the last of these ops raises, or one in it."""
    if not ops:
        return False
    if is_endless(ops[-1]):
        return True
    return ops[-1].name in _RAISING or any(_raises(block) for block in ops[-1].blocks)


def _raises(block: Block) -> bool:
    return any(op.name in _RAISING or any(map(_raises, op.blocks)) for op in block.ops)
