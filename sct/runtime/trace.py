"""One tracing of one function: what has been recorded, read and changed so far."""

from __future__ import annotations

import contextlib
import itertools
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from sct.errors import Location, ObjectDtypeError, SctError, UnsupportedCallError
from sct.ir.build import Builder
from sct.ir.core import Value
from sct.ir.types import ARRAY, PYTHON, SCALAR, Dim, Spec
from sct.ops.infer import may_raise, surely_fits
from sct.ops.registry import OpDef
from sct.runtime.arrays.memory_owners import note_computed
from sct.runtime.arrays.storage import Storage, ViewStep
from sct.runtime.callers.callers_objects import CallersObjects
from sct.runtime.callers.overlaps import Members
from sct.runtime.callers.sources import Source
from sct.runtime.calls.code_met import CodeMet
from sct.runtime.calls.overheard import Overheard
from sct.runtime.calls.recursion import Recursion
from sct.runtime.conversion.locations import frame_location, frame_location_of_caller
from sct.runtime.current import CURRENT, current, is_variable
from sct.runtime.exits.told_apart import told_apart
from sct.runtime.handling.met import Handling
from sct.runtime.hashing.keyed_objects import KeyedObjects
from sct.runtime.hashing.set_orders import SetOrders
from sct.runtime.iteration.iterators_met import IteratorsMet
from sct.runtime.joins.joining import Joining
from sct.runtime.joins.outdated import check_outdated
from sct.runtime.layers.caught import caught_refusal
from sct.runtime.layers.guards import Guards
from sct.runtime.lists.items_met import ItemsMet
from sct.runtime.numpy_functions.complaints import Complaints
from sct.runtime.plans import Plan
from sct.runtime.regions import Region, Regions
from sct.runtime.rolling.affine import Affine, known_extents, note_int
from sct.runtime.rolling.loops_met import LoopsMet
from sct.runtime.rolling.too_long import check_length
from sct.runtime.state.birth_order import BirthOrder
from sct.runtime.state.cells import Cell, IdentityMap
from sct.runtime.texts.output import Output

__all__ = [
    "NUMBERS",
    "Region",
    "Trace",
    "check_class",
    "check_dtype",
    "current",
    "frame_location",
    "frame_location_of_caller",
    "is_variable",
]

NUMBERS = (bool, int, float, complex)


def check_dtype(dtype: np.dtype[Any], what: str, where: Location | None = None) -> None:
    """Refuse dtypes that have no static form."""
    if dtype.kind not in "biufc" or dtype.itemsize > 16 or (dtype.itemsize > 8 and dtype in _TOO_WIDE):
        raise ObjectDtypeError(
            f"{what} has dtype {dtype}, which has no static form",
            where=where,
            why="programs hold arrays of bools, integers, floats and complex numbers, and of text as codes",
        )
    if dtype.metadata is not None:
        raise ObjectDtypeError(
            f"{what} has a dtype with metadata",
            where=where,
            why="which of NumPy's functions hand that on is not known",
            fix=f"take it off: x.astype({dtype.name!r})",
        )


def check_class(array: np.ndarray[Any, Any], what: str, where: Location | None = None) -> None:
    """Refuse arrays of classes derived from NumPy's."""
    if type(array) is not np.ndarray:
        raise UnsupportedCallError(
            f"{what} is a {type(array).__name__}",
            where=where,
            why="subclasses of ndarray (matrix, masked arrays, record arrays) change what the operators mean",
            fix="use a plain array: np.asarray(x)",
        )


_TOO_WIDE = tuple(
    np.dtype(t)
    for t in (np.longdouble, np.clongdouble)
    if np.dtype(t).itemsize > np.dtype(np.float64).itemsize and np.dtype(t) != np.dtype(np.complex128)
)


