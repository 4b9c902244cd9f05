"""The three lists of a pass: what code becomes, how it behaves, what it refuses."""

import ast
import contextlib
import copy
import io
import textwrap

import gast

from sct.transformers import PIPELINE, PassContext, quote, run_passes
from sct.transformers.base import Pass
from sct.transformers.examples import becomes, refusal
from tests.transformers import plain

__all__ = ["after", "behaves", "check_becomes", "check_refuses", "outcome", "plain_part", "run_both"]


class PlainFor(Pass):
    """Asks what `BreakContinue` attached to a `for` before each item, in plain Python."""

    def visit_For(self, node):
        self.generic_visit(node)
        extra = getattr(node, "_sct_extra_test", None)
        if extra is None:
            return node
        items, item = self.ctx.fresh("items"), self.ctx.fresh("item")
        return quote(
            """
            items = iter(iterable)
            while extra:
                try:
                    item = next(items)
                except StopIteration:
                    break
                target = item
                body
            """,
            at=node,
            items=items,
            item=item,
            iterable=node.iter,
            extra=extra,
            target=node.target,
            body=node.body,
        )


def plain_part(passes=PIPELINE):
    """The passes up to those that make functions of branches and loops."""
    names = ("Loop", "IfElse")
    return (*(p for p in passes if p.__name__ not in names), PlainFor)


def after(source, passes=None, name="f", class_name=None, last=lambda tree: tree):
    """The module `source` with its function `name` rewritten, as a gast tree."""
    tree = gast.parse(textwrap.dedent(source))
    for index, node in enumerate(tree.body):
        if getattr(node, "name", None) == name:
            ctx = PassContext(filename="<test>", function=name, class_name=class_name)
            module = run_passes(gast.Module([node], []), ctx, plain_part() if passes is None else passes)
            tree.body[index : index + 1] = last(module).body
    return gast.fix_missing_locations(gast.gast_to_ast(tree))


def outcome(function, args):
    """Everything that a call can be told by: value, exception, printed text, changed arguments."""
    args = copy.deepcopy(args)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            result = ("returned", repr(function(*args)))
        except BaseException as error:
            result = ("raised", type(error), str(error), type(error.__context__))
    return result, printed.getvalue(), repr(args)


def run_both(source, name="f", passes=None, given=(), **options):
    """The plain function of a source and the rewritten one; both find the names of `given` in their globals."""
    tree = after(source, passes, name, **options)
    before, rewritten = dict(given), {"_sct": plain, **dict(given)}
    exec(compile(textwrap.dedent(source), "<plain>", "exec"), before)
    exec(compile(tree, "<test>", "exec"), rewritten)
    return before[name], rewritten[name], ast.unparse(tree)


def behaves(source, *calls, **options):
    """Check that the rewritten `f` does what `f` does, for each tuple of arguments."""
    expected, actual, text = run_both(source, **options)
    for args in calls or [()]:
        want, got = (outcome(function, args) for function in (expected, actual))
        assert got == want, f"f{args}: {got} instead of {want}\n{text}"
    return text


def check_becomes(passes, before, expected, **options):
    """Check the text that passes make of a source."""
    text = becomes(passes, before, **options)
    assert text == textwrap.dedent(expected).strip("\n"), text


def check_refuses(passes, source, line, words):
    """Check that a source is refused at a line with certain words."""
    text = refusal(passes, source)
    assert text.startswith(f"UnsupportedSyntaxError, line {line}: "), text
    assert words in text, text
