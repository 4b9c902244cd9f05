"""Every exception that sct raises on purpose.

Each class docstring is the documentation of that error: its cause, an example, the way out.
A message has four parts: *where* (file:line:column with a caret), *why*, *what to do instead*,
and, as the last line, *what* went wrong, because that is the line people read first.
"""

from __future__ import annotations

import linecache

from sct.records import record

__all__ = [
    "ArgumentsError",
    "CheckFailedError",
    "ContractError",
    "InternalError",
    "JoinError",
    "Location",
    "ObjectDtypeError",
    "PlainPythonWarning",
    "ProgramTextError",
    "SctError",
    "SideEffectError",
    "SourceUnavailableError",
    "SpecMismatchError",
    "StaleSourceError",
    "StaticValueError",
    "SymbolicRecursionError",
    "UnrollLimitError",
    "UnsupportedCallError",
    "UnsupportedOpError",
    "UnsupportedSyntaxError",
    "VerifyError",
    "AliasError",
]


@record
class Location:
    """A place in the user's source: 1-based line, 0-based columns as in `ast`."""

    filename: str
    line: int
    column: int = 0
    end_line: int | None = None
    end_column: int | None = None
    function: str = ""

    def __str__(self) -> str:
        return f"{self.filename}:{self.line}:{self.column + 1}"

    def excerpt(self) -> str:
        """The source line with carets under the expression, or "" where there is no source."""
        text = linecache.getline(self.filename, self.line).rstrip("\n")
        if not text.strip():
            return ""
        indent = len(text) - len(text.lstrip())
        start = max(self.column, indent)
        end = self.end_column if self.end_line in (None, self.line) else len(text)
        width = max(1, min(end or start + 1, len(text)) - start)
        return f"    {text.strip()}\n    {' ' * (start - indent)}{'^' * width}"


class SctError(Exception):
    """The base of all errors of sct: what, where, why, and what to do instead."""

    default_why = ""
    default_fix = ""

    def __init__(
        self,
        what: str,
        *,
        where: Location | None = None,
        why: str = "",
        fix: str = "",
        also: tuple[tuple[str, Location], ...] = (),
        of_own_buffers: bool = False,
    ) -> None:
        self.what = what
        # whether it is about the memory of a `bytearray`, which one of the program's does not have
        self.of_own_buffers = of_own_buffers
        self.where = where
        self.why = why or self.default_why
        self.fix = fix or self.default_fix
        self.also = also
        super().__init__(what)

    def __str__(self) -> str:
        lines: list[str] = []
        if self.where is not None:
            lines += _place("", self.where)
        for label, location in self.also:
            lines += _place(label, location)
        if self.why:
            lines.append(f"Why: {self.why}")
        if self.fix:
            lines.append(f"Fix: {self.fix}")
        lines.append(self.what)
        # A one-line message stands beside the class name; a longer one starts below it.
        return lines[0] if len(lines) == 1 else "\n" + "\n".join(lines)

    def __reduce__(self) -> tuple[object, ...]:
        state = {"where": self.where, "why": self.why, "fix": self.fix, "also": self.also}
        return (type(self), (self.what,), state)


def _place(label: str, location: Location) -> list[str]:
    head = f"{label}: " if label else ""
    inside = f", in {location.function}" if location.function else ""
    lines = [f"{head}{location}{inside}"]
    excerpt = location.excerpt()
    return [*lines, excerpt] if excerpt else lines


class SourceUnavailableError(SctError):
    """The function has no Python source: a builtin, a C extension, or code made with bare `exec`."""

    default_fix = "Define the function in a file (or a notebook cell), or wrap it in one that calls it."


class StaleSourceError(SctError):
    """The file was edited after it was imported, so its text no longer is the function's code."""

    default_fix = "Reload the module or restart the interpreter, so that code and source agree again."


class UnsupportedSyntaxError(SctError):
    """A construct that sct cannot convert yet."""


class ArgumentsError(SctError, TypeError):
    """The call does not fit the function's signature; also a `TypeError`, as in plain Python."""


class ObjectDtypeError(SctError, TypeError):
    """An array of dtype object (or another dtype with no static form) was given or made."""

    default_fix = "Use a numeric or boolean dtype, or keep this array out of the static function."


class SpecMismatchError(SctError, TypeError):
    """An argument does not fit the `InputSpec` that `to_static` was given."""


class JoinError(SctError):
    """The two ways through an `if`, or two iterations of a loop, leave values that cannot be joined."""

    could_be_pooled = False  # whether these are objects that could be told apart by a number, and are not yet
    deepening: frozenset[object] = frozenset()  # the forms of objects that hold others of their form, ever more


class AliasError(SctError):
    """An in-place write goes to an array of which it is not known which other names share it."""

    default_fix = "Copy the array with .copy() before it is written to."
    site: object = None  # where the list was made that it is about
    form: object = None  # of the object that it is about, where nobody knows where that was made
    untagged = False  # whether it would help to know which array is which
    alone = False  # whether only the array that it is about is not known, and no other one that may be the same


class StaticValueError(SctError, TypeError):
    """A value that is known only at run time was used where Python needs it while the graph is built."""

    asked: object = None  # the value, where it could be an argument of the function
    asked_whole = False  # whether programs are to be made for large arrays, too, that it is made of
    asked_inputs: frozenset[str] | None = None  # what the caller gives that it is made of, where that has been found
    shows_address = False  # whether it is about a text that is refused only where somebody reads it
    argument = ""  # of a NumPy function, if it was asked for as one
    keyed: object = None  # the pool that a key is in


class UnrollLimitError(SctError):
    """A loop that has to be unrolled ran for too many iterations."""

    deepening: frozenset[object] = frozenset()  # the forms of objects, if too many are inside of one another


class SymbolicRecursionError(SctError, RecursionError):
    """A function calls itself under a condition that is known only at run time, where plain Python cannot take over."""


class SideEffectError(SctError):
    """A Python side effect happens as often as only the running program knows, and cannot be kept."""


class UnsupportedCallError(SctError):
    """A call that can neither be converted nor recorded in the program."""


class UnsupportedOpError(SctError, NotImplementedError):
    """A NumPy function or method without static support."""

    default_why = "No op of sct computes it, and running it while the graph is built would freeze its result."


class VerifyError(SctError):
    """A Program breaks a rule of the IR: a defect of sct or of a pass, never of the user's function."""


class CheckFailedError(SctError, IndexError):
    """Compiled code that checks itself (`SCT_CHECK=1`) was about to read or write outside of an array.

    What the function itself does wrong raises as in Python. This is a defect of sct, or another thread has
    changed an array between the check of an index and its use.
    """

    default_why = "The user's own indices were in bounds when they were looked at: this is a defect of sct."
    default_fix = "Report it, with the function; backend=\"numpy\" runs it meanwhile."


class ContractError(SctError):
    """A transformer pass left behind what it declared to remove, or is put together wrongly."""


class ProgramTextError(SctError, ValueError):
    """A text that is no Program."""


class InternalError(SctError):
    """sct itself has failed while it made a program: a defect of sct, never of the user's function.

    The exception that it met is its cause. Nothing has been run, and nothing of the user's was changed.
    """

    default_fix = "Please report it with the whole traceback; `to_static(full_graph=False)` runs the function plainly."


class PlainPythonWarning(RuntimeWarning):
    """The program raised where plain Python did not: the answer is plain Python's, and right, but not compiled.

    That is a defect of sct, unless the function depends on what changes from call to call.
    """
