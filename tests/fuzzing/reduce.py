"""A smaller program that is wrong in the same way."""

from __future__ import annotations

import ast
import math
import time

from tests.fuzzing.check import Finding, check_text

__all__ = ["reduced"]


def reduced(family, text, seed, found, seconds=math.inf, tries=math.inf, check=check_text):
    """`text` without what does not matter for `found`, and what is found then; at most after so many tries."""
    end = time.monotonic() + seconds
    tried = {text}
    again = True
    while again and time.monotonic() < end:
        again = False
        for smaller in _smaller(text):
            if time.monotonic() > end or len(tried) > tries:
                return text, found
            if smaller in tried or len(smaller) >= len(text):
                continue
            tried.add(smaller)
            try:
                now = check(family, smaller, seed, found.backend)
            except Exception:  # it cannot be compiled, or its decorator raises
                continue
            if isinstance(now, Finding) and now.kind == found.kind:
                text, found, again = smaller, now, True
                break
    return text, found


def _smaller(text):
    """Programs with something left out, the largest parts first."""
    places = []
    for number, block in enumerate(_blocks(ast.parse(text))):
        places += [(len(ast.unparse(statement)), number, k) for k, statement in enumerate(block)]
    for _, number, k in sorted(places, reverse=True):
        for instead in (lambda one: [], lambda one: getattr(one, "body", None), lambda one: getattr(one, "orelse", None)):
            tree = ast.parse(text)
            block = _blocks(tree)[number]
            statement = block[k]
            new = instead(statement)
            if new is None or _counts(statement) or isinstance(statement, ast.FunctionDef) and new:
                continue
            block[k : k + 1] = new
            yield _text(tree)
    for number in range(len(list(ast.walk(ast.parse(text))))):
        for new in range(_choices(_node(ast.parse(text), number))):
            tree = ast.parse(text)
            one = _node(tree, number)
            if isinstance(one, (ast.Tuple, ast.List)):
                del one.elts[new]
            else:
                _replace(tree, one, [one.body, one.orelse][new])
            yield _text(tree)


def _blocks(tree):
    found = []
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and not isinstance(node, ast.Module):
                found.append(block)
    return found


def _counts(statement):
    """Whether it counts the iterations of a `while`, which would not end without."""
    return isinstance(statement, ast.AugAssign) and ast.unparse(statement.target)[0] == "i"


def _node(tree, number):
    return list(ast.walk(tree))[number]


def _choices(node):
    if isinstance(node, ast.Tuple):
        return len(node.elts) if len(node.elts) > 1 and isinstance(node.ctx, ast.Load) else 0
    return 2 if isinstance(node, ast.IfExp) else 0


def _replace(tree, old, new):
    for node in ast.walk(tree):
        for name, value in ast.iter_fields(node):
            if value is old:
                setattr(node, name, new)
            elif isinstance(value, list):
                value[:] = [new if item is old else item for item in value]


def _text(tree):
    for node in ast.walk(tree):
        if isinstance(node, (ast.If, ast.For, ast.While, ast.FunctionDef, ast.ClassDef, ast.Try)) and not node.body:
            node.body = [ast.Pass()]
        if isinstance(node, ast.ExceptHandler) and not node.body:
            node.body = [ast.Pass()]
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"
