"""CPython's own tests of modules of the standard library, with every function transformed, pass as before."""

import importlib.util
import json
import subprocess
import sys

import pytest

MODULES = ["base64", "contextlib", "copy", "csv", "dataclasses", "html", "string", "textwrap"]

DIFFERENT = {
    "test.test_contextlib.TestExitStack.test_exit_exception_traceback": "converted calls have frames of their own",
    "test.test_contextlib.TestAsyncExitStack.test_exit_exception_traceback": "converted calls have frames of their own",
    "test.test_dataclasses.TestMakeDataclass.test_module_attr": "from 3.12 on it looks at the caller's frame",
} | {
    f"test.test_dataclasses.TestMakeDataclass.test_pickle_support (proto={protocol})": "needs the module found above"
    for protocol in range(6)
}


def start(name, *options):
    command = [sys.executable, "-m", "tests.stdlib_suite", name, f"test.test_{name}", *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def report(process):
    printed, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    return json.loads(printed.strip().splitlines()[-1])


@pytest.mark.parametrize("name", MODULES)
def test_own_tests_of(name):
    if importlib.util.find_spec("test") is None or importlib.util.find_spec(f"test.test_{name}") is None:
        pytest.skip("this Python comes without its own tests")
    both = start(name), start(name, "transformed")
    before, after = map(report, both)
    assert after["transformed"] > 0
    assert (after["run"], after["skipped"]) == (before["run"], before["skipped"])
    new = {test: text for test, text in after["failed"].items() if test not in {*before["failed"], *DIFFERENT}}
    assert not new
