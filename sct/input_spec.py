"""`InputSpec`: what an argument will look like, said before it is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sct.dtypes import dtype_text, same_dtype
from sct.errors import Location, ObjectDtypeError, SpecMismatchError
from sct.ir.types import Dim
from sct.records import record
from sct.shown import shown

__all__ = ["InputSpec", "check_spec", "example_of", "named_specs", "symbolic_dims"]


@record
class InputSpec:
    """The shape and dtype that an array argument has.

    Parameters
    ----------
    shape : sequence of int or None
        The extents; None stands for an extent that may differ from call to call.
    dtype : dtype-like, default float64
        The element type.
    name : str, optional
        A name for messages.

    Raises
    ------
    ValueError
        For a negative extent.
    ObjectDtypeError
        For a dtype that no program can hold: object, text, bytes, dates, records.

    Examples
    --------
    >>> InputSpec([None, 3], "float32")
    InputSpec(shape=(None, 3), dtype=dtype('float32'), name='')
    >>> InputSpec.from_array(np.zeros((2, 3)), name="x").shape
    (2, 3)
    """

    shape: tuple[int | None, ...]
    dtype: np.dtype[Any] = np.dtype("float64")
    name: str = ""

    def __init__(self, shape: Sequence[int | None] | int = (), dtype: Any = "float64", name: str = "") -> None:
        extents = (shape,) if isinstance(shape, int) else tuple(shape)
        for n in extents:
            if n is not None and (not isinstance(n, (int, np.integer)) or n < 0):
                raise ValueError(f"an extent is a non-negative int or None, not {n!r}")
        kind = np.dtype(dtype)
        if kind.kind not in "biufc":
            raise ObjectDtypeError(
                f"an InputSpec of dtype {kind} stands for nothing that a program can hold",
                why="programs hold bool, integer, floating-point and complex arrays",
                fix="give the dtype of the numbers, or pass such an argument as it is",
            )
        object.__setattr__(self, "shape", tuple(None if n is None else int(n) for n in extents))
        object.__setattr__(self, "dtype", kind)
        object.__setattr__(self, "name", name)

    @classmethod
    def from_array(cls, array: Any, name: str = "") -> InputSpec:
        """Return the spec of an existing array: its shape and dtype.

        Parameters
        ----------
        array : array-like
            An array, a NumPy scalar, or what `np.asarray` makes one of.
        name : str, optional
            A name for messages.

        Examples
        --------
        >>> str(InputSpec.from_array(np.ones((2, 3), np.float32)))
        'float32[2, 3]'
        """
        a = np.asarray(array)
        return cls(a.shape, a.dtype, name)

    def admits(self, value: Any) -> bool:
        """Whether an array, NumPy scalar or Python number fits."""
        if not isinstance(value, (np.ndarray, np.generic, bool, int, float, complex)):
            return False
        a = np.asarray(value)
        return (
            same_dtype(a.dtype, self.dtype)
            and a.ndim == len(self.shape)
            and all(want is None or want == have for want, have in zip(self.shape, a.shape, strict=True))
        )

    def __str__(self) -> str:
        return f"{dtype_text(self.dtype)}[{', '.join('None' if n is None else str(n) for n in self.shape)}]"


def named_specs(specs: Any, parameters: Sequence[str], where: Location | None) -> list[tuple[str, Any]]:
    """The specs given to `to_static` by parameter: they stand in order, or under the parameters' names.

    >>> named_specs([InputSpec([3]), 2], ["x", "k", "rest"], None)
    [('x', InputSpec(shape=(3,), dtype=dtype('float64'), name='')), ('k', 2)]
    """
    if isinstance(specs, Mapping):
        unknown = [name for name in specs if name not in parameters]
        given = list(specs.items())
    else:
        unknown = list(specs[len(parameters) :])
        given = list(zip(parameters, specs, strict=False))
    if unknown:
        what = f"a parameter {unknown[0]!r}" if isinstance(specs, Mapping) else f"{len(specs)} parameters"
        raise SpecMismatchError(
            f"the input spec is for {what}, and there is none"
            if isinstance(specs, Mapping)
            else f"the input spec is for {what}, and the function has {len(parameters)}",
            where=where,
            why="each spec stands for one parameter",
            fix=f"the parameters are: {', '.join(parameters) or 'none'}",
        )
    for name, spec in given:
        _check_form(spec, f"parameter {name!r}", where)
    return given


def _check_form(spec: Any, path: str, where: Location | None) -> None:
    items = spec.values() if isinstance(spec, Mapping) else spec if isinstance(spec, (list, tuple)) else ()
    for item in items:
        _check_form(item, path, where)
    if isinstance(spec, (np.ndarray, type)):
        raise SpecMismatchError(
            f"the input spec of {path} holds {_text(spec) if isinstance(spec, np.ndarray) else spec.__name__}",
            where=where,
            why="a spec is an InputSpec, a list or dict of specs, or a Python constant",
            fix="write InputSpec.from_array(array), or InputSpec(shape, dtype)",
        )


def check_spec(spec: Any, value: Any, path: str, where: Location | None) -> None:
    """Refuse a `value` that does not fit `spec` (an InputSpec, a nest of them, or a constant)."""
    if isinstance(spec, InputSpec):
        if not spec.admits(value):
            _refuse(path, str(spec), _text(value), where)
    elif isinstance(spec, Mapping):
        if not isinstance(value, Mapping) or set(value) != set(spec):
            _refuse(path, f"a dict with keys {sorted(map(str, spec))}", _text(value), where)
        for key, item in spec.items():
            check_spec(item, value[key], f"{path}[{shown(key)}]", where)
    elif isinstance(spec, (list, tuple)):
        if not isinstance(value, (list, tuple)) or len(value) != len(spec):
            _refuse(path, f"a {type(spec).__name__} of {len(spec)}", _text(value), where)
        for i, item in enumerate(spec):
            check_spec(item, value[i], f"{path}[{i}]", where)
    elif spec is not None and (type(spec) is not type(value) or spec != value):
        _refuse(path, f"the constant {shown(spec)}", _text(value), where)


def _refuse(path: str, wanted: str, got: str, where: Location | None) -> None:
    raise SpecMismatchError(
        f"{path} does not fit the input spec: expected {wanted}, got {got}",
        where=where,
        why="the function was compiled for the specs given to to_static(input_spec=…)",
        fix="pass what the spec says, or widen it (None stands for any extent)",
    )


def _text(value: Any) -> str:
    if isinstance(value, (np.ndarray, np.generic)):
        return f"{value.dtype.name}[{', '.join(map(str, value.shape))}]"
    if isinstance(value, (bool, int, float, complex, str, type(None))):
        return f"{type(value).__name__} {shown(value)}"
    return f"a {type(value).__name__}"


def symbolic_dims(spec: Any, path: str, into: dict[tuple[str, int], Dim]) -> None:
    """The extents that `spec` leaves open, by the description of their source and axis."""
    if isinstance(spec, InputSpec):
        for axis, extent in enumerate(spec.shape):
            if extent is None:
                into[(path, axis)] = Dim(f"n{len(into)}")
    elif isinstance(spec, Mapping):
        for key, item in spec.items():
            symbolic_dims(item, f"item [{shown(key)}] of {path}", into)
    elif isinstance(spec, (list, tuple)):
        for i, item in enumerate(spec):
            symbolic_dims(item, f"item [{i!r}] of {path}", into)


def example_of(spec: Any) -> Any:
    """A value that fits `spec`: zeros, with 2 for every open extent. What holds no InputSpec is its own example.

    >>> example_of([InputSpec([None], "int8"), 3])
    [array([0, 0], dtype=int8), 3]
    """
    if isinstance(spec, InputSpec):
        return np.zeros([2 if n is None else n for n in spec.shape], spec.dtype)
    if not _holds_spec(spec):
        return spec
    if isinstance(spec, Mapping):
        return {key: example_of(item) for key, item in spec.items()}
    items = [example_of(item) for item in spec]
    return spec._make(items) if hasattr(spec, "_make") else type(spec)(items)


def _holds_spec(value: Any) -> bool:
    if isinstance(value, (dict, list, tuple)):
        return any(map(_holds_spec, value.values() if isinstance(value, dict) else value))
    return isinstance(value, InputSpec)
