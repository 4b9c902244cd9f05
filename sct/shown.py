"""Values of the user's as text, where Python may refuse to write them: ints of more than 4300 decimal digits.

>>> int_text(12), int_text(-(2**70)), len(int_text(10**5000))
('12', '-0x400000000000000000', 4155)
>>> shown(10**5000), shown([-(10**5000)]), shown(1.5)
('about 2**16609', '[about -2**16609]', '1.5')
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["WIDE", "class_name", "int_text", "no_attribute", "shown"]

_WRITTEN_IN_C = 1 << 8  # the flag of classes that cannot be changed, whose own name is that with the module
WIDE = 2**64  # ints from here on are written in base 16, which has no limit of digits and takes no quadratic time


def int_text(value: int) -> str:
    """What Python reads back as `value`."""
    return int.__repr__(value) if -WIDE < value < WIDE else hex(value)


def shown(value: Any, show: Callable[[Any], str] = repr) -> str:
    """For people: as `show` writes it, if Python lets it."""
    try:
        return show(value)
    except ValueError as error:
        if "integer string conversion" not in str(error):
            raise
    if isinstance(value, int):
        return f"about {'-' if value < 0 else ''}2**{value.bit_length() - 1}"
    if type(value) in (list, tuple):
        return f"[{', '.join([shown(item, show) for item in value])}]"
    return f"a {type(value).__name__} with an int too long to show"


def class_name(kind: type) -> str:
    """The name of a class in an AttributeError or TypeError of Python's.

    >>> import numpy as np
    >>> from collections import deque
    >>> class_name(np.ndarray), class_name(int), class_name(deque)
    ('numpy.ndarray', 'int', 'collections.deque')
    """
    named = kind.__module__ != "builtins" and kind.__flags__ & _WRITTEN_IN_C
    return f"{kind.__module__}.{kind.__name__}" if named else kind.__name__


def no_attribute(kind: type, name: str, owner: object) -> AttributeError:
    """What Python raises where `owner`, which stands for an object of this class, has no such attribute."""
    return AttributeError(f"'{class_name(kind)}' object has no attribute '{name}'", name=name, obj=owner)
