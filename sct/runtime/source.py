"""Convert a function: its source, through the passes, to a function that does the same and can be traced.

The tree itself is compiled, under the user's file name and lines, so tracebacks, debuggers and coverage
show the user's source. Globals, cells, defaults and attributes are those of the user's function.
"""

from __future__ import annotations

import ast
import contextlib
import copy
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from types import CellType, CodeType, FunctionType
from typing import Any

import gast

from sct import logs
from sct.errors import Location, SourceUnavailableError, UnsupportedSyntaxError
from sct.garbage import without_search
from sct.runtime.assemble import assemble
from sct.runtime.converted_code import CodeMap, is_converted_code, is_trusted_code
from sct.runtime.printing_code import print_code
from sct.runtime.recover import recover
from sct.transformers import (
    PIPELINE,
    Generators,
    Pass,
    PassContext,
    has_generators,
    run_passes,
    splitting_generators,
    stepping,
)
from sct.transformers.analysis import is_generated, statements_in
from sct.transformers.base import identifiers
from sct.transformers.names import CheckedFreeReads
from sct.transformers.reads import instrument

__all__ = ["Conversion", "get_conversion", "get_generator_conversion", "is_converted_code", "is_traced_code"]

Passes = tuple[type[Pass], ...]

_lock = threading.RLock()
_known = CodeMap()  # user's code -> {passes: Conversion}
_origins = CodeMap()  # converted code -> weak reference to its Conversion
_traced = CodeMap()


class Conversion:
    """One function's source and what the passes made of it.

    Attributes
    ----------
    tree
        The transformed function, a gast module.
    original
        The user's source, dedented.
    filename, first_line
        Where that source stands.
    """

    @without_search()
    def __init__(self, fn: FunctionType, passes: Passes) -> None:
        trusted = is_trusted_code(fn.__code__)
        self._given = passes
        self.passes = (*passes, CheckedFreeReads) if trusted else passes
        self._recovered = recover(fn, trusted=trusted)
        self.original = self._recovered.text
        self.filename = self._recovered.filename
        self.first_line = self._recovered.first_line
        self._where = _location(fn.__code__)
        self._has_generators = Generators not in passes and has_generators(self._recovered.node)
        self._split: Conversion | None = None
        self.tree = self._transformed()
        self._codes: dict[bool, CodeType] = {}
        self._texts: dict[str, str] = {}
        self._stages: list[tuple[str, str]] | None = None
        logs.converted(self._recovered.qualname, self.original, lambda: self.stages)

    def __repr__(self) -> str:
        return f"<Conversion of {self._recovered.qualname} at {self.filename}:{self.first_line}>"

    # -- functions -------------------------------------------------------------------------------

    def plain(self, fn: FunctionType) -> FunctionType:
        """The variant for plain values: the globals, cells, defaults and attributes of `fn`."""
        return self._function(fn, self._code(False), {})

    def traced(self, fn: FunctionType, reads: Any) -> FunctionType:
        """The variant for tracing, which reads globals, closures, attributes and items through `reads`."""
        if not self._has_generators:
            return self._function(fn, self._code(True), {"_reads": reads})
        with _lock:
            if self._split is None:
                self._split = Conversion(fn, splitting_generators(self._given))
        return self._split.traced(fn, reads)

    def _code(self, traced: bool) -> CodeType:
        with _lock:
            code = self._codes.get(traced)
            if code is None:
                free = self._recovered.free_names
                with _not_too_deep(self._where), without_search():
                    code = self._codes[traced] = self._compiled(_variant(self.tree, free, traced))
                _origins.put(code, weakref.ref(self))
                if traced:
                    _traced.put(code, True)
            return code

    def _compiled(self, tree: Any) -> CodeType:
        found = self._recovered
        function = gast.gast_to_ast(tree).body[0]
        params = ("_sct", "_reads", *found.free_names)
        return assemble(function, found, params, frozenset(_generated(tree)))

    def _function(self, fn: FunctionType, code: CodeType, given: dict[str, Any]) -> FunctionType:
        from sct.runtime import namespace

        cells = dict(zip(fn.__code__.co_freevars, fn.__closure__ or (), strict=True))
        cells["_sct"] = CellType(namespace)
        cells |= {name: CellType(value) for name, value in given.items()}
        closure = tuple(cells[name] for name in code.co_freevars)
        new = FunctionType(code, fn.__globals__, fn.__name__, fn.__defaults__, closure)
        new.__kwdefaults__ = fn.__kwdefaults__
        new.__dict__.update(fn.__dict__)
        new.__qualname__, new.__module__, new.__doc__ = fn.__qualname__, fn.__module__, fn.__doc__
        new.__annotations__ = fn.__annotations__
        parameters = getattr(fn, "__type_params__", ())
        if parameters:
            new.__type_params__ = parameters  # type: ignore[attr-defined, unused-ignore]
        return new

    # -- text ------------------------------------------------------------------------------------

    @property
    def code(self) -> str:
        """The transformed source, as people read it."""
        with _lock:
            if "code" not in self._texts:
                with _not_too_deep(self._where):
                    self._texts["code"] = self._text(self.tree)
            return self._texts["code"]

    @property
    def stages(self) -> list[tuple[str, str]]:
        """The name of each pass, and the source after it."""
        with _lock:
            if self._stages is None:
                stages: list[tuple[str, str]] = []
                self._transformed(lambda name, tree: stages.append((name, self._text(tree))))
                self._stages = stages
            return list(self._stages)

    def _text(self, tree: Any) -> str:
        function = gast.gast_to_ast(tree).body[0]
        found = self._recovered
        if function.name == "<lambda>":
            function.name = "lambda_"
        args = function.args
        args.defaults, args.kw_defaults = found.signature[0], found.signature[1]
        for parameter, annotation in zip(_parameters(args), found.signature[2], strict=True):
            parameter.annotation = annotation
        function.returns = found.signature[3]
        return print_code(ast.fix_missing_locations(ast.Module([function], [])))

    # -- passes ----------------------------------------------------------------------------------

    def _transformed(self, observe: Callable[[str, Any], None] | None = None) -> Any:
        found = self._recovered
        ctx = PassContext(
            filename=found.filename,
            function=self._recovered.qualname,
            class_name=found.class_name,
            free_names=frozenset(found.free_names),
        )
        tree = gast.ast_to_gast(ast.Module([copy.copy(found.node)], []))
        tree._sct_user_names = frozenset(ctx.used) | identifiers(tree) | ctx.free_names
        return run_passes(tree, ctx, self.passes, observe)


