"""The thread pool as LLVM text, so that compiled code calls it with no Python and no lock of Python's.

`void sct_parallel(ptr task, ptr ctx, i64 n, i64 grain)` calls `task(ctx, begin, end)` for the pieces
[0, grain), [grain, 2 grain), … of [0, n). The pieces are the same however many threads there are, and also
when they run one after the other: whatever a task computes for each piece is the same too. It comes back when all
are done. `void sct_threads(i64 most, i64 rest)` says how many threads may work at once, the caller included.
`void sct_parallel_asking(…)` is the same, but for tasks that may take long: while it waits for other threads, it calls
`task(ctx, 0, 0)` every millisecond, to ask whether to stop. `i64 sct_thread()` tells threads apart.

Where other processes want the cores too, a thread may be stopped in the middle of a piece, and all wait for it.
A region that took longer than all threads together have worked is followed by a rest: for some time, `rest` times what
was lost, regions run in the thread that calls. No more than one part in `rest` is ever lost.

One region runs in parallel at a time: a call from inside a task, or from another thread meanwhile, runs its pieces
itself. Threads start with the first call that has work for them. They wait for the next in a short spin,
then asleep, and end with the process. A process that was forked knows itself by its number, and begins anew.
Tasks do not fork, do not unwind, and do not wait for each other.
"""

from __future__ import annotations

import signal
import time

from sct.backends.native.threads_region import REGION

__all__ = ["EXPORTS", "text"]

EXPORTS = ("sct_parallel", "sct_parallel_asking", "sct_thread", "sct_threads")
_STACK = 8 << 20  # bytes, as a main thread has: what tasks need must not depend on who runs them
_LOOK = 1_000_000  # nanoseconds between two questions whether to stop
_SPINS = 1000  # some ten microseconds: a sleeping thread takes longer than that to wake

_SERIAL = """
define internal void @serial(ptr %task, ptr %ctx, i64 %n, i64 %grain, i64 %pieces) {
entry:
  br label %piece
piece:
  %k = phi i64 [ 0, %entry ], [ %next, %piece ]
  call void @piece(ptr %task, ptr %ctx, i64 %n, i64 %grain, i64 %k)
  %next = add nuw i64 %k, 1
  %more = icmp ult i64 %next, %pieces
  br i1 %more, label %piece, label %done
done:
  ret void
}

define internal void @piece(ptr %task, ptr %ctx, i64 %n, i64 %grain, i64 %k) alwaysinline {
  %begin = mul nuw i64 %k, %grain
  %end = add nuw i64 %begin, %grain
  %last = call i64 @llvm.umin.i64(i64 %end, i64 %n)
  call void %task(ptr %ctx, i64 %begin, i64 %last)
  ret void
}
"""

_ALONE = """
define void @sct_threads(i64 %most, i64 %rest) {
  ret void
}

define i64 @sct_thread() {
  ret i64 0
}

define void @sct_parallel_asking(ptr %task, ptr %ctx, i64 %n, i64 %wanted) {
  call void @sct_parallel(ptr %task, ptr %ctx, i64 %n, i64 %wanted)
  ret void
}

define void @sct_parallel(ptr %task, ptr %ctx, i64 %n, i64 %wanted) {
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %work, label %done
work:
  %grain = call i64 @llvm.smax.i64(i64 %wanted, i64 1)
  %before = sub i64 %n, 1
  %full = udiv i64 %before, %grain
  %pieces = add i64 %full, 1
  call void @serial(ptr %task, ptr %ctx, i64 %n, i64 %grain, i64 %pieces)
  br label %done
done:
  ret void
}
"""

