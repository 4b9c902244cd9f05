"""Which ops answer a view of their operand, and which a copy: as NumPy itself decides.

Basic indexing, transposes and the like are views whatever the memory looks like. A reshape is a view
only if the memory allows it, so it is tried out on an array that is laid out as the real one will be.
"""

from __future__ import annotations

import functools
import itertools
import operator
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sct.errors import UnsupportedOpError
from sct.ir.types import ARRAY, Dim, Spec
from sct.ops.index_template import FULL, build_index
from sct.ops.registry import Fact, OpDef
from sct.runtime import trace as tracing
from sct.runtime.arrays.storage import Storage, ViewStep
from sct.runtime.lists.taken import joined_taken
from sct.runtime.lists.windows import note_windows
from sct.runtime.numbers.answered import COPY, SELF, VIEW, answered, outcome_of

if TYPE_CHECKING:
    from sct.ir.core import Value
    from sct.runtime.trace import Trace
    from sct.runtime.variable import Variable

__all__ = ["guard_layout", "join_layouts", "layout_of", "note_layout", "sample_of", "stays_ordered", "view_of"]
__all__ += ["applied", "guard_length", "inputs_of", "is_all_known", "laid_out", "unknown_layout", "viewer_of"]

_EXTENT = 3  # stands for any symbolic extent
_MOST = 1 << 20  # elements of a sample that an op is tried out on


def view_of(trace: Trace, base: Variable, step: ViewStep, spec: Spec) -> Any:
    """The result of `step` as a view of `base`, or None if it is an array of its own."""
    from sct.runtime.arrays.array_attributes import is_writeable
    from sct.runtime.variable import Variable

    if base.spec.kind != ARRAY or not _is_view(base, step):
        return None
    view = Variable(base.storage, (*base.steps, step), spec)
    note_windows(trace, view)
    if step.op.extras["view"] != "contiguous":
        return view
    sample = sample_of(base)
    result = _result(sample, step)
    guard_layout(trace, base)
    outcome = None if result is None else outcome_of(sample, result)
    if _is_always_viewed(base, sample, step):
        outcome = VIEW if outcome in (None, COPY) else outcome  # the stand-in extents may not fit, the real ones will
    elif _is_stretched(step) or (not base.spec.static and any(map(_is_stretched, base.steps))):
        outcome = None
    elif outcome is not None and not (base.spec.static and base.storage.value.spec.static):
        outcome = outcome if _guard_outcome(trace, base, step, outcome) else None
    if outcome == SELF:  # as np.ascontiguousarray answers what is contiguous
        return base
    if outcome is None:  # it depends on a layout that is not known: never write through either
        made = trace.variable(view.sct_value(), trace.location())
        if step.op.name == "reshape":  # a view may be laid out in any way
            made.storage.layout = _unknown
        made.storage.share(base.storage)
        made.storage.partial = made.storage.untold = True
        made.storage.taken = joined_taken([base], False)
        made.storage.frozen = "no" if is_writeable(base) else "perhaps"
        return made
    return view if outcome == VIEW else _copied(trace, base, view, result)


def _is_always_viewed(base: Variable, sample: Any, step: ViewStep) -> bool:
    """Whether the op answers a view, or the array itself, whatever the extents: all the memory is in C order."""
    if sample is None or not sample.flags.c_contiguous or step.op.name == "asfortranarray":
        return False
    return step.attrs.get("order", "C") != "F" and all(map(_keeps_order, base.steps))


def _is_stretched(step: ViewStep) -> bool:
    """Whether operands, and so the run, decide about extents of what a step answers, and not only about places."""
    if step.op.name != "getitem":
        return bool(step.operands)
    slices = [entry for entry in step.attrs["index"] if entry[0] == "slice"]
    return any(isinstance(bound, tuple) for bounds in slices for bound in bounds)


def _keeps_order(step: ViewStep) -> bool:
    """Whether a step takes a part in C order of an array that is, whatever its extents."""
    if step.op.name == "getitem":
        entries = [entry for entry in step.attrs["index"] if entry[0] != "newaxis"]
        while entries and (entries[0][0] == "int" or (entries[0][0] == "arg" and len(entries) == 1)):
            entries.pop(0)
        if entries and entries[0][0] == "slice" and entries[0][3] in (None, 1):
            entries.pop(0)
        return all(entry == FULL or entry[0] == "ellipsis" for entry in entries)
    return step.op.name in ("expand_dims", "squeeze", "ravel", "reshape") and step.attrs.get("order", "C") == "C"


