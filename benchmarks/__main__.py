"""`python -m benchmarks`: what sct costs, and what it gains, against plain Python.

Everything runs in one process on one pinned core, with one thread. The two sides of each
row take turns, so that a machine that slows down slows both; every figure is a median.
"""

import argparse
import json
import os
import sys

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "SCT_NUM_THREADS"):
    os.environ.setdefault(_name, "1")  # before NumPy is imported

from benchmarks import arrays, calls, memory, native_calls, overhead, running, vector_math
from benchmarks.containers import running as containers
from benchmarks.everyday import running as everyday
from benchmarks.inputs import WORKLOADS
from benchmarks.polybench import running as polybench
from benchmarks.timing import machine, pin

TABLES = ("overhead", "calls", "native-calls", "arrays", "math", "polybench", "containers", "everyday", "memory")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__.partition("\n")[0])
    parser.add_argument("only", nargs="*", help=f"workloads to run (all), or: {', '.join(TABLES)}")
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each row (1.0)")
    parser.add_argument("--json", metavar="FILE", help="write the figures as JSON; - for standard output")
    options = parser.parse_args()
    for name in options.only:
        if name not in (*TABLES, *WORKLOADS):
            parser.error(f"there is no {name!r}; there are {', '.join((*TABLES, *WORKLOADS))}")

    pin()
    out = sys.stderr if options.json == "-" else sys.stdout
    figures = {"machine": machine(), "overhead": [], "calls": [], "native_calls": [], "math": [], "workloads": []}
    print(", ".join(f"{key} {value}" for key, value in figures["machine"].items()), file=out)
    if not options.only or "overhead" in options.only:
        figures["overhead"] = overhead.measure(options.seconds)
        overhead.print_table(figures["overhead"], out)
    if not options.only or "calls" in options.only:
        figures["calls"] = calls.measure(options.seconds)
        calls.print_table(figures["calls"], out)
    if not options.only or "native-calls" in options.only:
        figures["native_calls"] = native_calls.measure(options.seconds)
        native_calls.print_table(figures["native_calls"], out)
    if "arrays" in options.only:
        figures["arrays"] = arrays.measure(options.seconds)
        arrays.print_table(figures["arrays"], out)
    if "math" in options.only:
        figures["math"] = vector_math.measure(options.seconds)
        vector_math.print_table(figures["math"], out)
    if "polybench" in options.only:
        figures["polybench"] = polybench.measure(options.seconds)
        polybench.print_table(figures["polybench"], out)
    if "containers" in options.only:
        figures["containers"] = containers.measure(options.seconds)
        containers.print_table(figures["containers"], out)
    if "everyday" in options.only:
        figures["everyday"] = everyday.measure(options.seconds)
        everyday.print_table(figures["everyday"], out)
    if "memory" in options.only:
        figures["memory"] = memory.measure()
        memory.print_table(figures["memory"], out)
    chosen = [name for name in WORKLOADS if not options.only or name in options.only]
    if chosen:
        figures["workloads"] = running.measure(chosen, options.seconds)
        running.print_table(figures["workloads"], out)
    if options.json == "-":
        json.dump(figures, sys.stdout, indent=1)
    elif options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(figures, file, indent=1)
    return int(any("differs" in row for row in figures["workloads"]))


if __name__ == "__main__":
    sys.exit(main())
