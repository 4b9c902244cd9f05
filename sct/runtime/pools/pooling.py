"""Which lists, objects, sets and dicts had better be in pools: found out over the attempts to trace a function.

A join of two lists is a copy of either, and where another name may stand for one of them, a change of the copy is
refused (see `doubts`). Where that happens, the function is traced once more, with all lists that were made at those
places in a pool.
"""

from __future__ import annotations

from typing import Any

from sct.errors import AliasError, JoinError, SctError, SideEffectError, StaticValueError
from sct.runtime.callers.sources import Source
from sct.runtime.lessons_of_attempts import Lesson
from sct.runtime.pools.hash_pools import HashPool, TableForm
from sct.runtime.pools.object_pools import ObjectPool
from sct.runtime.pools.pools import Pool
from sct.runtime.trace import Trace

__all__ = ["Pooling"]


_OF_DOUBT = (AliasError, JoinError, SideEffectError)


class Pooling:
    """Which lists had better be in pools, over the attempts to trace a function."""

    def __init__(self) -> None:
        self._families: set[frozenset[Any]] = set()  # of places; each has one pool
        self._seen: set[frozenset[Any]] = set()  # all families so far
        self._forms: dict[Any, frozenset[Any]] = {}  # of the objects made at a place
        self._theirs: list[tuple[Any, Source]] = []  # containers of the caller's, and where they are
        self._in_doubt = False  # whether something was refused as it would have to know which it is
        self._over = False  # whether that has not helped
        self.refusal: SctError | None = None  # why they are

    @property
    def may_pool(self) -> bool:
        """Whether there could be more pools."""
        return not (self._over or self._families)

    def whole(self) -> Any:
        """All that `prepare` goes by."""
        forms = frozenset((site, self._forms.get(site)) for family in self._families for site in family)
        return frozenset(self._families), forms, len(self._theirs) if self._families else 0

    def prepare(self, trace: Trace) -> None:
        """Make the pools of an attempt."""
        trace.callers.met_before = list(self._theirs) if self._families else []
        for family in sorted(self._families, key=lambda family: sorted(map(str, family))):
            pool = self._pool(trace, family)
            if pool is not None:
                pool.site = min(family, key=str)
                trace.pools.update(dict.fromkeys(family, pool))

    def _pool(self, trace: Trace, family: frozenset[Any]) -> Pool | ObjectPool | HashPool | None:
        """What holds the lists, objects, sets or dicts of a family; None where they are too different."""
        forms = {form for site in family for form in self._forms.get(site, ())}
        if not forms:
            return Pool(trace)
        if None in forms or not all(site in self._forms for site in family):
            return None
        tables = {form for form in forms if isinstance(form, TableForm)}
        if len(tables) == 1 and all(form in tables or next(iter(tables)).kind is form[0] for form in forms):
            return HashPool(trace, tables.pop())
        return ObjectPool(trace, *forms.pop()) if len(forms) == 1 else None

    def note(self, lesson: Lesson, in_doubt: bool = False) -> None:
        """Remember which lists one name may stand for, as far as an attempt has seen; `in_doubt`: something asked."""
        self._in_doubt = self._in_doubt or in_doubt
        self._seen = _merged(self._seen | lesson.families)
        known = [x for x, _ in self._theirs]
        self._theirs += [one for one in lesson.outermost if not any(one[0] is x for x in known)]
        for site, forms in lesson.forms.items():
            self._forms[site] = self._forms.get(site, frozenset()) | forms

    def asks_for_more(self, lesson: Lesson, error: SctError) -> bool:
        """Whether to try again with more lists in pools after this refusal; if that is not any use, with none."""
        if self._over:
            return False
        self.note(lesson)
        keys = getattr(error, "keyed", None)
        if isinstance(keys, ObjectPool):
            self._keep_out((keys.kind, keys.names))
            return True
        new = self._seen if self._in_doubt else set()
        tables = any(isinstance(form, TableForm) for forms in self._forms.values() for form in forms)
        deepening = getattr(error, "deepening", ())
        if isinstance(error, _OF_DOUBT) or deepening or (tables and isinstance(error, StaticValueError)):
            site = getattr(error, "site", None)
            new = {family for family in self._seen if site is None or site in family}
            alone = {getattr(error, "form", None), *deepening}
            new |= {frozenset([one]) for one, forms in self._forms.items() if len(forms) == 1 and forms <= alone}
        if any(map(self._are_tables, new)):  # others that are joined are going to be in doubt as well
            new |= {family for family in self._seen if len(family) > 1 and self._are_tables(family)}
        found = self._with_those(new)
        if found == self._families and isinstance(error, AliasError):
            found = self._with_those({frozenset([site]) for site in lesson.listed})
        if found == self._families:
            if found:
                self.give_up()
            return False
        self.refusal = self.refusal or error
        self._families = found
        return True

    def _keep_out(self, form: Any) -> None:
        """Objects of this form are keys, as which no pool can have them."""
        for site, forms in self._forms.items():
            if form in forms:
                self._forms[site] = forms | {None}

    def _with_those(self, new: set[frozenset[Any]]) -> set[frozenset[Any]]:
        """The families so far and these, as far as pools can hold them."""
        possible = [family for family in new if not any(None in self._forms.get(site, ()) for site in family)]
        return _merged(self._families | {self._with_like(family) for family in possible})

    def _with_like(self, family: frozenset[Any]) -> frozenset[Any]:
        """A family, and where else objects of its form are made: items of lists do not know their places."""
        if self._are_tables(family):  # keys of one kind had better be alone
            return family
        forms = [self._forms[site] for site in family if site in self._forms]
        return family.union(site for site, theirs in self._forms.items() if theirs in forms)

    def _are_tables(self, family: frozenset[Any]) -> bool:
        return any(isinstance(form, TableForm) for site in family for form in self._forms.get(site, ()))

    def give_up(self) -> None:
        """Go on without any."""
        self._families, self._over = set(), True


def _merged(families: set[frozenset[Any]]) -> set[frozenset[Any]]:
    """These families, those with a place in common as one."""
    found: list[frozenset[Any]] = []
    for family in families:
        together = [one for one in found if one & family]
        found = [one for one in found if not one & family] + [family.union(*together)]
    return set(found)
