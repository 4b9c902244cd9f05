"""Dicts and sets with run-time keys that leave a program."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from sct.runtime.exits.users_containers import users_dict
from sct.runtime.hashing import run_time_order, set_logs, set_recipes
from sct.runtime.hashing.entries import is_users_dict, lists_of
from sct.runtime.state.own_dict import dict_of
from sct.runtime.trace import Trace

__all__ = ["made_anew"]


def made_anew(trace: Trace, x: Any, render: Callable[[Any], str], name: Callable[..., str]) -> str:
    """An expression for a dict or set with these keys."""
    if isinstance(x, set):
        (elements,) = x
        if (known := set_recipes.expression(x, render, name)) is not None:
            return known
        if not run_time_order.is_known(trace, x):
            raise run_time_order.not_known(trace, "leaves the function")
        if elements.steps is not None:
            return set_logs.text(elements, render, name)
    parts = ", ".join(map(render, lists_of(x)))
    if isinstance(x, set):
        return f"set({parts})"
    made = f"dict(zip({parts}))"
    if is_users_dict(type(x)):
        return f"{name(users_dict)}({render(type(x))}, {made}, {render(dict(dict_of(x) or {}))})"
    if isinstance(x, defaultdict):
        return f"{name(defaultdict)}({render(x.default_factory)}, {made})"
    return made if type(x) is dict else f"{name(type(x), 'T')}({made})"
