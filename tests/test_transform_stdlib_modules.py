"""CPython's own tests of modules of the standard library, with every function transformed, pass as before.

SCT_ALL_STDLIB=1 runs all of `tests.stdlib_list`; `python -m tests.stdlib_suite` prints them as a table.
"""

import os

import pytest

from tests.stdlib_list import CHOSEN, SUITES
from tests.stdlib_suite import available, compare


@pytest.mark.parametrize("name", SUITES if os.environ.get("SCT_ALL_STDLIB") else CHOSEN)
def test_own_tests_of(name):
    if not available(name):
        pytest.skip("this Python comes without this module or its tests")
    before, after, differences = compare(name)
    assert not differences, "\n".join(differences)
    assert after["transformed"] > 0
    assert before["transformed"] == 0 and before["run"] == after["run"] > 0
