"""Writes docs/errors.md from the docstrings of sct.errors: `python docs/make_errors.py`."""

import inspect
from pathlib import Path

from sct import errors

HEAD = """# Errors

Every exception that sct raises on purpose is an `SctError`. Its message has up to four parts: *where*
in your source, with a caret; *why*; *what to do instead*; and, as the last line, *what* went wrong.
`str(error)` is the whole message; `error.what`, `.where`, `.why`, `.fix` and `.also` are its parts.

This page is made from the docstrings of `sct/errors.py` by `python docs/make_errors.py`.
"""


def page() -> str:
    """The text of docs/errors.md."""
    parts = [HEAD]
    classes = [getattr(errors, name) for name in errors.__all__]
    found = [c for c in classes if isinstance(c, type) and issubclass(c, errors.SctError)]
    for made in sorted(found, key=lambda c: (c is not errors.SctError, c.__name__)):
        bases = [f"`{b.__name__}`" for b in made.__bases__ if b is not errors.SctError and b is not Exception]
        parts.append(f"## {made.__name__}\n")
        parts.append(inspect.cleandoc(made.__doc__ or "") + "\n")
        if bases:
            parts.append(f"Also a {', '.join(bases)}.\n")
        if made.default_why:
            parts.append(f"Why: {made.default_why}\n")
        if made.default_fix:
            parts.append(f"Fix: {made.default_fix}\n")
    return "\n".join(parts)


if __name__ == "__main__":
    (Path(__file__).parent / "errors.md").write_text(page(), "utf-8")
