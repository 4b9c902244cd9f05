"""What looks at frames sees the same: tracebacks with their carets, stack depth, warnings, tracing, pickling."""

import contextlib
import copy
import doctest
import inspect
import io
import linecache
import pickle
import sys
import traceback
import warnings

import pytest

import sct
from tests.transformers import odd_functions


class Box:
    """Something with attributes."""

    def __init__(self, **values):
        self.__dict__.update(values)


def boom(*args, **kwargs):
    raise ValueError(args)


def fail_name(x):
    if x:
        return not_there  # noqa: F821
    return None


def fail_unbound(x):
    if not x:
        y = 1
    return y + 1


def fail_item(x):
    for i in range(3):
        x[i] = x[i + 10]


def fail_store_item(x):
    (x)["a" + "b"][ 1 ] = 3  # fmt: skip


def fail_store_attr(x):
    x.real.deeper.still = 3


def fail_delete(x):
    del x["gone"]


def fail_delete_attr(x):
    del x.gone, x.other


def fail_augmented(x):
    y = 3
    y += x.gone
    return y


def fail_augmented_type(x):
    x += "text"
    return x


def fail_augmented_item(x):
    x[0] -= "text"


def fail_in(x):
    return 1, 3 in x, 5


def fail_not_in(x):
    return bool(3 not in x.real)


def fail_bool(x):
    return x and x.gone or x


def fail_not(x):
    y = not x.gone
    return y


def fail_ternary(x):
    return x.gone if x else x


def fail_ternary_branch(x):
    return (1 if x == 0 else
            x.gone)  # fmt: skip


def fail_chain(x):
    return 0 < 1 < x.real.gone


def fail_compare(x):
    return 1 < x + [1]


def fail_call(x):
    return len(boom(x, key=[1]))


def fail_deep(x):
    while True:
        if x:
            try:
                boom(x)
            except ValueError:
                x = boom(2)
        else:
            break


def fail_cause(x):
    try:
        x.gone
    except AttributeError as error:
        raise RuntimeError("no") from error


def fail_finally(x):
    for _ in range(2):
        try:
            return x.gone
        finally:
            x.other  # noqa: B018


def fail_with(x):
    with x as y:
        return y


def fail_fstring(x):
    return f"{x:>3} {x.gone!r}"


def fail_fstring_format(x):
    return f"text {[x]:d}"


def fail_comprehension(x):
    return [y.gone for y in (1, 2) if y]


def fail_lambda(x):
    return (lambda y: y.gone)(x)


def fail_nested(x):
    def inner(y):
        if y:
            return y.gone
        return None

    return inner(x)


def fail_unpack(x):
    a, b = (x,)
    return a, b


def fail_unpack_more(x):
    x.a, (x.b, c) = 1, (2,)


def fail_for(x):
    for y in x:
        print(y)


def fail_match(x):
    match x:
        case {"a": 1}:
            return 1
        case int():
            return boom(x)


def fail_walrus(x):
    if x and (y := x.gone) and y:
        return 1


def fail_raise(x):
    if x:
        raise KeyError(x)


def fail_global(x):
    global NOT_THERE
    del NOT_THERE


def fail_return_in_loop(x):
    for i in range(5):
        if i == x:
            return i.gone
        elif i > x:
            break
    return None


_ASSERTS = """
def fail_assert(x):
    assert x == 5, f"{x} is not five"

def fail_assert_bare(x):
    assert x is None
"""  # pytest rewrites those of this file
linecache.cache["<asserts>"] = (len(_ASSERTS), None, _ASSERTS.splitlines(True), "<asserts>")
exec(compile(_ASSERTS, "<asserts>", "exec"))
FAILING = [value for name, value in list(globals().items()) if name.startswith("fail_")]


def shown(function, argument):
    """The traceback below the call, as text."""
    try:
        function(argument)
    except Exception as error:
        if error.__cause__ is None and error.__context__ is None:
            error.__traceback__ = error.__traceback__.tb_next
        return "".join(traceback.format_exception(error)).replace(__file__, "here")
    return "no error"


