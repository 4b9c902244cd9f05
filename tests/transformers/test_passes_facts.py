"""What passes say of themselves, which the runner goes by."""

import ast
from pathlib import Path

import gast
import pytest

import tests.programs
from sct.errors import ContractError, UnsupportedSyntaxError
from sct.parsing import parsed
from sct.transformers import PIPELINE, Pass, PassContext, quote, run_passes
from sct.transformers.python_trees import from_python
from sct.transformers.walks import Chain, StoredPart, node_types

BY_NAME = {cls.name: cls for cls in PIPELINE}
ASKED = {kind for cls in PIPELINE for kind in cls.acts_on}
PROGRAMS = sorted(Path(tests.programs.__file__).parent.glob("*.py"))
TEXTS = [Path(__file__).with_name("odd_functions.py"), Path(__file__).with_name("odd_statements.py"), *PROGRAMS[::8]]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_what_passes_make_is_declared(path):
    """Where a pass made more than it says, one after it could be left out."""
    for node in parsed(path.read_text()).body:
        if not isinstance(node, ast.FunctionDef):
            continue
        tree = from_python(ast.Module([node], []))
        kinds = [node_types(tree)]

        def observe(name, tree, kinds=kinds):
            kinds.append(node_types(tree))
            new = (kinds[-1] - kinds[-2]) & ASKED
            assert new <= set(BY_NAME[name].makes), name

        try:
            run_passes(tree, PassContext(), PIPELINE, observe)
        except UnsupportedSyntaxError:
            continue


def test_every_pass_says_what_it_makes():
    assert [cls.name for cls in PIPELINE if cls.makes is None] == []


def test_what_a_pass_says_is_not_said_of_classes_made_of_it():
    class Mine(PIPELINE[-1]):
        pass

    assert PIPELINE[-1].statements_only
    assert PIPELINE[-1].makes is not None
    assert not Mine.statements_only
    assert Mine.makes is None


def test_a_pass_that_does_not_say_what_it_makes_is_looked_after():
    class Maker(Pass):
        def visit_Name(self, node):
            return gast.copy_location(gast.IfExp(node, node, node), node)

    tree = run_passes(gast.parse("def f(x): return x"), PassContext(), [Maker, BY_NAME["Walrus"], BY_NAME["Ternary"]])
    assert gast.IfExp not in node_types(tree)


def test_what_is_removed_is_checked_before_a_pass_that_makes_it():
    class Maker(Pass):
        makes = (gast.While,)

        def visit_FunctionDef(self, node):
            return [node, *quote("while True: pass", at=node)]

    class Remover(Pass):
        makes = ()
        removes = (gast.While,)

    run_passes(gast.parse("def f(): pass"), PassContext(), [Remover, Maker])
    with pytest.raises(ContractError, match="pass Remover left a While behind"):
        run_passes(gast.parse("while x: pass"), PassContext(), [Remover, Maker])


def test_a_pass_over_statements_sees_no_expression():
    class Counting(Pass):
        statements_only = True
        seen = 0

        def visit_Call(self, node):
            raise AssertionError

        def visit_If(self, node):
            Counting.seen += 1
            return self.generic_visit(node)

    run_passes(
        gast.parse("if f(lambda: g()):\n    h([i for i in k()])\nelse:\n    if x: pass"), PassContext(), [Counting]
    )
    assert Counting.seen == 2


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a < b", set()),
        ("a < b < c", {Chain}),
        ("x.y[0] = 1", {StoredPart}),
        ("x.y[0]", set()),
        ("del x[0]", {StoredPart}),
    ],
)
def test_kinds_that_are_told_apart(text, found):
    assert node_types(gast.parse(text)) & {Chain, StoredPart} == found
