"""Trees come from Python's form to gast's, and back, as gast itself brings them."""

import ast
import inspect
import sys
import textwrap

import gast
import pytest

import sct
from sct.errors import ContractError
from sct.parsing import parsed
from sct.transformers.python_trees import from_python, to_python

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


def test_the_tree_that_was_given_stays():
    tree = parsed(TEXTS[0])
    before = ast.dump(tree, include_attributes=True)
    made = from_python(tree)
    made.body[0].body.clear()
    made.body[0].args.args.clear()
    assert ast.dump(tree, include_attributes=True) == before


def test_what_is_no_node_of_python():
    with pytest.raises(ContractError, match=r"Print is no node that ast knows"):
        to_python(gast.Module([gast.Print(None, [], True)], []))
