"""An array of letters in a trace: a view of its codes, which are an array of the program like others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from sct.errors import ObjectDtypeError
from sct.ir.types import ARRAY
from sct.runtime.current import current, has_spec, here, missing
from sct.runtime.iteration.array_items import ArrayItems
from sct.runtime.joins.choice import Choice
from sct.runtime.objects.operator_functions import FUNCTIONS
from sct.runtime.text_arrays.letters_of import code_of_text, codes_of_nest
from sct.runtime.text_arrays.memory import CODE, LETTER_DTYPE, codes_in
from sct.runtime.text_arrays.text_item import NumpyText

if TYPE_CHECKING:
    from sct.runtime.iteration.iterables import Rollable
    from sct.runtime.trace import Trace

__all__ = ["TextArray", "checked", "made", "refuse", "wrapped"]


class TextArray:
    """An array of dtype `<U1`; `filled` where none of its texts can be empty."""

    __slots__ = ("codes", "filled")
    __array_ufunc__ = None  # NumPy's own arrays ask this one for its operators
    __hash__ = None  # type: ignore[assignment]
    python_type = np.ndarray

    def __init__(self, codes: Any, filled: bool) -> None:
        self.codes, self.filled = codes, filled

    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        raise missing(_refusal("an array of texts in code that sct does not see into"))

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        refuse(f"np.{func.__name__} of an array of texts")

    # -- what is known while the graph is built --------------------------------------------------

    @property
    def dtype(self) -> np.dtype[Any]:
        """The dtype."""
        return LETTER_DTYPE

    @property
    def itemsize(self) -> int:
        """Bytes per element."""
        return CODE.itemsize

    @property
    def shape(self) -> Any:
        """The extents."""
        return self.codes.shape

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return self.codes.ndim  # type: ignore[no-any-return]

    @property
    def size(self) -> Any:
        """The number of elements."""
        return self.codes.size

    @property
    def nbytes(self) -> Any:
        """Bytes in all."""
        return self.codes.nbytes

    @property
    def T(self) -> Any:
        """The transpose."""
        return wrapped(self.codes.T, self.filled)

    @property
    def flags(self) -> Any:
        """The flags, which are those of its memory."""
        return self.codes.flags

    @property
    def strides(self) -> Any:
        """The strides."""
        return self.codes.strides

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or not hasattr(np.ndarray, name):
            raise AttributeError(f"'numpy.ndarray' object has no attribute {name!r}")
        refuse(f"ndarray.{name} of an array of texts")

    # -- items -----------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Any:
        iter(self.codes)  # raises as NumPy does
        return iter(ArrayItems(self))

    @property
    def length(self) -> Any:
        """How many rows there are, for what goes through them."""
        return self.codes.shape[0]

    def sct_rollable(self) -> Rollable | None:
        """For `for` loops: row by row."""
        from sct.runtime.iteration.iterables import Rollable, as_rollable

        trace = current()
        assert trace is not None
        steps = as_rollable(trace, self.codes)
        if steps is None:
            return None
        return Rollable(steps.trips, lambda i: wrapped(steps.at(i), self.filled))

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
        return wrapped(self.codes[key], self.filled)

    def __setitem__(self, key: Any, value: Any) -> None:
        if type(value) is Choice:
            value.sct_distribute(lambda one: self.__setitem__(key, one))
            return
        self.codes[key] = self._written(value)

    def _written(self, value: Any) -> Any:
        """The codes of what is written: the first letters, as NumPy cuts it off."""
        if isinstance(value, TextArray):
            return value.codes if value.filled or not self.filled else checked(value).codes
        if isinstance(value, (list, tuple, np.ndarray)):
            codes, filled = codes_of_nest(value, cut=True)
        else:
            codes, filled = code_of_text(value)
        if self.filled and not filled:
            refuse("an empty text in an array of letters")
        return codes

    # -- methods ---------------------------------------------------------------------------------

    def copy(self, order: Any = "C") -> Any:
        """A copy."""
        return wrapped(self.codes.copy(order), self.filled)

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> Any:
        return self.copy()

    def fill(self, value: Any) -> None:
        """Write one text everywhere."""
        self.codes.fill(self._written(value))

    def tolist(self) -> Any:
        """Lists of texts, which are Python's own."""
        from sct.runtime.text_arrays.listed import listed

        return listed(self)

    def item(self, *args: Any) -> Any:
        """One of the texts, as Python's own."""
        from sct.runtime.text_arrays.listed import as_pythons

        code = self.codes.item(*args)
        return as_pythons(NumpyText(code, self.filled))

    def astype(self, dtype: Any, *args: Any, **kwargs: Any) -> Any:
        """The numbers that the texts say."""
        from sct.runtime.text_arrays.listed import converted

        return converted(self, dtype, *args, **kwargs)


