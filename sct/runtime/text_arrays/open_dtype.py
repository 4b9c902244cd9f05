"""The dtype of an array of texts whose width only the run knows."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.runtime.text_arrays.array_of_texts import refuse
from sct.runtime.text_arrays.memory import CODE
from sct.runtime.text_arrays.of_codes import OfCodes
from sct.runtime.text_arrays.traced import called

__all__ = ["OpenDtype", "dtype_of_width"]


def dtype_of_width(width: int) -> np.dtype[Any]:
    """The dtype of texts of so many letters.

    >>> dtype_of_width(3)
    dtype('<U3')
    """
    return np.dtype(f"U{width}")


class OpenDtype(OfCodes):
    """`<Uk` of a `k` that only the run knows."""

    __slots__ = ("width",)
    python_type = np.dtype
    sct_leaving = staticmethod(dtype_of_width)
    kind, char, byteorder, type, names, shape, ndim = "U", "U", "=", np.str_, None, (), 0

    def __init__(self, width: Any) -> None:
        self.width = width

    @property
    def sct_held(self) -> Any:
        """How many letters."""
        return self.width

    @property
    def sct_form(self) -> tuple[Any, ...]:
        """Nothing but that."""
        return ()

    @classmethod
    def sct_together(cls, form: tuple[Any, ...], held: Any) -> Any:
        """The dtype of this width."""
        return cls(held)

    @property
    def itemsize(self) -> Any:
        """Bytes per element."""
        return self.width * CODE.itemsize

    def sct_text(self, conversion: str) -> Any:
        """`str` or `repr` of the dtype."""
        from sct.runtime.texts.text_pieces import FormattedText, Piece, Pieces

        name: Pieces = [np.dtype("U1").str[:-1], Piece(self.width, "", "")]
        return FormattedText(["dtype('", *name, "')"] if conversion in ("r", "a") else name)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or not hasattr(np.dtype, name):
            raise AttributeError(f"'numpy.dtypes.StrDType' object has no attribute {name!r}")
        refuse(f"dtype.{name} of an array of texts whose width only the run knows")

    def __eq__(self, other: Any) -> Any:
        if isinstance(other, OpenDtype):
            return self.width == other.width
        try:
            wanted = np.dtype(other)
        except TypeError:
            return False
        return called(bool, self.width == wanted.itemsize // CODE.itemsize) if wanted.kind == "U" else False

    def __ne__(self, other: Any) -> Any:
        from sct.runtime.logical import not_

        return not_(self == other)

    __hash__ = None  # type: ignore[assignment]