@pytest.mark.parametrize("function", FAILING, ids=lambda f: f.__name__)
def test_tracebacks_are_the_same(function):
    wanted = shown(function, 1)
    assert wanted != "no error"
    found = shown(sct.transform(function), 1)
    assert found == wanted


def depth(x):
    for _ in range(2):
        if x:
            return len(inspect.stack(0)), sys._getframe(1).f_code.co_name
    return None


def recursive(n):
    if n == 0:
        return 0
    for _ in range(3):
        if n:
            return 1 + recursive(n - 1)
    return None


def test_no_frames_are_added(monkeypatch):
    converted = sct.transform(depth)
    assert converted(1) == depth(1)
    monkeypatch.setitem(globals(), "recursive", sct.transform(recursive))
    assert recursive(sys.getrecursionlimit() - len(inspect.stack(0)) - 20) > 100


def warns(x):
    if x and not x - 1:
        warnings.warn("where", stacklevel=2)


def test_warnings_name_the_caller():
    for function in (warns, sct.transform(warns)):
        with pytest.warns(UserWarning) as found:
            function(1)
        assert found[0].filename == __file__


def local_names(x):
    seen = []
    for i in range(3):
        if i > x:
            seen.append(sorted(sys._getframe().f_locals))
    return seen


def test_local_names_are_the_users():
    assert sct.transform(local_names)(1) == local_names(1)


def lines(function, args):
    """The lines of the function at which a debugger can stop, or that coverage counts, in this call."""
    found = set()

    def trace(frame, event, arg):
        if frame.f_code.co_name != function.__name__:
            return None
        if event == "line":
            found.add(frame.f_lineno)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(Exception):
            function(*args)
    finally:
        sys.settrace(before)
    return found


@pytest.mark.parametrize(
    ("function", "calls"), [pytest.param(f, calls, id=f.__name__) for f, calls in odd_functions.CASES]
)
def test_debuggers_see_the_same_lines(function, calls):
    """Every line that runs is seen, and no other; lines that are nothing but a jump may be left out."""
    converted = sct.transform(function)
    for args in calls:
        odd_functions.COUNTER = 0
        wanted = lines(function, copy.deepcopy(args))
        odd_functions.COUNTER = 0
        found = lines(converted, copy.deepcopy(args))
        assert {line for line in wanted ^ found if not is_jump(function, line)} == set()


def is_jump(function, line):
    """Whether there is nothing on a line but a jump, or a keyword that has no code of its own."""
    source, start = inspect.getsourcelines(function)
    text = source[line - start].split("#")[0].strip()
    return text in {"break", "continue", "return", "pass", "else:", "try:", "finally:"}


def picklable(x):
    return x + 1 if x else 0


def test_replaced_functions_pickle_by_name(monkeypatch):
    converted = sct.transform(picklable)
    monkeypatch.setitem(globals(), "picklable", converted)
    assert pickle.loads(pickle.dumps(converted)) is converted
    assert copy.deepcopy(converted) is converted


def documented(x, /, y: int = 2, *, z: "str" = "a", **more) -> float:
    """Say it.

    >>> documented(1)
    3
    """
    if x:
        return x + y
    return y


def test_what_is_known_about_a_function():
    converted = sct.transform(documented)
    assert inspect.signature(converted) == inspect.signature(documented)
    assert inspect.getsource(converted) == inspect.getsource(documented)
    assert inspect.getdoc(converted) == inspect.getdoc(documented)
    same = "__name__ __qualname__ __module__ __annotations__ __defaults__ __kwdefaults__ __globals__ __doc__".split()
    assert all(getattr(converted, name) is getattr(documented, name) for name in same)
    a, b = converted.__code__, documented.__code__
    fields = "name qualname filename firstlineno flags argcount posonlyargcount kwonlyargcount freevars".split()
    assert [getattr(a, f"co_{f}") for f in fields] == [getattr(b, f"co_{f}") for f in fields]
    assert a.co_varnames[: len(b.co_varnames)] == b.co_varnames
    runner = doctest.DocTestRunner(verbose=False)
    for test in doctest.DocTestFinder().find(converted, "documented", globs={"documented": converted}):
        runner.run(test)
    assert runner.summarize(verbose=False) == (0, 1)
