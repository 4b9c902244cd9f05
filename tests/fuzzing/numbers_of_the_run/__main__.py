"""Tries programs with numbers of the run until the time is over, and prints what must not be, made small."""

from __future__ import annotations

import argparse
import collections
import random
import time

from tests.fuzzing.check import Finding
from tests.fuzzing.numbers_of_the_run.sources import modules, units, written
from tests.fuzzing.numbers_of_the_run.worker import Worker
from tests.fuzzing.reduce import reduced


def main():
    """`python -m tests.fuzzing.numbers_of_the_run SEED SECONDS`; 1 when something must not be."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing.numbers_of_the_run", description=__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("seconds", type=float)
    parser.add_argument("modules", nargs="*", help="test.test_list, numpy.lib.tests.test_shape_base, …; all of tests.programs without")
    parser.add_argument("--share", type=float, default=0.3, help="of the literals")
    parser.add_argument("--backends", default="numpy,native")
    parser.add_argument("--reduce", type=float, default=60.0, help="seconds to make a finding small")
    parser.add_argument("--each", action="store_true", help="print what becomes of each")
    given = parser.parse_intermixed_args()
    named = given.modules or modules()
    todo = [unit for name in named for unit in units(name)]
    random.Random(given.seed).shuffle(todo)
    worker, end = Worker(), time.monotonic() + given.seconds
    seen = {name.rpartition(".")[0]: collections.Counter() for name in named}
    for unit in todo:
        if time.monotonic() > end:
            break
        row = seen[unit.module.rpartition(".")[0]]
        text = written(unit, given.seed, given.share)
        if text is None:
            row["no numbers"] += 1
            continue
        for backend in given.backends.split(","):
            found = worker.check(text, backend)
            row[kind := found.kind if isinstance(found, Finding) else found] += 1
            if given.each:
                print(unit.module, unit.name, kind, flush=True)
            if isinstance(found, Finding):
                print(f"===== {unit.module} {unit.name}, seed {given.seed}, share {given.share}", flush=True)
                text, found = reduced(None, text, given.seed, found, given.reduce, check=lambda *a: worker.check(a[1], a[3]))
                print(f"{text}\n{found}\n", flush=True)
                break
    worker.end()
    for name, row in seen.items():
        print(name, ", ".join(f"{count} {what}" for what, count in sorted(row.items())))
    return any(what not in ("same", "refused", "unlike", "no numbers") for row in seen.values() for what in row)


if __name__ == "__main__":
    raise SystemExit(main())
