"""The caller's objects that a trace has met."""

from __future__ import annotations

from typing import Any

from sct.ir.core import Value
from sct.runtime.callers.sources import Source
from sct.runtime.state.cells import IdentityMap

__all__ = ["CallersObjects"]


class CallersObjects:
    """Containers, objects and variables that came from outside, and what stands for them.

    Attributes
    ----------
    begun : bool
        Whether all arguments have been met.
    shadows : IdentityMap
        The caller's container -> its shadow, which the function changes in its place.
    originals : IdentityMap
        A shadow -> the caller's container, its source, and what it held at first.
    met_before : list
        Containers of the caller's that an attempt has met later.
    nans : IdentityMap
        A known NaN -> where it was read first.
    instances : list
        Objects of users' classes that came from outside, and NaN: no two of them are one.
    cells : IdentityMap
        A variable of an enclosing function -> its source.
    in_libraries : dict or None
        The caller's containers in libraries' objects, once asked for.
    random_sources : list
        Where the random generators are that the program draws from.
    contents : dict
        Arrays of the caller's that are constants of the program; `knows_whole`: whether one of these is large.
    evaluated : dict
        What values are that follow from constants, as far as it was asked.
    same_arrays : list
        Two paths to one array.
    letters : IdentityMap
        Storage of the codes of an array of letters of the caller's -> its source.
    kept_apart : list
        Inputs that must not overlap; `laid_out`: those that have to be laid out as those of this trace.
    buffers_changed, buffers_resized : IdentityMap
        The `bytearray`s and the like of the caller that the program writes to; what stands for such a one, or another,
        and may get another length.
    """

    def __init__(self) -> None:
        self.begun = False
        self.shadows = IdentityMap()
        self.originals = IdentityMap()
        self.met_before: list[tuple[Any, Source]] = []
        self.nans = IdentityMap()
        self.instances: list[tuple[Any, Source]] = []
        self.cells = IdentityMap()
        self.in_libraries: dict[int, Any] | None = None
        self.random_sources: list[Source] = []
        self.contents: dict[Value, Any] = {}
        self.evaluated: dict[Value, Any] = {}
        self.knows_whole = False
        self.same_arrays: list[tuple[Source, Source]] = []
        self.letters = IdentityMap()
        self.kept_apart: list[tuple[int, int]] = []
        self.laid_out: set[int] = set()
        self.buffers_changed = IdentityMap()
        self.buffers_resized = IdentityMap()
