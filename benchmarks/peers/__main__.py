"""`python -m benchmarks.peers`: sct on the plain source against what others make of code written for them.

One process, one pinned core, one thread; all sides of a row take turns, every figure is a median. numba and
JAX are in the extra `peers`; a peer that is not installed is left out. The floor of attention is what its two matrix
products take in BLAS.
"""

import argparse
import copy
import importlib
import json
import os
import sys

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "SCT_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ.setdefault(_name, "1")  # before NumPy is imported
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

import numpy as np

import sct
from benchmarks.inputs import WORKLOADS, workload
from benchmarks.timing import duration, machine, medians, pin, table

PEERS = {"numba by hand": "by_numba", "JAX by hand": "by_jax", "C floor": "by_c"}
#: How far a peer may be from plain Python, relative to the greatest value: they sum in other orders.
TOLERANCES = {"mandelbrot": 2e-2, "ode_rk45": 1e-3, "rnn": 1e-3, "train_mlp": 1e-3}
SLACK = 1e-4


def leaves(value):
    if isinstance(value, (tuple, list)):
        return [leaf for item in value for leaf in leaves(item)]
    return [np.asarray(value, dtype=np.float64)]


def distance(expected, got):
    """The greatest difference of any two leaves, relative to the greatest value there."""
    pairs = zip(leaves(expected), leaves(got), strict=True)
    return max(float(np.max(np.abs(a - b)) / (np.max(np.abs(a)) or 1.0)) for a, b in pairs)


def measure(name, peers, seconds):
    """The medians of one row by side, or why a side has none."""
    function, make_inputs = workload(name)
    inputs = make_inputs()
    sides = {"plain Python": function, "sct": sct.to_static(function)}
    sides |= {peer: getattr(module, name) for peer, module in peers.items() if hasattr(module, name)}
    expected = function(*copy.deepcopy(inputs))
    row = {}
    for side, call in list(sides.items()):
        if hasattr(call, "is_part"):  # a floor that does not do all the work
            continue
        off = distance(expected, call(*copy.deepcopy(inputs)))
        if off > TOLERANCES.get(name, SLACK):
            row[side] = f"off by {off:.1g}"
            del sides[side]
    times = medians([lambda call=call: call(*inputs) for call in sides.values()], seconds)
    return row | dict(zip(sides, times, strict=True))


def main():
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__.partition("\n")[0])
    parser.add_argument("only", nargs="*", choices=[[], *WORKLOADS], help="workloads (all)")
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each row (2.0)")
    parser.add_argument("--json", metavar="FILE", help="write the figures as JSON, too")
    options = parser.parse_args()
    pin()
    peers = {}
    for peer, module in PEERS.items():
        try:
            peers[peer] = importlib.import_module(f"benchmarks.peers.{module}")
        except ImportError as error:
            print(f"{peer} is left out: {error.name} is not there")
    print(", ".join(f"{key} {value}" for key, value in machine().items()))
    rows = {name: measure(name, peers, options.seconds) for name in options.only or WORKLOADS}
    head = ("plain Python", "sct", *peers)
    lines = []
    for name, row in rows.items():
        cells = [duration(t) if isinstance(t := row.get(side, ""), float) else t for side in head]
        least = min((t for side, t in row.items() if side not in ("sct", "C floor") and isinstance(t, float)))
        floor = row.get("C floor")
        ratios = [f"{least / row['sct']:.2f}", f"{row['sct'] / floor:.2f}" if isinstance(floor, float) else ""]
        lines.append((name, *cells, *ratios, ""))
    table(("workload", *head, "best peer / sct", "sct / C", ""), lines, sys.stdout)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"machine": machine(), "rows": rows}, file, indent=1)


if __name__ == "__main__":
    main()
