"""NumPy's functions of texts, element by element, which the program calls: how wide their answers are, they say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sct.ir.types import ARRAY
from sct.runtime.current import current, has_spec
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts, refuse
from sct.runtime.text_arrays.in_order import is_in_order
from sct.runtime.text_arrays.memory import codes_in, width_of
from sct.runtime.text_arrays.text_array import TextArray
from sct.runtime.text_arrays.texts_as_array import template_of_text
from sct.runtime.text_arrays.word_array import WordArray
from sct.runtime.texts.text_pieces import FormattedText

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["by_numpy"]


def by_numpy(module: str, name: str, args: list[Any]) -> Any:
    """`name(*args)`, a function of `np`, `np.char` or `np.strings`; one of `args` is an array of texts."""
    from sct.runtime.lists.list_ops import op_value

    trace = current()
    assert trace is not None
    values: list[Any] = []
    said = f"np.{name}" if module == "np" else f"np.{module}.{name}"
    arguments = tuple(_argument(trace, said, x, values) for x in args)
    operands = [trace.value(x) for x in values]
    made = trace.variable(op_value(trace, "words_called", operands, module=module, name=name, arguments=arguments))
    return WordArray(made) if made.spec.ndim > 1 and made.spec.dtype == np.uint32 else made


def _argument(trace: Trace, what: str, x: Any, values: list[Any]) -> tuple[str, Any]:
    codes = x.codes if isinstance(x, ArrayOfTexts) else None
    if isinstance(x, TextArray):
        codes = x.codes[..., None]
    if isinstance(x, np.ndarray) and (width := width_of(x.dtype)):
        codes = codes_in(x, width)[..., None] if width == 1 else codes_in(x, width)
    if codes is not None:
        codes = codes if has_spec(codes) else trace.lift_array(codes)
        if codes.spec.ndim > 2 and not is_in_order(codes):
            refuse(f"{what} of an array of texts that is turned")
        values.append(codes)
        return "words", len(values) - 1
    if isinstance(x, str) or x is None or type(x) in (int, bool):
        return "known", str(x) if isinstance(x, str) else x
    if isinstance(x, FormattedText):
        return "text", template_of_text(trace, x, values)
    kinds = "biuf" if what.endswith(".mod") else "iu"
    if (has_spec(x) and x.spec.dtype.kind in kinds) or (isinstance(x, np.ndarray) and x.dtype.kind in kinds):
        if has_spec(x) and x.spec.kind == ARRAY and not is_in_order(x):
            refuse(f"{what} with an array that is turned")
        values.append(x)
        return "value", len(values) - 1
    refuse(f"{what} with such arguments")
