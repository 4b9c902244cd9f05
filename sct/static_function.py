"""`StaticFunction`: a function that runs as compiled programs, and keeps them."""

from __future__ import annotations

import functools
import inspect
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from types import FunctionType, MethodType
from typing import Any

from sct import config, logs
from sct.always_anew import AlwaysAnew
from sct.cache_info import MAX_ENTRIES, CacheInfo
from sct.errors import ArgumentsError, CheckFailedError, SctError
from sct.generalise import Dims, plan, traced_by
from sct.input_spec import check_spec, example_of, named_specs, symbolic_dims
from sct.ir.core import Program
from sct.ir.text import format_program
from sct.logs import report
from sct.machine_code import MachineCode
from sct.ops.printed import done_before
from sct.pickled import reduced
from sct.quick_call import QuickCall
from sct.runtime.call import convert_call
from sct.runtime.conversion.locations import function_location
from sct.runtime.current import current
from sct.runtime.layers.given_up import NothingForTheRun, refusing
from sct.runtime.layers.kept_layers import made_layer
from sct.runtime.layers.layer import MISS, Layer
from sct.runtime.layers.replay import is_last_word, note_plain_answer, skipping
from sct.runtime.objects.signature import check_as_written, python_message, signature_of
from sct.runtime.source import Conversion, get_conversion

__all__ = ["CacheInfo", "StaticFunction"]


