"""Functions of the standard library that print, or change the interpreter, are no part of a program."""

import calendar
import codecs
import contextlib
import copyreg
import linecache
import locale
import pprint
import traceback
import weakref

import numpy as np
import pytest

import sct
from sct.errors import StaticValueError, UnsupportedCallError
from tests.runtime.same import same


class Kept:
    """Something that outlives the calls."""


KEPT = Kept()
EFFECTS = {
    "pprint": lambda a: pprint.pprint([a]),
    "pp": lambda a: pprint.pp({"a": a}),
    "printer": lambda a: pprint.PrettyPrinter().pprint(a),
    "month": lambda a: calendar.prmonth(2020, 1),
    "week": lambda a: calendar.setfirstweekday(2),
    "stack": lambda a: traceback.print_stack(),
    "frames": lambda a: len(traceback.extract_stack()),
    "texts of frames": lambda a: traceback.format_stack(),
    "a line of a file": lambda a: linecache.getline(__file__, 1),
    "another folder": lambda a: contextlib.chdir("/").__enter__(),
    "an error handler": lambda a: codecs.register_error("ours", len),
    "at the end": lambda a: weakref.finalize(KEPT, print, "x").alive,
    "locale": lambda a: locale.setlocale(locale.LC_ALL, "C"),
    "pickling": lambda a: copyreg.constructor(len),
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
