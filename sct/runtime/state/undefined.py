"""A name that has no value yet, as a value: what converted code keeps where Python keeps nothing.

Branches and loop bodies become functions that share their names through `nonlocal`, and a state
tuple is made of those names; so a name that may be unbound there needs something to hold.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from sct.runtime.joins.choice import Choice
from sct.runtime.joins.lost import Lost

__all__ = ["Undefined", "first_argument", "ld", "of_global", "there"]


class Undefined:
    """Stands for the local variable `name` while it is unbound; every use raises as Python would.

    Examples
    --------
    >>> x = Undefined("x")
    >>> x + 1
    Traceback (most recent call last):
    UnboundLocalError: cannot access local variable 'x' where it is not associated with a value
    """

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        object.__setattr__(self, "name", name)

    def error(self, free: bool = False) -> NameError:
        """The exception that Python raises for a use of the name, in its function or (`free`) in one inside."""
        if free:
            text = f"cannot access free variable '{self.name}' where it is not associated with a value"
            return NameError(f"{text} in enclosing scope", name=self.name)
        return UnboundLocalError(
            f"cannot access local variable '{self.name}' where it is not associated with a value"
        )

    def __repr__(self) -> str:  # debuggers and error messages may look at it
        return f"<undefined {self.name}>"

    def __getattr__(self, attribute: str) -> NoReturn:
        raise self.error()

    def __setattr__(self, attribute: str, value: object) -> None:
        raise self.error()

    def __delattr__(self, attribute: str) -> None:
        raise self.error()

    def __reduce_ex__(self, protocol: Any) -> tuple[object, ...]:
        return (Undefined, (self.name,))


def _refuse(self: Undefined, *_args: object, **_kwargs: object) -> NoReturn:
    raise self.error()


_BINARY = """
    add sub mul truediv floordiv mod divmod pow matmul and or xor lshift rshift
"""
_OTHER = """
    bool int float complex index len iter next call str format bytes hash eq ne lt le gt ge neg pos abs
    invert round trunc floor ceil getitem setitem delitem contains reversed enter exit array await aiter
    anext
"""
for _name in _OTHER.split():
    setattr(Undefined, f"__{_name}__", _refuse)
for _name in _BINARY.split():
    for _prefix in ("", "r", "i"):
        setattr(Undefined, f"__{_prefix}{_name}__", _refuse)


def ld(value: Any, free: bool = False) -> Any:
    """Read a name that may be unbound: `value` itself, or Python's own error.

    That is an UnboundLocalError in the function that owns the name. In a function inside it, where it is a
    closure variable (`free`), it is a plain NameError.
    """
    kind = type(value)
    if kind is Undefined:
        raise value.error(free)
    return value.sct_defined(free) if kind is Choice else value


def of_global(value: Any) -> Any:
    """What a global name holds, or Python's own error where it has been deleted."""
    if type(value) is Choice and any(isinstance(one, Undefined) for one in value.alternatives):
        return value.sct_distribute(of_global)
    if type(value) is Undefined:
        raise NameError(f"name {value.name!r} is not defined", name=value.name)
    return value


def there(value: Any) -> Any:
    """A global name that is about to be deleted: it has to be known whether it is there."""
    if type(value) is Lost:
        value.sct_refuse()
    return value if type(value) is Undefined else of_global(value)


def first_argument(value: Callable[[], Any]) -> Any:
    """What `super()` finds in the first variable of a method, which the method may have deleted.

    Raises
    ------
    RuntimeError
        It has.
    """
    try:
        found = value()
        if type(found) is not Undefined:
            return found
    except NameError:
        pass
    raise RuntimeError("super(): arg[0] deleted")
