"""Owners of memory: made, reused, let go."""

from __future__ import annotations

from sct.backends.native.abi import layout as at
from sct.backends.native.abi.externals import Py_DecRef, free, madvise, malloc
from sct.backends.native.abi.machine.gil import hold, let_go
from sct.backends.native.abi.words import exchange, load, store, table

HUGE = 4 << 20
PAGE = 4096
MADV_HUGEPAGE = 14


def new_header(ctx: int) -> int:
    """A header with one reference, in the list of the living; 0 when out of memory."""
    header = load(ctx + at.C_SPARE_HEADERS)
    used = load(ctx + at.C_POOL_USED)
    if header != 0:
        store(ctx + at.C_SPARE_HEADERS, load(header + at.H_NEXT))
    elif used < at.POOL_HEADERS:
        header = ctx + at.C_POOL + used * at.HEADER_BYTES
        store(ctx + at.C_POOL_USED, used + 1)
    else:
        header = malloc(at.HEADER_BYTES)
        if header == 0:
            return 0
    first = load(ctx + at.C_NEXT)
    store(header + at.H_COUNT, 1)
    store(header + at.H_CTX, ctx)
    store(header + at.H_PREVIOUS, ctx)
    store(header + at.H_NEXT, first)
    store(first + at.H_PREVIOUS, header)
    store(ctx + at.C_NEXT, header)
    return header


def unlink(header: int) -> int:
    """Take a header out of the list of the living."""
    previous = load(header + at.H_PREVIOUS)
    following = load(header + at.H_NEXT)
    store(previous + at.H_NEXT, following)
    store(following + at.H_PREVIOUS, previous)
    return 0


def spare(ctx: int, header: int) -> int:
    """Keep the header, which is in no list, for the next owner."""
    store(header + at.H_NEXT, load(ctx + at.C_SPARE_HEADERS))
    store(ctx + at.C_SPARE_HEADERS, header)
    return 0


def allocate(bytes_: int) -> int:
    """Memory as NumPy asks for it; 0 when there is none."""
    data = malloc(bytes_ + (bytes_ == 0))
    if bytes_ >= HUGE and data != 0 and table(at.T_HUGE_PAGES) != 0:
        skipped = PAGE - (data & (PAGE - 1))
        madvise(data + skipped, bytes_ - skipped, MADV_HUGEPAGE)
    return data


def give_back(data: int, bytes_: int) -> int:
    """Free memory, or keep it for a later call: fresh pages cost more than the work on them often does.

    The kept buffers belong to the process. A thread that finds another one there goes without: nobody waits, and a
    child that was forked just then is not stuck.
    """
    if bytes_ < at.KEPT_LEAST or bytes_ > at.KEPT_MOST or exchange(table(at.T_KEPT) + at.KEPT_LOCK, 1) != 0:
        free(data)
        return 0
    dropped = keep(table(at.T_KEPT), data, bytes_)
    exchange(table(at.T_KEPT) + at.KEPT_LOCK, 0)
    if dropped != 0:
        free(dropped)
    return 0


def keep(kept: int, data: int, bytes_: int) -> int:
    """Keep a buffer, with the lock taken; answers what must go for it, or 0."""
    k = 0
    while k < at.KEPT_ENTRIES:
        if load(kept + k * at.KEPT_ENTRY_BYTES) == 0:
            store(kept + k * at.KEPT_ENTRY_BYTES, data)
            store(kept + k * at.KEPT_ENTRY_BYTES + 8, bytes_)
            return 0
        k += 1
    k = load(kept + at.KEPT_NEXT)
    dropped = load(kept + k * at.KEPT_ENTRY_BYTES)
    store(kept + k * at.KEPT_ENTRY_BYTES, data)
    store(kept + k * at.KEPT_ENTRY_BYTES + 8, bytes_)
    store(kept + at.KEPT_NEXT, (k + 1) & (at.KEPT_ENTRIES - 1))
    return dropped


def take_kept(bytes_: int) -> int:
    """A kept buffer of so many bytes, or 0; of other sizes no more are kept than there is room for beside it."""
    if bytes_ < at.KEPT_LEAST or bytes_ > at.KEPT_MOST or exchange(table(at.T_KEPT) + at.KEPT_LOCK, 1) != 0:
        return 0
    found = find_kept(table(at.T_KEPT), bytes_)
    exchange(table(at.T_KEPT) + at.KEPT_LOCK, 0)
    return found


def find_kept(kept: int, bytes_: int) -> int:
    """The same, with the lock taken."""
    total = bytes_
    k = 0
    while k < at.KEPT_ENTRIES:
        data = load(kept + k * at.KEPT_ENTRY_BYTES)
        size = load(kept + k * at.KEPT_ENTRY_BYTES + 8)
        if data != 0 and size == bytes_:
            store(kept + k * at.KEPT_ENTRY_BYTES, 0)
            return data
        if data != 0:
            total += size
            if total > at.KEPT_IN_ALL:
                store(kept + k * at.KEPT_ENTRY_BYTES, 0)
                free(data)
                total -= size
        k += 1
    return 0


