"""`StaticFunction`: a function that runs as compiled programs, and keeps them."""

from __future__ import annotations

import functools
import inspect
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType, MethodType
from typing import Any, NamedTuple

from sct import config, logs
from sct.errors import ArgumentsError, SctError
from sct.input_spec import InputSpec, check_spec, example_of, symbolic_dims
from sct.ir.core import Program
from sct.ir.text import format_program
from sct.ir.types import Dim
from sct.ops.printed import printed_before
from sct.runtime import trace as traces
from sct.runtime.call import convert_call
from sct.runtime.partial_program import MISS, PartialProgramLayer
from sct.runtime.replay import skipping_output
from sct.runtime.signature import python_message
from sct.runtime.source import Conversion, get_conversion
from sct.runtime.tracing import function_location, trace_layer

__all__ = ["CacheInfo", "StaticFunction"]

_log = logging.getLogger("sct")
MAX_ENTRIES = 64
_GENERALISE_AFTER = 2


class CacheInfo(NamedTuple):
    """How often a static function found a program for its arguments, and how many it keeps."""

    hits: int
    misses: int
    maxsize: int
    currsize: int


class StaticFunction:
    """A function that runs as a compiled program; made by `to_static`.

    It is called like the function it wraps, binds like a method, and can be pickled where the function
    itself could be. A call looks for a program whose guards hold; if there is none, the function is traced.

    Attributes
    ----------
    __wrapped__ : callable
        The function as it was written.
    code : str
        The transformed source.
    transformed : callable
        The converted function: behaves as the original on plain values.
    """

    def __init__(
        self,
        fn: FunctionType,
        *,
        input_spec: Sequence[Any] | None = None,
        backend: str | None = None,
        passes: tuple[Any, ...] | None = None,
        full_graph: bool = True,
        name: str | None = None,
        instance: Any = None,
    ) -> None:
        functools.update_wrapper(self, fn)
        self.__sct_original__: Any = fn
        self.__name__: str = fn.__name__
        self._instance = instance
        self._options: dict[str, Any] = {
            "input_spec": input_spec, "backend": backend, "passes": passes, "full_graph": full_graph, "name": name,
        }  # fmt: skip
        self._name = name or fn.__qualname__
        self._lock = threading.RLock()
        self._forget()

    def _forget(self) -> None:
        self._entries: OrderedDict[int, PartialProgramLayer] = OrderedDict()
        self._last: PartialProgramLayer | None = None
        self._made = self._hits = self._misses = 0
        self._explanations: list[str] = []
        self._failed_numbers: dict[str, int] = {}
        self._kept_static: set[Any] = set()

    # -- calling ---------------------------------------------------------------------------------

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._instance is not None:
            args = (self._instance, *args)
        if not config.static_enabled():
            return self.__sct_original__(*args, **kwargs)
        if traces.current() is not None:
            return convert_call(self.__sct_original__)(*args, **kwargs)
        last = self._last
        if last is not None:
            raised: Exception | None = None
            try:
                result = last.call(*args, **kwargs)
            except Exception as error:
                raised = error
            if raised is not None:
                return self._raise_plainly(last, raised, args, kwargs)
            if result is not MISS:
                self._hits += 1
                return result
        return self._call_slowly(args, kwargs)

    def _call_slowly(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        bound = self._bind(args, kwargs)
        with self._lock:
            layer = self._find(bound)
            if layer is None:
                try:
                    layer = self._add(bound)
                except SctError as error:
                    if self._options["full_graph"]:
                        raise
                    _log.warning("%s runs as plain Python: %s", self._name, error.what)
                    return self.__sct_original__(*args, **kwargs)
        raised: Exception | None = None
        try:
            result = layer.call(*args, **kwargs)
        except Exception as error:
            raised = error
        if raised is not None:
            return self._raise_plainly(layer, raised, args, kwargs)
        if result is MISS:  # the function itself changes what its guards watch, or another thread does
            return self._call_once_more(args, kwargs)
        return result

    def _raise_plainly(
        self, layer: PartialProgramLayer, error: Exception, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """The program has raised: let plain Python raise, from the user's line, with all that it does before."""
        if error.__traceback__ is None or error.__traceback__.tb_next is None:
            self._bind(args, kwargs)  # the call does not fit the signature
        if not layer.replayable:
            raise error
        with skipping_output(printed_before(error)):
            result = self.__sct_original__(*args, **kwargs)
        level = logging.DEBUG if isinstance(error, SctError) else logging.WARNING
        _log.log(level, "%s: the program raised %r, plain Python did not", self._name, error)
        return result

    def _call_once_more(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        with self._lock:
            layer = self._add(self._bind(args, kwargs))
            result = layer.call(*args, **kwargs)
        if result is MISS:
            failed = layer.first_failure(dict(self._bind(args, kwargs).arguments))
            raise SctError(
                "the values that this function reads do not stay the same from one reading to the next",
                where=function_location(self.__sct_original__),
                why=failed.source.describe() if failed is not None else "",
                fix="pass changing objects as arguments",
            )
        return result

    @property
    def _signature(self) -> inspect.Signature:
        """The signature as it is now: defaults can be replaced."""
        return inspect.signature(self.__sct_original__)

    def _bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> inspect.BoundArguments:
        try:
            bound = self._signature.bind(*args, **kwargs)
        except TypeError as error:
            raise ArgumentsError(
                python_message(self.__sct_original__, args, kwargs) or str(error),
                where=function_location(self.__sct_original__),
                fix=f"the signature is {self.__sct_original__.__qualname__}{self._signature}",
            ) from None
        bound.apply_defaults()
        spec = self._options["input_spec"]
        if spec is not None:
            self._check(spec, bound)
        return bound

    def _check(self, specs: Any, bound: inspect.BoundArguments) -> None:
        where = function_location(self.__sct_original__)
        for name, spec in self._named_specs(specs):
            check_spec(spec, bound.arguments[name], f"argument {name!r}", where)

    def _named_specs(self, specs: Any) -> list[tuple[str, Any]]:
        names = list(self._signature.parameters)
        if self._instance is not None or (names and names[0] in ("self", "cls")):
            names = names[1:]
        if isinstance(specs, Mapping):
            return list(specs.items())
        return list(zip(names, specs, strict=False))

    def _find(self, bound: inspect.BoundArguments) -> PartialProgramLayer | None:
        scope = dict(bound.arguments)
        for key in reversed(self._entries):
            layer = self._entries[key]
            if layer.applies(*bound.args, **bound.kwargs):
                self._entries.move_to_end(key)
                self._last = layer
                self._hits += 1
                return layer
        if self._entries:
            newest = next(reversed(self._entries.values()))
            failed = newest.first_failure(scope)
            text = failed.describe(scope) if failed is not None else "two arguments that were related are not any more"
            self._explanations = [*self._explanations[-31:], text]
            logs.log("cache", "miss of %s: %s", self._name, text)
        return None

    def _add(self, bound: inspect.BoundArguments) -> PartialProgramLayer:
        self._misses += 1
        dims, symbolic = self._plan(bound)
        try:
            layer = self._trace(bound, dims, symbolic)
        except SctError:
            if (dims, symbolic) == (self._spec_dims(), frozenset()):
                raise
            self._kept_static |= set(dims) | set(symbolic)
            layer = self._trace(bound, self._spec_dims(), frozenset())
        self._entries[self._made] = layer
        self._made += 1
        self._last = layer
        if len(self._entries) > MAX_ENTRIES:
            self._entries.popitem(last=False)
        return layer

    # -- what becomes symbolic -------------------------------------------------------------------

    def _spec_dims(self) -> dict[tuple[str, int], Dim]:
        dims: dict[tuple[str, int], Dim] = {}
        for name, spec in self._named_specs(self._options["input_spec"] or ()):
            symbolic_dims(spec, f"argument {name!r}", dims)
        return dims

    def _plan(self, bound: inspect.BoundArguments) -> tuple[dict[tuple[str, int], Dim], frozenset[str]]:
        """Extents that changed since an earlier call become Dims, numbers that keep changing become inputs."""
        dims = self._spec_dims()
        scope = dict(bound.arguments)
        for layer in reversed(self._entries.values()):
            failed = [guard for guard in layer.guards if not guard.holds(scope)]
            shapes = [g.changed_extents(scope) for g in failed if g.kind == "array"]
            numbers = [g for g in failed if g.kind == "value" and g.is_number(scope)]
            if len(shapes) + len(numbers) != len(failed) or None in shapes or not failed:
                continue
            names: dict[Any, Dim] = {}
            for guard, changed in zip([g for g in failed if g.kind == "array"], shapes, strict=True):
                for axis, pair in (changed or {}).items():
                    dims.setdefault((guard.source.describe(), axis), names.setdefault(pair, Dim(f"m{len(names)}")))
            dims = {**layer.dims, **dims}
            symbolic = set(layer.symbolic)
            for guard in numbers:
                where = guard.source.describe()
                self._failed_numbers[where] = self._failed_numbers.get(where, 0) + 1
                if self._failed_numbers[where] >= _GENERALISE_AFTER:
                    symbolic.add(where)
            kept = self._kept_static
            return {k: v for k, v in dims.items() if k not in kept}, frozenset(symbolic - kept)
        return dims, frozenset()

    def _trace(self, bound: inspect.BoundArguments, dims: Any, symbolic: frozenset[str]) -> PartialProgramLayer:
        layer = trace_layer(
            self.__sct_original__, self._conversion, bound, self._signature,
            backend=self._options["backend"] or "numpy", dims=dims, symbolic=symbolic, name=self.__name__,
            passes=self._options["passes"],
        )  # fmt: skip
        logs.log("program", lambda: f"{self._name}\n{format_program(layer.program)}")
        logs.log("guards", lambda: f"{self._name}\n{layer.source}")
        return layer

    # -- looking inside --------------------------------------------------------------------------

    @property
    def _conversion(self) -> Conversion:
        return get_conversion(self.__sct_original__, self._options["passes"])

    @property
    def code(self) -> str:
        """The transformed source, as people read it."""
        return self._conversion.code

    @property
    def transformed(self) -> Callable[..., Any]:
        """The converted function, which runs as plain Python on plain values."""
        converted = self._conversion.plain(self.__sct_original__)
        return converted if self._instance is None else MethodType(converted, self._instance)

    def program(self, *args: Any, **kwargs: Any) -> Program:
        """The optimised Program for these arguments; an `InputSpec` may stand for an array.

        Examples
        --------
        >>> import sct
        >>> @sct.to_static
        ... def double(x):
        ...     return x * 2.0
        >>> double.program(sct.InputSpec([None], "float32")).body.args[0].spec.dtype.name
        'float32'
        """
        if self._instance is not None:
            args = (self._instance, *args)
        dims = self._spec_dims()
        names = [name for name, p in self._signature.parameters.items() if p.kind is not p.KEYWORD_ONLY]
        for name, value in [*zip(names, args, strict=False), *kwargs.items()]:
            symbolic_dims(value, f"argument {name!r}", dims)
        bound = self._bind(_examples(args), {k: _example(v) for k, v in kwargs.items()})
        with self._lock:
            return self._trace(bound, dims, frozenset()).program

    def cache_info(self) -> CacheInfo:
        """Hits, misses, the greatest number of programs kept, and how many there are."""
        return CacheInfo(self._hits, self._misses, MAX_ENTRIES, len(self._entries))

    def explain_cache(self) -> str:
        """Which value made each of the last misses, newest last; "" if nothing was traced twice."""
        return "\n".join(self._explanations)

    def clear_cache(self) -> None:
        """Forget all programs."""
        with self._lock:
            self._forget()

    def rollback(self) -> Callable[..., Any]:
        """The function as it was before `to_static`."""
        if self._instance is not None:
            return MethodType(self.__sct_original__, self._instance)
        original: Callable[..., Any] = self.__sct_original__
        return original

    # -- behaving like a function ----------------------------------------------------------------

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else MethodType(self, instance)

    def __copy__(self) -> StaticFunction:
        return self

    def __deepcopy__(self, memo: Any) -> StaticFunction:
        return self

    def __reduce__(self) -> Any:
        module = inspect.getmodule(self.__sct_original__)
        found: Any = module
        for part in self.__sct_original__.__qualname__.split("."):
            found = getattr(found, part, None)
        if found is self:
            return self.__sct_original__.__qualname__
        return _rebuild, (self.__sct_original__, self._instance, self._options)

    def __repr__(self) -> str:
        return f"<StaticFunction {self._name}>"


def _rebuild(fn: FunctionType, instance: Any, options: dict[str, Any]) -> StaticFunction:
    return StaticFunction(fn, instance=instance, **options)


def _example(value: Any) -> Any:
    return example_of(value) if isinstance(value, (InputSpec, list, tuple, dict)) else value


def _examples(args: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(map(_example, args))
