"""From a transformed tree to code under the user's file, lines and names."""

from __future__ import annotations

import ast
import inspect
import warnings
from collections.abc import Iterable
from types import CodeType
from typing import Any

from sct.errors import ContractError, Location
from sct.runtime.conversion.code_match import code_objects
from sct.runtime.conversion.recover import Recovered

__all__ = ["assemble"]

_ROOT = "<converted>"
_NO_TYPES: Any = {"type_params": []}  # a field that Python 3.11 does not have, and ignores


def assemble(
    function: ast.FunctionDef, original: Recovered, params: Iterable[str], generated: frozenset[str]
) -> CodeType:
    """Compile `function` inside a factory, and give its code the names of the `original`.

    Parameters
    ----------
    function
        The transformed function; its own name is not used, so that it cannot hide a global.
    original
        The user's function.
    params
        The factory's parameters: `_sct` and the closure variables.
    generated
        The names of local functions that passes made: in tracebacks they go by the name of the user's function.
    """
    args = [ast.copy_location(ast.arg(name), function) for name in params]
    arguments = ast.arguments(posonlyargs=[], args=args, kwonlyargs=[], kw_defaults=[], defaults=[])
    function.name = _ROOT
    if original.first_line < function.lineno:
        # a function's code begins at its decorators, and counts its lines from there; the factory is never run
        first = ast.Name("_sct", ast.Load(), lineno=original.first_line, col_offset=0)
        first.end_lineno, first.end_col_offset = first.lineno, 1
        function.decorator_list = [first]
    make = ast.copy_location(ast.FunctionDef("make", arguments, [function], [], **_NO_TYPES), function)
    tree = ast.Module([make], [])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            try:
                module = compile(tree, original.filename, "exec", flags=original.flags, dont_inherit=True)
            except TypeError:  # a pass of the user's left nodes without places
                tree = ast.fix_missing_locations(tree)
                module = compile(tree, original.filename, "exec", flags=original.flags, dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            raise ContractError(
                f"the passes made code that Python does not accept: {error}",
                where=Location(original.filename, original.first_line, function=original.qualname),
            ) from error
    root = next(c for c in code_objects(module) if c.co_name == _ROOT)
    if not original.nested:
        root = root.replace(co_flags=root.co_flags & ~inspect.CO_NESTED)
    return _renamed(root, original.name, original.qualname, (), generated)


def _renamed(
    code: CodeType, name: str, qualname: str, around: tuple[tuple[str, str], ...], generated: frozenset[str]
) -> CodeType:
    """`code` with the user's names in it and below."""
    around = ((code.co_qualname + ".", qualname + "."), *around)
    constants: list[Any] = []
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_name in generated:
                constant = _renamed(constant, name, qualname, around, generated)
            else:
                new = next(
                    (b + constant.co_qualname[len(a) :] for a, b in around if constant.co_qualname.startswith(a)),
                    constant.co_qualname,
                )
                constant = _renamed(constant, constant.co_name, new, around, generated)
        elif isinstance(constant, str) and constant == code.co_qualname:
            constant = qualname  # what a class body stores as __qualname__
        constants.append(constant)
    return code.replace(co_consts=tuple(constants), co_name=name, co_qualname=qualname)
