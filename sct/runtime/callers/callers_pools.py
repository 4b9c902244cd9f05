"""Lists of the caller's that several names may stand for: they enter a pool as they are met, and are filled at the end.

No line of the user's makes such a list: it is told by the path to it, and the items of one list have one path. The
first places of the pool are those of the caller's lists, so what leaves at such a place is the caller's own object.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from sct.errors import AliasError
from sct.runtime.callers.sources import ArgSource, ItemSource, Source
from sct.runtime.lists.rows import Ref, Rows, stale_or_marker

if TYPE_CHECKING:
    from sct.runtime.pools.pools import Pool
    from sct.runtime.trace import Trace

__all__ = ["entered", "filled", "outermost", "places", "written_back"]


def entered(trace: Trace, shadow: list[Any], source: Source) -> None:
    """The shadow of a list is complete: it is in a pool if those of its path are."""
    from sct.runtime.pools import pools

    site = trace.doubts.families.theirs[shadow] = _path(source)
    pool = trace.pools.get(site)
    if not isinstance(pool, pools.Pool):
        return
    pools.check_items(trace, shadow)
    if not trace.callers.begun:
        items = trace.note_new(list(shadow))
        shadow[:] = [Ref(pool, len(pool.theirs))]
        pool.coming.append(items)
        pool.theirs.append((len(pool.theirs), source))
    elif trace.builder is trace.root:
        pools.enter(trace, shadow, pool)
        pool.theirs.append((stale_or_marker(shadow).at, source))  # type: ignore[union-attr]
    else:
        raise AliasError(
            "a list of the caller's that several names may stand for is first met in a branch or loop",
            where=trace.location(),
            fix="give it a name before, or pass it as an argument",
        )


def _path(source: Source) -> str:
    if isinstance(source, ItemSource) and type(source.key) is int:
        return f"the caller's items of {source.parent.describe()}"
    return f"the caller's {source.describe()}"


def outermost(trace: Trace) -> list[tuple[Any, Source]]:
    """The containers of the caller's that the trace has met elsewhere than among the arguments or in one another."""
    found = [(x, source) for _, (x, source, _) in trace.callers.originals.items()]
    known = {id(source) for _, source in found}
    inside = [isinstance(source, ItemSource) and id(source.parent) in known for _, source in found]
    return [one for one, inner in zip(found, inside, strict=True) if not inner and not isinstance(one[1], ArgSource)]


def filled(trace: Trace) -> None:
    """All arguments have been met: their lists are what is in the pools first."""
    from sct.runtime.callers import lift
    from sct.runtime.lists import growing
    from sct.runtime.pools import pools

    for x, source in trace.callers.met_before:
        lift.lift(trace, x, source)
    for pool in _pools(trace):
        coming, pool.coming = pool.coming, []
        if coming:
            lengths = [growing.length(trace, items) for items in coming]
            starts = list(accumulate(lengths, initial=0))[:-1]
            columns = (starts, lengths, lengths, [0 for _ in coming])
            for xs, column in zip(pool.lists, columns, strict=False):
                growing.put(trace, xs, [growing.rows_in(trace, trace.note_new(list(column)))])
            if (rows := _one_after_the_other(trace, coming)) is not None:
                growing.put(trace, pool.items, [rows])
            pools.check(trace, pool)
            pool.at_first = _content(pool)
    trace.callers.begun = True


def _one_after_the_other(trace: Trace, lists: list[list[Any]]) -> Rows | None:
    """The items of all lists, of which some may have a length that only the run knows; None if there are none."""
    from sct.runtime.lists import growing, row_lists

    if not any(map(growing.is_growing, lists)):
        items = [x for xs in lists for x in xs]
        return growing.rows_in(trace, trace.note_new(items)) if items else None
    found = [rows for xs in lists if (rows := growing.as_rows(trace, xs)) is not None]
    return reduce(partial(row_lists.concatenated, trace), found) if found else None


def places(pool: Pool, render: Callable[[Any], str], place: Callable[[Source], str]) -> str:
    """The caller's lists by their places, as the text of a dict."""
    return f"{{{', '.join(f'{render(at)}: {place(source)}' for at, source in pool.theirs)}}}"


def written_back(trace: Trace, render: Callable[[Any], str]) -> list[str]:
    """The lines that do to the caller's lists what has been done to them in pools."""
    changed = [pool for pool in _pools(trace) if pool.theirs and _differs(pool)]
    return [f"{render(pool)}.write_back()" for pool in changed]


def _differs(pool: Pool) -> bool:
    before = pool.at_first
    return before is None or any(a is not b for a, b in zip(before, _content(pool), strict=True))


def _content(pool: Pool) -> tuple[Any, Any]:
    return stale_or_marker(pool.lengths), stale_or_marker(pool.items)


def _pools(trace: Trace) -> list[Pool]:
    from sct.runtime.pools.pools import Pool

    found = {id(pool): pool for pool in trace.pools.values() if isinstance(pool, Pool)}
    return list(found.values())
