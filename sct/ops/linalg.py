"""Products of arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sct.errors import UnsupportedOpError
from sct.ir.types import ARRAY, SCALAR, UNKNOWN, Dim, Extent, Shape, Spec
from sct.ops.infer import broadcast_shapes, shape_text
from sct.ops.probe import probe
from sct.ops.reductions import flat_extent
from sct.ops.registry import Fact, op

__all__ = ["same_extent"]

PRODUCT = Fact.PURE | Fact.RAISES


def same_extent(a: Extent, b: Extent) -> Extent | None:
    """The extent that both are, None if they cannot be the same."""
    if isinstance(a, int) and isinstance(b, int):
        return a if a == b else None
    return b if isinstance(b, int) else a


def _sure(*pairs: tuple[Extent, Extent]) -> bool:
    return all(n == m and n != UNKNOWN for n, m in pairs)


def _matmul(x: Spec, y: Spec) -> Spec:
    for k, s in enumerate((x, y)):
        if s.ndim == 0:
            raise ValueError(
                f"matmul: Input operand {k} does not have enough dimensions (has 0, gufunc core with signature "
                f"(n?,k),(k,m?)->(n?,m?) requires 1)"
            )
    got = probe(np.matmul, x, y)
    a = x.shape if x.ndim > 1 else (1, *x.shape)
    b = y.shape if y.ndim > 1 else (*y.shape, 1)
    if same_extent(a[-1], b[-2]) is None:
        raise ValueError(
            "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
            f"(n?,k),(k,m?)->(n?,m?) (size {b[-2]} is different from {a[-1]})"
        )
    core = (a[-2:-1] if x.ndim > 1 else ()) + (b[-1:] if y.ndim > 1 else ())
    return got.with_(shape=_batch((a, 2), (b, 2), core) + core)


def _batch(x: tuple[Shape, int], y: tuple[Shape, int], core: Shape) -> Shape:
    """What is in front of the last so many axes of both; `core`: what comes of these."""
    try:
        return broadcast_shapes(*(shape[: len(shape) - n] for shape, n in (x, y)))
    except ValueError:
        new = (-1,) * len(core)
        stretched = "".join(f"{shape_text(s)}->{shape_text((*s[: len(s) - n], *new))} " for s, n in (x, y))
        raise ValueError(
            "operands could not be broadcast together with remapped shapes [original->remapped]: "
            f"{stretched} and requested shape ({','.join(map(str, core))})"
        ) from None


def _matmul_total(x: Spec, y: Spec) -> bool:
    return (x.static and y.static) or (
        1 <= x.ndim <= 2 and 1 <= y.ndim <= 2 and _sure((x.shape[-1], y.shape[-2 if y.ndim > 1 else -1]))
    )


def _one_each(*stacks: Any) -> tuple[Any, ...]:
    """One number of each matrix or vector."""
    return tuple(x[(..., *[slice(1)] * min(x.ndim, 2))] for x in stacks)


@op(
    "matmul",
    infer=_matmul,
    numpy=(np.matmul,),
    facts=PRODUCT,
    total=_matmul_total,
    ordered=True,
    ordered_if=_one_each,
)
def matmul(x: Any, y: Any, *, xp: Any) -> Any:
    """The matrix product, `x @ y`."""
    return xp.matmul(x, y)


def _mismatch(a: Spec, b: Spec, i: int, j: int) -> ValueError:
    shapes = f"{shape_text(a.shape)} and {shape_text(b.shape)}"
    return ValueError(f"shapes {shapes} not aligned: {a.shape[i]} (dim {i}) != {b.shape[j]} (dim {j})")


def _dot(x: Spec, y: Spec) -> Spec:
    got = probe(np.dot, x, y)
    if x.ndim == 0 or y.ndim == 0:
        return got.with_(shape=x.shape + y.shape)
    i, j = x.ndim - 1, max(y.ndim - 2, 0)
    if same_extent(x.shape[i], y.shape[j]) is None:
        raise _mismatch(x, y, i, j)
    return got.with_(shape=x.shape[:-1] + y.shape[:j] + y.shape[j + 1 :])


def _dot_total(x: Spec, y: Spec) -> bool:
    return not x.ndim or not y.ndim or _sure((x.shape[-1], y.shape[max(y.ndim - 2, 0)]))


@op("dot", infer=_dot, facts=PRODUCT, total=_dot_total)
def dot(x: Any, y: Any, *, xp: Any) -> Any:
    """The sum of products over the last axis of x and the last but one of y."""
    return xp.dot(x, y)


def _vdot(x: Spec, y: Spec) -> Spec:
    if x.static and y.static:
        n, m = flat_extent(x.shape), flat_extent(y.shape)
        if n != m:
            raise ValueError(f"shapes ({n},) and ({m},) not aligned: {n} (dim 0) != {m} (dim 0)")
    return probe(np.vdot, x, y)


@op("vdot", infer=_vdot, facts=PRODUCT, total=lambda x, y: x.static and y.static)
def vdot(x: Any, y: Any, *, xp: Any) -> Any:
    """The dot product of all elements, those of x conjugated."""
    return xp.vdot(x, y)


def _inner(x: Spec, y: Spec) -> Spec:
    got = probe(np.inner, x, y)
    if x.ndim == 0 or y.ndim == 0:
        return got.with_(shape=x.shape + y.shape)
    if same_extent(x.shape[-1], y.shape[-1]) is None:
        raise _mismatch(x, y, x.ndim - 1, y.ndim - 1)
    return got.with_(shape=x.shape[:-1] + y.shape[:-1])


@op(
    "inner",
    infer=_inner,
    facts=PRODUCT,
    total=lambda x, y: not x.ndim or not y.ndim or _sure((x.shape[-1], y.shape[-1])),
)
def inner(x: Any, y: Any, *, xp: Any) -> Any:
    """The sum of products over the last axes."""
    return xp.inner(x, y)


def _outer(x: Spec, y: Spec) -> Spec:
    got = probe(np.outer, x, y)
    return got.with_(shape=(flat_extent(x.shape), flat_extent(y.shape)))


@op("outer", infer=_outer)
def outer(x: Any, y: Any, *, xp: Any) -> Any:
    """All products of an element of x and one of y."""
    return xp.outer(x, y)


def _tensordot(x: Spec, y: Spec, *, axes: Any) -> Spec:
    got = probe(np.tensordot, x, y, axes=axes)
    a_axes, b_axes = tensordot_axes(x.ndim, axes)
    for i, j in zip(a_axes, b_axes, strict=True):
        if same_extent(x.shape[i], y.shape[j]) is None:
            raise ValueError("shape-mismatch for sum")
    left = tuple(n for k, n in enumerate(x.shape) if k not in {i % x.ndim for i in a_axes})
    right = tuple(n for k, n in enumerate(y.shape) if k not in {j % y.ndim for j in b_axes})
    return Spec(got.dtype, left + right, ARRAY)


def tensordot_axes(ndim: int, axes: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The pairs of axes that a tensordot sums over.

    >>> tensordot_axes(3, 2)
    ((1, 2), (0, 1))
    """
    if isinstance(axes, int):
        return tuple(range(ndim - axes, ndim)), tuple(range(axes))
    a, b = axes
    return (a if isinstance(a, tuple) else (a,)), (b if isinstance(b, tuple) else (b,))