_POOL = """
; opaque to us: larger than any system's
@lock = internal global [128 x i8] zeroinitializer, align 64
@wake = internal global [128 x i8] zeroinitializer, align 64
@done = internal global [128 x i8] zeroinitializer, align 64

@most = internal global i64 1, align 64     ; threads that may work at once
@process = internal global i64 0            ; whose threads these are; 0 nobody's, -1 being made ready
@busy = internal global i64 0, align 64     ; 1 while a region runs
@workers = internal global i64 0            ; threads started; changed by the owner of busy

; the region, written before the lock is taken, read under it
@task = internal global ptr null
@ctx = internal global ptr null
@n = internal global i64 0
@grain = internal global i64 0
@pieces = internal global i64 0

; under the lock; generation and active are also looked at in a spin
@generation = internal global i64 0, align 64
@open = internal global i64 0               ; how many more threads may join the region
@active = internal global i64 0, align 64   ; threads inside of it

@rest = internal global i64 0
@until = internal global i64 0, align 64    ; no region runs in parallel before this moment

@spent = internal global i64 0, align 64    ; the time that threads have worked for the region

@next = internal global i64 0, align 64     ; the piece that nobody has taken

declare i32 @getpid()
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_detach(ptr)
declare i32 @pthread_attr_init(ptr)
declare i32 @pthread_attr_setstacksize(ptr, i64)
declare i32 @pthread_attr_destroy(ptr)
declare i32 @pthread_mutex_init(ptr, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_cond_init(ptr, ptr)
declare i32 @pthread_cond_wait(ptr, ptr)
declare i32 @pthread_cond_timedwait(ptr, ptr, ptr)
declare i64 @pthread_self()
declare i32 @pthread_cond_broadcast(ptr)
declare i32 @pthread_cond_signal(ptr)
declare i32 @sigfillset(ptr)
declare i32 @pthread_sigmask(i32, ptr, ptr)
declare i32 @clock_gettime(i32, ptr)

define internal i64 @clock(i32 %which) {
  %time = alloca [2 x i64], align 16
  %r0 = call i32 @clock_gettime(i32 %which, ptr %time)
  %seconds = load i64, ptr %time
  %place = getelementptr i64, ptr %time, i64 1
  %rest = load i64, ptr %place
  %whole = mul i64 %seconds, 1000000000
  %now = add i64 %whole, %rest
  ret i64 %now
}

; rests if the region, from %began until now, was slower than one thread
define internal void @judge(i64 %began) {
  %ended = call i64 @clock(i32 MONOTONIC)
  %took = sub i64 %ended, %began
  %alone = load atomic i64, ptr @spent monotonic, align 8
  %lost = sub i64 %took, %alone
  %bad = icmp sgt i64 %lost, 0
  br i1 %bad, label %rest, label %done
rest:
  %times = load atomic i64, ptr @rest monotonic, align 8
  %long = mul i64 %lost, %times
  %until = add i64 %ended, %long
  store atomic i64 %until, ptr @until monotonic, align 8
  br label %done
done:
  ret void
}

define void @sct_threads(i64 %most, i64 %rest) {
  store atomic i64 %rest, ptr @rest monotonic, align 8
  store atomic i64 0, ptr @until monotonic, align 8
  store atomic i64 %most, ptr @most monotonic, align 8
  ret void
}

define internal void @take(ptr %task, ptr %ctx, i64 %n, i64 %grain, i64 %pieces) {
entry:
  %before = call i64 @clock(i32 WORKED)
  br label %try
try:
  %k = atomicrmw add ptr @next, i64 1 monotonic
  %mine = icmp ult i64 %k, %pieces
  br i1 %mine, label %work, label %done
work:
  call void @piece(ptr %task, ptr %ctx, i64 %n, i64 %grain, i64 %k)
  br label %try
done:
  %after = call i64 @clock(i32 WORKED)
  %time = sub i64 %after, %before
  %sum = atomicrmw add ptr @spent, i64 %time monotonic
  ret void
}

define internal ptr @worker(ptr %born) {
entry:
  %first = ptrtoint ptr %born to i64
  br label %idle
idle:
  %seen = phi i64 [ %first, %entry ], [ %now, %late ], [ %now, %leave ]
  br label %spin
spin:
  %i = phi i64 [ 0, %idle ], [ %i1, %again ]
  %looked = load atomic i64, ptr @generation acquire, align 8
  %same = icmp eq i64 %looked, %seen
  br i1 %same, label %again, label %enter
again:
  PAUSE
  %i1 = add i64 %i, 1
  %tired = icmp eq i64 %i1, SPINS
  br i1 %tired, label %enter, label %spin
enter:
  %r0 = call i32 @pthread_mutex_lock(ptr @lock)
  br label %check
check:
  %now = load atomic i64, ptr @generation monotonic, align 8
  %old = icmp eq i64 %now, %seen
  br i1 %old, label %sleep, label %awake
sleep:
  %r1 = call i32 @pthread_cond_wait(ptr @wake, ptr @lock)
  br label %check
awake:
  %room = load i64, ptr @open
  %join = icmp sgt i64 %room, 0
  br i1 %join, label %joined, label %late
late:
  %r2 = call i32 @pthread_mutex_unlock(ptr @lock)
  br label %idle
joined:
  %less = sub i64 %room, 1
  store i64 %less, ptr @open
  %others = load atomic i64, ptr @active monotonic, align 8
  %all = add i64 %others, 1
  store atomic i64 %all, ptr @active monotonic, align 8
  %task = load ptr, ptr @task
  %ctx = load ptr, ptr @ctx
  %n = load i64, ptr @n
  %grain = load i64, ptr @grain
  %pieces = load i64, ptr @pieces
  %r3 = call i32 @pthread_mutex_unlock(ptr @lock)
  call void @take(ptr %task, ptr %ctx, i64 %n, i64 %grain, i64 %pieces)
  %r4 = call i32 @pthread_mutex_lock(ptr @lock)
  %inside = load atomic i64, ptr @active monotonic, align 8
  %rest = sub i64 %inside, 1
  store atomic i64 %rest, ptr @active release, align 8
  %last = icmp eq i64 %rest, 0
  br i1 %last, label %tell, label %leave
tell:
  %r5 = call i32 @pthread_cond_signal(ptr @done)
  br label %leave
leave:
  %r6 = call i32 @pthread_mutex_unlock(ptr @lock)
  br label %idle
}

; threads are started without signals: those are for the threads that Python knows
define internal void @start(i64 %have, i64 %want) noinline {
entry:
  %thread = alloca [2 x i64], align 16
  %every = alloca [128 x i8], align 16
  %attributes = alloca [128 x i8], align 16
  %r4 = call i32 @pthread_attr_init(ptr %attributes)
  %r5 = call i32 @pthread_attr_setstacksize(ptr %attributes, i64 STACK)
  %before = alloca [128 x i8], align 16
  %r0 = call i32 @sigfillset(ptr %every)
  %r1 = call i32 @pthread_sigmask(i32 SETMASK, ptr %every, ptr %before)
  %now = load atomic i64, ptr @generation monotonic, align 8
  %born = inttoptr i64 %now to ptr
  br label %one
one:
  %i = phi i64 [ %have, %entry ], [ %i1, %made ]
  %failed = call i32 @pthread_create(ptr %thread, ptr %attributes, ptr @worker, ptr %born)
  %ok = icmp eq i32 %failed, 0
  br i1 %ok, label %made, label %enough
made:
  %handle = load ptr, ptr %thread
  %r2 = call i32 @pthread_detach(ptr %handle)
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, %want
  br i1 %more, label %one, label %enough
enough:
  %got = phi i64 [ %i, %one ], [ %i1, %made ]
  store i64 %got, ptr @workers
  %r3 = call i32 @pthread_sigmask(i32 SETMASK, ptr %before, ptr null)
  %r6 = call i32 @pthread_attr_destroy(ptr %attributes)
  ret void
}
"""


def text(*, pool: bool, x86: bool) -> str:
    """The module; without a `pool`, pieces run one after the other in the thread that calls."""
    if not pool:
        return _SERIAL + _ALONE
    pause = 'call void asm sideeffect "pause", ""()' if x86 else "fence seq_cst"
    masked = (_POOL + REGION).replace("PAUSE", pause).replace("SPINS", str(_SPINS))
    words = {
        "STACK": _STACK,
        "SETMASK": getattr(signal, "SIG_SETMASK", 2),
        "LOOK": _LOOK,
        "REALTIME": getattr(time, "CLOCK_REALTIME", 0),
        "MONOTONIC": getattr(time, "CLOCK_MONOTONIC", 1),
        "WORKED": getattr(time, "CLOCK_THREAD_CPUTIME_ID", 3),
    }
    for word, value in words.items():
        masked = masked.replace(word, str(int(value)))
    return _SERIAL + masked
