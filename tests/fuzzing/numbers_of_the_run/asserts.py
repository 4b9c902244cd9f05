"""Tests without their framework: what a test asserts is what it answers.

`_Raised` is what `with … as raised` has for the exception that it has caught.
"""

from __future__ import annotations

import ast

__all__ = ["Asserted"]


class Asserted(ast.NodeTransformer):
    """`self.assertEqual(a, b)` keeps both in `_seen`, or asserts it elsewhere; what is to raise is caught.

    >>> text = "self.assertEqual(f(x), 3)\\nwith pytest.raises(TypeError):\\n    f()\\nself.assertRaises(ValueError, f, x)"
    >>> print(ast.unparse(Asserted(True).visit(ast.parse(text))))
    _seen.append((f(x), 3))
    try:
        f()
        _seen.append(None)
    except TypeError as _raised:
        _seen.append(str(_raised))
    try:
        _seen.append(f(x))
    except ValueError as _raised:
        _seen.append(str(_raised))
    """

    def __init__(self, answers: bool) -> None:
        self.answers = answers

    def visit_Expr(self, node):
        call = node.value
        said = _said(call)
        if said == "fail":
            return ast.parse("raise AssertionError").body
        if not said.startswith("assert") or "warn" in said or not call.args:
            return self.generic_visit(node)
        args = [arg for arg in call.args if not isinstance(arg, ast.Starred)]
        if "raises" in said:
            first = 2 if "regex" in said else 1
            if len(call.args) <= first:
                return node
            made = ast.Call(call.args[first], call.args[first + 1 :], [k for k in call.keywords if k.arg != "match"])
            return self._caught(call.args[0], [self._kept(made)])
        if self.answers:
            return self._kept(ast.Tuple(args[:2], ast.Load()))
        if said == "assertequal" and len(args) > 1:
            return ast.Assert(ast.Compare(args[0], [ast.Eq()], args[1:2]))
        return ast.Assert(args[0]) if said in ("asserttrue", "assert") else ast.Expr(ast.Tuple(args[:2], ast.Load()))

    def visit_With(self, node):
        self.generic_visit(node)
        (item, *more) = node.items
        said = _said(item.context_expr)
        if more:
            return node
        if said == "subtest":
            return ast.If(ast.Constant(True), node.body, [])
        if "raises" in said and item.context_expr.args:
            made = self._caught(item.context_expr.args[0], [*node.body, self._kept(ast.Constant(None))])
            if item.optional_vars is not None:
                raised = ast.parse("_Raised(exception=_raised, value=_raised)", mode="eval").body
                made.handlers[0].body.append(ast.Assign([item.optional_vars], raised))
            return made
        return node

    def _kept(self, value):
        return ast.Expr(ast.Call(ast.parse("_seen.append", mode="eval").body, [value], []) if self.answers else value)

    def _caught(self, kind, body):
        said = ast.parse("str(_raised)", mode="eval").body
        return ast.Try(body, [ast.ExceptHandler(kind, "_raised", [self._kept(said)])], [], [])


def _said(call):
    """What is called, `assertequal` where it is `self.assertEqual` or `assert_equal`."""
    return ast.unparse(call.func).rpartition(".")[2].lower().replace("_", "") if isinstance(call, ast.Call) else ""
