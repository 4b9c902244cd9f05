"""`python -m benchmarks.dispatch`: what it costs to hand work to the threads of compiled code."""

import ctypes
import statistics
import sys
import time

from benchmarks.timing import duration, table
from sct.backends.native import threads
from sct.backends.native.llvm import compile_module

TEXT = """
declare void @sct_parallel(ptr, ptr, i64, i64)
define void @nothing(ptr %ctx, i64 %begin, i64 %end) {
  ret void
}
define void @regions(i64 %count, i64 %pieces) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @sct_parallel(ptr @nothing, ptr null, i64 %pieces, i64 1)
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %count
  br i1 %more, label %loop, label %done
done:
  ret void
}
"""
COUNT = 2000


def main():
    module = compile_module(TEXT, symbols=threads.symbols())
    regions = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_int64)(module.address("regions"))
    lines = []
    for most in (1, 2, 4):
        threads.set_num_threads(most, rest=0)
        for pieces in sorted({1, most, 8 * most}):
            busy, asleep = [], []
            for _ in range(15):
                busy.append(_timed(regions, COUNT, pieces) / COUNT)
            for _ in range(50):
                time.sleep(0.002)  # long enough for the threads to fall asleep
                asleep.append(_timed(regions, 1, pieces))
            lines.append(
                (f"{most} threads", str(pieces), *(duration(statistics.median(t)) for t in (busy, asleep)), "")
            )
    table(("", "pieces", "one region of many", "after a pause", ""), lines, sys.stdout)


def _timed(regions, count, pieces):
    began = time.perf_counter()
    regions(count, pieces)
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