def _moving(name: str) -> Callable[..., Any]:
    def method(self: TextArray, *args: Any, **kwargs: Any) -> Any:
        return wrapped(getattr(self.codes, name)(*args, **kwargs), self.filled)

    method.__name__ = name
    return method


def _comparing(name: str) -> Callable[..., Any]:
    def method(self: TextArray, other: Any) -> Any:
        from sct.runtime.text_arrays.comparing import compared

        return compared(name, self, other)

    method.__name__ = f"__{name}__"
    return method


def _refusing(name: str) -> Callable[..., Any]:
    """NumPy adds texts, and raises of other operators: in no way as of the codes."""

    def method(self: TextArray, *_: Any) -> Any:
        refuse(f"{name} of an array of texts")

    method.__name__ = name
    return method


for _name in FUNCTIONS:
    for _form in ("__{}__", "__r{}__", "__i{}__"):
        setattr(TextArray, _form.format(_name), _refusing(_form.format(_name)))
for _name in ("neg", "pos", "abs", "invert", "int", "float", "complex", "index", "divmod", "rdivmod"):
    setattr(TextArray, f"__{_name}__", _refusing(f"__{_name}__"))
for _name in ("reshape", "ravel", "flatten", "transpose", "swapaxes", "squeeze", "repeat", "take", "compress"):
    setattr(TextArray, _name, _moving(_name))
for _name in ("sort", "argsort"):  # the order of letters is that of their codes
    setattr(TextArray, _name, _moving(_name))
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(TextArray, f"__{_name}__", _comparing(_name))


def wrapped(codes: Any, filled: bool) -> Any:
    """The texts of these codes: an array, or one element; anything that has no codes is left alone."""
    if type(codes) is Choice:
        return codes.sct_distribute(lambda one: wrapped(one, filled))
    if not has_spec(codes) or codes.spec.dtype != CODE:
        return codes
    return TextArray(codes, filled) if codes.spec.kind == ARRAY else NumpyText(codes, filled)


def made(trace: Trace, array: Any, enter: Callable[[Any], Any]) -> Any:
    """An array of letters that NumPy has made, whose codes `enter` takes into the trace."""
    codes = codes_in(array)
    if codes is None:
        from sct.runtime.trace import check_class, check_dtype

        check_class(array, "this array", trace.location())
        check_dtype(array.dtype, "this array", trace.location())
    return TextArray(enter(np.array(codes, order="K")), bool(codes.all()))


def checked(x: TextArray) -> TextArray:
    """The same array, of which the program checks that none of its texts is empty."""
    trace = current()
    assert trace is not None
    if not x.filled:
        given = (np.all(x.codes != 0),)
        trace.effect("assert", given, {"exception": "sct.errors.StaticValueError", "template": _EMPTY})
    return TextArray(x.codes, True)


_EMPTY = ("an empty text in an array of letters",)


def refuse(what: str) -> NoReturn:
    """Say which use of arrays of texts is none of a program's."""
    raise _refusal(what)


def _refusal(what: str) -> ObjectDtypeError:
    return ObjectDtypeError(
        f"{what} has no static form",
        where=here(),
        why="programs hold arrays of letters (dtype <U1) as the codes of these, and serve what moves and compares them",
        fix="compare with letters (grid == '#'), use x.tolist(), or keep this step out of the static function",
    )
