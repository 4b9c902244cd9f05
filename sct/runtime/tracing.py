"""From a function and its arguments to a `PartialProgramLayer`: one tracing, start to end."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from types import FunctionType
from typing import Any

import numpy as np

from sct.errors import AliasError, JoinError, SctError, SymbolicRecursionError
from sct.garbage import few_searches
from sct.ir.core import Block, Op
from sct.ir.types import Dim
from sct.runtime import callers_pools, known_lists
from sct.runtime import trace as traces
from sct.runtime.array_tags import Tags
from sct.runtime.asked import asked_of_caller
from sct.runtime.births import put_in_order
from sct.runtime.defects import internal_error, is_overflow, is_users, users_place
from sct.runtime.endless import refuse_endless
from sct.runtime.entries import KeysComing, PositionsRather, RolledRather, StepsComing
from sct.runtime.left_generators import abandon, check_left
from sct.runtime.lift import guard_function, lift
from sct.runtime.locations import function_location
from sct.runtime.overlaps import Overlap
from sct.runtime.partial_program import PartialProgramLayer
from sct.runtime.pooling import Pooling
from sct.runtime.raising import Diverged, record_exception
from sct.runtime.source import Conversion
from sct.runtime.sources import ArgSource, ConstSource
from sct.runtime.told_apart import NotTold
from sct.runtime.too_long import TooLong, effort

__all__ = ["trace_layer"]

MOST_KNOWN = 16  # numbers of the caller that one program may be made for

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
    owners: list[Any] = []
    hashing: set[Any] = set()
    once_hashed: set[Any] = set()  # in attempts of another kind, too
    rolls_plain = True
    tells_apart = logs_sets = False
    known: frozenset[str] = frozenset()
    recursion_left = False
    stepped: SctError | None = None  # of what is tried again with iterators that have a position
    may_step, hoped = True, False  # whether that may be tried for the sake of a loop; whether it is
    rolled_rather: frozenset[Any] | None = frozenset()
    refusal: SctError | None = None  # of what is tried again with the items of lists one by one
    in_doubt: AliasError | None = None  # of what is tried again with short lists in rows
    rolls_short: SctError | None = None  # of what is tried again with no list's contents told apart
    pooling = Pooling()
    tags: bool | None = None  # whether arrays have numbers; None: it has not been tried
    spent = 0  # effort in attempts that have come to nothing
    while True:
        trace = traces.Trace(name, function_location(fn), passes)
        trace.dims.update(dims)
        trace.symbolic, trace.function = symbolic, fn
        trace.rolls_plain, trace.tells_apart, trace.logs_sets = rolls_plain, tells_apart, logs_sets
        trace.hashing = frozenset(hashing)
        trace.rolled_rather = rolled_rather
        trace.rolls_short = rolls_short is not None
        trace.keeps_items = refusal is not None and not trace.rolls_short
        trace.known = known
        trace.recursion_left, trace.by_position = recursion_left, stepped is not None
        trace.may_step = may_step
        trace.tags = Tags(trace) if tags else None
        trace.members.expect(owners)
        guard_function(trace, fn, ConstSource(fn, f"the function {fn.__name__!r} itself"))
        made: Any = _NOTHING
        with trace.active(), np.errstate():
            pooling.prepare(trace)
            try:
                made = _run(trace, fn, conversion, bound, signature)
                layer = PartialProgramLayer(trace, made, signature, backend)
                layer.effort = spent + effort(trace)
                return layer, trace
            except Overlap as overlap:
                if all(any(owner is known for known in owners) for owner in overlap.owners):
                    raise overlap.refusal from None
                owners += overlap.owners
            except NotTold:
                tells_apart = True
            except KeysComing as coming:
                if coming.site in once_hashed:  # the others will be needed again, too
                    hashing |= once_hashed
                once_hashed.add(coming.site)
                hashing.add(coming.site)
            except StepsComing:
                logs_sets = True
            except TooLong as long:
                if trace.pools:
                    pooling.give_up()
                    continue
                if hoped:
                    stepped, may_step, hoped = None, False, False
                    continue
                raise pooling.refusal or rolls_short or in_doubt or stepped or refusal or long.refusal from None
            except PositionsRather as rather:
                stepped, hoped = rather.refusal, True
                hashing.clear()
            except RolledRather as loops:
                rolled_rather = (rolled_rather or frozenset()) | loops.bodies
            except SctError as error:
                if tags is None and getattr(error, "untagged", False):
                    tags = True
                    continue
                if tags:  # they are none of its worries, or do not help
                    tags = False
                    continue
                lists = known_lists.places(trace)
                if isinstance(error, AliasError) and not lists <= hashing and not trace.pools:
                    in_doubt = in_doubt or error  # which item of a list something is
                    pooling.note(trace, in_doubt=True)
                    hashing |= lists
                    continue
                endless = isinstance(error, SymbolicRecursionError) and trace.recursed and not recursion_left
                if endless and trace.pools:  # without them, it did not even get that far
                    recursion_left = True
                    continue
                if pooling.asks_for_more(trace, error):
                    hashing.clear()
                    continue
                if trace.pools or trace.hurried:
                    pooling.give_up()  # and go on where they were hoped for
                    hashing.clear()
                    continue
                if hoped:
                    stepped, may_step, hoped = None, False, False  # and unroll that loop
                    hashing.clear()
                    continue
                if rolled_rather and (trace.recursed_there or not endless):
                    rolled_rather = None  # as long as it may get
                    hashing.clear()
                    continue
                asked = asked_of_caller(trace, error)
                if trace.sequence_iterators and stepped is None and not isinstance(error, SymbolicRecursionError):
                    stepped = error
                    hashing.clear()
                elif asked - known and len(known) < MOST_KNOWN:
                    known |= asked  # something needs the value of a number that the caller gives
                elif trace.recursed and not recursion_left:
                    recursion_left, known = True, frozenset()
                elif trace.rolled_plain:
                    rolls_plain = False  # or what a long loop found as a Python value
                    hashing.clear()
                elif trace.lost_items and refusal is None:
                    refusal, rolls_plain, known = error, True, frozenset()
                    hashing.clear()
                elif trace.told_contents and rolls_short is None and isinstance(error, (AliasError, JoinError)):
                    rolls_short, tags = in_doubt or stepped or refusal or error, None
                    hashing.clear()
                else:
                    raise rolls_short or in_doubt or stepped or refusal or error  # noqa: B904
            except (ImportError, MemoryError, OSError):  # of what there is to work with
                raise
            except Exception as error:
                if made is _NOTHING and (is_users(error) or is_overflow(error)):
                    raise
                place = users_place(error) if made is _NOTHING else None
                raise internal_error(error, place or trace.where) from error
            finally:
                spent += effort(trace)
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
    return ops[-1].name in _RAISING or any(_raises(block) for block in ops[-1].blocks)


def _raises(block: Block) -> bool:
    return any(op.name in _RAISING or any(map(_raises, op.blocks)) for op in block.ops)
