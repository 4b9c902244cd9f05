"""What must be refused, by what error and at which line, with the texts that people then read.

    python -m tests.refusals            # write the golden texts anew; read the difference before you commit it

A case is a function with `# <- NameOfTheError` at the line that the error must point to.
"""

import inspect
import re
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

GOLDEN = Path(__file__).parent / "golden"
MARK = re.compile(r"#\s*<-\s*(\w+)\s*$")


@dataclass(frozen=True)
class Case:
    """A function that is refused for these arguments."""

    name: str
    function: Any
    args: tuple
    options: dict

    @property
    def expected(self):
        """The error's name and its line."""
        lines, first = inspect.getsourcelines(self.function)
        for number, text in enumerate(lines, first):
            if found := MARK.search(text):
                return found[1], number
        raise LookupError(f"{self.name} has no mark")

    def refuse(self):
        """The error, or None when the function was not refused."""
        import sct

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                sct.to_static(self.function, **self.options)(*self.args)
            except sct.errors.SctError as error:
                return error
        return None


def portable(error):
    """The text of an error without what depends on the checkout."""
    text = f"{type(error).__name__}: {error}"
    where = error.where.filename if error.where else ""
    for location in (where, *(place.filename for _, place in error.also)):
        if location:
            text = text.replace(location, Path(location).name)
    return text + "\n"


CASES = []


def case(*args, **options):
    """Register a function that must be refused."""

    def register(function):
        CASES.append(Case(getattr(function, "__name__", "?"), function, args, options))
        return function

    return register


def load():
    """All cases."""
    from tests.refusals import calls, joins, syntax, values  # noqa: F401

    return CASES


UP = np.array([1.0, 2.0, 3.0])
__all__ = ["CASES", "GOLDEN", "UP", "Case", "case", "load", "portable"]
