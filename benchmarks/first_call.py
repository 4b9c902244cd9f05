"""`python -m benchmarks.first_call`: what the first call costs in a fresh process, beyond Python, NumPy and the inputs.

Each figure is the least processor time of several processes: with an empty disk cache, then with a full one. The last
row is the conversion of a function of 250 lines, a third of which are loops and branches.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

from benchmarks.inputs import TRACED, WORKLOADS
from benchmarks.timing import duration, table

PROCESS = """
import sys, time
now = time.process_time
from benchmarks.inputs import workload
function, make_inputs = workload(sys.argv[1])
inputs = make_inputs()
began = now()
import sct
imported = now()
import json
static = sct.to_static(function, backend=sys.argv[2])
ready = now()
static._conversion
converted = now()
static(*inputs)
called = now()
started = time.perf_counter()
static(*inputs)
again = time.perf_counter() - started
print(json.dumps({
    "before": began, "import sct": imported - began, "convert": converted - ready,
    "trace, compile, run": called - converted - again, "llvmlite": "llvmlite" in sys.modules,
}))
"""
PARTS = ("import sct", "convert", "trace, compile, run")
LONG = "a function of 250 lines"
STEP = """
    part = np.sqrt(np.abs(x) + {k}) * y
    if total > {k}:
        total = total + part.sum() if flag else total
        for j in range(n):
            b = part * j
            if b.max() > 10.0 and not flag:
                total += b[0]
                continue
            x[j % 3] = total - {k}
    else:
        k = {k}
        while k < n:
            k += 1
            y = y + k
        total -= 1
    y = y * total
"""
CONVERSION = """
import sys, time
sys.path.insert(0, sys.argv[1])
from long_function import function
import sct
static = sct.to_static(function)
began = time.process_time()
static._conversion.traced(function, None)
print(time.process_time() - began)
"""


def run(name, backend, environ):
    """The figures of one process; the last line of its error if there is one."""
    done = subprocess.run(
        [sys.executable, "-c", PROCESS, name, backend], env=environ, capture_output=True, text=True, check=False
    )
    return json.loads(done.stdout) if done.returncode == 0 else done.stderr.strip().rpartition("\n")[2]


def with_bytecode():
    """The environment, in which modules are compiled once: installed ones are."""
    environ = dict(os.environ)
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    environ.setdefault("PYTHONPYCACHEPREFIX", os.path.join(tempfile.gettempdir(), "sct-benchmark-bytecode"))
    return environ


def measure(name, backend, rounds):
    """The least of each part over `rounds` processes, with an empty disk cache and with a full one."""
    with tempfile.TemporaryDirectory() as folder:
        environ = {**with_bytecode(), "SCT_CACHE_DIR": os.path.join(folder, "cache")}
        environ |= {"OMP_NUM_THREADS": "1", "SCT_NUM_THREADS": "1"}
        found = {"empty": [], "full": []}
        for _ in range(rounds):
            for cached in found:
                if cached == "empty":
                    subprocess.run([sys.executable, "-m", "sct", "cache", "clear"], env=environ, capture_output=True)
                figures = run(name, backend, environ)
                if isinstance(figures, str):
                    return figures
                found[cached].append(figures)
    return {cached: {part: min(f[part] for f in all_) for part in all_[0]} for cached, all_ in found.items()}


def convert_long(rounds):
    """The least time that converting a long function takes, its code for traces included."""
    lines = ["import numpy as np", "def function(x, y, n, flag):", "    total = 0.0"]
    lines += [STEP.format(k=k).strip("\n") for k in range(15)]
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "long_function.py"), "w") as file:
            file.write("\n".join([*lines, "    return total, x, y"]))
        command = [sys.executable, "-c", CONVERSION, folder]
        environ = {**with_bytecode(), "SCT_DISK_CACHE": "0"}  # it would be found there the second time
        return min(float(subprocess.check_output(command, text=True, env=environ)) for _ in range(rounds))


def main():
    parser = argparse.ArgumentParser(prog="python -m benchmarks.first_call", description=__doc__.partition("\n")[0])
    parser.add_argument("only", nargs="*", help="workloads, or conversion (all)")
    parser.add_argument("--backend", default="native")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    lines = []
    for name in (*WORKLOADS, *TRACED):
        if options.only and name not in options.only:
            continue
        figures = measure(name, options.backend, options.rounds)
        if isinstance(figures, str):
            lines.append((name, *[""] * 6, figures))
            continue
        full, empty = figures["full"], figures["empty"]
        row = [duration(full[part]) for part in ("before", *PARTS)]
        totals = [duration(sum(f[part] for part in PARTS)) for f in (full, empty)]
        lines.append((name, *row, *totals, "" if not full["llvmlite"] else "llvmlite is imported"))
    if not options.only or "conversion" in options.only:
        lines.append((LONG, "", "", duration(convert_long(options.rounds)), "", "", "", ""))
    head = ("workload", "Python, NumPy, inputs", *PARTS, "sum, cached", "sum, not cached", "")
    table(head, lines, sys.stdout)


if __name__ == "__main__":
    main()
