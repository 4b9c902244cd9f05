"""A region that may turn out to have recorded nothing: then it is kept, as if it had been done outside of it."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from sct.errors import SctError
from sct.runtime.state.cells import StorageCell
from sct.runtime.trace import Region, Trace

__all__ = ["Grown", "grows", "settle_trial", "trial", "try_to_roll", "without_frames"]

E = TypeVar("E", bound=BaseException)


class Grown(BaseException):
    """What is tried out has recorded an op: that was the question."""


@contextlib.contextmanager
def trial(trace: Trace) -> Iterator[Callable[[Region], None]]:
    """A region of this trace is tried out; answers what keeps it."""
    outer, trace.nursery = trace.nursery, []
    known = trace.made.newest()
    try:
        yield lambda region: _keep(region, known)
    finally:
        if outer is not None:
            outer += trace.nursery
        trace.nursery = outer


def _keep(region: Region, known: Any) -> None:
    """What was made in the region, after what is `known`, belongs to the one around."""
    region.transaction.commit()
    trace, inside = region.trace, region.builder
    around = inside.parent
    assert around is not None
    written = [cell.owner for cell, _, _ in region.transaction.changes() if isinstance(cell, StorageCell)]
    trace.forget_links()
    for storage in [*(trace.nursery or ()), *written]:
        storage.born = around if storage.born is inside else storage.born
        storage.builder = around if storage.builder is inside else storage.builder
    for owner, born in trace.made.after(known):
        if born is inside:
            trace.made[owner] = around
    region.keeps_doubts = True


def settle_trial(trace: Trace) -> None:
    """An op is about to be recorded here, or a refusal to come: all that a trial wants to know."""
    if trace.builder is trace.watched:
        raise Grown


def try_to_roll(attempt: Callable[[], None]) -> SctError | None:
    """Roll, or answer why that is not possible; then nothing has changed."""
    handled = sys.exc_info()[1]
    try:
        attempt()
    except SctError as error:
        return without_frames(error, handled)
    return None


def without_frames(error: E, handled: BaseException | None) -> E:
    """The same refusal, to be kept: what its frames hold (the iterator of each loop around) would count as in use.

    What the user's code was handling before is the user's, and stays as it is.
    """
    chained: BaseException | None = error
    while chained is not None and chained is not handled:
        chained = chained.with_traceback(None).__context__
    return error


def grows(
    trace: Trace, body: Callable[[], None], get_state: Callable[[], Any], set_state: Callable[[Any], None]
) -> bool | None:
    """Whether one iteration leaves ops in the graph; None if that is not seen. If it does not, it has been done."""
    from sct.runtime.calls.raising import Diverged
    from sct.runtime.iteration.left_generators import close_since

    before, grown, stepped = get_state(), None, len(trace.iterators.stepped)
    with trace.region() as region, trial(trace) as keep:
        watched, trace.watched = trace.watched, region.builder
        trace.tried_at.append(trace.depth)
        try:
            body()
            grown = bool(region.builder.ops)
        except Grown:
            grown = True
        except SctError:  # what cannot be tried out may be possible without
            pass
        except (Exception, Diverged):
            grown = bool(region.builder.ops)
            if not grown:
                keep(region)
                raise
        finally:
            trace.watched = watched
            trace.tried_at.pop()
        if grown is False:
            keep(region)
            return False
        close_since(trace, stepped)  # those of managers that it stands in: their `finally` is undone with it
        region.transaction.rollback()
    set_state(before)  # not as a change of the region, of which nothing is known any more
    return grown
