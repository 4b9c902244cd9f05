"""Which modules are ignored: exact dotted prefixes, undone one by one."""

import sys
import types

import numpy as np
import pytest

from sct.runtime import ignore
from sct.runtime.ignore import ignore_module, is_ignored_module


@pytest.mark.parametrize("name", ["builtins", "os.path", "json", "numpy", "numpy.linalg", "scipy.special", "sct.runtime.call"])
def test_ignored_by_default(name):
    assert is_ignored_module(name)


@pytest.mark.parametrize("name", ["__main__", "numpy_extras", "mypkg", "scipyx.special", "", None])
def test_not_ignored_by_default(name):
    assert not is_ignored_module(name)


def test_a_users_module_with_a_standard_name_is_converted(monkeypatch):
    module = types.ModuleType("queue")
    module.__file__ = "/home/someone/project/queue.py"
    monkeypatch.setitem(sys.modules, "queue", module)
    assert not is_ignored_module("queue")


def test_prefixes_are_whole_names():
    with ignore_module("pkg.part"):
        assert is_ignored_module("pkg.part") and is_ignored_module("pkg.part.deep")
        assert not is_ignored_module("pkg") and not is_ignored_module("pkg.parts")
    assert not is_ignored_module("pkg.part")


def test_undo_counts():
    one, two = ignore_module("pkg"), ignore_module(["pkg", "other"])
    one.undo()
    one.undo()
    assert is_ignored_module("pkg") and is_ignored_module("other")
    two.undo()
    assert not is_ignored_module("pkg") and not is_ignored_module("other")
    with ignore_module("numpy"):
        pass
    assert is_ignored_module("numpy")


def test_modules_themselves():
    with ignore_module(sys.modules[__name__]) as ignored:
        assert ignored.names == (__name__,)
        assert ignore.is_ignored_function(helper)
    assert not ignore.is_ignored_function(helper)
    with ignore_module([np]):
        assert is_ignored_module("numpy.fft")


def helper(x):
    return x


def test_what_it_imports_is_not_touched():
    other = types.ModuleType("other_module")
    exec("from json import dumps", other.__dict__)
    with ignore_module("other_module"):
        assert is_ignored_module("other_module")
        assert not ignore.is_ignored_function(helper)


@pytest.mark.parametrize("bad", ["", "a b", "a..b", 3, [None]])
def test_bad_names(bad):
    with pytest.raises(TypeError):
        ignore_module(bad)


def test_marks():
    class Thing:
        def __call__(self):
            return 1

    thing = ignore.mark_not_to_static(Thing())
    assert ignore.is_marked(thing) and not ignore.is_marked([]) and not ignore.is_marked(3)


def test_functions_of_the_library_that_compute_are_converted_unless_the_user_says_so():
    import calendar
    import colorsys

    assert not ignore.is_ignored_function(colorsys.hsv_to_rgb) and not ignore.is_ignored_function(calendar.isleap)
    assert ignore.is_ignored_function(calendar.setfirstweekday) and is_ignored_module("colorsys")
    with ignore_module("colorsys"):
        assert ignore.is_ignored_function(colorsys.hsv_to_rgb)
