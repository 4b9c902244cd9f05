"""Where logs go if the program has not set up logging."""

from __future__ import annotations

import logging
import sys
from typing import Any

__all__ = ["StderrHandler"]


class StderrHandler(logging.StreamHandler[Any]):
    """Writes to what `sys.stderr` is at the time of writing, as `logging.lastResort` does."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)
        self.setFormatter(logging.Formatter("[%(name)s] %(message)s"))

    @property
    def stream(self) -> Any:
        """The present standard error."""
        return sys.stderr

    @stream.setter
    def stream(self, value: Any) -> None:
        pass
