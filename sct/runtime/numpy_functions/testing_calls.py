"""`np.testing.assert_allclose` and its like: asked when the program runs, with NumPy's own messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sct.runtime import trace as tracing
from sct.runtime.texts.text_pieces import FormattedText, template_from

__all__ = ["is_check", "testing_check"]

_CHECKS = frozenset(
    f"assert_{name}"
    for name in (
        *("allclose", "array_equal", "equal", "almost_equal", "array_almost_equal", "array_less", "approx_equal"),
        "array_almost_equal_nulp",
    )
)


def is_check(function: Any) -> bool:
    """Whether this is a function of numpy.testing that compares arrays, and raises or does nothing."""
    module = str(getattr(function, "__module__", ""))
    return module.startswith("numpy.testing") and getattr(function, "__name__", "") in _CHECKS


def testing_check(function: Any) -> Callable[..., None] | None:
    """What serves such a function; None for all others."""
    if not is_check(function):
        return None

    def check(*args: Any, **kwargs: Any) -> None:
        from sct.ops.bindings.library import LibraryText, template_of
        from sct.ops.library import remember

        trace = tracing.current()
        assert trace is not None

        def shown(value: Any) -> Any:
            return LibraryText(*template_from(value.pieces)) if isinstance(value, FormattedText) else value

        name = f"numpy.testing:{function.__name__}"
        call, operands = template_of(
            name.replace(":", "."), tuple(map(shown, args)), {k: shown(x) for k, x in kwargs.items()}, free=True
        )
        remember(name, function)
        trace.effect("library_check", tuple(operands), {"function": name, "call": call})

    return check
