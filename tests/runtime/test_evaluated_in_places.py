"""What is read is guarded and what is done is done at each call, in whatever place Python evaluates it."""

import contextlib
import io

import numpy as np
import pytest

import sct
from sct.errors import SctError
from tests.runtime import evaluated_in_places as cases
from tests.runtime.test_special_methods import looks

REFUSED = {"globals", "eval", "getattribute", "del_method", "time", "environ"}
NAMES = [name.removeprefix("case_") for name in vars(cases) if name.startswith("case_")]


def seen(function, step):
    cases.setup(step)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            found = looks(function(np.arange(1.0, 5.0)))
        except SctError as error:
            return error
        except Exception as error:
            found = type(error), str(error)
    return found, out.getvalue(), looks(cases.state())


@pytest.mark.filterwarnings("error::sct.errors.PlainPythonWarning")
@pytest.mark.parametrize("name", NAMES)
def test_what_is_evaluated_in_a_place(name):
    function = getattr(cases, f"case_{name}")
    static = sct.to_static(function, backend="numpy")
    for step in range(5):
        there = seen(static, step)
        if isinstance(there, SctError):
            assert name in REFUSED, there
            return
        assert there == seen(function, step), step
    assert name not in REFUSED
