"""Texts, and arrays of letters, that leave a program."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from sct.runtime.text_arrays.of_codes import OfCodes
from sct.runtime.texts.text_pieces import FormattedText, template_from

if TYPE_CHECKING:
    from sct.runtime.exits.exits import Exit
    from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts

__all__ = ["Written"]


class Written:
    """Expressions for the texts that leave."""

    def __init__(self, leaving: Exit, once: Callable[[Any, str], str], slot: Callable[[Any], int], place: Any) -> None:
        self._exit, self._once, self._slot, self._place = leaving, once, slot, place
        self._arrays: dict[str, str] = {}  # codes -> the array of letters

    def text(self, x: FormattedText | OfCodes) -> str:
        """A text of the run's; an element of an array is one of NumPy's, and so is the dtype of such an array."""
        if isinstance(x, OfCodes):
            return f"{self._exit.constants.name(x.sct_leaving)}({self._exit.render(x.sct_held)})"
        template, values = template_from(x.pieces)
        parts = "".join(f"__s_o[{self._slot(self._exit.trace.value(value))}], " for value in values)
        return f"__s_render({self._exit.constants.name(template)}, ({parts}))"

    def array(self, x: ArrayOfTexts) -> str:
        """The caller's own array, or the memory of the codes."""
        source = self._exit.trace.callers.letters.get(x.codes.storage)
        if source is not None and not x.codes.steps:
            return str(self._place(source))
        codes = self._exit.render(x.codes)
        if (known := self._arrays.get(codes)) is None:
            made = f"{self._exit.constants.name(x.sct_leaving)}({', '.join([codes, *self._given()])})"
            known = self._arrays[codes] = self._once([x], made)
        return known

    def _given(self) -> Iterator[str]:
        """The codes and arrays of the caller's, of which the program may answer one."""
        letters = self._exit.trace.callers.letters
        for k, (_, storage, _) in enumerate(self._exit.trace.inputs):
            if (source := letters.get(storage)) is not None:
                yield f"(__s_i{k}, {self._place(source)})"
