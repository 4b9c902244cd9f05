"""`dataclasses.asdict` and `astuple`, as Python that is converted and inlined."""

# ruff: noqa: D103
# mypy: ignore-errors

from __future__ import annotations

import copy
import sys


def as_dict(obj, factory):
    if hasattr(type(obj), "__dataclass_fields__"):
        return factory([(name, as_dict(getattr(obj, name), factory)) for name in field_names(obj)])
    if isinstance(obj, tuple) and hasattr(obj, "_fields"):
        return type(obj)(*[as_dict(item, factory) for item in obj])
    if isinstance(obj, list) or isinstance(obj, tuple):  # noqa: SIM101
        return type(obj)([as_dict(item, factory) for item in obj])
    if isinstance(obj, dict):
        pairs = [(as_dict(key, factory), as_dict(item, factory)) for key, item in obj.items()]
        return filled(obj, pairs)
    return copy.deepcopy(obj)


def as_tuple(obj, factory):
    if hasattr(type(obj), "__dataclass_fields__"):
        return factory([as_tuple(getattr(obj, name), factory) for name in field_names(obj)])
    if isinstance(obj, tuple) and hasattr(obj, "_fields"):
        return type(obj)(*[as_tuple(item, factory) for item in obj])
    if isinstance(obj, list) or isinstance(obj, tuple):  # noqa: SIM101
        return type(obj)([as_tuple(item, factory) for item in obj])
    if isinstance(obj, dict):
        pairs = [(as_tuple(key, factory), as_tuple(item, factory)) for key, item in obj.items()]
        return filled(obj, pairs)
    return copy.deepcopy(obj)


def filled(like, pairs):
    if hasattr(type(like), "default_factory") and sys.version_info >= (3, 12):
        made = type(like)(like.default_factory)
        for key, item in pairs:
            made[key] = item
        return made
    return type(like)(pairs)


def field_names(obj):
    from sct.runtime.objects.dataclass_calls import names_of_fields

    return names_of_fields(obj)
