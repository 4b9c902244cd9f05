"""Whole conversions: each odd function does the same plain, converted, and in the variant for tracing."""

import builtins
import contextlib
import io
import operator

import pytest

from sct.runtime import comprehension
from sct.runtime.call import convert_call
from sct.runtime.iteration.unpacking import starred
from sct.runtime.source import get_conversion
from tests.transformers import odd_functions, odd_statements  # noqa: F401 - adds its own
from tests.transformers.generic import generic

CASES = [pytest.param(fn, calls, id=fn.__name__) for fn, calls in odd_functions.CASES]


class PlainReads:
    """What `_reads` means when nothing is traced."""

    def __init__(self, scope):
        self.scope = scope
        self.log = []

    def name(self, name):
        self.log.append(name)
        if name in self.scope:
            return self.scope[name]
        if not hasattr(builtins, name):
            raise NameError(f"name {name!r} is not defined")
        return getattr(builtins, name)

    def free(self, name, value):
        self.log.append(name)
        return value

    def store_global(self, name, value):
        self.log.append(f"global {name}")
        return value

    def new(self, made):
        return made

    def own(self, get):
        assert get.__closure__

    def store_cell(self, name, get, value):
        assert get.__closure__
        return value

    def listed(self, items, taker):
        made = []
        comprehension.walk(items, taker(made.append))
        return made

    def spread(self, items):
        return items

    def named(self, arguments):
        return arguments

    def spreading(self, f):
        return convert_call(f)

    set_of, dict_of = staticmethod(set), staticmethod(dict)

    def generated(self, items, taker, stepped):
        return stepped(items)

    def merged(self, parts):
        made = {}
        for part in parts:
            made.update(part if isinstance(part, dict) else [part])
        return made

    walk, when = map(staticmethod, (comprehension.walk, comprehension.when))

    def note_new(self, made):
        return made

    def unpacking(self, taker, count):
        return comprehension.unpacking(self, taker, count)

    def unpacked(self, value, spec):
        return starred(self, value, spec) if "*" in spec else value

    def display(self, kind, parts):
        return vars(builtins)[kind](x for is_starred, value in parts for x in (value if is_starred else [value]))

    def taken_table(self, items):
        return self.taken(items)

    def taken(self, items):
        return list(items)

    def manager(self, owner):
        return owner

    def defined(self, cls):
        return cls

    def store_free(self, name, value):
        self.log.append(f"free {name}")
        return value

    attr = staticmethod(getattr)

    def item(self, owner, key):
        return owner[key]

    def binary(self, name, left, right):
        return getattr(operator, f"__{name}__")(left, right)

    def compare(self, name, left, right):
        return getattr(operator, name)(left, right)

    def unary(self, name, operand):
        return getattr(operator, name)(operand)

    def iter(self, owner):
        return owner


def outcome(fn, args):
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            result = repr(fn(*args))
    except Exception as error:
        result = (type(error).__name__, str(error))
    return str(result), printed.getvalue()


@pytest.mark.parametrize(("fn", "calls"), CASES)
@pytest.mark.parametrize("variant", ["plain", "generic", "traced"])
def test_behaves(fn, calls, variant):
    conversion = get_conversion(fn)
    if variant == "traced":
        converted = conversion.traced(fn, PlainReads(fn.__globals__))
    else:
        converted = generic(fn) if variant == "generic" else conversion.plain(fn)
    for args in calls:
        odd_functions.COUNTER = 0
        expected = outcome(fn, args)
        odd_functions.COUNTER = 0
        assert outcome(converted, args) == expected, conversion.code


@pytest.mark.parametrize(("fn", "calls"), CASES)
def test_code_is_python_that_reads_back(fn, calls):
    conversion = get_conversion(fn)
    compile(conversion.code, "<code>", "exec")
    assert [name for name, _ in conversion.stages][-1] == "IfElse"
    assert conversion.stages[-1][1] == conversion.code


def test_methods_of_a_class():
    for name in ("__init__", "push"):
        get_conversion(vars(odd_functions.Stack)[name])
    push = get_conversion(odd_functions.Stack.push)
    stack = odd_functions.Stack()
    converted = push.plain(odd_functions.Stack.push)
    assert converted(stack, 1) == ("Stack", "<", [(0, 1)])
    assert converted.__doc__ == "Push."
