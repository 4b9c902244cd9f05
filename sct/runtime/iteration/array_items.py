"""The items of an array, as Python asks for them one after the other."""

from __future__ import annotations

from typing import Any

__all__ = ["ArrayItems"]


class ArrayItems:
    """A sequence: `iter` of it reads an item when it is taken, and so sees what was written until then."""

    def __init__(self, array: Any) -> None:
        self._array, self._length = array, len(array)

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: int) -> Any:
        if index >= self._length:
            raise IndexError
        return self._array[index]
