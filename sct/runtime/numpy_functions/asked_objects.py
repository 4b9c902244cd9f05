"""Objects of the user's that NumPy may ask for a whole number: whether it does, and how often.

Some of NumPy's functions are written in Python, compare what they are given or divide by it, and raise before any
`__index__` is asked. So NumPy is called with what stands for such objects first.
"""

from __future__ import annotations

from typing import Any

from sct.ops.bindings.table import symbolic
from sct.runtime.numpy_functions.numpy_signatures import raised_at_once, raised_by_numpy
from sct.runtime.objects.operators import users_method

__all__ = ["Asks", "stand_in_for"]


class Asks:
    """How often NumPy has asked each of the user's objects."""

    def __init__(self) -> None:
        self._asked: list[tuple[Any, list[int]]] = []

    def ask(self, function: Any, values: list[Any], names: tuple[str, ...]) -> None:
        """Call NumPy with what stands for these, of which the last ones are given by names.

        Raises
        ------
        TypeError
            NumPy does not take such an object, whatever its number is.
        """
        given = [self._stand_ins(value) for value in values]
        if not self._asked:
            return
        count = len(values) - len(names)
        args, kwargs = tuple(given[:count]), dict(zip(names, given[count:], strict=True))
        if not isinstance(raised_at_once(function, args, kwargs), TypeError):
            return
        for value, asked in self._asked:
            asked[:] = [sum(asked)]
            if sum(asked):
                self.answer(value)
        raised = raised_by_numpy(function, args, kwargs)
        if isinstance(raised, TypeError):
            raise raised

    def answer(self, value: Any) -> Any:
        """The whole number that an object is, asked for as often as NumPy does; others as they are."""
        method = users_method(value, "__index__")
        if method is None:
            return value
        from sct.runtime.call import convert_call

        answer = convert_call(method)(value)
        for _ in range(1, next((sum(asked) for one, asked in self._asked if one is value), 1)):
            answer = convert_call(method)(value)
        return answer

    def _stand_ins(self, value: Any) -> Any:
        if type(value) in (list, tuple):
            return type(value)(map(self._stand_ins, value))
        if users_method(value, "__index__") is None:
            return value
        asked: list[int] = []
        self._asked.append((value, asked))
        return stand_in_for(value, 1, asked)


def stand_in_for(value: Any, number: Any, asked: list[int] | None = None) -> Any:
    """An object of a class of the same name that is this number, or one; it notes each time it is `asked`."""

    def index(self: Any) -> int:
        if asked is not None:
            asked.append(1)
        return 1 if symbolic(number) else int(number)

    kind = type(value)
    named = {"__module__": kind.__module__, "__qualname__": kind.__qualname__}
    return type(kind.__name__, (), {**named, "__index__": index})()
