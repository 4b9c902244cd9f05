"""The passes for expressions, calls, stores, `try`, and the fence."""

import pytest

from sct.transformers import PIPELINE
from sct.transformers.assert_ import Assert
from sct.transformers.call import Call
from sct.transformers.cast import Cast
from sct.transformers.comparison import ChainedComparison
from sct.transformers.fence import Fence
from sct.transformers.fstring import FString
from sct.transformers.identity import Identity
from sct.transformers.logical import Logical
from sct.transformers.mutation import Mutation
from sct.transformers.print_ import Print
from sct.transformers.ternary import Ternary
from sct.transformers.try_ import Try
from sct.transformers.walrus import Walrus
from tests.transformers.lists import check_becomes, check_refuses

BECOMES = {
    "logic": (Logical, "a and b and not c, a or d", "(_sct.and_(a, lambda: b, lambda: _sct.not_(c)), _sct.or_(a, lambda: d))"),
    "logic in a comprehension": (Logical, "[x or y for x in z if x and y]", "[_sct.or_(x, lambda: y) for x in z if _sct.and_test(x, lambda: y)]"),
    "logic in a lambda": (Logical, "lambda x=a or b: not x", "lambda x=_sct.or_(a, lambda: b): _sct.not_(x)"),
    "a walrus in a lambda stays Python's": ((Walrus, Logical), "lambda x: x and (y := x)", "lambda x: x and (y := x)"),
    "other operators stay": (Logical, "-a + ~b == c & d", "-a + ~b == c & d"),
    "ternary": (Ternary, "(a if b else c) if d else e", "_sct.ternary(d, lambda: _sct.ternary(b, lambda: a, lambda: c), lambda: e)"),
    "identity": (Identity, "a is not b, a in b, a == b", "(_sct.is_not(a, b), _sct.in_(a, b), a == b)"),
    "a chain of names": (ChainedComparison, "(lambda b: a < b < c)", "lambda b: a < b and b < c"),
    "a chain of globals": (ChainedComparison, "a < b < c", "(lambda left, middle: left < middle and middle < c)(a, b)"),
    "print": (Print, "print(a, sep=''), x.print(a), print", "(_sct.convert_print(print)(a, sep=''), x.print(a), print)"),
    "cast": (Cast, "float(len(x)), map(int, x), x.max()", "(_sct.convert_builtin(float)(_sct.convert_builtin(len)(x)), _sct.convert_builtin(map)(int, x), x.max())"),
    "calls": (Call, "f(g(x), *y, **z)(1)", "_sct.convert_call(_sct.convert_call(f)(_sct.convert_call(g)(x), *y, **z))(1)"),
    "own calls stay": ((Print, Cast, Call), "print(len(x)), super(A, b).c(), _sct.f(x)", "(_sct.convert_print(print)(_sct.convert_builtin(len)(x)), _sct.convert_call(_sct.convert_call(super)(A, b).c)(), _sct.f(x))"),
    "a lambda in place": (Call, "(lambda x: g(x))(1)", "(lambda x: _sct.convert_call(g)(x))(1)"),
    "text": (FString, "f'a{b}' f'{c!r:>{w}}', f'', f'{{x}}'", "(_sct.fstring('a', (b, '', ''), (c, 'r', _sct.fstring('>', (w, '', '')))), '', '{x}')"),
}  # fmt: skip


@pytest.mark.parametrize("name", BECOMES)
def test_expression_becomes(name):
    passes, before, expected = BECOMES[name]
    check_becomes(passes, before, expected)


