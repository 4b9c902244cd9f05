"""Items of which nobody can tell which object each is: numbers, texts, and tuples of such."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sct.runtime.joins.leaf_forms import array_leaves, holds_containers
from sct.runtime.lists.rows import Rows
from sct.runtime.rolling.carried import storages_of
from sct.runtime.state.containers_in import containers_in

__all__ = ["are_plain", "are_plain_rows"]


def are_plain(items: Iterable[Any]) -> bool:
    """Whether nothing in these items is an array, or a container that may change."""
    return not any(storages_of(x) or any(True for _ in containers_in(x)) for x in items)


def are_plain_rows(rows: Rows) -> bool:
    """Whether so are the items of a list of run-time length."""
    return not any(array_leaves(rows.item)) and not holds_containers(rows.item)
