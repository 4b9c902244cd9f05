"""What stands for texts of NumPy's, and is no more than the codes of their letters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["OfCodes"]


class OfCodes:
    """An array of texts, or an element of one: branches and loops join the codes."""

    __slots__ = ()
    python_type: Any
    sct_leaving: Callable[..., Any]
    """What makes NumPy's object of the codes when the program has run."""

    @property
    def sct_form(self) -> tuple[Any, ...]:
        """What is known of it beside the codes."""
        return ()

    @property
    def sct_held(self) -> Any:
        """The codes."""
        raise NotImplementedError

    @classmethod
    def of_items(cls, form: tuple[Any, ...], codes: Any) -> Any:
        """The array of several such, whose codes are along the first axis."""
        return cls.sct_together(form, codes)

    @classmethod
    def sct_together(cls, form: tuple[Any, ...], held: Any) -> Any:
        """The opposite of these two."""
        raise NotImplementedError