def _tensordot_total(x: Spec, y: Spec, *, axes: Any) -> bool:
    pairs = zip(*tensordot_axes(x.ndim, axes), strict=True)
    return _sure(*((x.shape[i], y.shape[j]) for i, j in pairs))


@op("tensordot", infer=_tensordot, facts=PRODUCT, total=_tensordot_total)
def tensordot(x: Any, y: Any, *, axes: Any, xp: Any) -> Any:
    """The sum of products over pairs of axes."""
    return xp.tensordot(x, y, axes=axes)


# -- products of stacks of vectors and matrices -----------------------------------------------------


def _core_product(function: np.ufunc, left: int, right: int) -> Any:
    """The rule of a product over the last axes of x (`left` of them stay) and the first ones of y."""

    def infer(x: Spec, y: Spec) -> Spec:
        got = probe(function, x, y)
        a, b = x.shape[x.ndim - 1 - left :], y.shape[y.ndim - 1 - right :]
        if same_extent(a[-1], b[0]) is None:
            raise ValueError(
                f"{function.__name__}: Input operand 1 has a mismatch in its core dimension 0, with gufunc "
                f"signature {function.signature} (size {b[0]} is different from {a[-1]})"
            )
        core = (*a[:-1], *b[1:])
        shape = (*_batch((x.shape, 1 + left), (y.shape, 1 + right), core), *core)
        return got.with_(shape=shape, kind=ARRAY if shape else SCALAR)

    return infer


