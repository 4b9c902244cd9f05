"""From a function back to its syntax tree, or an error: never to a text that is not the function's code."""

from __future__ import annotations

import ast
import functools
import inspect
import linecache
import textwrap
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import CodeType, FunctionType
from typing import Any

from sct.errors import Location, SourceUnavailableError, StaleSourceError
from sct.parsing import parsed
from sct.runtime.conversion.code_match import code_objects, future_flags, positions, same_code, same_shape
from sct.runtime.conversion.last_file import of_lines
from sct.runtime.conversion.source_lines import lines_of

__all__ = ["GENERATED", "Recovered", "recover"]

_NO_TYPES: Any = {"type_params": []}  # a field that Python 3.11 does not have, and ignores
GENERATED = ("_sct", "_reads")
"""Closure variables of converted code that are not the user's."""


@dataclass
class Recovered:
    """The source of one function."""

    node: ast.FunctionDef | ast.AsyncFunctionDef
    """The function without decorators, defaults and annotations; a lambda is a function that returns."""
    text: str
    filename: str
    first_line: int
    class_name: str | None
    free_names: tuple[str, ...]
    flags: int
    name: str
    qualname: str
    nested: bool
    """Whether the code says that it stands in a function."""
    signature: list[Any] = field(default_factory=list)
    """The arguments as written, to be shown."""


def recover(fn: FunctionType, *, trusted: bool = False) -> Recovered:
    """Return the syntax tree of `fn`.

    Parameters
    ----------
    fn
        A Python function or lambda.
    trusted
        The code was compiled from a tree that was checked before, and may have been changed since.

    Raises
    ------
    SourceUnavailableError
        Neither a file nor `linecache` has the text.
    StaleSourceError
        The text does not compile to the code of `fn`.
    """
    code = fn.__code__
    for attempt in range(2):
        lines = lines_of(fn)
        if not lines:
            raise SourceUnavailableError(
                f"the source of {code.co_qualname} is not available",
                where=Location(code.co_filename, code.co_firstlineno, function=code.co_qualname),
                why="Neither a file nor linecache has its text.",
            )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            search = _lambdas if code.co_name == "<lambda>" else _functions
            for node, text in search(lines, code):
                found = _recovered(node, text, code)
                if trusted or any(_matches(found, fn, imports) for imports in _imports(lines)):
                    return found
        if attempt == 0:
            linecache.checkcache(code.co_filename)
    if code.co_filename == "<string>":  # any text at all: what `exec` runs is called so, and so is `python -c`
        raise SourceUnavailableError(
            f"the source of {code.co_qualname} is not available",
            where=Location(code.co_filename, code.co_firstlineno, function=code.co_qualname),
            why="It was made by exec from a text that was not kept.",
        )
    raise StaleSourceError(
        f"the source of {code.co_qualname} is not what its code was made from",
        where=Location(code.co_filename, code.co_firstlineno, function=code.co_qualname),
        why="The text there compiles to other code: it was edited after the import, or an import hook rewrote it.",
    )


# -- finding the text ---------------------------------------------------------------------------------


def _functions(lines: list[str], code: CodeType) -> Iterator[tuple[ast.AST, str]]:
    """The `def` at the first line of `code`, found by indentation: the rest of the file is not parsed."""
    start = code.co_firstlineno - 1
    if start >= len(lines):
        return
    indent = _indent(lines[start])
    last = max((line for c in code_objects(code) for _, _, line in c.co_lines() if line is not None), default=start)
    for end in _ends(lines, start, indent, last):
        text = "".join(lines[start:end])
        above = "\n" * (start - 1) + "if 1:\n" if indent else "\n" * start  # so that the nodes know their lines
        try:
            tree = parsed(above + text)
        except (SyntaxError, ValueError):
            continue
        inner: Any = tree.body[0]
        node = inner.body[0] if indent else inner
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node, textwrap.dedent(text)
        return


def _ends(lines: list[str], start: int, indent: int, last: int) -> Iterator[int]:
    for end in range(start + 1, len(lines)):
        line = lines[end]
        stripped = line.strip()
        if stripped and not stripped.startswith("#") and end >= last and _indent(line) <= indent:
            yield end
    yield len(lines)


def _indent(line: str) -> int:
    expanded = line.expandtabs()
    return len(expanded) - len(expanded.lstrip())


def _lambdas(lines: list[str], code: CodeType) -> Iterator[tuple[ast.AST, str]]:
    """The lambdas that begin at the first line of `code`, those at its exact place first."""
    text = "".join(lines)
    try:
        tree = _parsed_file(text)
    except (SyntaxError, ValueError):
        return
    found = [n for n in ast.walk(tree) if isinstance(n, ast.Lambda) and n.lineno == code.co_firstlineno]
    places = set(positions(code))

    def misplaced(node: ast.Lambda) -> bool:
        body = node.body
        return (body.lineno, body.end_lineno, body.col_offset, body.end_col_offset) not in places

    for node in sorted(found, key=misplaced):
        yield node, ast.get_source_segment(text, node) or "lambda"


@functools.lru_cache(maxsize=4)
def _parsed_file(text: str) -> ast.Module:
    return parsed(text)


# -- checking it --------------------------------------------------------------------------------------