def _guard_outcome(trace: Trace, base: Variable, step: ViewStep, outcome: str) -> bool:
    """From now on the program is for extents with which the op answers that, too; whether that can be guarded."""
    steps = (*base.steps, step)
    if base.storage.external < 0:
        return all(guard_length(trace, n) for n in base.storage.value.spec.shape if isinstance(n, Dim))
    if any(one.operands for one in steps):
        return False
    source, _, array = trace.inputs[base.storage.external]
    if answered(steps, array) != outcome:
        return False
    trace.guards.add("answered", source, (tuple((one.op.name, repr(one.attrs)) for one in steps), steps, outcome))
    return True


def guard_length(trace: Trace, extent: Dim) -> bool:
    """From now on the program is for inputs in which this extent is none of 1, where a copy may become a view."""
    for k, (source, _, array) in enumerate(trace.inputs):
        shape = trace.root.args[k].spec.shape
        if extent in shape:
            axis = shape.index(extent)
            if array.shape[axis] == 1:
                return False
            trace.guards.add("longer", source, axis)
            break
    return True


def viewer_of(step: ViewStep) -> Callable[..., Any]:
    """What makes the view of an array, and the step's operands; a known index is taken without a Python frame."""
    if step.op.name == "getitem" and not step.operands:
        return operator.itemgetter(build_index(step.attrs["index"], ()))
    return functools.partial(step.op.kernel, xp=np, **step.attrs)


def _copied(trace: Trace, base: Variable, view: Variable, sample: Any) -> Any:
    """A copy, which it stays if the running program lays out the operand in another way than NumPy does."""
    made = trace.variable(trace.builder.one("copy", view.sct_value()), trace.location())
    made.storage.layout = lambda: sample
    made.storage.layout_inputs = inputs_of(base)
    return made


def _is_view(base: Variable, step: ViewStep) -> bool:
    """Whether the op answers a view of these operands at all: an index with a mask or an integer array does not."""
    asked = step.op.extras.get("is_view")
    return asked is None or bool(asked(base.spec, *(operand.spec for operand in step.operands), **step.attrs))


def _result(sample: Any, step: ViewStep) -> Any:
    """What the op answers for `sample`, or None if that cannot be told."""
    if sample is None:
        return None
    try:
        return applied(step, sample)
    except (TypeError, ValueError, IndexError):
        return None


def sample_of(x: Variable | _Seen) -> Any:
    """An array with the memory layout that `x` will have, or None if that is not known."""
    return viewed(base_of(x), x)


def base_of(x: Variable | _Seen) -> Any:
    """An array laid out as the memory that `x` is a view of, or None if that is not known."""
    storage = x.storage
    if storage.external >= 0:  # in-place writes leave the memory where it is
        return storage.trace.inputs[storage.external][2]
    return storage.layout() if storage.layout is not None else blank(storage.value.spec)


def viewed(sample: Any, x: Variable | _Seen, more: tuple[ViewStep, ...] = ()) -> Any:
    """The view that `x` is, of such an array, or one of it; None if that is not known."""
    try:
        for step in (*x.steps, *more) if sample is not None else ():
            sample = applied(step, sample)
    except (TypeError, ValueError, IndexError):
        return None
    return sample if more or sample is None else _cut(sample, x.spec)


def _cut(sample: Any, spec: Spec) -> Any:
    """What is as long as `spec` says of a sample in which slices of the run are whole; None if it is shorter."""
    if all(isinstance(n, Dim) or n == m for n, m in zip(spec.shape, sample.shape, strict=True)):
        return sample
    cut = sample[tuple([slice(None if isinstance(n, Dim) else n) for n in spec.shape])]
    return cut if all(isinstance(n, Dim) or n == m for n, m in zip(spec.shape, cut.shape, strict=True)) else None


