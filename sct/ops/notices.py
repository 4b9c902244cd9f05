"""Records for the log, and warnings: effects that happen each time the program runs."""

from __future__ import annotations

import logging
import sys
import warnings
from typing import Any

from sct.ir.types import Spec
from sct.ops.control import Template, exception_class, render
from sct.ops.printed import count_record, count_warning
from sct.ops.registry import Fact, op

__all__: list[str] = []

Place = tuple[str, int, str]  # file, line, and the name of the function or module


def _nothing(*values: Spec, **attrs: Any) -> tuple[Spec, ...]:
    return ()


@op("log_record", infer=_nothing, facts=Fact.EFFECT, results=0)
def log_record(*values: Any, template: Template, logger: str, level: int, place: Place, xp: Any) -> None:
    """Give the logger of this name a record, if it wants one of this level."""
    target = logging.getLogger(logger or None)
    if target.isEnabledFor(level):
        file, line, function = place
        text = render(template, values)
        target.handle(target.makeRecord(target.name, level, file, line, text, (), None, function))
        count_record()


@op("warn", infer=_nothing, facts=Fact.EFFECT, results=0)
def warn(*values: Any, template: Template, category: str, place: Place, outer: int, xp: Any) -> None:
    """Warn, as if from this place; if `outer` is not 0, from so many frames outside of the program."""
    file, line, module = place
    scope = getattr(sys.modules.get(module), "__dict__", {})
    if outer:
        frame = _caller(outer)
        file, line, scope = frame.f_code.co_filename, frame.f_lineno, frame.f_globals
        module = scope.get("__name__", "<string>")
    kind: Any = exception_class(category)
    text = render(template, values)
    warnings.warn_explicit(text, kind, file, line, module, scope.setdefault("__warningregistry__", {}))
    count_warning()


def _caller(outer: int) -> Any:
    """The frame that is so many frames outside of what runs the program."""
    frame: Any = sys._getframe(1)
    while frame.f_back is not None and _is_ours(frame):
        frame = frame.f_back
    while frame.f_back is not None and outer > 1:
        frame, outer = frame.f_back, outer - 1
    return frame


def _is_ours(frame: Any) -> bool:
    name, file = str(frame.f_globals.get("__name__", "sct.")), str(frame.f_code.co_filename)
    return name.startswith("sct.") or file.startswith("<sct")
