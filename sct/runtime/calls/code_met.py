"""The code that a trace has met: the user's functions, and what stands for them."""

from __future__ import annotations

from collections import Counter
from types import CodeType

from sct.runtime.state.cells import IdentityMap

__all__ = ["CodeMet"]


class CodeMet:
    """Functions and their code, and how often they have been called.

    Attributes
    ----------
    callees, converted : IdentityMap
        A function of ours, or of the user's -> its instrumented form.
    cached : IdentityMap
        What `lru_cache` has wrapped -> its entries.
    parted : IdentityMap
        Callables that are known by their parts -> what is called for them.
    functions : IdentityMap
        Those that are known as they are.
    alike : IdentityMap
        The code of functions of which one stands for several.
    forms, made_of_parts : IdentityMap
        Functions that have come apart -> their form; those that were put together of parts.
    variables : IdentityMap
        The code of functions -> what is known of the variables that they see of those around them.
    inlining : list
        What is being inlined, and at which depth of branches.
    inlined : Counter
        How often each code has been inlined; `calls`: how often any has been.
    """

    def __init__(self) -> None:
        self.callees = IdentityMap()
        self.converted = IdentityMap()
        self.cached = IdentityMap()
        self.parted = IdentityMap()
        self.functions = IdentityMap()
        self.alike = IdentityMap()
        self.forms = IdentityMap()
        self.made_of_parts = IdentityMap()
        self.variables = IdentityMap()
        self.inlining: list[tuple[CodeType, int]] = []
        self.inlined: Counter[CodeType] = Counter()
        self.calls = 0