def applied(step: ViewStep, sample: Any) -> Any:
    """What a view op answers for a sample; slices of the run are whole, and its places the first."""
    if step.op.name in ("real", "imag") and sample.dtype.kind != "c":
        sample = _retyped(sample, np.dtype(np.complex64))
    number, attrs = _EXTENT if "shape" in step.attrs else 0, step.attrs
    if "index" in attrs:
        attrs = {**attrs, "index": tuple([_whole(entry) for entry in attrs["index"]])}
    operands = (blank(value.spec) if value.spec.kind == ARRAY else number for value in step.operands)
    return step.op.kernel(sample, *operands, xp=np, **attrs)


def _whole(entry: Any) -> Any:
    """An entry of an index, without the bounds that only the run knows."""
    if entry[0] != "slice":
        return entry
    if isinstance(entry[3], tuple):
        raise ValueError("the step of a slice is known at run time")
    return "slice", *(None if isinstance(bound, tuple) else bound for bound in entry[1:3]), entry[3]


def blank(spec: Spec) -> Any:
    """An array in C order for what has this Spec."""
    return np.empty([_EXTENT if isinstance(n, Dim) else n for n in spec.shape], np.bool_)


def _retyped(sample: Any, dtype: np.dtype[Any]) -> Any:
    """An array of another dtype whose elements are laid out as these are."""
    strides = [s // sample.itemsize * dtype.itemsize for s in sample.strides]
    spans = [(n - 1) * s for n, s in zip(sample.shape, strides, strict=True) if n]
    first = -sum(span for span in spans if span < 0)
    memory = np.zeros(first + sum(span for span in spans if span > 0) + dtype.itemsize, np.uint8)
    return np.ndarray(sample.shape, dtype, memory, first, strides)


def inputs_of(x: Variable) -> frozenset[int]:
    """The inputs on whose memory layout that of `x` depends."""
    storage = x.storage
    return frozenset([storage.external]) if storage.external >= 0 else storage.layout_inputs


def layout_of(x: Variable, always: bool) -> Any:
    """An array that is laid out as `x` is, however the inputs are, or else as the program is made for from now on."""
    sample = None if always and not inputs_of(x) <= x.storage.trace.callers.laid_out else sample_of(x)
    if sample is not None:
        guard_layout(x.storage.trace, x)
    return sample


def guard_layout(trace: Trace, x: Variable) -> None:
    """From now on the program is for inputs that are laid out as these are."""
    guard_inputs(trace, inputs_of(x))


def guard_inputs(trace: Trace, inputs: frozenset[int]) -> None:
    """From now on the program is for inputs with these numbers that are laid out as these are."""
    for k in sorted(inputs):
        trace.callers.laid_out.add(k)
        source, _, array = trace.inputs[k]
        if array.flags.c_contiguous:
            trace.guards.add("contiguous", source, None)
        else:
            trace.guards.add("strides", source, array.strides)


def note_layout(
    made: Variable, op: OpDef, values: tuple[Value, ...], args: tuple[Any, ...], attrs: dict[str, Any], k: int
) -> None:
    """Note how the `k`-th result of an op is laid out: many of NumPy's functions keep the order of their operands."""
    arrays = [x for x in args if tracing.is_variable(x) and x.spec.ndim > 1]
    made.storage.layout = _Tried(op, values, args, attrs, k, made.spec)
    made.storage.layout_inputs = frozenset().union(*(inputs_of(x) for x in arrays))


class _Tried:
    """The layout of a result: that of what the op answers for samples of its operands, tried when it is asked for.

    What is worked out element by element, or is `ordered` by its own word, is in C order if its operands are.
    `ordered_if` gives smaller operands whose result is in C order if the whole one is.
    """

    def __init__(
        self, op: OpDef, values: tuple[Value, ...], args: tuple[Any, ...], attrs: dict[str, Any], k: int, spec: Spec
    ) -> None:
        self.op, self.values, self.attrs = op, values, attrs
        self.args = tuple([_Seen(x.storage, x.steps, x.spec) if tracing.is_variable(x) else x for x in args])
        self.k, self.spec = k, spec
        self.known: tuple[Any] | None = None

    def __call__(self) -> Any:
        if self.known is None:
            self.known = (self._find(),)
        return self.known[0]

    def _find(self) -> Any:
        samples = [sample_of(x) if _is_array(x) else x for x in self.args]
        if any(x is None for x in samples):
            return None
        try:
            if "lies" in self.op.extras:
                made = blank(self._spec_of(samples))
                return made if self.attrs["order"] == "C" else np.empty_like(made, order="F")
            return blank(self._spec_of(samples)) if self._is_ordered(samples) else self._try(samples)
        except Exception:
            return None  # the samples were no good; the layout stays unknown

    def _is_ordered(self, samples: list[Any]) -> bool:
        if "order" in self.attrs or not (Fact.ELEMENTWISE in self.op.facts or "ordered" in self.op.extras):
            return False
        if all(x.flags.c_contiguous for x in samples if isinstance(x, np.ndarray)):
            return True
        fewer = self.op.extras.get("ordered_if")
        if fewer is None:
            return False
        with np.errstate(all="ignore"):
            return bool(self.op.kernel(*fewer(*samples), xp=np, **self.attrs).flags.c_contiguous)

    def _spec_of(self, samples: list[Any]) -> Spec:
        """What the result is for operands with the shapes of the samples."""
        if self.spec.static:
            return self.spec
        pairs = zip(self.values, self.args, samples, strict=True)
        specs = [value.spec.with_(shape=x.shape) if _is_array(arg) else value.spec for value, arg, x in pairs]
        return self.op.specs((), tuple(specs), self.attrs)[self.k]

    def _try(self, samples: list[Any]) -> Any:
        operands = [self._operand(x, sample) for x, sample in zip(self.args, samples, strict=True)]
        if any(x is None for x in operands):
            return None
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            made = self.op.kernel(*operands, xp=np, **self.attrs)
        return made if self.op.results == 1 else made[self.k]

    def _operand(self, x: Any, sample: Any) -> Any:
        if not isinstance(x, _Seen):
            return x
        if x.spec.kind != ARRAY:
            return x.spec.dtype.type(_EXTENT if "shape" in self.attrs else 1)
        if sample.size > _MOST:
            return None
        typed = _retyped(sample, x.spec.dtype)
        typed.fill(x.spec.dtype.kind in "bfc")  # a mask that chooses; a safe index
        return typed


class _Seen(NamedTuple):
    """An operand as it was when the op was recorded: another shape may be assigned to the array object later."""

    storage: Storage
    steps: tuple[ViewStep, ...]
    spec: Spec


def _is_array(x: Any) -> bool:
    return isinstance(x, _Seen) and x.spec.kind == ARRAY


def join_layouts(storage: Storage, arrays: list[Any]) -> None:
    """Note the layout of an array that is one of these, which a branch or a loop decides."""
    storage.layout = None if all(is_in_order(x) for x in arrays) else _unknown
    storage.layout_inputs = frozenset().union(*(inputs_of(x) for x in arrays))


def stays_ordered(storage: Storage, x: Any) -> bool:
    """Whether `x`, which an iteration leaves for the next, is laid out as the next takes it to be."""
    return storage.layout is _unknown or is_in_order(x)


def _unknown() -> None:
    """The layout that differs from one way to come here to the other."""


def is_in_order(x: Variable) -> bool:
    """Whether an array is known to be in C order, with the steps of one that NumPy makes."""
    sample = sample_of(x)
    return sample is not None and bool(sample.flags.c_contiguous) and sample.strides == _steps_of(sample)


def _steps_of(sample: Any) -> tuple[int, ...]:
    """The steps that NumPy gives an array in C order that it makes; a view may have others where an extent is 1."""
    wholes = itertools.accumulate([sample.itemsize, *(max(n, 1) for n in sample.shape[:0:-1])], operator.mul)
    return tuple(wholes)[sample.ndim - 1 :: -1] if sample.ndim else ()


def is_all_known(x: Variable) -> bool:
    """Whether neither the array nor the memory that it is a view of has extents of the run."""
    return x.spec.static and x.storage.value.spec.static


def laid_out(x: Variable, name: str) -> Any:
    """An array of this layout, for which the program is made from now on."""
    sample = sample_of(x) if is_all_known(x) else None
    if sample is None:
        raise unknown_layout(x, name)
    guard_layout(x.storage.trace, x)
    return sample


def unknown_layout(x: Variable, name: str) -> UnsupportedOpError:
    """The refusal to say how an array is laid out."""
    return UnsupportedOpError(
        f"ndarray.{name} of an array whose memory layout is known only at run time",
        where=x.storage.trace.location(),
        why="extents that are no constants, or a branch, decide about it",
        fix="use np.ascontiguousarray, which answers what is needed",
    )
