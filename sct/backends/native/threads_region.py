"""One region of the thread pool, from the thread that calls: what `threads_text` ends with."""

from __future__ import annotations

__all__ = ["REGION"]

REGION = """
define i64 @sct_thread() {
  %me = call i64 @pthread_self()
  ret i64 %me
}

define void @sct_parallel(ptr %task, ptr %ctx, i64 %n, i64 %wanted) {
  call void @region(ptr %task, ptr %ctx, i64 %n, i64 %wanted, i1 false)
  ret void
}

define void @sct_parallel_asking(ptr %task, ptr %ctx, i64 %n, i64 %wanted) {
  call void @region(ptr %task, ptr %ctx, i64 %n, i64 %wanted, i1 true)
  ret void
}

; waits for a thread to be done, with the lock, but not long
define internal void @wait_a_little() {
  %until = alloca [2 x i64], align 16
  %now = call i64 @clock(i32 REALTIME)
  %then = add i64 %now, LOOK
  %seconds = udiv i64 %then, 1000000000
  %rest = urem i64 %then, 1000000000
  store i64 %seconds, ptr %until
  %place = getelementptr i64, ptr %until, i64 1
  store i64 %rest, ptr %place
  %r0 = call i32 @pthread_cond_timedwait(ptr @done, ptr @lock, ptr %until)
  ret void
}

define internal void @region(ptr %task, ptr %ctx, i64 %n, i64 %wanted, i1 %asks) {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %size, label %done
size:
  %grain = call i64 @llvm.smax.i64(i64 %wanted, i64 1)
  %before = sub i64 %n, 1
  %full = udiv i64 %before, %grain
  %pieces = add i64 %full, 1
  %most = load atomic i64, ptr @most monotonic, align 8
  %threads = call i64 @llvm.smin.i64(i64 %most, i64 %pieces)
  %several = icmp sgt i64 %threads, 1
  br i1 %several, label %whose, label %alone
alone:
  call void @serial(ptr %task, ptr %ctx, i64 %n, i64 %grain, i64 %pieces)
  br label %done

whose:
  %pid32 = call i32 @getpid()
  %pid = sext i32 %pid32 to i64
  %owner = load atomic i64, ptr @process acquire, align 8
  %ours = icmp eq i64 %owner, %pid
  br i1 %ours, label %claim, label %new
new:
  %pending = icmp eq i64 %owner, -1
  br i1 %pending, label %alone, label %adopt
adopt:
  %swap = cmpxchg ptr @process, i64 %owner, i64 -1 acq_rel monotonic
  %won = extractvalue { i64, i1 } %swap, 1
  br i1 %won, label %reset, label %alone
reset:
  %r0 = call i32 @pthread_mutex_init(ptr @lock, ptr null)
  %r1 = call i32 @pthread_cond_init(ptr @wake, ptr null)
  %r2 = call i32 @pthread_cond_init(ptr @done, ptr null)
  store i64 0, ptr @workers
  store i64 0, ptr @open
  store atomic i64 0, ptr @until monotonic, align 8
  store atomic i64 0, ptr @active monotonic, align 8
  store atomic i64 0, ptr @busy monotonic, align 8
  store atomic i64 %pid, ptr @process release, align 8
  br label %claim

claim:
  %began = call i64 @clock(i32 MONOTONIC)
  %until = load atomic i64, ptr @until monotonic, align 8
  %rested = icmp sge i64 %began, %until
  br i1 %rested, label %try, label %alone
try:
  %claimed = cmpxchg ptr @busy, i64 0, i64 1 acquire monotonic
  %free = extractvalue { i64, i1 } %claimed, 1
  br i1 %free, label %count, label %alone
count:
  %helpers = sub i64 %threads, 1
  %have = load i64, ptr @workers
  %few = icmp slt i64 %have, %helpers
  br i1 %few, label %hire, label %begin
hire:
  call void @start(i64 %have, i64 %helpers)
  br label %begin
begin:
  store ptr %task, ptr @task
  store ptr %ctx, ptr @ctx
  store i64 %n, ptr @n
  store i64 %grain, ptr @grain
  store i64 %pieces, ptr @pieces
  store atomic i64 0, ptr @next monotonic, align 8
  store atomic i64 0, ptr @spent monotonic, align 8
  %r3 = call i32 @pthread_mutex_lock(ptr @lock)
  store i64 %helpers, ptr @open
  %age = load atomic i64, ptr @generation monotonic, align 8
  %older = add i64 %age, 1
  store atomic i64 %older, ptr @generation release, align 8
  %r4 = call i32 @pthread_mutex_unlock(ptr @lock)
  %r5 = call i32 @pthread_cond_broadcast(ptr @wake)
  call void @take(ptr %task, ptr %ctx, i64 %n, i64 %grain, i64 %pieces)
  %r6 = call i32 @pthread_mutex_lock(ptr @lock)
  store i64 0, ptr @open
  %r7 = call i32 @pthread_mutex_unlock(ptr @lock)
  br label %spin
spin:
  %i = phi i64 [ 0, %begin ], [ %i1, %again ]
  %left = load atomic i64, ptr @active acquire, align 8
  %over = icmp eq i64 %left, 0
  br i1 %over, label %finish, label %again
again:
  PAUSE
  %i1 = add i64 %i, 1
  %tired = icmp eq i64 %i1, SPINS
  br i1 %tired, label %settle, label %spin
settle:
  %r8 = call i32 @pthread_mutex_lock(ptr @lock)
  br label %wait
wait:
  %still = load atomic i64, ptr @active monotonic, align 8
  %none = icmp eq i64 %still, 0
  br i1 %none, label %settled, label %sleep
sleep:
  br i1 %asks, label %doze, label %rest
rest:
  %r9 = call i32 @pthread_cond_wait(ptr @done, ptr @lock)
  br label %wait
doze:
  call void @wait_a_little()
  %r11 = call i32 @pthread_mutex_unlock(ptr @lock)
  call void %task(ptr %ctx, i64 0, i64 0)
  %r12 = call i32 @pthread_mutex_lock(ptr @lock)
  br label %wait
settled:
  %r10 = call i32 @pthread_mutex_unlock(ptr @lock)
  br label %finish
finish:
  call void @judge(i64 %began)
  store atomic i64 0, ptr @busy release, align 8
  br label %done
done:
  ret void
}
"""
