"""What arrays of texts have in common, of letters and of longer ones: what is asked and refused alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from sct.errors import ObjectDtypeError
from sct.runtime.current import here, missing
from sct.runtime.iteration.array_items import ArrayItems
from sct.runtime.joins.choice import Choice
from sct.runtime.objects.operator_functions import FUNCTIONS
from sct.runtime.text_arrays.of_codes import OfCodes

if TYPE_CHECKING:
    from sct.runtime.iteration.iterables import Rollable

__all__ = ["ArrayOfTexts", "refuse"]


class ArrayOfTexts(OfCodes):
    """An array of dtype `<Uk`, which is a view of its codes."""

    __slots__ = ("codes",)
    __array_ufunc__ = None  # NumPy's own arrays ask this one for its operators
    __hash__ = None  # type: ignore[assignment]
    python_type = np.ndarray
    codes: Any
    sct_shown: str
    """How its text is made of the codes."""

    @property
    def sct_held(self) -> Any:
        """The codes."""
        return self.codes

    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        raise missing(_refusal("an array of texts in code that sct does not see into"))

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        refuse(f"np.{func.__name__} of an array of texts")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or not hasattr(np.ndarray, name):
            raise AttributeError(f"'numpy.ndarray' object has no attribute {name!r}")
        refuse(f"ndarray.{name} of an array of texts")

    @property
    def shape(self) -> Any:
        """The extents."""
        return self.codes.shape

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> Any:
        """The number of elements."""
        total: Any = 1
        for extent in self.shape:
            total = total * extent
        return total

    @property
    def nbytes(self) -> Any:
        """Bytes in all."""
        return self.codes.nbytes

    def __len__(self) -> int:
        if self.ndim == 0:
            raise TypeError("len() of unsized object")
        return len(self.codes)

    def __iter__(self) -> Any:
        if self.ndim == 0:
            raise TypeError("iteration over a 0-d array")
        return iter(ArrayItems(self))

    @property
    def length(self) -> Any:
        """How many rows there are, for what goes through them."""
        if self.ndim == 0:
            raise TypeError("len() of unsized object")
        return self.codes.shape[0]

    def sct_rollable(self) -> Rollable:
        """For `for` loops: row by row."""
        from sct.runtime.iteration.iterables import Rollable

        if self.ndim == 0:
            raise TypeError("iteration over a 0-d array")
        return Rollable(self.length, lambda i: self[i])

    def sct_truth(self) -> Any:
        """The truth of it, which NumPy answers for one element alone."""
        if isinstance(self.size, int) and self.size != 1:
            bool(np.zeros(self.size))  # raises
        refuse("the truth of an array of texts")

    def __bool__(self) -> bool:
        self.sct_truth()
        return False

    def sct_contains(self, item: Any) -> Any:
        """`item in self`."""
        from sct.runtime.call import convert_call
        from sct.runtime.objects.operators import compare

        return convert_call(bool)(convert_call(np.any)(compare("eq", self, item)))

    def __getitem__(self, key: Any) -> Any:
        raise NotImplementedError

    def __setitem__(self, key: Any, value: Any) -> None:
        if type(value) is Choice:
            value.sct_distribute(lambda one: self.__setitem__(key, one))
            return
        self._write(key, value)

    def _write(self, key: Any, value: Any) -> None:
        raise NotImplementedError

    def tolist(self) -> Any:
        """Lists of texts, which are Python's own."""
        from sct.runtime.text_arrays.listed import listed

        return listed(self)

    def view(self, dtype: Any = None) -> Any:
        """The same memory, as letters or as numbers."""
        from sct.runtime.text_arrays.text_array import wrapped

        if isinstance(dtype, OfCodes):
            refuse("a view with the dtype of an array of texts")
        wanted = None if dtype is None else np.dtype(dtype)
        if wanted is None or (isinstance(self.itemsize, int) and wanted == self.dtype):
            return self.sct_together(self.sct_form, self.codes[...])
        if wanted.itemsize != self.codes.spec.dtype.itemsize or self.codes.flags.c_contiguous is not True:
            refuse(f"a view as {wanted} of an array of texts")
        codes = self.codes if self.codes.ndim == len(self.shape) else self.codes.reshape((*self.shape[:-1], -1))
        return wrapped(codes[...], False) if wanted.kind == "U" else codes.view(wanted)

    def copy(self, order: Any = "C") -> Any:
        """A copy."""
        return self.sct_together(self.sct_form, self.codes.copy(order))

    def __copy__(self) -> Any:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Any:
        return self.copy()


def _refusing(name: str) -> Callable[..., Any]:
    """NumPy adds texts, and raises of other operators."""

    def method(self: ArrayOfTexts, *_: Any) -> Any:
        refuse(f"{name} of an array of texts")

    method.__name__ = name
    return method


def _comparing(name: str) -> Callable[..., Any]:
    def method(self: ArrayOfTexts, other: Any) -> Any:
        from sct.runtime.text_arrays.comparing import compared

        return compared(name, self, other)

    method.__name__ = f"__{name}__"
    return method


def _adding(other_first: bool) -> Callable[..., Any]:
    def method(self: ArrayOfTexts, other: Any) -> Any:
        from sct.runtime.text_arrays.char_functions import added

        return added(other, self) if other_first else added(self, other)

    return method


def _added_in_place(self: ArrayOfTexts, other: Any) -> Any:
    """`x += other`: cut off at the width of the array."""
    self[...] = self + other
    return self


for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(ArrayOfTexts, f"__{_name}__", _comparing(_name))
for _name in FUNCTIONS:
    for _form in ("__{}__", "__r{}__", "__i{}__"):
        setattr(ArrayOfTexts, _form.format(_name), _refusing(_form.format(_name)))
for _form, _other_first in (("__add__", False), ("__radd__", True)):
    setattr(ArrayOfTexts, _form, _adding(_other_first))
setattr(ArrayOfTexts, "__iadd__", _added_in_place)  # noqa: B010
for _name in ("neg", "pos", "abs", "invert", "int", "float", "complex", "index", "divmod", "rdivmod"):
    setattr(ArrayOfTexts, f"__{_name}__", _refusing(f"__{_name}__"))


def refuse(what: str) -> NoReturn:
    """Say which use of arrays of texts is none of a program's."""
    raise _refusal(what)


def _refusal(what: str) -> ObjectDtypeError:
    return ObjectDtypeError(
        f"{what} has no static form",
        where=here(),
        why="programs hold arrays of texts as the codes of their letters, and serve what moves and compares them",
        fix="compare with texts (grid == '#'), use x.tolist(), or keep this step out of the static function",
    )
