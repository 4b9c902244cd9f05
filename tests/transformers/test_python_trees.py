"""Trees come from Python's form to gast's, and back, as gast itself brings them."""

import ast
import inspect
import sys
import textwrap

import gast
import pytest

import sct
from sct.errors import ContractError, UnsupportedSyntaxError
from sct.parsing import parsed
from sct.transformers import PIPELINE, PassContext, run_passes
from sct.transformers.python_trees import become_python, from_python, to_python

TEXTS = [
    "def f(a: int, /, b=1, *c: str, d, e=2, **g) -> int:\n    'Doc.'\n    return lambda x, *y, z=3, **w: x",
    "async def f():\n    async with a as b, c: pass\n    async for i in x: await i\n    return [j async for j in y]",
    "class A(B, metaclass=C):\n    x: int = 1\n    y: str",
    "try: pass\nexcept A as e: raise B from e\nexcept (C, D): pass\nexcept: raise\nelse: pass\nfinally: pass",
    "try: pass\nexcept* A as e: pass",
    "match x:\n    case {'a': 1, **rest}: pass\n    case ([1, *more] | A(more, c=3)) as y if z: pass\n    case None | -1: pass",
    "x = y = f(*a, k=1, **b); x[1:2, ..., ::3] += -a if b else (not c)\ndel x.y, z[0]\nassert a, b",
    "f'{a!r:>{b}}{c}'; u'x'; b'y'; 1j; {**a, b: c}; {1, *d}; (k := 3); a < b <= c is not d not in e",
    "def f():\n    yield\n    return (yield from x)",
    "import a.b as c, d\nfrom . import e\nfrom ..f import (g as h)\nglobal x\nwhile a and b or c: break\nelse: pass",
    "for i, (j, *k) in z: continue\nelse: pass\n[a for b in c if d if e for f in g]; {a: b for c in d}; (w := x)",
]
if sys.version_info >= (3, 12):
    TEXTS += ["type A[T: int, *U, **V] = list[T]", "class A[T]:\n    def f[U](self, x: T) -> U: pass"]
if sys.version_info >= (3, 13):
    TEXTS += ["def f[T = int, *U = *tuple[int], **V = [str]](): pass"]


def dumped(tree):
    return gast.dump(tree, annotate_fields=True, include_attributes=True)


@pytest.mark.parametrize("text", [*TEXTS, textwrap.dedent(inspect.getsource(sct.to_static))])
def test_there_and_back(text):
    tree = parsed(text)
    ours, theirs = from_python(tree), gast.ast_to_gast(tree)
    assert dumped(ours) == dumped(theirs)
    back = to_python(ours)
    assert ast.dump(back, include_attributes=True) == ast.dump(gast.gast_to_ast(theirs), include_attributes=True)
    assert ast.dump(back, include_attributes=True) == ast.dump(tree, include_attributes=True)
    compile(back, "there", "exec")
    same = become_python(ours)
    assert same is ours
    assert ast.dump(same, include_attributes=True) == ast.dump(tree, include_attributes=True)
    assert {type(node) for node in ast.walk(same)} == {type(node) for node in ast.walk(tree)}
    compile(same, "there", "exec")


def test_the_tree_that_was_given_stays():
    tree = parsed(TEXTS[0])
    before = ast.dump(tree, include_attributes=True)
    made = from_python(tree)
    made.body[0].body.clear()
    made.body[0].args.args.clear()
    assert ast.dump(tree, include_attributes=True) == before


def test_nodes_that_a_pass_has_left_incomplete():
    made = gast.parse("try: x = 1\nexcept A: pass\ndef f(): pass")
    function = made.body[1]
    for name in ("returns", "type_comment", "type_params"):
        delattr(function, name)
    copied = ast.dump(to_python(made))
    assert ast.dump(become_python(made)) == copied


def test_a_node_in_two_places():
    name = gast.Name("x", gast.Load(), None, None)
    made = gast.Module([gast.Expr(name), gast.Expr(name)], [])
    assert ast.unparse(become_python(made)) == "x\nx"


@pytest.mark.parametrize("text", TEXTS)
def test_what_stands_in_two_places_after_the_passes(text):
    """Code for traces is made of the nodes themselves, so that only leaves may."""
    body = parsed(text).body if text.startswith("def") else [*parsed("def f(x): pass").body]
    if not text.startswith("def"):
        body[0].body = parsed(text).body
    try:
        tree = run_passes(from_python(ast.Module(body, [])), PassContext(), PIPELINE)
    except UnsupportedSyntaxError:
        return
    nodes = [node for node in gast.walk(tree) if node._fields and not isinstance(node, gast.Name | gast.Constant)]
    assert len(nodes) == len(set(map(id, nodes)))


def test_what_is_no_node_of_python():
    with pytest.raises(ContractError, match=r"Print is no node that ast knows"):
        become_python(gast.Module([gast.Print(None, [], True)], []))
    with pytest.raises(ContractError, match=r"Print is no node that ast knows"):
        to_python(gast.Module([gast.Print(None, [], True)], []))
