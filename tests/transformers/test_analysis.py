"""The analyses: what they find, as their one-line dumps."""

import sys
import textwrap

import gast
import pytest

from sct.transformers.analysis import (
    bound_names,
    definitely_assigned,
    deleted_names,
    read_names,
    rebound_inside,
    scopes_of,
)


def parse(source):
    return gast.parse(textwrap.dedent(source))


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("x = 1", "x"),
        ("x = y = 1", "x y"),
        ("(a, [b, *c]), d.e, f[g] = h", "a b c"),
        ("x += 1", "x"),
        ("x: int = 1", "x"),
        ("x: int", ""),
        ("del x, y.z, w[0]", "x"),
        ("for i, (j, k) in p: m = 1\nelse: n = 2", "i j k m n"),
        ("while (a := f()): b = 1", "a b"),
        ("import a.b, c.d as e\nfrom m import f as g, h", "a e g h"),
        ("with a as b, c as (d, e): f = 1", "b d e f"),
        ("try: a = 1\nexcept E as e: b = 1\nelse: c = 1\nfinally: d = 1", "a b c d e"),
        ("def f(a, b=(w := 1)):\n  c = 1", "f w"),
        ("class C(B, k=(w := 1)):\n  c = 1", "C w"),
        ("lambda a, b=(w := 1): (v := a)", "w"),
        ("[(w := v) for v in x if (u := v)]", "u w"),
        ("{k: v for k, v in x}", ""),
        ("match x:\n  case [a, *b]: c = 1\n  case {'k': d, **e}: pass\n  case C(f) as g: pass", "a b c d e f g"),
        ("async def f():\n  x = 1", "f"),
        ("global g\ng = 1", "g"),
        ("print(x)", ""),
    ],
)
def test_bound_names(source, names):
    assert bound_names(parse(source).body) == tuple(names.split())


def test_read_and_deleted_names():
    body = parse("""
        x += y
        del z
        try:
            f(lambda: w)
        except E as e:
            pass
        def g():
            del inner
    """).body
    assert read_names(body) == ("E", "f", "w", "x", "y")
    assert deleted_names(body) == {"z", "e"}


def test_scopes():
    tree = parse("""
        def f(a, *args, k=default, **kw):
            global g
            g = a
            x = 1
            def inner(b):
                nonlocal x
                x = b + free
                return [x for y in args]
            class C(Base):
                x = x
                def method(self):
                    return x, __class__
            return lambda q: q + x
    """)
    scopes = scopes_of(tree, ["free"])
    assert scopes.dump() == textwrap.dedent("""\
        module <module>: binds f; reads default
          function f: params a args k kw; binds C g inner x; global g; reads Base a
            function inner: params b; binds x; nonlocal x; reads args b free
              comprehension <comprehension>: binds y; reads x
            class C: binds method x; reads x
              function method: params self; reads __class__ x
            function <function>: params q; reads q x""")
    functions = {s.name: s for s in scopes.functions()}
    assert scopes.owner(functions["method"], "x") is functions["f"]  # not the class's
    assert scopes.owner(functions["inner"], "x") is functions["f"]
    assert [scopes.kind(functions["inner"], n) for n in ("b", "free", "g", "len")] == [
        "local",
        "free",
        "global",
        "global",
    ]
    assert rebound_inside(functions["f"], scopes) == ("x",)


def test_scopes_of_type_parameters():
    if sys.version_info < (3, 12):
        pytest.skip("3.12 syntax")
    scopes = scopes_of(parse("def f():\n  def g[T](x: T) -> T:\n    return T\n  type A[U] = U\n"))
    g = next(s for s in scopes.functions() if s.name == "g")
    owner = scopes.owner(g, "T")
    assert owner is not None and owner.kind == "types"


def unsure(body, head="c"):
    tree = parse(f"def f({head}):\n" + textwrap.indent(textwrap.dedent(body).strip(), "    "))
    scopes = scopes_of(tree)
    dump = definitely_assigned(scopes.scope_of(tree.body[0]), scopes).dump()
    return dump.partition("unsure: ")[2]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("if c: x = 1\nelse: x = 2\nx", ""),
        ("if c: x = 1\nx", "x (line 3)"),
        ("if c: x = 1\nelse: return\nx", ""),
        ("if c: x = 1\nelse: raise E\nx", ""),
        ("for i in c: x = i\nx, i", "x (line 3), i (line 3)"),
        ("while c: x = 1\nelse: x = 2\nx", ""),
        ("while True:\n  x = 1\n  if c: break\nx", ""),
        ("while True:\n  if c: break\n  x = 1\nx", "x (line 5)"),
        ("while c:\n  x\n  x = 1", "x (line 3)"),
        ("x = 1\nwhile c:\n  x\n  del x", "x (line 4), x (line 5)"),
        ("x = 1\ndel x\nx", "x (line 4)"),
        ("try: x = 1\nexcept E: x = 2\nx", ""),
        ("try: x = 1\nexcept E: pass\nx", "x (line 4)"),
        ("try: x = 1\nfinally: y = 2\nx, y", ""),
        ("try: x = 1\nfinally: x", "x (line 3)"),
        ("try: pass\nexcept E as e: e\ne", "e (line 4)"),
        ("with c as x: y = 1\nx, y", "y (line 3)"),
        ("with c, d as x: pass\nx", "x (line 3)"),
        ("c and (x := 1)\nx", "x (line 3)"),
        ("(x := 1) and c\nx", ""),
        ("[x := 1 for i in c]\nx", "x (line 3)"),
        ("g = lambda: x\nx = 1", "x (line 2)"),
        ("x = 1\ng = lambda: x", ""),
        ("x = 1\ng = lambda: x\ndel x", "x (line 3)"),
        ("x = 1\ndef g():\n  nonlocal x\n  del x\ng()\nx", "x (line 5), x (line 7)"),
        ("x += 1", "x (line 2)"),
        ("match c:\n  case [x]: y = 1\n  case _: y = 2\nx, y", "x (line 5)"),
        ("(x for i in c)\nx = 1", "x (line 2)"),
        ("class C:\n  y = x\nx = 1", "x (line 3)"),
        ("return\nx", ""),
    ],
)
def test_definite_assignment(body, expected):
    assert unsure(body) == expected
