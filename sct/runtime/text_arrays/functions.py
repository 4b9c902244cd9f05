"""NumPy's functions of arrays of letters: those that move elements about move the codes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.runtime.current import has_spec
from sct.runtime.iteration.enumerated import Enumerated
from sct.runtime.joins.choice import Choice
from sct.runtime.text_arrays import char_functions, word_functions
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts, refuse
from sct.runtime.text_arrays.comparing import is_one_of
from sct.runtime.text_arrays.letters_of import code_of_text, codes_of_nest
from sct.runtime.text_arrays.memory import LETTER_DTYPE, width_of
from sct.runtime.text_arrays.of_codes import OfCodes
from sct.runtime.text_arrays.open_dtype import OpenDtype
from sct.runtime.text_arrays.text_array import TextArray, wrapped
from sct.runtime.text_arrays.text_item import NumpyText
from sct.runtime.text_arrays.texts_as_array import (
    array_of_texts,
    holds_texts_of_the_run,
    is_made_by_the_run,
    run_texts_as_arrays,
)
from sct.runtime.text_arrays.traced import called
from sct.runtime.text_arrays.word_array import WordArray
from sct.runtime.text_arrays.word_item import WordText
from sct.runtime.text_arrays.words import rows_of, width_in
from sct.runtime.texts.text_pieces import FormattedText

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["serve"]

Args = tuple[Any, ...]
Kwargs = dict[str, Any]

MOVING = (
    np.reshape, np.ravel, np.transpose, np.moveaxis, np.swapaxes, np.rollaxis, np.squeeze, np.expand_dims,
    np.rot90, np.flip, np.fliplr, np.flipud, np.roll, np.repeat, np.tile, np.take, np.copy, np.sort, np.argsort,
    np.concatenate, np.stack, np.vstack, np.hstack, np.dstack, np.column_stack, np.atleast_1d, np.atleast_2d,
    np.broadcast_to, np.split, np.array_split, np.hsplit, np.vsplit, np.delete, np.insert, np.append, np.diagonal,
    np.unique, np.array_equal, np.compress, np.take_along_axis, np.extract, np.lexsort, np.tril, np.triu,
)  # fmt: skip
"""Functions that answer elements as they are, or where these are in their order."""
_ASKING = (np.shape, np.ndim, np.size)
_COMPARING = {
    np.equal: "eq", np.not_equal: "ne", np.less: "lt", np.less_equal: "le", np.greater: "gt", np.greater_equal: "ge",
}  # fmt: skip
_OF_TEXTS = ((np.where, (1, 2)), (np.full, (1,)), (np.full_like, (1,)), (np.isin, (0, 1)), (np.select, (1, 2)))
_NAMED = ("fill_value", "default")
"""Where some functions take texts as elements: at these places, and under these names."""


def serve(trace: Trace, f: Any, args: Args, kwargs: Kwargs) -> tuple[Any] | None:
    """What `f` answers of arrays of letters; None where there are none, and it makes none."""
    if any(isinstance(x, OpenDtype) for x in (*args, *kwargs.values())):
        return (_of_dtype(f, args, kwargs),)
    if args and _is(f, _MAKERS) and holds_texts_of_the_run(args[0]):
        return (_made(trace, *args, **kwargs),)
    if args and _takes_arrays(f):
        args = _with_arrays(f, args)
    given = (*args, *kwargs.values())
    arrays = any(_holds(x) for x in given)
    makes = _takes_texts(f, args, kwargs) or _fills(f, args, kwargs) or _is(f, (np.char.mod, np.strings.mod))
    if not arrays and not makes:
        return None
    if not arrays and not any(map(_is_symbolic, given)):
        return None
    if _is_vectorized(f) or (args and _is_vectorized(args[0])):
        return None
    if _is(f, _COMPARING) and len(args) == 2 and not kwargs:
        return (_compared(_COMPARING[f], *args),)
    if char_functions.is_of_texts(f):
        return (char_functions.serve(f, args, kwargs),)
    if any(_holds(x, (WordArray, WordText)) for x in given) or (arrays and _is_widened(f, args)):
        return (_of_words(f, args, kwargs),)
    handler = next((handler for known, handler in _HANDLERS if f is known), None)
    if handler is not None:
        return (handler(trace, *args, **kwargs),)
    if not arrays:
        return None
    if _is(f, MOVING):
        return (_moved(f, args, kwargs),)
    if _is(f, _ASKING):
        return (called(f, *(x.codes if isinstance(x, TextArray) else x for x in args), **kwargs),)
    refuse(f"{getattr(f, '__module__', 'np')}.{getattr(f, '__name__', f)} of an array of texts")


def _of_dtype(f: Any, args: Args, kwargs: Kwargs) -> Any:
    """What is asked about, or made of, the dtype of an array whose width only the run knows."""
    if f is np.issubdtype and len(args) == 2:
        return np.issubdtype(*(LETTER_DTYPE if isinstance(x, OpenDtype) else x for x in args))
    dtype = args[1] if len(args) == 2 else kwargs.get("dtype")
    if _is(f, (np.zeros, np.empty)) and isinstance(dtype, OpenDtype) and len(args) + len(kwargs) == 2 and args:
        return word_functions.zeros(args[0], dtype.width)
    refuse(f"np.{f.__name__} with the dtype of an array of texts")


_MAKERS = (np.array, np.asarray, np.asanyarray)


def _made(trace: Trace, value: Any, dtype: Any = None, *, copy: Any = True, **kwargs: Any) -> Any:
    if not is_made_by_the_run(value):
        return _array(trace, value, dtype, copy=copy, **kwargs)
    if kwargs or copy is False:
        refuse(f"np.array with {', '.join(kwargs) or 'copy=False'} of texts")
    return array_of_texts(trace, value, dtype)


def _takes_arrays(f: Any) -> bool:
    """Whether this takes arrays of texts, and so lists of texts."""
    return _is(f, (*MOVING, *_ASKING, *_COMPARING, np.where, np.select, np.isin)) or char_functions.is_of_texts(f)


def _with_arrays(f: Any, args: Args) -> Args:
    """Arrays in place of lists of texts that the run makes."""
    if (_is(f, _MIXING) or f is np.select) and type(args[0]) in (list, tuple):
        at = int(f is np.select)
        inner = [run_texts_as_arrays(x) for x in args[at]]
        return (*args[:at], inner, *map(run_texts_as_arrays, args[at + 1 :]))
    return tuple(map(run_texts_as_arrays, args))


def _is_vectorized(f: Any) -> bool:
    """Whether this is what `np.vectorize` has made, or how it is called."""
    return isinstance(f, np.vectorize) or isinstance(getattr(f, "__self__", None), np.vectorize)


def _of_words(f: Any, args: Args, kwargs: Kwargs) -> Any:
    handler = next((handler for known, handler in word_functions.HANDLERS if f is known), None)
    if handler is not None:
        return handler(*args, **kwargs)
    if _is(f, word_functions.OF_KNOWN):
        return word_functions.of_known(f, args, kwargs)
    refuse(f"{getattr(f, '__module__', 'np')}.{getattr(f, '__name__', f)} of an array of texts")


def _is_widened(f: Any, args: Args) -> bool:
    """Whether longer texts are put together with letters."""
    if not _is(f, _MIXING) or f is np.insert:
        return False
    parts = args[:2] if f is np.append else args[0] if type(args[0]) in (list, tuple) else ()
    return any(map(_is_long, parts)) and all(_holds(x) or isinstance(x, (str, FormattedText)) for x in parts)


def _is(f: Any, some: Any) -> bool:
    return any(f is one for one in some)


def _holds(x: Any, kinds: Any = OfCodes) -> bool:
    """Whether this is an array of texts, or a list with one or one of its elements."""
    if type(x) in (list, tuple) and len(x) < _LONG:
        return any(_holds(item, kinds) for item in x)
    return isinstance(x, kinds)


_LONG = 10000


def _takes_texts(f: Any, args: Args, kwargs: Kwargs) -> bool:
    """Whether elements that it is given are texts: others say in which order it works, and the like."""
    places = next((places for known, places in _OF_TEXTS if f is known), ())
    named = [kwargs[name] for name in _NAMED if places and name in kwargs]
    texts = (str, FormattedText)
    return any(isinstance(x, texts) or _are_texts(x) for x in (*(args[k] for k in places if k < len(args)), *named))


def _fills(f: Any, args: Args, kwargs: Kwargs) -> bool:
    """Whether this makes an array of empty texts."""
    if not _is(f, (np.zeros, np.empty)):
        return False
    dtype = args[1] if len(args) > 1 else kwargs.get("dtype")
    return isinstance(dtype, (str, type, np.dtype)) and np.dtype(dtype).kind == "U"


def _are_texts(x: Any) -> bool:
    return type(x) in (list, tuple) and len(x) < _LONG and any(isinstance(item, str) for item in x)


def _is_symbolic(x: Any) -> bool:
    if type(x) in (list, tuple) and len(x) < _LONG:
        return any(map(_is_symbolic, x))
    return has_spec(x) or isinstance(x, (Choice, FormattedText, ArrayOfTexts, np.ndarray))


def _compared(name: str, a: Any, b: Any) -> Any:
    from sct.runtime.objects.operators import compare

    return compare(name, a if isinstance(a, ArrayOfTexts) else _array(None, a), b)


class _Taken:
    """The codes of all arrays of letters in some arguments."""

    def __init__(self, texts: bool) -> None:
        self.filled, self._texts = True, texts

    def of(self, x: Any) -> Any:
        if isinstance(x, (TextArray, NumpyText)):
            self.filled = self.filled and x.filled
            codes = x.codes if isinstance(x, TextArray) else x.code
            return codes
        if isinstance(x, str) and self._texts:
            code, filled = code_of_text(x)
            if len(x) > 1:
                refuse("an array of letters put together with longer texts")
            self.filled = self.filled and filled
            return code
        if type(x) in (list, tuple):
            return type(x)(map(self.of, x))
        if isinstance(x, FormattedText):
            refuse("an array of letters put together with a text of the run")
        return x


_MIXING = (np.concatenate, np.stack, np.vstack, np.hstack, np.dstack, np.column_stack, np.append, np.insert)


def _moved(f: Callable[..., Any], args: Args, kwargs: Kwargs) -> Any:
    if "out" in kwargs or "dtype" in kwargs:
        refuse(f"np.{f.__name__} with out= or dtype= of an array of texts")
    taken = _Taken(_is(f, (*_MIXING, np.array_equal)))
    if _is(f, _MIXING):
        _check_texts(args[:1] if f is not np.append and f is not np.insert else (args[0], args[-1]))
    if f is np.array_equal:
        _check_texts((args[:2],))
    codes = called(f, *map(taken.of, args), **{name: _Taken(False).of(x) for name, x in kwargs.items()})
    return _all_wrapped(codes, taken.filled)


def _check_texts(args: Args) -> None:
    """NumPy makes texts of numbers that stand beside texts."""
    for x in args:
        for item in x if type(x) in (list, tuple) else (x,):
            if not (_holds(item) or isinstance(item, str) or _are_texts(item)):
                refuse("an array of letters put together with what is none")


def _all_wrapped(codes: Any, filled: bool) -> Any:
    if type(codes) in (list, tuple) or hasattr(type(codes), "_fields"):
        items = [_all_wrapped(one, filled) for one in codes]
        if type(codes) is list:
            codes[:] = items
            return codes
        return type(codes)(*items) if hasattr(type(codes), "_fields") else tuple(items)
    return wrapped(codes, filled)


def _array(trace: Any, value: Any, dtype: Any = None, *, copy: Any = True, **kwargs: Any) -> Any:
    if kwargs:
        refuse(f"np.array with {', '.join(kwargs)} of texts")
    if dtype is not None and np.dtype(dtype) not in (LETTER_DTYPE, np.dtype(str)):
        if isinstance(value, TextArray):
            return value.astype(dtype)
        refuse(f"np.array of texts as {np.dtype(dtype)}")
    codes, filled = codes_of_nest(value, cut=dtype is not None and np.dtype(dtype) == LETTER_DTYPE)
    if codes is None:
        refuse("an array of texts of other lengths than one")
    if isinstance(value, TextArray) and copy is not True:
        return value
    return wrapped(called(np.array, codes), filled)


def _as_array(trace: Any, value: Any, dtype: Any = None, **kwargs: Any) -> Any:
    return _array(trace, value, dtype, copy=None, **kwargs)


def _operand(x: Any) -> tuple[Any, bool]:
    """The codes of what is chosen from, which has to be letters."""
    if isinstance(x, (str, FormattedText)):
        if isinstance(x, str) and len(x) > 1:
            refuse("an array of texts of other lengths than one")
        if not isinstance(x, (str, NumpyText)):
            refuse("an array of a text that only the run knows")
        return code_of_text(x)
    if isinstance(x, (TextArray, list, tuple, np.ndarray)):
        codes, filled = codes_of_nest(x)
        if codes is not None:
            return codes, filled
    refuse("an array of letters and of what is none, or of longer texts,")


def _where(trace: Any, condition: Any, *rest: Any) -> Any:
    if not rest:
        refuse("np.where of an array of texts alone")
    a, b = rest
    if isinstance(condition, (TextArray, NumpyText)):
        refuse("the truth of an array of texts")
    if any(_is_long(x) for x in rest):
        return word_functions.where(condition, a, b)
    (x, first), (y, second) = _operand(a), _operand(b)
    return wrapped(called(np.where, condition, x, y), first and second)


def _is_long(x: Any) -> bool:
    """Whether this is a text of more than one letter, or an array or list with such."""
    if isinstance(x, (str, FormattedText)):
        return len(x) > 1 if isinstance(x, str) else not isinstance(x, NumpyText)
    rows = rows_of(x) if isinstance(x, (list, tuple, np.ndarray)) else None
    return rows is not None and width_in(rows) > 1


def _select(trace: Any, condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    if not isinstance(default, (str, TextArray, NumpyText)):
        refuse("np.select of texts without a text as default")
    if any(map(_is_long, (*choicelist, default))):
        return word_functions.select(condlist, choicelist, default)
    pairs = [_operand(x) for x in (*choicelist, default)]
    filled = all(is_filled for _, is_filled in pairs)
    return wrapped(called(np.select, condlist, [x for x, _ in pairs[:-1]], pairs[-1][0]), filled)


def _full(trace: Any, shape: Any, fill_value: Any, dtype: Any = None, *args: Any, **kwargs: Any) -> Any:
    if not args and not kwargs and isinstance(fill_value, FormattedText) and not isinstance(fill_value, NumpyText):
        return word_functions.full(shape, fill_value, dtype)
    if dtype is not None and np.dtype(dtype) not in (LETTER_DTYPE, np.dtype(str)):
        refuse(f"np.full with dtype {np.dtype(dtype)} of texts")
    code, filled = _operand(fill_value)
    return wrapped(called(np.full, shape, code, None, *args, **kwargs), filled)


def _zeros(trace: Any, shape: Any, dtype: Any = None, **kwargs: Any) -> Any:
    width = width_of(np.dtype(dtype))
    if width != 1 or kwargs:
        refuse(f"np.zeros of dtype {np.dtype(dtype)} and an extent that only the run knows")
    return wrapped(called(np.zeros, shape, np.uint32), False)


def _full_like(trace: Any, a: Any, fill_value: Any, dtype: Any = None, *args: Any, **kwargs: Any) -> Any:
    if dtype is not None or not isinstance(a, TextArray):
        refuse("np.full_like with another dtype than that of the array")
    code, filled = code_of_text(fill_value)
    return wrapped(called(np.full_like, a.codes, code, None, *args, **kwargs), filled)


def _zeros_like(trace: Any, a: Any, dtype: Any = None, *args: Any, **kwargs: Any) -> Any:
    if dtype is None or np.dtype(dtype) == LETTER_DTYPE:
        return wrapped(called(np.zeros_like, a.codes, None, *args, **kwargs), False)
    return called(np.zeros_like, a.codes, dtype, *args, **kwargs)


def _ones_like(trace: Any, a: Any, dtype: Any = None, *args: Any, **kwargs: Any) -> Any:
    if dtype is None or np.dtype(dtype).kind not in "biufc":
        refuse("np.ones_like of an array of texts")
    return called(np.ones_like, a.codes, dtype, *args, **kwargs)


def _isin(trace: Any, element: Any, test_elements: Any, **kwargs: Any) -> Any:
    if kwargs or not isinstance(element, TextArray):
        refuse("np.isin with further arguments, or of what is no array of letters,")
    if isinstance(test_elements, (list, tuple)) and all(isinstance(x, str) for x in test_elements):
        return is_one_of(element, test_elements)
    codes, _ = codes_of_nest(test_elements)
    if codes is None:
        refuse("np.isin of an array of letters and of longer texts")
    return called(np.isin, element.codes, codes)


def _pad(trace: Any, array: Any, pad_width: Any, mode: Any = "constant", **kwargs: Any) -> Any:
    filled = array.filled
    if mode == "constant":
        value, full = code_of_text(kwargs.get("constant_values", ""))
        if isinstance(kwargs.get("constant_values", ""), (list, tuple)) or not kwargs.get("constant_values"):
            refuse("np.pad of an array of texts with other than one text")
        kwargs["constant_values"], filled = value, filled and full
    elif mode not in ("edge", "wrap", "reflect", "symmetric") or kwargs:
        refuse(f"np.pad of an array of texts in mode {mode!r}")
    return wrapped(called(np.pad, array.codes, pad_width, mode, **kwargs), filled)


_HANDLERS: tuple[tuple[Any, Callable[..., Any]], ...] = (
    (np.zeros, _zeros), (np.empty, _zeros),
    (np.where, _where), (np.full, _full), (np.full_like, _full_like), (np.zeros_like, _zeros_like),
    (np.empty_like, _zeros_like), (np.ones_like, _ones_like), (np.isin, _isin), (np.pad, _pad), (np.select, _select),
    (np.array, _array), (np.asarray, _as_array), (np.asanyarray, _as_array),
    (np.ndenumerate, lambda trace, a: enumerated(trace, a)),
)  # fmt: skip


def enumerated(trace: Trace, a: Any) -> Any:
    """`np.ndenumerate(a)`."""
    made = Enumerated(trace, a.codes)
    made.array = a
    return made
