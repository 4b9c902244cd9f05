"""Tests rewritten so that what they ask NumPy is handed to `asked`: calls, attributes, items and operators.

>>> import ast
>>> print(ast.unparse(rewritten(ast.parse("def test():\\n    x[1:] = np.sort(-y, axis=0).T"))))
def test():
    asked.put(x, slice(1, None, None), asked.attribute(asked.call(np, 'sort', asked.unary('-', y), axis=0), 'T'))
"""

import ast

__all__ = ["rewritten"]

BINARY = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitOr: "|", ast.BitXor: "^", ast.BitAnd: "&", ast.MatMult: "@",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
UNARY = {ast.USub: "-", ast.UAdd: "+", ast.Invert: "~"}
AS_WRITTEN = ("super", "locals", "globals", "vars", "dir", "eval", "exec", "isinstance", "type", "len")


def rewritten(tree):
    """A module whose functions and methods ask by way of the global name `asked`; the rest is as it was."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.body = [_flat for statement in node.body for _flat in _Body().visit_statement(statement)]
    return ast.fix_missing_locations(tree)


def _asked(what, *args, keywords=()):
    function = ast.Attribute(ast.Name("asked", ast.Load()), what, ast.Load())
    return ast.Call(function, list(args), list(keywords))


def _index(node):
    """A subscript as an expression."""
    if isinstance(node, ast.Slice):
        parts = [part or ast.Constant(None) for part in (node.lower, node.upper, node.step)]
        return ast.Call(ast.Name("slice", ast.Load()), parts, [])
    if isinstance(node, ast.Tuple):
        return ast.Tuple([_index(item) for item in node.elts], ast.Load())
    return node


class _Body(ast.NodeTransformer):
    """The statements of one function: those of functions in it are gone through on their own."""

    def visit_statement(self, statement):
        made = self.visit(statement)
        return made if isinstance(made, list) else [made]

    def visit_FunctionDef(self, node):
        return node

    visit_AsyncFunctionDef = visit_ClassDef = visit_Lambda = visit_FunctionDef

    def visit_Call(self, node):
        written = node.func
        if isinstance(written, ast.Name) and written.id in AS_WRITTEN:
            return self.generic_visit(node)
        args = [self.visit(arg) for arg in node.args]
        keywords = [self.visit(keyword) for keyword in node.keywords]
        if isinstance(written, ast.Attribute) and not written.attr.startswith("__"):
            return _asked("call", self.visit(written.value), ast.Constant(written.attr), *args, keywords=keywords)
        return _asked("function", self.visit(written), *args, keywords=keywords)

    def visit_Attribute(self, node):
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or node.attr.startswith("__"):
            return node
        return _asked("attribute", node.value, ast.Constant(node.attr))

    def visit_Subscript(self, node):
        self.generic_visit(node)
        return _asked("item", node.value, _index(node.slice)) if isinstance(node.ctx, ast.Load) else node

    def visit_Assign(self, node):
        self.generic_visit(node)
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Subscript):
            return ast.Expr(_asked("put", target.value, _index(target.slice), node.value))
        return node

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        if not isinstance(node.target, ast.Name):
            return node
        held = ast.Name(node.target.id, ast.Load())
        return [ast.Expr(_asked("augmented", ast.Constant(BINARY[type(node.op)]), held, node.value)), node]

    def visit_BinOp(self, node):
        self.generic_visit(node)
        return _asked("binary", ast.Constant(BINARY[type(node.op)]), node.left, node.right)

    def visit_Compare(self, node):
        self.generic_visit(node)
        if len(node.ops) > 1 or type(node.ops[0]) not in BINARY:
            return node
        return _asked("binary", ast.Constant(BINARY[type(node.ops[0])]), node.left, node.comparators[0])

    def visit_UnaryOp(self, node):
        self.generic_visit(node)
        if type(node.op) not in UNARY or isinstance(node.operand, ast.Constant):
            return node
        return _asked("unary", ast.Constant(UNARY[type(node.op)]), node.operand)
