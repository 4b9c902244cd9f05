"""Run CPython's own tests of one module, with its functions as they are or transformed: a child process.

    python -m tests.stdlib_suite MODULE TEST_MODULE [transformed]

prints one line of JSON: how many functions were transformed, how many tests ran, which failed.
"""

import contextlib
import importlib
import importlib.machinery
import io
import json
import sys
import unittest
import warnings

from tests.test_transform_stdlib import transform_all


def transform_on_import(names):
    """Transform these modules, now and whenever one of them is imported afresh; the counts by module."""
    counts = dict.fromkeys(names, 0)
    execute = importlib.machinery.SourceFileLoader.exec_module

    def exec_module(self, module):
        execute(self, module)
        if module.__name__ in counts:
            counts[module.__name__] = max(counts[module.__name__], transform_all(module)[0])

    importlib.machinery.SourceFileLoader.exec_module = exec_module
    for name in names:
        counts[name], _ = transform_all(importlib.import_module(name))
    return counts


def main(module, test_module, transformed):
    """Run the tests and print what came out."""
    warnings.simplefilter("ignore")
    counts = transform_on_import(module.split(",")) if transformed else {}
    tests = unittest.defaultTestLoader.loadTestsFromModule(importlib.import_module(test_module))
    result = unittest.TestResult()
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        tests.run(result)
    failed = {test.id(): text for test, text in (*result.failures, *result.errors)}
    print(json.dumps({
        "transformed": sum(counts.values()),
        "run": result.testsRun,
        "skipped": len(result.skipped),
        "failed": failed,
    }))  # fmt: skip


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], "transformed" in sys.argv[3:])
