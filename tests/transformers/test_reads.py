"""Reads: which reads and stores are seen while tracing."""

import pytest

from sct.transformers.examples import becomes
from sct.transformers.reads import Reads


def line(body, head="x", free=("w",)):
    text = becomes(Reads, f"def f({head}):\n    {body}", free_names=free)
    return "; ".join(part.strip() for part in text.splitlines()[1:])


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return x", "return x"),
        ("return G", "return _reads.name('G')"),
        ("return w", "return _reads.free('w', w)"),
        ("return x.a.b", "return _reads.attr(_reads.attr(x, 'a'), 'b')"),
        ("return x[1]", "return _reads.item(x, 1)"),
        ("return x[1:, ::k]", "return _reads.item(x, (_sct.slice(1, None, None), _sct.slice(None, None, _reads.name('k'))))"),
        ("_sct.convert_call(x.sum)()", "_sct.convert_call(_reads.attr(x, 'sum'))()"),
        ("a, b = x", "a, b = _reads.unpacked(x, (None, None))"),
        ("a, (b, c), *d = x", "a, (b, c), d = _reads.unpacked(x, (None, (None, None), '*'))"),
        ("a = b = x", "a = b = x"),
        ("return _sct.convert_call(w)(1, *x, k=2)", "return _reads.spreading(_reads.free('w', w))(1, *_reads.spread(x), k=2)"),
        ("return [*x, 1]", "return _reads.display('list', [(True, x), (False, 1)])"),
        (
            "return *x, f(), *x",
            "return _reads.display('tuple', [(True, _reads.taken(x)), (False, _reads.name('f')()), (True, x)])",
        ),
        ("return {*x}", "return _reads.display('set', [(True, x)])"),
        ("return w[*x, 1:]", "return _reads.item(_reads.free('w', w), (*_reads.iter(x), _sct.slice(1, None, None)))"),
        (
            "return [y for y in x if y]",
            "return _reads.listed(x, lambda _put: lambda y: _reads.when(y, lambda: _put(y)))",
        ),
        ("return lambda y: y + w", "return lambda y: _reads.binary('add', y, _reads.free('w', w))"),
        ("global n; n = x", "global n; n = _reads.store_global('n', x)"),
        ("global n; n, y = x", "global n; n, y = _reads.store_global('n', _reads.unpacked(x, (None, None)))"),
        ("global n; del n", "global n; _reads.store_global('n', _sct.there(n)); del n"),
        ("global n; import n", "global n; _reads.store_global('n', None); import n"),
        ("nonlocal w; w = x", "nonlocal w; w = _reads.store_free('w', x)"),
        ("return (w1 := x)", "return (w1 := x)"),
        ("x.a = 1", "x.a = 1"),
        ("y: int = G", "y: int = _reads.name('G')"),
        ("return x is G", "return x is _reads.name('G')"),
    ],
)
def test_becomes(body, expected):
    assert line(body) == expected


def test_names_of_nested_functions_are_their_own():
    text = becomes(
        Reads,
        """
        def f(x):
            def g(y):
                nonlocal x
                x = y
                return x + G
            return g
        """,
    )
    assert "_reads.free" not in text and "store_free" not in text and "_reads.name('G')" in text


def test_class_bodies_and_generators_are_instrumented():
    text = becomes(
        Reads,
        """
        def f(x):
            class C:
                y = G
                z = y
            def g():
                yield H
        """,
    )
    assert "y = _reads.name('G')" in text and "z = y" in text and "yield _reads.name('H')" in text


def test_annotations_are_left():
    assert "_reads" not in becomes(Reads, "def f(x):\n    def g(y: int) -> G:\n        return y\n    return g")
