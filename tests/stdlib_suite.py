"""CPython's own tests of its library, with every function as it is and with every function transformed.

    python -m tests.stdlib_suite [NAME ...] [--jobs N] [--generic]

runs the tests of each module twice and prints a table: how many functions were transformed, stay as they are
(generators and coroutines) or were left because they are refused; how many tests ran, failed and were skipped;
and what differs. NAME is a test of the list, such as heapq; all without.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import importlib
import importlib.util
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
import warnings

import sct
from tests.stdlib_list import KNOWN, LIMIT, SUITES


def child(name, variant):
    """Run the tests of one suite in this process and print what came out as JSON."""
    from tests import stdlib_hook

    convert = None
    if variant == "transformed":
        convert = sct.transform
    elif variant == "generic":
        from tests.transformers.generic import generic as convert
    # What sct imports when first used is there before a module is imported afresh, and in the plain run, too: gast's
    # classes are subclasses of those of `ast`, which its tests count.
    sct.transform(available)
    warnings.simplefilter("ignore")
    modules, test_module = SUITES[name]
    import test.support

    test.support.use_resources = ()
    random.seed(1)
    printed = io.StringIO()
    with tempfile.TemporaryDirectory() as place, contextlib.chdir(place):
        counts, reasons = stdlib_hook.install(modules.split(), convert)
        tests = unittest.defaultTestLoader.loadTestsFromModule(importlib.import_module(test_module))
        result = unittest.TestResult()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            tests.run(result)
    print(json.dumps({
        "transformed": counts["transformed"],
        "as_is": counts["as_is"],
        "left": counts["left"],
        "reasons": reasons,
        "run": result.testsRun,
        "skipped": len(result.skipped),
        "failures": {test.id(): text for test, text in result.failures},
        "errors": {test.id(): text for test, text in result.errors},
        "unexpected": [test.id() for test in result.unexpectedSuccesses],
    }))  # fmt: skip
    sys.stdout.flush()
    os._exit(0)  # threads and processes that tests have left behind do not matter


def report(name, variant):
    """Run one suite in a process of its own; its report, or text that says why there is none."""
    command = [sys.executable, "-m", "tests.stdlib_suite", "--child", variant, name]
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=LIMIT, env=environment, stdin=subprocess.DEVNULL,
            errors="replace",
        )  # fmt: skip
        return json.loads(done.stdout.strip().splitlines()[-1])
    except subprocess.TimeoutExpired:
        return "timeout"
    except (IndexError, ValueError):
        return f"exit status {done.returncode}: {done.stderr.strip()[-2000:]}"


def compare(name, variant="transformed"):
    """Both reports, and a list of what differs."""
    before, after = report(name, "plain"), report(name, variant)
    if isinstance(before, str) or isinstance(after, str):
        return before, after, [f"{before!s:.200}\n{after!s:.3000}"]
    differences = [
        f"{key}: {before[key]}, then {after[key]}"
        for key in ("run", "skipped", "unexpected")
        if before[key] != after[key]
    ]
    for kind in ("failures", "errors"):
        known = KNOWN.get(name, {})
        for test in sorted(set(before[kind]) ^ set(after[kind])):
            if not any(test.startswith(start) for start in known):
                text = (after[kind].get(test) or "passes now").strip()
                differences.append(f"{test}\n{text}")
    return before, after, differences


def available(name):
    """Whether this Python has the modules of a suite, and its tests."""
    modules, test_module = SUITES[name]
    try:
        return all(importlib.util.find_spec(module) for module in (*modules.split(), test_module))
    except ModuleNotFoundError:
        return False


def main():
    """Print the table; 1 when something differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.stdlib_suite", description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--generic", action="store_true", help="run every construct through its converter")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(options.names[0], options.child)
    variant = "generic" if options.generic else "transformed"
    names = [n for n in options.names or SUITES if available(n)]
    print(f"{'tests of':24}{'functions':>10}{'as is':>7}{'left':>6}{'run':>7}{'failed':>8}{'errors':>8}{'skipped':>9}")
    different, totals, reasons = [], [0] * 7, collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, found in zip(names, pool.map(lambda n: compare(n, variant), names), strict=True):
            before, after, differences = found
            if isinstance(after, dict):
                row = [after["transformed"], after["as_is"], after["left"], after["run"]]
                row += [len(after["failures"]), len(after["errors"]), after["skipped"]]
                totals = [a + b for a, b in zip(totals, row, strict=True)]
                reasons.update(after["reasons"])
                columns = "{:10}{:7}{:6}{:7}{:8}{:8}{:9}".format(*row)
            else:
                columns = f"  {after:.46}"
            verdict = "same" if not differences else f"{len(differences)} DIFFERENT"
            print(f"{name:24}{columns}  {verdict}", flush=True)
            different += [f"== {name}: {text}" for text in differences]
    print(f"{'all':24}{{:10}}{{:7}}{{:6}}{{:7}}{{:8}}{{:8}}{{:9}}".format(*totals))
    print("\n".join(different))
    print("\nleft, because refused:", *(f"{n:6}  {text}" for text, n in sorted(reasons.items())), sep="\n")
    return int(bool(different))


if __name__ == "__main__":
    sys.exit(main())
