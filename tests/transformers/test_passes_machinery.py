"""The runner, fresh names, quote."""

import ast

import gast
import pytest

from sct.errors import ContractError, UnsupportedSyntaxError
from sct.transformers import Pass, PassContext, quote, quote_expr, run_passes
from sct.transformers.base import converted, is_converted
from sct.transformers.evaluation import slots


def text(nodes):
    module = nodes if isinstance(nodes, gast.Module) else gast.Module(nodes, [])
    return ast.unparse(gast.gast_to_ast(module))


SITE = gast.parse("\n\n  \nif a.b and c:\n    f(x)").body[0]


class Lazy(Pass):
    """Says that it removes `while`, and does not."""

    removes = (gast.While,)


class Late(Pass):
    requires = ("Lazy",)


def test_the_runner_checks_what_is_removed():
    with pytest.raises(ContractError, match="pass Lazy left a While behind") as caught:
        run_passes(gast.parse("def f():\n    while x: pass"), PassContext(), [Lazy])
    assert caught.value.where.line == 2


def test_what_passes_leave_alone_is_not_checked():
    source = "def f():\n  class A:\n    while x: pass\n  def g():\n    while x: yield"
    run_passes(gast.parse(source), PassContext(), [Lazy])


def test_the_runner_checks_order():
    with pytest.raises(ContractError, match="pass Late requires Lazy before it"):
        run_passes(gast.parse("x"), PassContext(), [Late, Lazy])
    run_passes(gast.parse("x"), PassContext(), [Lazy, Late])


def test_the_runner_shows_each_stage():
    seen = []
    run_passes(gast.parse("x"), PassContext(), [Lazy, Late], lambda name, tree: seen.append(name))
    assert seen == ["Lazy", "Late"]


def test_passes_without_anything_to_do_are_not_run():
    class Never(Pass):
        acts_on = (gast.While,)

        def run(self, tree):
            raise AssertionError

    run_passes(gast.parse("x = 1"), PassContext(), [Never])


def test_fresh_names_never_clash():
    ctx = PassContext(free_names=frozenset({"flag_1"}))
    run_passes(gast.parse("def f(flag, *, value):\n    import a.b as c\n    class flag_2: x_1 = 0"), ctx, [])
    assert [ctx.fresh(n) for n in ("flag", "value", "c", "a", "x_1", "print", "new")] == [
        "flag_3", "value_1", "c_1", "a", "x_1_1", "print_1", "new",
    ]  # fmt: skip


def test_refusal_names_the_place():
    ctx = PassContext(filename="m.py", function="f")
    with pytest.raises(UnsupportedSyntaxError) as caught:
        ctx.refuse(SITE.test, "no", why="because", fix="else")
    assert str(caught.value.where) == "m.py:4:4"
    assert caught.value.where.function == "f"


def test_quote_fills_every_kind_of_hole():
    new = quote(
        """
        def name(param, *, other=default):
            nonlocal shared, several, none
            body
            target.attr = f(*args, **keywords)
            for item in target:
                nothing
        """,
        at=SITE,
        name="g",
        param="p",
        default=SITE.test,
        shared="s",
        several=["t", "u"],
        none=[],
        body=SITE.body,
        target=SITE.test.values[1],
        attr="field",
        args=[SITE.test, SITE.test.values[1]],
        keywords=[gast.keyword("k", SITE.test.values[1])],
        nothing=[],
        item="i",
    )
    assert text(new) == (
        "def g(p, *, other=a.b and c):\n    nonlocal s, t, u\n    f(x)\n"
        "    c.field = f(a.b and c, c, k=c)\n    for i in c:\n        pass"
    )


def test_quoted_nodes_have_one_character_and_the_users_keep_theirs():
    (new,) = quote("x[1:2] = hole", at=SITE, hole=SITE.test)
    for node in gast.walk(new):
        if node is SITE.test:
            break
        if hasattr(node, "lineno"):
            assert (node.lineno, node.end_lineno, node.end_col_offset - node.col_offset) == (4, 4, 1)
    assert (SITE.test.lineno, SITE.test.col_offset) == (4, 3)
    compile(gast.gast_to_ast(gast.Module([new], [])), "f", "exec")


def test_a_hole_used_twice_is_copied():
    new = quote_expr("hole + hole", at=SITE, hole=SITE.test.values[0])
    assert new.left is SITE.test.values[0]
    assert new.right is not new.left
    assert text([gast.Expr(new)]) == "a.b + a.b"


def test_contexts_follow_the_template():
    target = gast.parse("a[i].b = 1").body[0].targets[0]
    (new,) = quote("t = f(t)", at=SITE, t=target)
    assert isinstance(new.targets[0].ctx, gast.Store)
    assert isinstance(new.value.args[0].ctx, gast.Load)
    assert isinstance(new.value.args[0].value.ctx, gast.Load)


def test_a_hole_that_the_template_lacks():
    with pytest.raises(ContractError, match="no hole y"):
        quote("x", at=SITE, y="z")


def test_a_template_is_not_changed_by_its_use():
    for _ in range(2):
        assert text(quote("if x:\n    body", at=SITE, body=[], x="y")) == "if y:\n    pass"


def test_what_is_converted():
    tree = gast.parse("def f(x=d):\n  def g(): yield a\n  return lambda: b\nclass A(c):\n  e")
    names = {n.id for n in converted(tree) if isinstance(n, gast.Name)}
    assert names == {"d", "b", "c"}
    assert not is_converted(tree.body[0].body[0])


def test_order_of_evaluation():
    def order(source):
        statement = gast.parse(source).body[0]
        holder = statement.value if isinstance(statement, gast.Expr) else statement
        return [ast.unparse(gast.gast_to_ast(s.get())) for s in slots(holder)]

    assert order("a[b, c:d].e = f") == ["f", "a[b, c:d]"]
    assert order("a[b:c]") == ["a", "b:c"]
    assert order("{a: b, **c}") == ["a", "b", "c"]
    assert order("a if b else c") == ["b"]
    assert order("a < b < c") == ["a", "b"]
    assert order("[a for a in b]") == ["b"]
    assert order("lambda x=a: b") == ["a"]
