"""Convert a function: its source, through the passes, to a function that does the same and can be traced.

The tree itself is compiled, under the user's file name and lines, so tracebacks, debuggers and coverage
show the user's source. Globals, cells, defaults and attributes are those of the user's function.
"""

from __future__ import annotations

import contextlib
import threading
import weakref
from collections.abc import Iterator, Sequence
from functools import cached_property
from types import CellType, CodeType, FunctionType
from typing import TYPE_CHECKING, Any

from sct import logs
from sct.errors import Location, SourceUnavailableError, UnsupportedSyntaxError
from sct.garbage import first_import, without_search
from sct.runtime.conversion import kept_code
from sct.runtime.conversion.converted_code import CodeMap, adopt, is_converted_code, is_trusted_code
from sct.runtime.conversion.same_sets import with_sets_of
from sct.runtime.current import current

if TYPE_CHECKING:
    from sct.runtime.conversion.converting import Passes
    from sct.runtime.conversion.recover import Recovered

__all__ = ["Conversion", "get_conversion", "get_generator_conversion", "is_converted_code", "is_traced_code"]

_lock = threading.RLock()
_known = CodeMap()  # user's code -> {passes: Conversion}
_origins = CodeMap()  # converted code -> weak reference to its Conversion
_traced = CodeMap()


_FOR_SOURCE = ("__name__", "__loader__", "__spec__", "@pytest_ar")  # of a module: what tells where its source is


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
    def __init__(self, fn: FunctionType, passes: Passes | None) -> None:
        code = fn.__code__
        self._passes = passes
        self._trusted = is_trusted_code(code)
        self.filename = code.co_filename
        self.first_line = code.co_firstlineno
        self._where = Location(self.filename, self.first_line, function=code.co_qualname)
        self._user = weakref.ref(code)
        self._scope = {name: fn.__globals__[name] for name in _FOR_SOURCE if name in fn.__globals__}
        self._split: dict[tuple[bool, bool], Conversion] = {}  # with machines or without, with stacks or without
        self._codes: dict[bool, CodeType] = {}
        self._texts: dict[str, str] = {}
        self._stages: list[tuple[str, str]] | None = None
        self._key = kept_code.code_key(fn) if passes is None and not self._trusted else None
        self._has_generators = self._is_split = False
        kept = kept_code.recall(self._key)
        if kept is not None:
            self._made(kept, traced=True)
        else:
            self._convert()
            if self._key is not None and kept_code.code_key(fn) != self._key:  # the file has been read again
                self._key = None
        logs.converted(code.co_qualname, lambda: self.original, lambda: self.stages)

    def __repr__(self) -> str:
        return f"<Conversion of {self._where.function} at {self.filename}:{self.first_line}>"

    # -- functions -------------------------------------------------------------------------------

    def plain(self, fn: FunctionType) -> FunctionType:
        """The variant for plain values: the globals, cells, defaults and attributes of `fn`."""
        return self._function(fn, self._code(False), {})

    def traced(self, fn: FunctionType, reads: Any) -> FunctionType:
        """The variant for tracing, which reads globals, closures, attributes and items through `reads`."""
        stacks = not self._is_split and _with_stacks()
        if not self._has_generators and not stacks:
            return self._function(fn, self._code(True), {"_reads": reads})
        machines = _with_machines()
        with _lock:
            if (machines, stacks) not in self._split:
                from sct.runtime.conversion.converting import splitting, with_stacks

                passes = splitting(self._passes, machines=machines) if self._has_generators else self._passes
                made = Conversion(fn, with_stacks(passes) if stacks else passes)
                made._is_split = True
                self._split[machines, stacks] = made
        return self._split[machines, stacks].traced(fn, reads)

    def _code(self, traced: bool) -> CodeType:
        with _lock:
            code = self._codes.get(traced)
            if code is None:
                with _not_too_deep(self._where), without_search():
                    code = self._made(self._compiled(traced), traced)
                if traced and self._key is not None:
                    kept_code.keep(self._key, code)
            return code

    def _compiled(self, traced: bool) -> CodeType:
        from sct.runtime.conversion.converting import code_for_traces, code_for_values

        tree = self.tree
        if not traced:
            return code_for_values(tree, self._recovered)
        own = self._passes is None
        if own:  # the tree becomes the code; for those who want to read it later, the passes make it again
            del self.tree
        return code_for_traces(tree, self._recovered, own=own)

    def _made(self, code: CodeType, traced: bool) -> CodeType:
        user = self._user()
        code = code if user is None else with_sets_of(user, code)
        adopt(code)
        self._codes[traced] = code
        _origins.put(code, weakref.ref(self))
        if traced:
            _traced.put(code, True)
        return code

    def _function(self, fn: FunctionType, code: CodeType, given: dict[str, Any]) -> FunctionType:
        with first_import("sct.runtime.namespace"):
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

    @property
    def original(self) -> str:
        """The user's source, dedented."""
        return self._recovered.text

    def _text(self, tree: Any) -> str:
        from sct.runtime.conversion.converting import text_of

        return text_of(tree, self._recovered)

    # -- passes ----------------------------------------------------------------------------------

    def _convert(self) -> None:
        """Run the passes now, which may refuse what they see."""
        with first_import("sct.runtime.conversion.converting"):
            from sct.runtime.conversion.converting import has_generators

        self._has_generators = has_generators(self._recovered, self._passes)
        _ = self.tree

    @cached_property
    def tree(self) -> Any:
        """The transformed function, a gast module."""
        return self._transformed()

    @cached_property
    def _recovered(self) -> Recovered:
        from sct.runtime.conversion.recover import recover

        code = self._user()
        if code is None:
            raise SourceUnavailableError(f"{self._where.function} does not exist any more", where=self._where)
        cells = tuple([CellType() for _ in code.co_freevars])
        return recover(FunctionType(code, self._scope, closure=cells), trusted=self._trusted)

    def _transformed(self, observe: Any = None) -> Any:
        from sct.runtime.conversion.converting import chosen, transformed

        return transformed(self._recovered, chosen(self._passes, checked=self._trusted), observe)


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


