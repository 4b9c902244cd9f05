"""Number literals of a function become elements of arrays, which are arguments."""

from __future__ import annotations

import ast

__all__ = ["INTS", "FLOATS", "Literals", "counted", "other_numbers"]

INTS, FLOATS = "_run", "_runf"
LARGEST = 2**63 - 1


class Literals(ast.NodeTransformer):
    """Makes a share of the literals in a function's body numbers of the run.

    Attributes
    ----------
    ints, floats : list
        The numbers that were there, in the order of the arrays.
    """

    def __init__(self, random, share, name):
        self.random, self.share, self.name = random, share, name
        self.ints, self.floats = [], []
        self.taken = {INTS: self.ints, FLOATS: self.floats}

    def rewrite(self, function):
        """Change the function where it stands; the names of its new parameters."""
        function.body = [self.visit(statement) for statement in function.body]
        names = [name for name, numbers in self.taken.items() if numbers]
        function.args.kwonlyargs += [ast.arg(name) for name in names]
        function.args.kw_defaults += [None] * len(names)
        _Calls(self.name, names).visit(function)
        return names

    def visit_Constant(self, node):
        kind, value = type(node.value), node.value
        if not _is_number(value) or self.random.random() >= self.share:
            return node
        array = FLOATS if kind is float else INTS
        self.taken[array].append(value if kind is float else int(value))
        element = f"{array}[{len(self.taken[array]) - 1}]"
        as_it_is = kind is not bool and self.random.random() < 0.15
        return ast.parse(element if as_it_is else f"{kind.__name__}({element})", mode="eval").body

    def visit_MatchValue(self, node):
        return node  # patterns are literals

    def visit_MatchMapping(self, node):
        node.patterns = [self.visit(one) for one in node.patterns]
        return node

    def visit_arg(self, node):
        return node

    def visit_AnnAssign(self, node):
        node.value = node.value and self.visit(node.value)
        return node


def _is_number(value):
    return type(value) in (bool, int, float) and -LARGEST <= value <= LARGEST


def counted(function):
    """How many literals there are, at most."""
    return sum(isinstance(node, ast.Constant) and _is_number(node.value) for node in ast.walk(function))


class _Calls(ast.NodeTransformer):
    """Gives the arrays along where the function calls itself."""

    def __init__(self, name, added):
        self.name, self.added = name, added

    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == self.name:
            node.keywords += [ast.keyword(name, ast.Name(name, ast.Load())) for name in self.added]
        return node


def other_numbers(random, ints, floats):
    """Numbers like these, some of them others."""

    def near(number, others):
        return random.choice(others) if random.random() < 0.4 else number

    return (
        [near(n, [0, 1, n - 1, n + 1, n + 1, -n]) for n in ints],
        [near(x, [0.0, x + 1, x / 2, -x, 2.5]) for x in floats],
    )
