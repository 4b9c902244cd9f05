"""Small NumPy programs by theme: every one runs plain, transformed and static, and must come out the same.

    python -m tests.programs            # the table by theme
    python -m tests.programs branches   # one theme, with what went wrong
"""

import importlib
import pkgutil

__all__ = ["load"]


def load(theme=None):
    """All programs, or those of one theme, in order."""
    programs = []
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda m: m.name):
        if module.name.startswith("_") or (theme and module.name != theme):
            continue
        programs += importlib.import_module(f"{__name__}.{module.name}").program.programs
    return programs
