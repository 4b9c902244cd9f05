"""`python -m benchmarks.first_programs`: the first static call of each program of tests/programs, and how it is spent.

With `--against`, another checkout runs the same programs in turn with this one: what a change has made quicker, and
whether the programs that come out are the same. With `--attempts`, what each attempt to trace a function has taken, and
what has ended those that were not the last.
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from benchmarks.timing import duration, table

HERE = pathlib.Path(__file__).resolve().parents[1]
PARTS = ("trace", "passes", "compile")
COUNTS = ("attempts", "loops", "bodies", "ops")
PROCESS = """
import collections, hashlib, json, sys, time, warnings
import sct, sct.passes, sct.backends.native, sct.backends.numpy
from sct.ir.text import format_program
from sct.runtime import trace, tracing
try:
    from sct.runtime.rolling import rolling
except ImportError:  # an older checkout, where this was a module by itself
    from sct.runtime import rolling
from tests.harness.observe import observe
from tests.programs import load

found, now, texts, ends = collections.Counter(), time.process_time, [], []

def watch(owner, name, key, timed):
    inner = getattr(owner, name)
    def outer(*args, **kwargs):
        began = now()
        try:
            return inner(*args, **kwargs)
        finally:
            found[key] += now() - began if timed else 1
    setattr(owner, name, outer)

def watch_attempts():
    run = tracing._run
    def timed(*args):
        began = now()
        ends.append(["", 0.0])
        try:
            return run(*args)
        except tracing.LEARNED_FROM as error:
            ends[-1][0] = type(error).__name__
            raise
        finally:
            ends[-1][1] = now() - began
    tracing._run = timed

watch_attempts()
watch(tracing, "_run", "trace", True)
watch(sct.passes, "optimize", "passes", True)
watch(trace.Trace, "__init__", "attempts", False)
watch(rolling._Loop, "__init__", "loops", False)
watch(rolling._Loop, "attempt", "bodies", False)
for backend in (sct.backends.native, sct.backends.numpy):
    inner = backend.compile
    backend.compile = lambda program, inner=inner: texts.append(program) or inner(program)
    watch(backend, "compile", "compile", True)
only = set(sys.argv[2:])
for program in load():
    names = (program.theme, program.name, f"{program.theme}.{program.name}")
    if only and not only.intersection(names):
        continue
    found.clear(), texts.clear(), ends.clear()
    function, watched = program.build(lambda f: sct.to_static(f, backend=sys.argv[1]))
    arguments, began = program.calls[0](), now()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        observe(function, arguments, watched)
    found["total"] = now() - began
    found["ops"] = sum(1 for text in texts for _ in text.body.walk())
    made = hashlib.sha256("".join(map(format_program, texts)).encode()).hexdigest()
    print(json.dumps({"name": names[-1], "made": made, "ends": ends, **found}))
"""


def run(tree, backend, names):
    """A row for each program, in a process that begins with nothing kept."""
    with tempfile.TemporaryDirectory() as folder:
        environ = {**os.environ, "PYTHONPATH": str(tree), "SCT_CACHE_DIR": folder, "PYTHONHASHSEED": "0"}
        environ |= {"OMP_NUM_THREADS": "1", "SCT_NUM_THREADS": "1"}
        command = [sys.executable, "-c", PROCESS, backend, *names]
        output = subprocess.check_output(command, env=environ, cwd=tree, text=True)
    rows = [json.loads(line) for line in output.splitlines() if line.startswith('{"name"')]
    return {row.pop("name"): row for row in rows}


def show_attempts(rows, most):
    """What the attempts of the slowest have taken, and all together by what has ended them."""
    lines, sums, counts = [], collections.Counter(), collections.Counter()
    for name in sorted(rows, key=lambda name: -rows[name]["total"]):
        *others, last = rows[name]["ends"] or [["", 0.0]]
        ends = [*((kind or "its exit", spent) for kind, spent in others), ("the last", last[1])]
        for kind, spent in ends:
            sums[kind] += spent
            counts[kind] += 1
        if len(lines) < most:
            lines.append((name, ", ".join(f"{kind} {duration(spent)}" for kind, spent in ends)))
    table(("program", "attempts, by what has ended them"), lines, sys.stdout)
    together = [(kind, str(counts[kind]), duration(spent)) for kind, spent in sums.most_common()]
    table(("ended by", "attempts", "sum"), together, sys.stdout)


def main():
    parser = argparse.ArgumentParser(prog="python -m benchmarks.first_programs", description=__doc__.partition("\n")[0])
    parser.add_argument("only", nargs="*", help="themes or programs (all)")
    parser.add_argument("--backend", default="numpy")
    parser.add_argument("--against", type=pathlib.Path, help="another checkout, which takes turns with this one")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--attempts", action="store_true", help="what each of the attempts has taken")
    parser.add_argument("--most", type=int, default=40, help="how many of the slowest are shown")
    options = parser.parse_args()
    trees = [HERE] if options.against is None else [options.against.resolve(), HERE]
    rounds = [[run(tree, options.backend, options.only) for tree in trees] for _ in range(options.rounds)]
    best = [
        {name: min((one[k][name] for one in rounds), key=lambda row: row["total"]) for name in rounds[0][k]}
        for k in range(len(trees))
    ]
    here, other = best[-1], best[0]
    lines = []
    for name in sorted(here, key=lambda name: -here[name]["total"])[: options.most]:
        row = here[name]
        before = duration(other[name]["total"]) if other is not here and name in other else ""
        parts = [duration(row[part]) if row.get(part) else "" for part in PARTS]
        lines.append((name, before, duration(row["total"]), *parts, *(str(row.get(key, 0)) for key in COUNTS), ""))
    sums = [sum(row["total"] for row in one.values()) for one in (other, here)]
    lines.append(("all", duration(sums[0]) if other is not here else "", duration(sums[1]), *[""] * 8))
    table(("program", "there", "here", *PARTS, *COUNTS, ""), lines, sys.stdout)
    if options.attempts:
        show_attempts(here, options.most)
    for name in sorted(here.keys() & other.keys()):
        if here[name]["made"] != other[name]["made"]:
            print(f"{name}: another program is made")


if __name__ == "__main__":
    main()