def _both_static(x: Spec, y: Spec) -> bool:
    return x.static and y.static


if hasattr(np, "vecdot"):

    @op("vecdot", infer=_core_product(np.vecdot, 0, 0), numpy=(np.vecdot,), facts=PRODUCT, total=_both_static)
    def vecdot(x: Any, y: Any, *, xp: Any) -> Any:
        """The dot products of stacks of vectors, those of x conjugated."""
        return xp.vecdot(x, y)


if hasattr(np, "matvec"):

    @op("matvec", infer=_core_product(np.matvec, 1, 0), numpy=(np.matvec,), facts=PRODUCT, total=_both_static)
    def matvec(x: Any, y: Any, *, xp: Any) -> Any:
        """The products of stacks of matrices and vectors."""
        return xp.matvec(x, y)

    @op("vecmat", infer=_core_product(np.vecmat, 0, 1), numpy=(np.vecmat,), facts=PRODUCT, total=_both_static)
    def vecmat(x: Any, y: Any, *, xp: Any) -> Any:
        """The products of stacks of vectors, conjugated, and matrices."""
        return xp.vecmat(x, y)


# -- einsum ----------------------------------------------------------------------------------------


def _einsum(*operands: Spec, subscripts: str, optimize: Any = False) -> Spec:
    got = probe(_Einsum(subscripts), *operands)
    inputs, output = einsum_terms(subscripts, tuple(s.ndim for s in operands))
    extents: dict[str, Extent] = {}
    for k, (term, spec) in enumerate(zip(inputs, operands, strict=True)):
        _check_collapsed(k, term, spec)
        for label, n in zip(term, spec.shape, strict=True):
            known = extents.get(label, 1)
            if known == 1 or isinstance(known, Dim):
                extents[label] = n if n != 1 else known
            elif isinstance(n, int) and n not in (1, known):
                raise ValueError(_einsum_mismatch(operands))
    if optimize and not output:
        return got.with_(kind=_kind_when_optimised(operands, subscripts, optimize))
    return got.with_(shape=tuple(extents[label] for label in output))


def _check_collapsed(k: int, term: Sequence[str], spec: Spec) -> None:
    """A label that is there twice has to have one extent: nothing is repeated then."""
    for label in sorted({label for label in term if term.count(label) > 1}):
        known = [n for own, n in zip(term, spec.shape, strict=True) if own == label and isinstance(n, int)]
        for n in known:
            if n != known[0]:
                raise ValueError(
                    f"dimensions in operand {k} for collapsing index '{label}' don't match ({known[0]} != {n})"
                )


def _einsum_view(x: Spec, *, subscripts: str) -> Spec:
    (term,), _ = einsum_terms(subscripts, (x.ndim,))
    for label in sorted({label for label in term if term.count(label) > 1}):
        extents = [n for own, n in zip(term, x.shape, strict=True) if own == label]
        if extents[0] == 0 and any(extents):
            raise UnsupportedOpError(
                "np.einsum takes a diagonal of an array that has no elements, along an axis that is longer",
                why="NumPy reads what lies behind the array then",
                fix="use arrays with two equal extents",
            )
    return _einsum(x, subscripts=subscripts)