def get_conversion(fn: FunctionType, passes: Sequence[Any] | None = None) -> Conversion:
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
    given = None if passes is None else _unless_usual(passes)
    with _lock:
        origin = _origins.get(fn.__code__)
        made: Conversion | None = None if origin is None else origin()
        if made is not None:
            return made
        table: dict[Passes | None, Conversion] | None = _known.get(fn.__code__)
        if table is None:
            table = {}
            _known.put(fn.__code__, table)
        if given not in table:
            code = fn.__code__
            with _not_too_deep(Location(code.co_filename, code.co_firstlineno, function=code.co_qualname)):
                table[given] = Conversion(fn, given)
        return table[given]


def _unless_usual(passes: Sequence[Any]) -> Passes | None:
    from sct.runtime.conversion.converting import chosen

    return None if tuple(passes) == chosen(None, checked=False) else tuple(passes)


def get_generator_conversion(fn: FunctionType) -> Conversion:
    """The conversion of a generator function, for tracing only."""
    from sct.runtime.conversion.converting import splitting

    return get_conversion(fn, splitting(None, machines=_with_machines()))  # its `traced` adds stacks


def _with_machines() -> bool:
    """Whether generators are to be stepped as often as the run says."""
    trace = current()
    return trace is not None and trace.iterators.by_position


def _with_stacks() -> bool:
    """Whether functions that call themselves are to do so as often as the run says."""
    trace = current()
    return trace is not None and trace.recursion.stacks


def get_step_conversion(fn: FunctionType, *, by_index: bool = False) -> Conversion:
    """The conversion of a `__next__`, or a `__getitem__`, for tracing only: see `StepForm` and `IndexForm`."""
    from sct.runtime.conversion.converting import for_steps

    return get_conversion(fn, for_steps(by_index))


def get_manager_conversion(fn: FunctionType) -> Conversion:
    """The conversion of the generator of a context manager, for tracing only: see `ManagerForm`."""
    from sct.runtime.conversion.converting import for_managers

    return get_conversion(fn, for_managers())


def is_traced_code(code: CodeType) -> bool:
    """Whether this is the code of a function that `Conversion.traced` made."""
    return _traced.get(code) is not None
