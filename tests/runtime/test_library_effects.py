"""Functions of the standard library that print, or change the interpreter, are no part of a program."""

import calendar
import pprint
import traceback

import numpy as np
import pytest

import sct
from sct.errors import StaticValueError, UnsupportedCallError
from tests.runtime.same import same

EFFECTS = {
    "pprint": lambda a: pprint.pprint([a]),
    "pp": lambda a: pprint.pp({"a": a}),
    "printer": lambda a: pprint.PrettyPrinter().pprint(a),
    "month": lambda a: calendar.prmonth(2020, 1),
    "week": lambda a: calendar.setfirstweekday(2),
    "stack": lambda a: traceback.print_stack(),
}


@pytest.mark.parametrize("name", EFFECTS)
@pytest.mark.parametrize("a", [1, np.float64(2)])
def test_effects_are_refused(name, a, capfd):
    with pytest.raises(UnsupportedCallError, match="cannot be part of a static function"):
        sct.to_static(EFFECTS[name])(a)
    assert capfd.readouterr() == ("", "")


def test_texts_in_lists_show_no_stand_ins():
    with pytest.raises(StaticValueError, match="run-time values to make text of"):
        sct.to_static(lambda a: traceback.format_exception_only(ValueError(a)))(np.float64(1))


def test_a_text_is_printed_each_time():
    def f(a):
        print(pprint.pformat({"a": a}), calendar.month_name[a])

    same(f, (1,), (2,), (3,), (4,))
