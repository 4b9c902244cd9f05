"""Objects that note what they are asked: a part of the table of `tests/fuzzing/loud.py`, and faults that it has to find."""

import pytest

from tests.fuzzing import loud
from tests.fuzzing.check import Family, Finding, check_text

FAMILY = Family("loud", loud.text, loud.calls)
FIRST = 7000


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_a_part_of_the_table(backend):
    for seed in range(FIRST, FIRST + (40 if backend == "numpy" else 10)):
        case = loud.case_of(seed)
        found = check_text(FAMILY, loud.text_of(case), seed, backend)
        assert not loud.is_wrong(found), f"{case}\n{found}"


#: Objects that Python asks by itself, also where a branch is never taken.
ASKED = [
    loud.Case("{1: 2}.keys() | o", "{3}", "set", "stepper", False, left=True),
    loud.Case("math.dist([1, o], [3, 4])", "2", "int", "asked", False, left=True),
    loud.Case("pow(o, 3, 5)", "2", "int", "asked", True, left=True),
    loud.Case("np.r_[o, 2]", "1", "int", "derived", False, left=True),
]


@pytest.mark.parametrize("case", ASKED, ids=lambda case: case.head)
def test_what_is_not_overheard_is_found(case, monkeypatch):
    from sct.runtime.calls.overheard import Overheard

    assert not isinstance(check_text(FAMILY, loud.text_of(case), 0, "numpy"), Finding)
    monkeypatch.setattr(Overheard, "notice", lambda self, kind: None)
    assert isinstance(check_text(FAMILY, loud.text_of(case), 0, "numpy"), Finding)


def test_one_that_is_asked_too_often_is_found():
    """Plain Python that asks the object once more."""

    def again(function):
        def run(x, z, log):
            function(x, z, log)
            return function(x, z, log)

        return run

    case = loud.Case("math.sqrt(o)", "4", "int", "floating", False)
    assert check_text(FAMILY, loud.text_of(case), 0, "numpy", again).kind == "value"
