"""`python -m benchmarks.first_call`: what the first call costs in a fresh process, beyond Python, NumPy and the inputs.

Each figure is the least processor time of several processes: with an empty disk cache, then with a full one.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

from benchmarks.inputs import WORKLOADS
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


def run(name, backend, environ):
    """The figures of one process; the last line of its error if there is one."""
    done = subprocess.run(
        [sys.executable, "-c", PROCESS, name, backend], env=environ, capture_output=True, text=True, check=False
    )
    return json.loads(done.stdout) if done.returncode == 0 else done.stderr.strip().rpartition("\n")[2]


def measure(name, backend, rounds):
    """The least of each part over `rounds` processes, with an empty disk cache and with a full one."""
    with tempfile.TemporaryDirectory() as folder:
        environ = {**os.environ, "SCT_CACHE_DIR": os.path.join(folder, "cache")}
        environ |= {"OMP_NUM_THREADS": "1", "SCT_NUM_THREADS": "1"}
        environ.pop("PYTHONDONTWRITEBYTECODE", None)
        environ.setdefault("PYTHONPYCACHEPREFIX", os.path.join(tempfile.gettempdir(), "sct-benchmark-bytecode"))
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


def main():
    parser = argparse.ArgumentParser(prog="python -m benchmarks.first_call", description=__doc__.partition("\n")[0])
    parser.add_argument("only", nargs="*", help="workloads (all)")
    parser.add_argument("--backend", default="native")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    lines = []
    for name in WORKLOADS:
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
    head = ("workload", "Python, NumPy, inputs", *PARTS, "sum, cached", "sum, not cached", "")
    table(head, lines, sys.stdout)


if __name__ == "__main__":
    main()