class Trace(Regions):
    """The state of one tracing; found by `current()`, kept in a context variable."""

    def __init__(self, name: str, fn_location: Location | None, passes: Any = None) -> None:
        super().__init__(fn_location)
        self.name = name
        self.passes = passes  # the AST passes that callees are converted with
        self.known: frozenset[str] = frozenset()  # NumPy's numbers that are constants of the program
        self.plain_raises: list[Exception] = []  # why exceptions cannot be made by the program itself
        self.function: Any = None  # what is traced
        self.guards = Guards()
        # what a room alone knows
        self.code = CodeMet()
        self.recursion = Recursion()
        self.handling = Handling()
        self.loops = LoopsMet()
        self.joining = Joining()
        self.callers = CallersObjects()
        self.items = ItemsMet()
        self.iterators = IteratorsMet()
        self.births = BirthOrder()
        self.keyed_objects = KeyedObjects()
        self.set_orders = SetOrders()
        self.complaints = Complaints()
        self.output = Output()
        self.overheard = Overheard(self)
        # what several know
        self.inputs: list[tuple[Source, Storage, Any]] = []  # in the order of the body's arguments
        self.lifted = IdentityMap()  # ndarray -> Variable
        self.views = IdentityMap()  # view -> the object that it is
        self.late = IdentityMap()  # array that is no view -> what its object becomes when all else is done
        self.affine: Affine = {}  # ints that are extents, or near
        self.tells_apart = False  # whether each array that the function makes is `new`
        self.members = Members()  # the arrays that are views of a common owner
        self.sites = self.doubts.families.sites  # list, dict or set -> where it was made
        self.joined_of = IdentityMap()  # what a join has made -> the lists, dicts and objects of its branches
        self.pools: dict[Any, Any] = {}  # where lists are made that are in a pool -> which
        self.windows: dict[Dim, int] = {}  # extents of slices, and what they are if these reach over no end
        self.missed: SctError | None = None  # that code which sct does not see into has asked for a run-time value
        self.plan = Plan()  # where those are made that get run-time keys or indices, and what else is known beforehand
        self.key_lists = IdentityMap()  # what dicts and sets with run-time keys are made of
        self.sources = IdentityMap()  # the caller's object -> source
        self.symbolic: frozenset[str] = frozenset()  # described number sources that are inputs, not constants
        self.dims: dict[tuple[str, int], Dim] = {}
        self.storage_numbers = itertools.count()
        self.trying_depth = 0  # of `try`s
        self.library_depth = 0  # of calls of what sct does not see into
        self.last_length: Any = None  # what `len` has answered last: no number below 0
        self.attribute_dicts = IdentityMap()  # `__dict__` of an object that was made here -> the object
        self.exit_stacks = IdentityMap()  # ExitStack -> the calls that branches give it
        self.watched: Builder | None = None  # that of a trial that is over with its first op
        self.tags: Any = None  # which array is which, where lists of them leave
        self.object_arrays = IdentityMap()  # array of dtype object -> where the function has made it
        self._reads: dict[int, tuple[Any, Any]] = {}

    # -- running ---------------------------------------------------------------------------------

    @contextlib.contextmanager
    def active(self) -> Iterator[Trace]:
        """Make this the current trace."""
        token = CURRENT.set(self)
        try:
            yield self
        finally:
            CURRENT.reset(token)

    def reads_for(self, fn: Any) -> Any:
        """The object through which the instrumented variant of `fn` reads globals and attributes."""
        from sct.runtime.callers.reads import Reads

        known = self._reads.get(id(fn))
        if known is None:
            known = self._reads[id(fn)] = (fn, Reads(self, fn))
        return known[1]

    @contextlib.contextmanager
    def trying(self) -> Iterator[None]:
        """A `try` with handlers: what raises at run time could be caught."""
        self.trying_depth += 1
        try:
            with self.handling.apart():
                yield
        finally:
            self.trying_depth -= 1

    def touch(self, cell: Cell) -> None:
        """To be called before Python state changes."""
        self.doubts.check_write(self, cell.owner)
        if cell.owner in self.joined_of:
            check_outdated(self, cell.owner)
        super().touch(cell)

    # -- values ----------------------------------------------------------------------------------

    def value(self, x: Any) -> Value:
        """The SSA value of a Variable, array, scalar or number."""
        if is_variable(x):
            read: Callable[[], Value] = x.sct_value
            return read()
        if type(x) in NUMBERS:
            return self.builder.constant(x)
        if isinstance(x, np.generic):
            check_dtype(x.dtype, "this NumPy scalar", self.location())
            return self.builder.constant(x)
        if isinstance(x, np.ndarray):
            return self.value(self.lift_array(x))
        if isinstance(x, range):
            return self.value(np.array(x))
        if isinstance(x, NUMBERS):
            return self.builder.constant(_held(x))
        raise ObjectDtypeError(
            f"a {type(x).__name__} was used where an array or a number is needed",
            where=self.location(),
            why="NumPy would make an array of dtype object of it, which has no static form",
        )

    def lift_array(self, array: Any) -> Any:
        """The Variable that stands for `array`: an input if it came from outside, else a constant."""
        known = self.lifted.get(array)
        if known is not None:
            return known
        if array.dtype.kind == "U":
            from sct.runtime.text_arrays.making import made as texts_made

            self.lifted[array] = texts = texts_made(self, array, self.lift_array)
            return texts
        here = self.location()
        check_class(array, "this array", here)
        made_at = self.object_arrays.get(array) if here == self.where else None  # where it leaves, no line uses it
        check_dtype(array.dtype, "this array", made_at or here)
        with self.recording(self.root):
            constant = np.array(array)
            value = self.builder.constant(constant)  # whose elements lie in C order
            if constant.ndim > 1 and constant.flags.fnc:
                value = self.builder.one("reordered", value, order="F")
            made = self.variable(value, origin=self.location())
            made.storage.layout = lambda: constant
        self.lifted[array] = made
        return made

    def own(self, result: Any) -> Any:
        """Arrays that NumPy made while tracing become Variables, also in lists (in place) and tuples.

        What a library hands out of its own, a list in a `UserList`, is the trace's own form of it.
        """
        if isinstance(result, np.ndarray):
            return result if result.dtype == object else self.lift_array(result)
        if isinstance(result, (list, dict, set, deque)) and (shadow := self.callers.shadows.get(result)) is not None:
            return shadow
        if type(result) in (list, tuple):
            items = [self.own(item) for item in result]
            if all(a is b for a, b in zip(items, result, strict=True)):
                return result
            if type(result) is tuple:
                return tuple(items)
            self.touch_list(result)
            result[:] = items
        return result

    def variable(self, value: Value, origin: Location | None = None) -> Any:
        """A new Variable on a Storage of its own."""
        from sct.runtime.variable import Variable

        return Variable(Storage(self, value, origin), (), value.spec)

    def record(self, op: OpDef, args: tuple[Any, ...], attrs: dict[str, Any]) -> Any:
        """Record `op` and answer Variables; the result of a view op shares the storage of operand 0."""
        from sct.runtime.arrays.views import note_layout, view_of
        from sct.runtime.joins.choice import Choice, distribute_op
        from sct.runtime.variable import Variable

        if others := [arg for arg in args if type(arg) is not Variable and type(arg) not in NUMBERS]:
            if any(isinstance(arg, Choice) for arg in others):
                return distribute_op(op, args, attrs)
            if not op.name.startswith("py_"):
                args = tuple(np.asarray(_held(arg))[()] if _is_strong(arg) else arg for arg in args)
        if self.trying_depth:
            from sct.runtime.handling.attempted_ops import ATTEMPTS, attempted

            if op.name in ATTEMPTS and (made := attempted(self, op, args, attrs)) is not None:
                return made
        values = tuple([self.value(arg) for arg in args])
        where = self.location()
        check_length(self.builder, where)
        self.note_raising(op, values, attrs, where)
        try:
            extents = known_extents(self.affine, op, args, values, attrs)
            results = self.builder.op(op.name, values, attrs, source=where, extents=extents)
        except SctError as error:
            error.where = error.where or where
            raise
        if self.builder is self.watched and self.builder.ops:
            from sct.runtime.state.trials import Grown

            raise Grown
        for result in results:
            check_dtype(result.spec.dtype, f"the result of {op.name}", where)
            _check_axes(result.spec)
        note_int(self.affine, op, args, values, attrs, results)
        base = args[0] if args else None
        if op.extras.get("view") == "readonly" and isinstance(base, np.ndarray):
            base = self.variable(values[0], where)  # NumPy makes an array of the list or number, and views that
        if "view" in op.extras and isinstance(base, Variable) and results[0].spec.kind == ARRAY:
            view = view_of(self, base, ViewStep(op, values[1:], attrs), results[0].spec)
            if view is not None:
                if self.tags is not None:
                    self.tags.born(view)
                return view
        made = tuple(self.variable(result, where) for result in told_apart(self, op, results))
        for k, result in enumerate(made):
            if result.spec.ndim > 1:
                note_layout(result, op, values, args, attrs, k)
            if self.tags is not None:
                self.tags.born(result)
        if not self.library_depth:
            note_computed(op, made)
        return made[0] if op.results == 1 else made

    def note_raising(self, op: OpDef, values: tuple[Value, ...], attrs: dict[str, Any], where: Location | None) -> None:
        """In a `try`, a handler goes on where an op raises, or plain Python runs."""
        specs = tuple(v.spec for v in values)
        if self.trying_depth and (may_raise(op, specs, attrs) or not surely_fits(op, specs)):
            from sct.runtime.handling.fitting_ops import fitted
            from sct.runtime.handling.tested_ops import tested

            if self.handling.around and (tested(self, op, values, attrs) or fitted(self, op, values, attrs)):
                return
            self.plain_raises.append(caught_refusal(f"{op.name} may raise while the program runs", where))

    def effect(self, name: str, args: tuple[Any, ...], attrs: dict[str, Any]) -> None:
        """Record an op that is there for its effect."""
        where = self.location()
        if self.trying_depth and name in ("assert", "raise", "library_check"):
            self.plain_raises.append(caught_refusal("an exception depends on a run-time value", where))
        self.builder.op(name, tuple(self.value(arg) for arg in args), attrs, source=where)


def _check_axes(spec: Spec) -> None:
    """Raise ValueError where NumPy has no array with so many axes."""
    if spec.ndim > _MOST_AXES:
        error = ValueError(f"maximum supported dimension for an ndarray is currently {_MOST_AXES}, found {spec.ndim}")
        vars(error)["sct_by_value"] = True  # functions of NumPy's say it in words of their own, some as an IndexError
        raise error


_MOST_AXES = 64


def _is_strong(x: Any) -> bool:
    """Whether NumPy takes a number for more than a Python number: one of a subclass, as of an enum."""
    return isinstance(x, NUMBERS) and type(x) not in NUMBERS and not isinstance(x, np.generic)


def _held(x: Any) -> Any:
    from sct.runtime.numbers.whole_objects import held_number

    return held_number(x)


def spec_of_number(value: Any) -> Spec:
    """The Spec of a Python number or NumPy scalar."""
    if isinstance(value, np.generic):
        return Spec(value.dtype, (), SCALAR)
    names = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}
    return Spec(np.dtype(names[type(value)]), (), PYTHON)