def sct_alloc(ctx: int, bytes_: int) -> int:
    """A new owner of so many bytes, with one reference; 0 when out of memory."""
    if bytes_ < 0:
        return 0
    k = load(ctx + at.C_CACHED)
    while k > 0:
        k -= 1
        header = load(ctx + at.C_CACHE + 8 * k)
        if load(header + at.H_BYTES) == bytes_:
            return revive(ctx, header, k)
    if load(ctx + at.C_CACHED_BYTES) >= HUGE:
        drop_cache(ctx)  # another size is wanted: keep the peak down
    data = take_kept(bytes_)
    if data == 0:
        data = allocate(bytes_)
    if data == 0:
        return 0
    header = new_header(ctx)
    if header == 0:
        free(data)
        return 0
    store(header + at.H_DATA, data)
    store(header + at.H_BYTES, bytes_)
    store(header + at.H_KIND, at.OWN)
    store(header + at.H_OBJECT, 0)
    return header


def revive(ctx: int, header: int, k: int) -> int:
    """Give out entry `k` of the cache again."""
    last = load(ctx + at.C_CACHED) - 1
    store(ctx + at.C_CACHED, last)
    store(ctx + at.C_CACHE + 8 * k, load(ctx + at.C_CACHE + 8 * last))
    store(ctx + at.C_CACHED_BYTES, load(ctx + at.C_CACHED_BYTES) - load(header + at.H_BYTES))
    first = load(ctx + at.C_NEXT)
    store(header + at.H_COUNT, 1)
    store(header + at.H_PREVIOUS, ctx)
    store(header + at.H_NEXT, first)
    store(first + at.H_PREVIOUS, header)
    store(ctx + at.C_NEXT, header)
    return header


def drop_cache(ctx: int) -> int:
    """Free the buffers that were kept for reuse."""
    k = load(ctx + at.C_CACHED)
    while k > 0:
        k -= 1
        header = load(ctx + at.C_CACHE + 8 * k)
        give_back(load(header + at.H_DATA), load(header + at.H_BYTES))
        spare(ctx, header)
    store(ctx + at.C_CACHED, 0)
    store(ctx + at.C_CACHED_BYTES, 0)
    return 0


def sct_release(header: int) -> int:
    """Let go of what an owner without references owns."""
    kind = load(header + at.H_KIND)
    if kind == at.BORROWED:
        return 0
    ctx = load(header + at.H_CTX)
    unlink(header)
    if kind == at.HELD:
        held = hold(ctx)
        Py_DecRef(load(header + at.H_OBJECT))
        let_go(ctx, held)
        spare(ctx, header)
        return 0
    count = load(ctx + at.C_CACHED)
    total = load(ctx + at.C_CACHED_BYTES) + load(header + at.H_BYTES)
    if count < at.CACHE_ENTRIES and total <= at.CACHE_BYTES:
        store(ctx + at.C_CACHE + 8 * count, header)
        store(ctx + at.C_CACHED, count + 1)
        store(ctx + at.C_CACHED_BYTES, total)
        return 0
    give_back(load(header + at.H_DATA), load(header + at.H_BYTES))
    spare(ctx, header)
    return 0


def sct_turns_begin(ctx: int) -> int:
    """No memory yet: what a piece of a loop makes has a ctx of its own, as threads do not wait for one another."""
    store(ctx + at.C_PREVIOUS, ctx)
    store(ctx + at.C_NEXT, ctx)
    store(ctx + at.C_POOL_USED, 0)
    store(ctx + at.C_SPARE_HEADERS, 0)
    store(ctx + at.C_CACHED, 0)
    store(ctx + at.C_CACHED_BYTES, 0)
    return 0


def sct_turns_end(ctx: int) -> int:
    """Free all that the piece still has."""
    clean(ctx)
    return 0


def clean(ctx: int) -> int:
    """Free all that the call still has, whether it came to its end or not."""
    drop_cache(ctx)
    header = load(ctx + at.C_NEXT)
    while header != ctx:
        following = load(header + at.H_NEXT)
        if load(header + at.H_KIND) == at.HELD:
            Py_DecRef(load(header + at.H_OBJECT))
        else:
            free(load(header + at.H_DATA))
        free_header(ctx, header)
        header = following
    header = load(ctx + at.C_SPARE_HEADERS)
    while header != 0:
        following = load(header + at.H_NEXT)
        free_header(ctx, header)
        header = following
    return 0


def free_header(ctx: int, header: int) -> int:
    """Free a header, unless it lies within the ctx itself."""
    if header < ctx or header >= ctx + at.CTX_BYTES:
        free(header)
    return 0