STATEMENTS = {
    "assert": (Assert, "assert a, b; assert c", "_sct.convert_assert(a, lambda: b)\n_sct.convert_assert(c)"),
    "store": (Mutation, "a.b = 1; a[1:, ::2] = c; d = e.f = 3", "_sct.store_attr(a, 'b', 1)\n_sct.store_item(a, (_sct.slice(1, None, None), _sct.slice(None, None, 2)), c)\nd = e.f = 3"),
    "store after value": (Mutation, "a[i()] = c()", "value = c()\n_sct.store_item(a, i(), value)"),
    "delete": (Mutation, "del a.b; del a[:1]; del c", "_sct.del_attr(a, 'b')\n_sct.del_item(a, _sct.slice(None, 1, None))\ndel c"),
    "try": (Try, "try: a()\nexcept E: b()\nelse: c()", "try:\n    a()\nexcept E:\n    b()\nelse:\n    c()"),
    "try in a generator": (Try, "try: yield a\nexcept E: b()", "try:\n    with _sct.trying():\n        yield a\nexcept E:\n    b()"),
    "finally in a generator": (Try, "try: yield a\nfinally: b()", "try:\n    with _sct.finishing():\n        yield a\nfinally:\n    b()"),
    "handlers and finally": (Try, "try: a()\nexcept E: b()\nfinally: c()", "try:\n    try:\n        a()\n    except E:\n        b()\nfinally:\n    c()"),
    "finally that asks": (Try, "try: a()\nfinally: b(sys.exc_info())", "try:\n    with _sct.finishing():\n        a()\nfinally:\n    b(sys.exc_info())"),
    "decorators": (Call, "@a(b)\ndef f(x=c()): d()", "@_sct.convert_call(a)(b)\ndef f(x=_sct.convert_call(c)()):\n    _sct.convert_call(d)()"),
    "classes": (Call, "class A(b()):\n    x = c()\n    def m(self): return d()", "class A(_sct.convert_call(b)()):\n    x = c()\n\n    def m(self):\n        return d()"),
    "generators": (Call, "def f():\n    yield g()", "def f():\n    yield g()"),
    "coroutines": (Call, "async def f(x=a()):\n    await g()", "async def f(x=_sct.convert_call(a)()):\n    await g()"),
    "annotations": (Logical, "def f(x: a or b) -> c or d: return e or g", "def f(x: a or b) -> c or d:\n    return _sct.or_(e, lambda: g)"),
}  # fmt: skip


@pytest.mark.parametrize("name", STATEMENTS)
def test_statement_becomes(name):
    passes, before, expected = STATEMENTS[name]
    if name.startswith("store"):  # names are only known within a function
        indented = "\n    ".join(expected.split("\n"))
        check_becomes(passes, f"def f(a, c, e): {before}", f"def f(a, c, e):\n    {indented}")
    else:
        check_becomes(passes, before, expected)


REFUSES = [
    ("def f(x):\n    yield x", 2, "generator"),
    ("def f(x):\n    return [(yield x)]", 2, "generator"),
    ("async def f(x):\n    return x", 1, "coroutine"),
    ("lambda x: (yield)", 1, "generator"),
    ("def f(x):\n    if x:\n        print(locals())", 3, "locals()"),
    ("def f(x):\n    return vars()", 2, "vars()"),
    ("def f(x):\n    return dir()", 2, "dir()"),
    ("def f(x):\n    return eval('x')", 2, "eval()"),
    ("def f(x):\n    exec('x = 1')", 2, "exec()"),
    ("def f(x):\n    _sct = 3", 2, "_sct"),
    ("def f(x, _reads): pass", 1, "_reads"),
    ("def f(x):\n    try: x()\n    except* ValueError: pass", 2, "except*"),
    ("def f(x):\n    return [0 for x.a in x]", 2, "comprehension"),
    ("def f(x):\n    def g(): return locals()\n    return g", 2, "locals()"),
]


@pytest.mark.parametrize(("source", "line", "words"), REFUSES)
def test_fence_refuses(source, line, words):
    check_refuses(Fence, source, line, words)


def test_fence_shows_the_place():
    from sct.errors import UnsupportedSyntaxError
    from sct.transformers.examples import becomes

    with pytest.raises(UnsupportedSyntaxError) as caught:
        becomes(Fence, "def f(x):\n    return 1 + locals()['x']")
    where = caught.value.where
    assert (where.line, where.column, where.end_column) == (2, 15, 23)
    assert caught.value.why and caught.value.fix
    assert str(caught.value).splitlines()[-1] == "locals() cannot be converted"


ACCEPTED = [
    "def f(x):\n    def g(): yield x\n    async def h(): await x\n    return list(g()), h",
    "def f(x, locals): return locals()",
    "def f(x): return vars(x), dir(x), eval('1', {}), exec('', {}, {})",
    "def f(x):\n    class A:\n        y = locals()\n    return A",
    "def f(x):\n    global g\n    import os.path\n    from os import path as p\n    with x as y, z: pass",
]


@pytest.mark.parametrize("source", ACCEPTED)
def test_fence_accepts(source):
    check_becomes(Fence, source, __import__("ast").unparse(__import__("ast").parse(source)))


def test_every_pass_says_what_it_does():
    for made in PIPELINE:
        assert ">>> " in made.doc, made.name
        assert made.name == made.__name__
