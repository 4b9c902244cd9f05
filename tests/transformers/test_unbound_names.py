"""A name without a value raises what Python raises: which error, with which words, and when."""

import pytest

import sct
from sct.errors import SctError
from tests.transformers.generic import generic
from tests.transformers.lists import behaves

READS = {
    "in a function inside": "def g(): return x\nreturn g()",
    "in a lambda": "return (lambda: x)()",
    "in a comprehension": "return [x for _ in (1,)]",
    "in a generator expression": "return list(x for _ in (1,))",
    "in comprehensions": "return {y: [x for _ in (1,)] for y in (1,)}",
    "in a lambda in a comprehension": "return [(lambda: x)() for _ in (1,)]",
    "in a comprehension in a function": "def g(): return [x for _ in (1,)]\nreturn g()",
    "in a class": "class C: y = x\nreturn C",
    "in a comprehension in a class": "class C: y = [x for _ in (1,)]\nreturn C",
    "in a generator": "def g(): yield x\nreturn list(g())",
    "by del inside": "def g():\n    nonlocal x\n    del x\ng()\nreturn x",
    "by += inside": "def g():\n    nonlocal x\n    x += 1\ng()\nreturn x",
    "by += in a generator": "def g():\n    nonlocal x\n    x += 1\n    yield x\nreturn list(g())",
    "in an if inside": "def g():\n    if c or not c: return x\nreturn g()",
    "in a loop inside": "def g():\n    while True:\n        for _ in range(x): return x\n        return 2\nreturn g()",
    "in an operand inside": "def g(): return 1 and (c or not c) and x\nreturn g()",
    "here": "return x",
    "by del": "del x",
    "by +=": "x += 1\nreturn x",
    "in an operand": "return (c or not c) and x",
    "in a choice": "return 1 if x else 2",
    "in a comprehension in an operand": "return (c or not c) and [x for _ in (1,)]",
    "in a lambda in an operand": "return (c or not c) and (lambda: x)()",
    "in a chained comparison": "return 0 < abs(2) < x < 3",
    "in its own value": "x = (c or not c) and x",
    "in its own default": "def x(a=(c or not c) and x): pass",
    "in a message": "assert c and not c, x",
    "in a test": "while x: break",
    "in a loop's test": "while c or not c:\n    if x: break",
}
WHEN = {
    "never bound": "if c:\n    x = 1\n",
    "bound later": "",
    "deleted": "x = 1\nif c < 9:\n    x = 2\ndel x\n",
    "deleted in a branch": "x = 1\nif c == 0:\n    del x\n",
}


@pytest.mark.parametrize("before", WHEN.values(), ids=WHEN)
@pytest.mark.parametrize("read", READS.values(), ids=READS)
def test_words(read, before):
    lines = f"{before}{read}\nx = 3".split("\n")
    source = "def f(c):\n" + "".join(f"    {line}\n" for line in lines)
    behaves(source, (0,), (1,))


def make(bound):
    if bound:
        y = 1

    def read(a):
        if a:
            return y
        return [y for _ in range(2)], (a or y)

    return read


@pytest.mark.parametrize("convert", [sct.transform, generic])
def test_closure_variables_without_a_value(convert):
    read = make(False)
    converted = convert(read)
    for a in (0, 1):
        with pytest.raises(NameError) as wanted:
            read(a)
        with pytest.raises(NameError) as found:
            converted(a)
        assert (type(found.value), str(found.value), found.value.name) == (
            type(wanted.value), str(wanted.value), wanted.value.name,
        )  # fmt: skip
    assert not issubclass(NameError, SctError)


GLOBAL = 1


def drop(a):
    global GLOBAL
    if a:
        del GLOBAL
    return GLOBAL


@pytest.mark.parametrize("convert", [sct.transform, generic])
def test_deleted_globals(convert):
    globals()["GLOBAL"] = 1
    converted = convert(drop)
    with pytest.raises(NameError, match="^name 'GLOBAL' is not defined$"):
        converted(1)
    with pytest.raises(NameError, match="^name 'GLOBAL' is not defined$"):
        converted(1)
    globals()["GLOBAL"] = 2
    assert converted(0) == 2


@pytest.mark.parametrize(
    "statement",
    [
        "x[i] = say(1)",
        "x[0] = say(1)",
        "x[i:1] = say(1)",
        "x.a = say(1)",
        "x.a.b = i",
        "y[i] = x",
        "x[i] = i",
        "(x := y)[i] = say(1)",
        "x[i], y[0] = say((1, 2))",
        "y[0] = x[i] = say(1)",
        "x[i] += say(1)",
        "y[x] += say(1)",
        "y.a += x + say(1)",
        "x.a: int = say(1)",
        "del y[x]",
        "say(x, (k := say(1)))",
        "say(x, y and (k := say(1)))",
        "say(y[0] < x < say(1))",
        "say(x < say(1) < 3)",
        "say([say(2), x, say(1)] and x)",
        "say(y and (k := say(1)), i)",
        "say(x, (k := say(1)) if y else 2)",
        "for x[i] in [say(1)]: say(2)",
        "for y[i] in [say(1)]: say(2)",
        "match say(1), x:\n        case (1, i): say(i)\n        case _: say(3)",
        "match x:\n        case 1: say(1)\n        case _: say(3)",
    ],
)
def test_when(statement):
    source = f"""
def f(y, c):
    if c == 1:
        x = [1, 2]
    if c == 2:
        i = 0
    {statement}
    i = x = 3
    """
    behaves(source, ([5, 6], 0), ([5, 6], 1), ([5, 6], 2), given={"say": lambda *args: print(*args) or args[-1]})


def test_comprehension_variables_beside_variables_of_that_name():
    source = """
    def f(x, xs):
        def g(c):
            ys = [x for x in xs if x]
            zs = {x: y for x in xs for y in [x for x in xs]}
            return c and (x, ys, zs)
        if xs:
            ys = {x for x in xs}
            z = xs and x
        return g(1), [[(lambda: x)() for x in xs] for xs in [xs, [1]]], ys, z, xs and x
    """
    behaves(source, (5, [1, 2]))


def test_an_argument_that_an_inner_function_deletes():
    source = """
    def f(a, b):
        if a:
            def g():
                nonlocal b
                b = 1
                del b
            g()
        return a, b
    """
    behaves(source, (0, 1), (1, 1))


def test_a_guard_before_the_value_to_return_is_there():
    source = """
    def f(a):
        while a:
            a = a
            break
        else:
            a = a
        if a:
            return a
        return a, 1
    """
    behaves(source, (0,), (1,))
