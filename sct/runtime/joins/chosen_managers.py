"""`with` on one of several managers, as only the running program knows: what each does is part of its own branch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sct.runtime.joins.choice import Choice
from sct.runtime.state.cells import IdentityMap

__all__ = ["OneOfManagers"]


class OneOfManagers:
    """What a `with` enters and leaves in place of one of several managers."""

    def __init__(self, chosen: Choice, enters: Callable[[Any], Any], passing: tuple[type, ...]) -> None:
        self._chosen, self._enters, self._passing = chosen, enters, passing
        self._entered = IdentityMap()  # alternative -> what is entered and left in its place

    def __enter__(self) -> Any:
        return self._chosen.sct_distribute(self._enter)

    def _enter(self, one: Any) -> Any:
        manager = self._enters(one)
        entered = manager.__enter__()
        self._entered[one] = manager
        return entered

    def __exit__(self, kind: Any, error: BaseException | None, traceback: Any) -> Any:
        if isinstance(error, self._passing):
            return False
        return self._chosen.sct_distribute(lambda one: self._leave(one, kind, error, traceback))

    def _leave(self, one: Any, *error: Any) -> Any:
        manager = self._entered.get(one)
        return manager is not None and manager.__exit__(*error)  # where entering it raises, the run does not come here
