"""`x.flags`, as far as it is known while the graph is built."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sct.errors import AliasError, UnsupportedOpError
from sct.runtime.arrays.memory_questions import base
from sct.runtime.arrays.strides import contiguous
from sct.runtime.arrays.views import is_all_known, laid_out
from sct.runtime.current import here
from sct.runtime.state.sealing import set_flag, set_flag_item

if TYPE_CHECKING:
    from sct.runtime.variable import Variable

__all__ = ["Flags"]

_ORDERS = {"c_contiguous": "C", "contiguous": "C", "f_contiguous": "F", "fortran": "F"}
_ASKED_BY = {
    **dict.fromkeys(("C", "CONTIGUOUS", "C_CONTIGUOUS"), "c_contiguous"),
    **dict.fromkeys(("F", "FORTRAN", "F_CONTIGUOUS"), "f_contiguous"),
    **dict.fromkeys(("O", "OWNDATA"), "owndata"),
    **dict.fromkeys(("W", "WRITEABLE"), "writeable"),
    **dict.fromkeys(("A", "ALIGNED"), "aligned"),
    **dict.fromkeys(("X", "WRITEBACKIFCOPY"), "writebackifcopy"),
    **dict.fromkeys(("B", "BEHAVED"), "behaved"),
    **dict.fromkeys(("CA", "CARRAY"), "carray"),
    **dict.fromkeys(("FA", "FARRAY"), "farray"),
    "FNC": "fnc", "FORC": "forc",
}
#: The flags that NumPy shows, and where each is in `flags.num`.
_SHOWN = {
    "c_contiguous": 1, "f_contiguous": 2, "owndata": 4, "writeable": 0x400, "aligned": 0x100, "writebackifcopy": 0x2000,
}  # fmt: skip
_IN_PLACE = ("getitem", "transpose", "swapaxes", "reshape", "ravel", "expand_dims", "squeeze", "flip", "frozen")


class Flags:
    """`x.flags`."""

    __slots__ = ("_array",)

    def __init__(self, array: Variable) -> None:
        object.__setattr__(self, "_array", array)

    @property
    def writeable(self) -> bool:
        """Whether the array may be written to."""
        from sct.runtime.arrays.array_attributes import frozen_error, is_writeable

        if self._array.storage.frozen == "perhaps":
            raise frozen_error(self._array)
        return is_writeable(self._array)

    @property
    def owndata(self) -> bool:
        """Whether the array owns its memory; what is a view does not, whatever it is a view of."""
        steps = [step.op.name for step in self._array.steps if step.op.name != "frozen"]
        if steps and set(steps) != {"reshape"}:  # which `x.shape = …` leaves as it was
            return bool(steps[-1] == "imag_of_real")
        try:
            return base(self._array) is None
        except AliasError:
            raise _unknown("flags.owndata of an array has") from None

    @property
    def aligned(self) -> bool:
        """Whether the elements lie where the processor wants them: so those of what a function makes do."""
        x = self._array
        if x.storage.external >= 0 or any(step.op.name not in _IN_PLACE for step in x.steps):
            raise _unknown("flags.aligned of an array has")
        return True

    @property
    def writebackifcopy(self) -> bool:
        """Whether it is a copy that is written back one day: only C code makes such."""
        return not self.aligned

    @property
    def behaved(self) -> bool:
        """Whether it is aligned and may be written to."""
        return self.aligned and self.writeable

    @property
    def carray(self) -> Any:
        """The same, and in C order."""
        return self.c_contiguous if self.behaved else False

    @property
    def farray(self) -> Any:
        """The same, and in Fortran order and no other."""
        return self.fnc if self.behaved else False

    @property
    def num(self) -> int:
        """The flags as the bits of one number."""
        return sum(bit * self._known(name) for name, bit in _SHOWN.items())

    def _known(self, name: str) -> bool:
        found = getattr(self, name)
        if type(found) is not bool:
            raise _unknown("all flags at once of an array with extents of the run have")
        return found

    def __getattr__(self, name: str) -> Any:
        getattr(np.empty(0).flags, name)  # raises, of what is no flag
        order = _ORDERS.get(name) if not is_all_known(self._array) else None
        found = contiguous(self._array, order) if order is not None else None
        return getattr(laid_out(self._array, "flags").flags, name) if found is None else found

    def __getitem__(self, name: str) -> Any:
        if name not in _ASKED_BY:
            flags: Any = np.empty(0).flags
            return flags[name]  # raises
        return getattr(self, _ASKED_BY[name])

    def __repr__(self) -> str:
        return "".join([f"  {name.upper()} : {self._known(name)}\n" for name in _SHOWN])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Flags) and self.num == other.num

    def sct_text(self, conversion: str) -> str:
        """As NumPy shows them."""
        return repr(self)

    __hash__ = None  # type: ignore[assignment]

    def __setattr__(self, name: str, value: Any) -> None:
        set_flag(self._array, name, value)

    def __setitem__(self, name: Any, value: Any) -> None:
        set_flag_item(self._array, name, value)


def _unknown(what: str) -> UnsupportedOpError:
    return UnsupportedOpError(
        f"{what} no static support",
        where=here(),
        why="where an array is stored is not part of the program",
        fix="ask outside of the static function",
    )
