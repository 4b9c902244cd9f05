"""Calls of functions of sct's own that are written to be converted, as part of a trace."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from sct.runtime.generators import TracedGenerator
from sct.runtime.libraries import generator_library
from sct.runtime.source import get_generator_conversion
from sct.runtime.trace import Trace

__all__ = ["in_the_library", "inlined", "library_generator", "named"]


def in_the_library(trace: Trace, name: str, *args: Any) -> Any:
    """Call a function of the library as part of the trace."""
    return inlined(trace, getattr(generator_library, name), *args)


def inlined(trace: Trace, function: FunctionType, /, *args: Any) -> Any:
    """Call a function of sct's own that is written to be converted."""
    known = trace.code.callees.get(function)
    if known is None:
        conversion = get_generator_conversion(function)
        known = trace.code.callees[function] = conversion.traced(function, trace.reads_for(function))
    return known(*args)


def library_generator(trace: Trace, name: str, *args: Any) -> TracedGenerator:
    """Call a generator function of the library."""
    made: TracedGenerator = in_the_library(trace, name, *args)
    return made


def named(made: TracedGenerator, kind: type) -> TracedGenerator:
    """One that stands for an iterator of Python's."""
    made.python_type = kind
    return made