def _location(code: CodeType) -> Location:
    return Location(code.co_filename, code.co_firstlineno, function=code.co_qualname)


def _variant(tree: Any, free: Sequence[str], traced: bool) -> Any:
    """The converted tree for tracing, or for plain values."""
    if traced:
        return instrument(tree, free)
    from sct.transformers.plainly import plainly  # not where functions are only compiled

    return plainly(tree, free)


@contextlib.contextmanager
def _not_too_deep(where: Location) -> Iterator[None]:
    """Say so where Python's recursion limit is reached on the way through a syntax tree."""
    try:
        yield
    except RecursionError as error:
        raise UnsupportedSyntaxError(
            f"{where.function} is nested too deeply to be converted",
            where=where,
            why="Python's recursion limit was reached while the syntax tree was rewritten.",
            fix="Split the function, or raise the limit with sys.setrecursionlimit.",
        ) from error


def get_conversion(fn: FunctionType, passes: Sequence[type[Pass]] | None = None) -> Conversion:
    """Return the conversion of `fn`, made once per code object and list of passes.

    Parameters
    ----------
    fn
        A Python function, method or lambda.
    passes
        The passes in order; by default `sct.transformers.PIPELINE`.

    Raises
    ------
    SourceUnavailableError
        There is no source: a builtin, or code without a file.
    StaleSourceError
        The file was edited after it was imported.
    UnsupportedSyntaxError
        The source uses what cannot be converted.
    """
    fn = getattr(fn, "__func__", fn)
    if not isinstance(fn, FunctionType):
        raise SourceUnavailableError(
            f"{getattr(fn, '__qualname__', type(fn).__qualname__)} is not a Python function",
            why="Only functions written in Python have source that can be converted.",
        )
    chosen: Passes = PIPELINE if passes is None else tuple(passes)
    with _lock:
        origin = _origins.get(fn.__code__)
        made: Conversion | None = None if origin is None else origin()
        if made is not None:
            return made
        table: dict[Passes, Conversion] | None = _known.get(fn.__code__)
        if table is None:
            table = {}
            _known.put(fn.__code__, table)
        if chosen not in table:
            with _not_too_deep(_location(fn.__code__)):
                table[chosen] = Conversion(fn, chosen)
        return table[chosen]


def get_generator_conversion(fn: FunctionType) -> Conversion:
    """The conversion of a generator function, for tracing only."""
    return get_conversion(fn, splitting_generators(PIPELINE))


def get_step_conversion(fn: FunctionType) -> Conversion:
    """The conversion of a `__next__`, for tracing only: see `StepForm`."""
    return get_conversion(fn, stepping(PIPELINE))


def is_traced_code(code: CodeType) -> bool:
    """Whether this is the code of a function that `Conversion.traced` made."""
    return _traced.get(code) is not None


def _parameters(args: ast.arguments) -> list[ast.arg]:
    found = [*args.posonlyargs, *args.args, args.vararg, *args.kwonlyargs, args.kwarg]
    return [a for a in found if a is not None]


def _generated(node: Any) -> Iterator[str]:
    """The names of the local functions that passes made."""
    for child in statements_in(node):
        if is_generated(child):
            yield child.name
        yield from _generated(child)