class StaticFunction(MachineCode):
    """A function that runs as a compiled program; made by `to_static`.

    It is called like the function it wraps, binds like a method, and can be pickled where the function
    itself could be. A call looks for a program whose guards hold; if there is none, the function is traced.

    Attributes
    ----------
    __wrapped__ : callable
        The function as it was written.

    Examples
    --------
    >>> import numpy as np, sct
    >>> @sct.to_static
    ... def halve(x):
    ...     while x.max() > 1.0:
    ...         x = x / 2.0
    ...     return x
    >>> halve(np.array([8.0, 2.0]))
    array([1.  , 0.25])
    >>> type(halve).__name__, halve.__wrapped__(np.array([0.5]))
    ('StaticFunction', array([0.5]))
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
        if input_spec is not None:
            self._named_specs(input_spec)  # refuses what fits no parameter
        self._lock = threading.RLock()
        self._forget()

    def _forget(self) -> None:
        self._entries: OrderedDict[int, Layer] = OrderedDict()
        self._last: Layer | None = None
        self._quick = QuickCall(self, self._raise_plainly)
        self._made = self._hits = self._misses = 0
        self._explanations: list[str] = []
        self._failed_numbers: dict[str, int] = {}
        self._kept_static: set[Any] = set()
        self._anew = AlwaysAnew()

    # -- calling ---------------------------------------------------------------------------------

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._instance is not None:
            args = (self._instance, *args)
        if not config.static_enabled():
            return self.__sct_original__(*args, **kwargs)
        if current() is not None:
            return convert_call(self.__sct_original__)(*args, **kwargs)
        last = self._last
        if last is not None:
            result = self._run(last, args, kwargs)
            if result is not MISS:
                self._quick.renew(last)
                return result
        return self._call_slowly(args, kwargs)

    def _call_slowly(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        bound = self._bind(args, kwargs)
        with self._lock:
            layer = kept = self._find(bound)
            if layer is None and self._anew.rests(self.cache_info().hits):
                return self.__sct_original__(*args, **kwargs)
            if layer is None:
                try:
                    layer = self._add(bound)
                except NothingForTheRun as found:
                    self._anew.give_up(self._name, found.refusal.what)
                    return self.__sct_original__(*args, **kwargs)
                except SctError as error:
                    if self._options["full_graph"]:
                        raise
                    report("%s runs as plain Python: %s", self._name, error.what, unexpected=True)
                    return self.__sct_original__(*args, **kwargs)
            self._quick.take(layer)
        result = self._run(layer, args, kwargs, kept is not None)
        if result is MISS:  # the function itself changes what its guards watch, or another thread does
            return self._call_once_more(args, kwargs)
        return result

    def _run(self, layer: Layer, args: tuple[Any, ...], kwargs: dict[str, Any], kept: bool = True) -> Any:
        if layer.rests is not None and self._quick.goes_plain(layer, args, kwargs):
            return self.__sct_original__(*args, **kwargs)
        try:
            result = layer.call(*args, **kwargs)
        except Exception as error:
            raised = error
        else:
            self._hits += kept and result is not MISS
            return result
        return self._raise_plainly(layer, raised, args, kwargs)

    def _raise_plainly(self, layer: Layer, error: Exception, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The program has raised: let plain Python raise, from the user's line, with all that it does before."""
        if isinstance(error, CheckFailedError) or is_last_word(error):
            raise error
        if error.__traceback__ is None or error.__traceback__.tb_next is None:
            self._bind(args, kwargs)  # the call does not fit the signature
        if not layer.replayable:
            raise error
        with skipping(done_before(error)):
            result = self.__sct_original__(*args, **kwargs)
        if note_plain_answer(self._name, layer, error):
            self._quick.answered_plainly(layer, error)
        return result

    def _call_once_more(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        with self._lock:
            layer = refusing(self._add, self._bind(args, kwargs))
            result = self._run(layer, args, kwargs, kept=False)
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
        return signature_of(self.__sct_original__, said=self._options["input_spec"] is not None)

    def _bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> inspect.BoundArguments:
        try:
            bound = self._signature.bind(*args, **kwargs)
        except TypeError as error:
            raise ArgumentsError(
                python_message(self.__sct_original__, args, kwargs) or str(error),
                where=function_location(self.__sct_original__),
                why="the arguments do not fit the signature",
                fix=f"the signature is {self.__sct_original__.__qualname__}{self._signature}",
            ) from None
        bound.apply_defaults()
        if (spec := self._options["input_spec"]) is not None:
            check_as_written(self.__sct_original__, bound, args, kwargs)
            self._check(spec, bound)
        return bound

    def _check(self, specs: Any, bound: inspect.BoundArguments) -> None:
        for name, spec in self._named_specs(specs):
            check_spec(spec, bound.arguments[name], f"argument {name!r}", function_location(self.__sct_original__))

    def _named_specs(self, specs: Any) -> list[tuple[str, Any]]:
        names = list(self._signature.parameters)
        if self._instance is not None or (names and names[0] in ("self", "cls")):
            names = names[1:]
        return named_specs(specs, names, function_location(self.__sct_original__))

    def _find(self, bound: inspect.BoundArguments) -> Layer | None:
        scope, args, kwargs = dict(bound.arguments), bound.args, bound.kwargs
        for key in sorted([*reversed(self._entries)], key=lambda key: self._entries[key].openness):
            layer = self._entries[key]
            if layer.applies(*args, **kwargs):
                self._entries.move_to_end(key)
                self._last = layer
                return layer
        if self._entries:
            newest = next(reversed(self._entries.values()))
            failed = newest.first_failure(scope)
            text = failed.describe(scope) if failed is not None else "two arguments that were related are not any more"
            self._explanations = [*self._explanations[-31:], text]
            logs.log("cache", "miss of %s: %s", self._name, text)
        return None

    def _add(self, bound: inspect.BoundArguments) -> Layer:
        self._misses += 1
        trace = functools.partial(self._trace, bound)
        layer = traced_by(trace, self._entries.values(), self._plan(bound), self._spec_dims(), self._kept_static)
        self._anew.note(self._name, self.cache_info().hits, layer.effort, *self._explanations[-1:])
        self._entries[self._made] = self._last = layer
        self._made += 1
        if len(self._entries) > MAX_ENTRIES:
            self._entries.popitem(last=False)
        return layer

    # -- what becomes symbolic -------------------------------------------------------------------

    def _spec_dims(self) -> Dims:
        dims: Dims = {}
        for name, spec in self._named_specs(self._options["input_spec"] or ()):
            symbolic_dims(spec, f"argument {name!r}", dims)
        return dims

    def _plan(self, bound: inspect.BoundArguments) -> tuple[Dims, frozenset[str]]:
        known = (self._spec_dims(), self._failed_numbers, self._kept_static)
        return plan(self._entries.values(), dict(bound.arguments), *known)

    def _trace(self, bound: inspect.BoundArguments, dims: Any, symbolic: frozenset[str]) -> Layer:
        layer = made_layer(
            self.__sct_original__, bound, self._signature,
            backend=self._options["backend"] or config.settings.backend, dims=dims, symbolic=symbolic,
            name=self._options["name"] or self.__name__, passes=self._options["passes"],
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
        """The transformed source, as people read it.

        Examples
        --------
        >>> import sct
        >>> print(sct.to_static(lambda x: not x).code)
        def lambda_(x):
            return _sct.not_(x)
        <BLANKLINE>
        """
        return self._conversion.code

    @property
    def transformed(self) -> Callable[..., Any]:
        """The converted function, which runs as plain Python on plain values.

        Examples
        --------
        >>> import sct
        >>> sct.to_static(lambda x: "more" if x > 1 else "less").transformed(3)
        'more'
        """
        converted = self._conversion.plain(self.__sct_original__)
        return converted if self._instance is None else MethodType(converted, self._instance)

    def program(self, *args: Any, **kwargs: Any) -> Program:
        """The optimised Program for these arguments; an `InputSpec` may stand for an array.

        It is made anew: the cache is neither asked nor filled.

        Parameters
        ----------
        *args, **kwargs
            The arguments of a call, or in their place an `InputSpec`, or lists and dicts with such in them.

        Returns
        -------
        Program
            The graph; `sct.ir.text.format_program` gives its text.

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
        bound = self._bind(tuple(map(example_of, args)), {k: example_of(v) for k, v in kwargs.items()})
        with self._lock:
            return refusing(self._trace, bound, dims, frozenset()).program

    def cache_info(self) -> CacheInfo:
        """Hits, misses, the greatest number of programs kept, and how many there are.

        Returns
        -------
        CacheInfo
            A named tuple `(hits, misses, maxsize, currsize)`.

        Examples
        --------
        >>> import numpy as np, sct
        >>> double = sct.to_static(lambda x: x * 2.0)
        >>> for extent in (3, 3, 3):
        ...     _ = double(np.ones(extent))
        >>> double.cache_info()
        CacheInfo(hits=2, misses=1, maxsize=64, currsize=1)
        """
        return CacheInfo(self._hits + self._quick.hits, self._misses, MAX_ENTRIES, len(self._entries))

    def explain_cache(self) -> str:
        """Which value made each of the last misses, newest last; "" if nothing was traced twice.

        Examples
        --------
        >>> import numpy as np, sct
        >>> double = sct.to_static(lambda x: x * 2.0)
        >>> _ = double(np.ones(3)), double(np.ones(3, np.float32))
        >>> double.explain_cache()
        "argument 'x' was float64[3], now is float32[3]"
        """
        return "\n".join(self._explanations)

    def clear_cache(self) -> None:
        """Forget all programs and what was counted; the next call traces anew.

        Examples
        --------
        >>> import numpy as np, sct
        >>> double = sct.to_static(lambda x: x * 2.0)
        >>> _ = double(np.ones(3))
        >>> double.clear_cache(), double.cache_info().currsize
        (None, 0)
        """
        with self._lock:
            self._forget()

    def rollback(self) -> Callable[..., Any]:
        """Return the function as it was before `to_static`; of an object's method, bound to that object.

        Examples
        --------
        >>> import sct
        >>> def double(x): return x * 2.0
        >>> sct.to_static(double).rollback() is double
        True
        """
        if self._instance is not None:
            return MethodType(self.__sct_original__, self._instance)
        return self.__sct_original__  # type: ignore[no-any-return]

    # -- behaving like a function ----------------------------------------------------------------

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else MethodType(self, instance)

    def __copy__(self) -> StaticFunction:
        return self

    def __deepcopy__(self, memo: Any) -> StaticFunction:
        return self

    def __reduce__(self) -> Any:
        return reduced(self)

    def __repr__(self) -> str:
        return f"<StaticFunction {self._name}>"