def _kind_when_optimised(operands: Sequence[Spec], subscripts: str, optimize: Any) -> str:
    """A product of matrices at the end leaves an array of no axes, not a number: which one comes last, extents say."""
    if all(s.static for s in operands) and not isinstance(optimize, (list, tuple)):
        like = (np.broadcast_to(np.zeros((), s.dtype), [int(n) for n in s.shape]) for s in operands)  # type: ignore[arg-type]
        optimize = np.einsum_path(subscripts, *like, optimize=optimize)[0]
    few = (np.zeros(tuple(n if n in (0, 1) else 2 for n in s.shape), s.dtype) for s in operands)
    return ARRAY if isinstance(np.einsum(subscripts, *few, optimize=optimize), np.ndarray) else SCALAR


def _einsum_mismatch(operands: Sequence[Spec]) -> str:
    return "operands could not be broadcast together with shapes " + " ".join(
        shape_text(s.shape) for s in operands
    )


class _Einsum(str):
    """Subscripts that can be asked like a function."""

    def __call__(self, *operands: Any) -> Any:
        return np.einsum(str(self), *operands)


def einsum_terms(subscripts: str, ndims: tuple[int, ...]) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """The labels of every operand and of the result; those of an ellipsis are "...0", "...1", from the right.

    >>> einsum_terms("ij,j...", (2, 3))
    ([('i', 'j'), ('j', '...1', '...0')], ('...1', '...0', 'i'))
    """
    left, arrow, right = subscripts.replace(" ", "").partition("->")
    terms = left.split(",")
    inputs = [_labels(term, ndim) for term, ndim in zip(terms, ndims, strict=True)]
    dots = max((sum(label[0] == "." for label in labels) for labels in inputs), default=0)
    ellipsis = tuple(f"...{k}" for k in reversed(range(dots)))
    if arrow:
        if "..." in right:
            head, _, tail = right.partition("...")
            return inputs, (*head, *ellipsis, *tail)
        return inputs, tuple(right)
    letters = left.replace(",", "").replace(".", "")
    return inputs, (*ellipsis, *sorted(c for c in set(letters) if letters.count(c) == 1))


def _labels(term: str, ndim: int) -> tuple[str, ...]:
    if "..." not in term:
        return tuple(term)
    head, _, tail = term.partition("...")
    rest = ndim - len(head) - len(tail)
    return (*head, *(f"...{k}" for k in reversed(range(rest))), *tail)


def keeps_all_labels(subscripts: str, ndim: int) -> bool:
    """Whether an einsum of one operand sums over nothing: then NumPy answers a view.

    >>> keeps_all_labels("ii->i", 2), keeps_all_labels("ij->i", 2)
    (True, False)
    """
    (term,), output = einsum_terms(subscripts, (ndim,))
    return set(term) == set(output)


def _write_einsum(base: Any, new: Any, *, subscripts: str) -> Any:
    return put_einsum(base, new, subscripts=subscripts)


@op(
    "einsum_view",
    infer=_einsum_view,
    facts=PRODUCT,
    total=lambda x, **attrs: x.static,
    view="always",
    unview=_write_einsum,
)
def einsum_view(x: Any, *, subscripts: str, xp: Any) -> Any:
    """An einsum of one array that only permutes axes or takes diagonals."""
    return xp.einsum(subscripts, x)


@op("put_einsum", infer=lambda base, new, *, subscripts: base)
def put_einsum(base: Any, new: Any, *, subscripts: str, xp: Any) -> Any:
    """A copy of `base` in which `einsum_view` would find `new`."""
    out = xp.array(base)
    xp.einsum(subscripts, out)[...] = new
    return out


@op(
    "einsum",
    infer=_einsum,
    facts=PRODUCT,
    total=lambda *operands, subscripts, optimize=False: all(s.static for s in operands),
)
def einsum(*operands: Any, subscripts: str, optimize: Any = False, xp: Any) -> Any:
    """The sum of products that the subscripts describe."""
    return xp.einsum(subscripts, *operands, optimize=optimize)
