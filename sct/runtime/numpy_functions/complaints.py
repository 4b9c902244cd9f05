"""What becomes of NumPy's complaints, and whether the function looks at warnings."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["Complaints"]


class Complaints:
    """Error states and warnings, as one trace has met them.

    Attributes
    ----------
    callers_state : dict
        What becomes of a division by zero and its like where the function is called.
    modes : dict
        What does in parts of the function.
    warnings_matter : bool
        Whether the function looks at warnings; `quiet`: whether it filters them; `warns`: whether it warns itself.
    """

    def __init__(self) -> None:
        self.callers_state: dict[str, Any] = dict(np.geterr())
        self.modes: dict[str, set[str]] = {}
        self.warnings_matter = False
        self.quiet = False
        self.warns = False

    @property
    def strict(self) -> bool:
        """Whether the function asks for more than to be spared of warnings."""
        return self.warnings_matter or any(seen - {"ignore", "warn"} for seen in self.modes.values())
