"""Source recovery and conversion: which functions are found, and that everything of theirs is kept."""

# ruff: noqa: E701
import doctest
import functools
import gc
import inspect
import linecache
import sys
import textwrap
import threading
import traceback
import types
import weakref

import gast
import pytest

from sct import to_static
from sct.errors import ContractError, SourceUnavailableError, StaleSourceError, UnsupportedSyntaxError
from sct.runtime.source import Conversion, get_conversion, is_converted_code, is_traced_code
from sct.transformers import PIPELINE, Pass
from tests.work import calls_of

HERE = __file__


def transform(fn, passes=None):
    return get_conversion(fn, passes).plain(fn)


def made(source, filename="<made>", **scope):
    """Execute a source that linecache knows, as a notebook does."""
    source = textwrap.dedent(source)
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    exec(compile(source, filename, "exec"), scope)
    return scope


# -- what is found --------------------------------------------------------------------------------------


def twice(fn):
    @functools.wraps(fn)
    def wrapper(*args):
        return 2 * fn(*args)

    return wrapper


@twice
@twice
def decorated(x):
    if x:
        x += 1
    return x


def test_decorators_are_not_evaluated_again():
    inner = decorated.__wrapped__.__wrapped__
    assert transform(inner)(1) == 2
    assert transform(decorated)(1) == decorated(1) == 8


def test_lambdas_on_one_line_are_told_apart():
    first, second, third = (lambda x: x + 1), (lambda x: x + 2), lambda x, k=3: (lambda: x + k)()
    assert [transform(f)(0) for f in (first, second, third)] == [1, 2, 3]
    nested = [(lambda n: lambda x: x if n else -x)(n) for n in (0, 1)]
    assert [transform(f)(5) for f in nested] == [-5, 5]
    spread = (
        lambda x:
        "yes" if x
        else "no"
    )  # fmt: skip
    assert transform(spread)(0) == "no"
    assert transform(spread).__name__ == "<lambda>"
    assert "lambda" in get_conversion(spread).original


