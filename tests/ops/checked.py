"""Values that check their own specs: every op on a `Checked` runs `infer` and the kernel, and compares.

`Checked(array)` has static extents; `Checked(array, dims=True)` has symbolic ones, named by the extent they
stand for, so that a rule that answers `Dim("n3")` for an extent of 4 is found out.
"""

from __future__ import annotations

import numpy as np

from sct.ir.build import freeze_attrs
from sct.ir.extents import value_of
from sct.ir.types import ARRAY, PYTHON, SCALAR, UNKNOWN, Dim, Spec
from sct.ops import registry
from sct.ops.registry import OpDef

used: set[str] = set()
NAMES = {f"n{n}": n for n in range(1000)}


def spec_of(value, dims=False):
    if isinstance(value, np.ndarray):
        shape = tuple(Dim(f"n{n}") for n in value.shape) if dims else value.shape
        return Spec(value.dtype, shape, ARRAY)
    if isinstance(value, np.generic):
        return Spec(value.dtype, (), SCALAR)
    names = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}
    return Spec(np.dtype(names[type(value)]), (), PYTHON)


def fits(spec, value):
    """Whether `value` is what `spec` says."""
    actual = spec_of(value)
    if (actual.dtype, actual.kind, actual.ndim) != (spec.dtype, spec.kind, spec.ndim):
        return False
    for n, m in zip(spec.shape, actual.shape, strict=True):
        if isinstance(n, Dim):
            if n != UNKNOWN and value_of(n, NAMES) != m:
                return False
        elif n != m:
            return False
    return True


class Checked:
    """A concrete value and the spec that is known of it."""

    __array_ufunc__ = None

    def __init__(self, value, spec=None, dims=False):
        self.value = value
        self.spec = spec or spec_of(value, dims)

    @property
    def shape(self):
        return tuple(
            n if isinstance(n, int) else Checked(int(m))
            for n, m in zip(self.spec.shape, self.value.shape, strict=True)
        )

    @property
    def dtype(self):
        return self.spec.dtype

    @property
    def python_type(self):
        return type(self.value)

    @property
    def ndim(self):
        return self.spec.ndim

    @property
    def size(self):
        return int(np.prod(self.shape)) if self.spec.static else Checked(int(self.value.size))

    def __bool__(self):
        raise AssertionError("the truth of a symbolic value was asked")

    def __index__(self):
        raise AssertionError("a symbolic value was used as an index")

    def __sct_op__(self, op: OpDef, args, attrs):
        return apply(op, args, attrs)


def _binary(symbol, name):
    def choose(self, other):
        python = all((x.spec if isinstance(x, Checked) else spec_of(x)).kind == PYTHON for x in (self, other))
        return registry.get(f"py_{symbol}" if python else name)

    def forward(self, other):
        return apply(choose(self, other), (self, other), {})

    def backward(self, other):
        return apply(choose(self, other), (other, self), {})

    setattr(Checked, f"__{symbol}__", forward)
    setattr(Checked, f"__r{symbol}__", backward)


for _symbol, _name in (("add", "add"), ("sub", "subtract"), ("mul", "multiply"), ("truediv", "divide")):
    _binary(_symbol, _name)


def plain(value):
    """The concrete value behind, in lists and tuples too."""
    if isinstance(value, Checked):
        return value.value
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[plain(item) for item in value])
    if isinstance(value, (list, tuple)):
        return type(value)(plain(item) for item in value)
    return value


def apply(op, args, attrs):
    """Run `infer` and the kernel, compare, and answer Checked results."""
    used.add(op.name)
    specs = tuple(arg.spec if isinstance(arg, Checked) else spec_of(arg) for arg in args)
    frozen = dict(freeze_attrs(attrs))
    hash(tuple(frozen.items()))
    inferred = op.specs((), specs, frozen)
    values = [plain(arg) for arg in args]
    got = op.kernel(*values, xp=np, **attrs)
    results = got if op.results != 1 else (got,)
    assert len(results) == len(inferred) == op.results, (op.name, results, inferred)
    for spec, result in zip(inferred, results, strict=True):
        assert fits(spec, result), (
            f"{op.name}{tuple(map(str, specs))} {frozen}: inferred {spec} ({spec.kind}), "
            f"got {spec_of(result)} ({spec_of(result).kind})"
        )
    is_view = op.extras.get("is_view", lambda *s, **a: "view" in op.extras)(*specs, **frozen)
    if not is_view:  # a result that shares memory with an operand would be written through by mistake
        arrays = [v for v in values if isinstance(v, np.ndarray)]
        shared = [r for r in results if isinstance(r, np.ndarray) and any(np.may_share_memory(r, v) for v in arrays)]
        assert not shared, f"{op.name} {frozen} answers a view"
    made = tuple(Checked(result, spec) for spec, result in zip(inferred, results, strict=True))
    return made[0] if op.results == 1 else made


def outcome(function, *args, **kwargs):
    """("value", result) or ("error", type, message)."""
    try:
        with np.errstate(all="ignore"):
            return "value", function(*args, **kwargs)
    except Exception as error:  # the comparison is the test
        return "error", type(error), str(error)


def same(a, b):
    """Equal in structure, kind, dtype, shape and value."""
    if isinstance(a, (list, tuple)):
        return type(a) is type(b) and len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    if a is None or isinstance(a, (str, np.dtype)):
        return a == b
    if type(a) is not type(b):
        return False
    if isinstance(a, (np.ndarray, np.generic)) and (a.dtype != b.dtype or a.shape != b.shape):
        return False
    x, y = np.asarray(a), np.asarray(b)
    return x.shape == y.shape and np.array_equal(x, y, equal_nan=x.dtype.kind in "fc")