def _recovered(node: Any, text: str, code: CodeType) -> Recovered:
    free = tuple(name for name in code.co_freevars if name not in GENERATED)
    args = node.args
    signature = [args.defaults, args.kw_defaults, [], None, getattr(node, "type_params", [])]
    parameters = [*args.posonlyargs, *args.args, args.vararg, *args.kwonlyargs, args.kwarg]
    bare = ast.arguments(
        posonlyargs=[_bare(a) for a in args.posonlyargs],
        args=[_bare(a) for a in args.args],
        vararg=args.vararg and _bare(args.vararg),
        kwonlyargs=[_bare(a) for a in args.kwonlyargs],
        kw_defaults=[None for _ in args.kwonlyargs],
        kwarg=args.kwarg and _bare(args.kwarg),
        defaults=[],
    )
    signature[2] = [a.annotation for a in parameters if a is not None]
    new: Any
    if isinstance(node, ast.Lambda):
        returned = ast.copy_location(ast.Return(node.body), node.body)
        new = ast.FunctionDef(name="<lambda>", args=bare, body=[returned], decorator_list=[], returns=None)
    else:
        signature[3] = node.returns
        new = type(node)(name=node.name, args=bare, body=node.body, decorator_list=[], returns=None)
    new.type_comment = None
    new.type_params = []
    ast.copy_location(new, node)
    class_name = _class_around(code.co_qualname)
    return Recovered(
        new,
        text,
        code.co_filename,
        code.co_firstlineno,
        class_name,
        free,
        future_flags(code),
        code.co_name,
        code.co_qualname,
        bool(code.co_flags & inspect.CO_NESTED),
        signature,
    )


def _bare(parameter: ast.arg) -> ast.arg:
    return ast.copy_location(ast.arg(parameter.arg, None, None), parameter)


def _class_around(qualname: str) -> str | None:
    """The class whose name private names get: the innermost one around the function.

    >>> _class_around("Outer.method.<locals>.inner"), _class_around("f.<locals>.g")
    ('Outer', None)
    """
    parts = qualname.split(".")[:-1]
    while parts:
        part = parts.pop()
        if part != "<locals>":
            return part
        parts.pop()
    return None


def _imports(lines: list[str]) -> Iterator[frozenset[str]]:
    """What the module imports, which decides how the compiler calls attributes: read quickly, then exactly."""
    quick = _imported_quickly(lines)
    yield quick
    try:
        exact = _imported(_parsed_file("".join(lines)))
    except (SyntaxError, ValueError):
        return
    if exact != quick:
        yield exact
    yield exact | {"super"}  # a module that names `super` itself has slower calls of it since 3.12


@of_lines
def _imported_quickly(lines: list[str]) -> frozenset[str]:
    """What lines that look like import statements at the top level bind."""
    text: list[str] = []
    inside = False
    for line in lines:
        if inside or line.startswith(("import ", "from ")):
            text.append(line)
            inside = (("(" in line or inside) and ")" not in line) or line.rstrip().endswith("\\")
    try:
        return _imported(parsed("".join(text)))
    except (SyntaxError, ValueError):
        return frozenset()


def _imported(tree: ast.Module) -> frozenset[str]:
    """The names that import statements bind at the top level."""
    found: set[str] = set()
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            found.update((alias.asname or alias.name).partition(".")[0] for alias in node.names)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.expr):
            stack.extend(ast.iter_child_nodes(node))
    return frozenset(found - {"*"})


def _matches(found: Recovered, fn: FunctionType, imports: frozenset[str]) -> bool:
    code = fn.__code__
    compiled = compile_alone(found, imports)
    if compiled is None:
        return False
    if same_code(compiled, code):
        if code.co_name != "<lambda>":
            return True
        ours, theirs = positions(compiled), positions(code)
        return (None, None) in {p[2:] for p in theirs} or _placed_alike(ours, theirs)
    rewritten = "@pytest_ar" in fn.__globals__ and any(
        name.startswith("@py") for c in code_objects(code) for name in c.co_names
    )
    return rewritten and same_shape(code, compiled)


def _placed_alike(ours: list[tuple[int | None, ...]], theirs: list[tuple[int | None, ...]]) -> bool:
    """Lambdas that do the same are told apart by their columns; a `def` made of one has no place of its own."""
    columns = {p for p in theirs if p[2] is not None}
    return {p for p in ours if p[2] is not None} <= columns


def compile_alone(found: Recovered, imported: frozenset[str] = frozenset()) -> CodeType | None:
    """Compile the function in a place like its own: closure variables and the class around are known."""
    function: Any = found.node
    if function.name == "<lambda>":
        function = ast.copy_location(ast.Expr(_as_lambda(function)), function)
    body: list[Any] = [function]
    if found.class_name is not None:
        body = [ast.ClassDef(found.class_name, [], [], body, [], **_NO_TYPES)]
    names = [ast.arg(name) for name in found.free_names]
    args = ast.arguments(posonlyargs=[], args=names, kwonlyargs=[], kw_defaults=[], defaults=[])
    # where a method names its class, or a function calls itself, it reads a global
    outer = [found.class_name] if found.class_name is not None else [found.name]
    body[:0] = [ast.Global([name]) for name in outer if name not in (*found.free_names, "<lambda>")]
    make = ast.FunctionDef("<make>", args, body, [], **_NO_TYPES)
    imports: list[ast.stmt] = [ast.Import([ast.alias(name)]) for name in sorted(imported)]
    tree = ast.Module([*imports, make], [])
    _place_around(tree, function)
    try:
        module = compile(tree, found.filename, "exec", flags=found.flags, dont_inherit=True)
    except (SyntaxError, ValueError):
        return None
    for code in code_objects(module):
        if code.co_name == found.node.name and code.co_flags & inspect.CO_OPTIMIZED:
            return code
    return None


def _place_around(tree: ast.AST, function: ast.AST) -> None:
    """Give places to what stands around the function, in which every node has one."""
    stack = [tree]
    while stack:
        node: Any = stack.pop()
        if node is not function:
            node.lineno = node.end_lineno = 1
            node.col_offset = node.end_col_offset = 0
            stack.extend(ast.iter_child_nodes(node))


def _as_lambda(function: Any) -> ast.Lambda:
    return ast.copy_location(ast.Lambda(function.args, function.body[0].value), function)
