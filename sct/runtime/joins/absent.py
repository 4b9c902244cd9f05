"""What stands where a branch has left nothing that anyone could read."""

from __future__ import annotations

from sct.runtime.joins.trees import Static, Tree

__all__ = ["NOTHING", "is_absent"]


class _Nothing:
    __slots__ = ()

    def __repr__(self) -> str:
        return "<nothing>"


NOTHING = _Nothing()


def is_absent(tree: Tree) -> bool:
    """Whether nobody reads this after the branch that it comes from."""
    return isinstance(tree, Static) and tree.obj is NOTHING