def test_equal_lambdas_keep_their_places():
    a, b = (lambda x: x / 0), (lambda x: x / 0)
    columns = []
    for f in (a, b):
        with pytest.raises(ZeroDivisionError) as caught:
            transform(f)(1)
        frame = [t for t in walk_tb(caught.value) if t.tb_frame.f_code.co_filename == HERE][-1]
        place = list(frame.tb_frame.f_code.co_positions())[frame.tb_lasti // 2]
        columns.append(place[2])
    assert columns[0] < columns[1]


def walk_tb(error):
    found, tb = [], error.__traceback__
    while tb is not None:
        found.append(tb)
        tb = tb.tb_next
    return found


class Base:
    def area(self):
        return 10


class Shape(Base):
    __secret = 3

    def area(self):
        if self.__secret:
            return super().area() + self.__secret
        return None

    @classmethod
    def make(cls, n):
        while n:
            n -= 1
        return cls.__name__, __class__.__name__, Shape.__secret

    @staticmethod
    def free(x):
        if x:
            return "static"

    class Inner:
        __secret = 4

        def get(self):
            def nested():
                return self.__secret

            return nested


def test_methods():
    assert transform(Shape.area)(Shape()) == 13
    assert transform(Shape().area)(Shape()) == 13
    assert transform(Shape.make)(Shape, 3) == ("Shape", "Shape", 3)
    assert transform(Shape.free)(1) == "static"
    assert transform(Shape.Inner.get)(Shape.Inner())() == 4
    assert transform(Shape.Inner().get())() == 4


def test_closures_share_their_cells():
    count, step = 0, 2

    def bump(x):
        nonlocal count
        if x:
            count += step
        return count

    converted = transform(bump)
    assert converted(1) == 2 and count == 2
    step = 5
    assert converted(1) == 7 == bump(0)
    assert dict(zip(converted.__code__.co_freevars, converted.__closure__, strict=True))["step"].cell_contents == 5


def test_globals_are_the_same_dict():
    scope = made("k = 1\ndef f(x):\n    if x:\n        return k\n    return h(x)")
    converted = transform(scope["f"])
    assert converted.__globals__ is scope and converted(1) == 1
    scope["k"] = 2
    scope["h"] = lambda x: "later"
    assert converted(1) == 2 and converted(0) == "later"


def test_what_belongs_to_the_function_is_kept():
    evaluated = []

    def f(a, /, b=evaluated.append(1), *args: int, c: "later" = [], **kw) -> str:  # noqa: B006, F821
        """Doc."""
        if a:
            c.append(a)
        return c

    f.mark = 1
    converted = transform(f)
    assert evaluated == [1]
    assert converted.__defaults__ == f.__defaults__ and converted.__kwdefaults__["c"] is f.__kwdefaults__["c"]
    assert inspect.signature(converted) == inspect.signature(f)
    assert converted.__doc__ == "Doc." and converted.mark == 1
    assert converted.__qualname__ == f.__qualname__ and converted.__module__ == f.__module__
    assert converted(7) is f(0) and f(0) == [7]
    code = get_conversion(f).code
    assert "c: 'later'=[]" in code and "->str" in code


def test_recursion_by_name_and_shadowed_names():
    scope = made("def make(n):\n    return n if n < 2 else make(n - 1) + make(n - 2)\ndef f(f):\n    return f")
    assert transform(scope["make"])(7) == 13
    assert transform(scope["f"])("own") == "own"


def test_the_future_is_kept():
    scope = made(
        "from __future__ import annotations\ndef f(x):\n    def g(y: not_there) -> x: return y\n    return g"
    )
    assert transform(scope["f"])(1).__annotations__ == {"y": "not_there", "return": "x"}


def test_type_parameters():
    if sys.version_info < (3, 12):
        pytest.skip("3.12 syntax")
    scope = made(
        """
        def f[T: int](x: T, again=True):
            def g[U](y: U) -> U:
                if y:
                    return U, T
            if again:
                return T.__name__, g(1)[0].__name__, g.__qualname__, g.__type_params__[0].__name__
        """
    )
    converted = transform(scope["f"])
    assert converted(1) == ("T", "U", "f.<locals>.g", "U") == scope["f"](1)
    assert converted.__type_params__ == scope["f"].__type_params__


def test_strings_and_brackets_at_the_left_margin():
    def f(x):
        text = """
def not_this(): pass
"""
        if x:
            pair = (
x, 2)
        else: pair = 1, \
2
        return text, pair
# a comment at the margin

        # and the end  # fmt: skip

    assert transform(f)(1) == f(1)
    assert transform(f)(0) == f(0)


def test_doctests_can_convert():
    example = """
    >>> def f(x):
    ...     if x:
    ...         return "yes"
    >>> transform(f)(1)
    'yes'
    >>> transform(lambda x: x + 1)(1)
    2
    """
    test = doctest.DocTestParser().get_doctest(example, {"transform": transform}, "here", None, None)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_names_of_nested_definitions():
    def f(c):
        if c:

            class C:
                def m(self):
                    return lambda: None

            def g():
                return lambda: None

        return [o.__qualname__ for o in (C, C.m, C().m(), g, g())]

    assert transform(f)(1) == f(1)


# -- what is not ----------------------------------------------------------------------------------------


def test_no_source():
    scope = {}
    exec("def f(x):\n    return x", scope)
    for thing in (scope["f"], len, Shape, functools.partial(decorated)):
        with pytest.raises(SourceUnavailableError):
            get_conversion(thing)


def test_code_made_in_a_module_has_not_the_text_of_the_module():
    scope = dict(globals())  # its loader knows the text of this file, whatever name it is asked for
    exec(compile("def f(x): return x + 1", f"{__name__} compilation 7", "exec"), scope)
    with pytest.raises(SourceUnavailableError):
        get_conversion(scope["f"])

    def calls(x):
        return scope["f"](x)

    assert to_static(calls)(2) == 3


def test_an_edited_file_is_refused(tmp_path):
    path = tmp_path / "model.py"
    path.write_text("def f(x):\n    if x:\n        return 1\n    return 2\n")
    scope = {}
    exec(compile(path.read_text(), str(path), "exec"), scope)
    path.write_text("def f(x):\n    if x:\n        return 1\n    return 3\n")
    with pytest.raises(StaleSourceError) as caught:
        get_conversion(scope["f"])
    assert caught.value.where.filename == str(path) and caught.value.where.line == 1
    path.write_text("x = 1\n")
    with pytest.raises(StaleSourceError):
        get_conversion(scope["f"])


def test_the_loaded_text_is_used_while_linecache_has_it(tmp_path):
    path = tmp_path / "model2.py"
    path.write_text("def f(x):\n    return x + 1\n")
    scope = {}
    exec(compile(path.read_text(), str(path), "exec"), scope)
    linecache.getlines(str(path))
    path.write_text("def f(x):\n    return x + 1000\n")
    assert transform(scope["f"])(1) == 2


def test_a_stale_cache_is_renewed(tmp_path):
    path = tmp_path / "model3.py"
    path.write_text("def f(x):\n    return x + 1\n")
    linecache.getlines(str(path))
    path.write_text("# moved\ndef f(x):\n    return x + 1000\n")
    scope = {}
    exec(compile(path.read_text(), str(path), "exec"), scope)
    assert transform(scope["f"])(1) == 1001


def test_numbers_that_are_equal_but_not_the_same_are_told_apart():
    scope = made("def f(x):\n    return x + 1", "<kinds>")
    made("def f(x):\n    return x + 1.0", "<kinds>")
    with pytest.raises(StaleSourceError):
        get_conversion(scope["f"])


def test_a_chain_that_is_too_long():
    def chain(n):
        cases = "".join(f"    elif x == {i}:\n        return {i}\n" for i in range(1, n))
        return made(f"def f(x):\n    if x == 0:\n        return 0\n{cases}", f"<chain {n}>")["f"]

    assert transform(chain(40))(39) == 39
    with pytest.raises(UnsupportedSyntaxError, match="f is nested too deeply"):
        get_conversion(chain(400))


def test_generators_are_refused_with_their_line():
    def f(x):
        yield x

    with pytest.raises(UnsupportedSyntaxError) as caught:
        get_conversion(f)
    assert caught.value.where.line == inspect.getsourcelines(f)[1] + 1


# -- conversions ----------------------------------------------------------------------------------------


def test_a_code_object_is_converted_once():
    calls = []

    class Counting(Pass):
        def run(self, tree):
            calls.append(tree)
            return tree

    def f(x):
        return x

    passes = [Counting]
    barrier = threading.Barrier(8)
    found = []

    def work():
        barrier.wait()
        found.append(get_conversion(f, passes))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(calls) == 1 and len({id(c) for c in found}) == 1
    assert get_conversion(f) is not found[0]
    assert get_conversion(f) is get_conversion(f, PIPELINE)


def test_equal_code_of_two_files_is_not_the_same():
    a = made("def f(x):\n    return x", "<a>")["f"]
    b = made("def f(x):\n    return x", "<b>")["f"]
    assert a.__code__ == b.__code__
    assert get_conversion(a).filename == "<a>" and get_conversion(b).filename == "<b>"


def test_conversions_die_with_their_function():
    f = made("def f(x):\n    if x:\n        return 1", "<dies>")["f"]
    converted = transform(f)
    refs = [weakref.ref(get_conversion(f)), weakref.ref(converted.__code__), weakref.ref(f.__code__)]
    del f, converted
    gc.collect()
    assert [r() for r in refs] == [None, None, None]


def test_converted_code_is_known():
    def f(x):
        def g():
            return [y for y in x]

        class C:
            def m(self):
                if x:
                    return k

        if x:
            k = 1
        return g, C

    assert not is_converted_code(f.__code__)
    converted = transform(f)
    assert is_converted_code(converted.__code__)
    g, cls = converted([1])
    assert is_converted_code(g.__code__) and not is_converted_code(cls.m.__code__)
    again = transform(cls.m)  # it reads a variable that may be undefined
    assert again(None) == 1
    _, cls = converted([])
    assert transform(cls.m)(None) is None
    assert get_conversion(converted) is get_conversion(f)
    assert transform(converted)([1])[0]() == [1]


def test_nested_converted_functions_can_be_converted_again():
    def f(c):
        def g(x):
            if x:
                return k

        if c:
            k = 1
        return g

    converted = transform(f)
    assert transform(converted(1))(1) == 1
    with pytest.raises(NameError, match="'k'"):
        transform(converted(0))(1)


def test_traced_code():
    def f(x):
        return x.real

    class Attributes:
        def attr(self, owner, name):
            return owner, name

    traced = get_conversion(f).traced(f, Attributes())
    assert traced(1) == (1, "real")
    assert is_traced_code(traced.__code__) and not is_traced_code(transform(f).__code__)
    other = get_conversion(f).traced(f, Attributes())
    assert other.__code__ is traced.__code__


def test_the_text_can_be_read_after_the_code_was_made():
    """Which takes the tree: the passes make it again."""

    def function(x, n):
        total = 0.0
        for i in range(n):
            if total < x[i] and n:
                total += x[i]
        return total, [total for _ in range(2)]

    before = Conversion(function, None).code
    conversion = Conversion(function, None)
    conversion._code(True)
    assert conversion.code == before == conversion.stages[-1][1]
    assert conversion.plain(function)([1.0, 0.5], 2) == function([1.0, 0.5], 2)


def test_own_passes_see_the_tree():
    class Double(Pass):
        """Every number is doubled."""

        def visit_Constant(self, node):
            return gast.copy_location(gast.Constant(node.value * 2, None), node)

    def f(x):
        return x + 1

    assert transform(f, (*PIPELINE, Double))(1) == 3
    assert get_conversion(f, (Double,)).stages[0][0] == "Double"
    assert "x + 2" in get_conversion(f, (Double,)).code


def test_a_broken_pass_is_named_as_such():
    class Broken(Pass):
        def visit_Return(self, node):
            return gast.copy_location(gast.Break(), node)

    def f(x):
        return x

    with pytest.raises(ContractError, match="does not accept"):
        transform(f, (Broken,))


# -- what people see ------------------------------------------------------------------------------------


def fails(x):
    total = 0
    for i in range(3):
        if i == 2:
            total += (
                i
                / x
            )  # fmt: skip
    return total


def test_tracebacks_show_the_users_lines():
    with pytest.raises(ZeroDivisionError) as plain:
        fails(0)
    with pytest.raises(ZeroDivisionError) as converted:
        transform(fails)(0)
    expected = [t for t in walk_tb(plain.value) if t.tb_frame.f_code is fails.__code__][-1]
    found = [t for t in walk_tb(converted.value) if t.tb_frame.f_code.co_filename == HERE]
    assert found[-1].tb_lineno == expected.tb_lineno
    assert {t.tb_frame.f_code.co_name for t in found[1:]} == {"fails"}
    lines = [traceback.format_exception(e.value)[-2] for e in (plain, converted)]
    assert lines[0] == lines[1]  # the line and the carets


def test_the_first_line_of_an_unparenthesised_condition():
    def f(x):
        if x.missing:
            return 1

    with pytest.raises(AttributeError) as caught:
        transform(f)(1)
    lines = [t.tb_lineno for t in walk_tb(caught.value) if t.tb_frame.f_code.co_filename == HERE]
    assert lines[-1] == f.__code__.co_firstlineno + 1


def test_functions_of_rewritten_test_modules():
    def f(x):
        assert x > 0, "positive"
        return x

    assert transform(f)(1) == 1  # pytest compiled other code than the source's
    with pytest.raises(AssertionError, match="positive"):
        transform(f)(-1)


def test_conversion_is_fast():
    def calls(branches):
        source = "def f(x, n):\n" + "".join(
            f"    if x > {i}:\n        x = x - n\n    else:\n        x = x + {i}\n" for i in range(branches)
        ) + "    return x\n"
        f = made(source, f"<fast {branches}>")["f"]
        return calls_of(lambda: transform(f))

    calls(1)  # what the first conversion loads
    few, many = calls(5), calls(20)
    assert few < 25_000  # 15,000: some 5 ms
    assert many < 4.5 * few, (few, many)  # 3.5 times


def test_types_of_functions():
    assert isinstance(transform(fails), types.FunctionType)
    assert repr(get_conversion(fails)).startswith("<Conversion of fails at ")
    assert get_conversion(fails).original.startswith("def fails(x):\n    total = 0")
    assert get_conversion(fails).first_line == fails.__code__.co_firstlineno


def test_modules_that_name_super():
    scope = made(
        """
        real = super
        class A:
            def f(self): return 1
        class B(A):
            def f(self): return super().f() + 1
        """,
        "<super>",
    )
    assert transform(scope["B"].f)(scope["B"]()) == 2
