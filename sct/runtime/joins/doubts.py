"""Lists and dicts that may be one object or another: what a branch or loop made of several is a copy of each.

The join of two lists of the same form is a new list, with joined items. Reading it gives what Python
gives. But one of the two may have been there before, under another name: then a change through one name
would have to be seen under the other, if the run-time condition was so. Such changes are refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sct.errors import AliasError, Location
from sct.records import record
from sct.runtime.joins.tuple_forms import items_of
from sct.runtime.state.cells import IdentityMap
from sct.runtime.texts.kind_names import a_kind

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["HELD", "Doubt", "Doubts", "Families", "refuse"]

HELD = object()  # what a container that is in a list of run-time length may be


@record
class Doubt:
    """That a container may be another one."""

    other: Any
    test: Any  # a symbolic bool that says whether it is, where that is known
    holds: bool  # the outcome of the test for which it is
    since: int | None = None  # how often the other had become an item, where only what comes after that is of interest

    def excludes(self, other: Doubt) -> bool:
        """Whether a test tells that not both hold."""
        return self.test is not None and self.test is other.test and self.holds != other.holds


class Families:
    """Places of the user's code where lists are made that one name may stand for."""

    def __init__(self) -> None:
        self.sites = IdentityMap()  # list, dict or set -> where it was made
        self.inner = IdentityMap()  # list of keys or values -> where its set or dict was made
        self.theirs = IdentityMap()  # list of the caller's -> the path to it
        self._of: dict[Any, frozenset[Any]] = {}
        self.forms: dict[Any, set[Any]] = {}  # place of objects and dicts -> their classes and names; None: unknown
        self.listed: set[Any] = set()  # places of those that were copied to the items of another list
        self.again: set[Any] = set()  # places of those that became items, and may have been some before

    def note_form(self, site: Any, form: Any) -> None:
        """An object of this form was made at a place."""
        self.forms.setdefault(site, set()).add(form)

    def unite(self, *sites: Any) -> None:
        """Lists made at these places may be one."""
        known = [site for site in sites if site is not None]
        together = frozenset(known).union(*(self._of.get(site, frozenset()) for site in known))
        self._of.update(dict.fromkeys(together, together))

    def of(self, site: Any) -> frozenset[Any]:
        """All places whose lists may stand where one of this place does."""
        return self._of.get(site, frozenset()) if site is not None else frozenset()

    def are_again(self, site: Any) -> bool:
        """Whether containers of this place may be items of several lists, of which none knows the other."""
        if not self.again:
            return False
        return site is None or None in self.again or not self.again.isdisjoint({site, *self.of(site)})

    def __bool__(self) -> bool:
        return bool(self._of)

    def all(self) -> set[frozenset[Any]]:
        """Every family."""
        return set(self._of.values())


class Doubts:
    """Which containers may be one object, and when."""

    def __init__(self, families: Families) -> None:
        self.families = families
        self.inner = families.inner
        self._like = IdentityMap()  # what a join made -> a place where one of those was made that it may be
        self._may_be = IdentityMap()  # the joined container -> tuple of Doubts
        self._involved = IdentityMap()
        self.held = IdentityMap()  # containers that were there before they became items of lists
        self.entered = IdentityMap()  # container -> how often it has become an item
        self.copied = IdentityMap()  # containers that were items of an ordinary list, and are copied to another kind
        self._listed = IdentityMap()  # such a container -> the items of lists that it was copied to, and where
        self.outdated = IdentityMap()  # items of lists that may have changed there
        self.forgotten: list[tuple[Any, Any]] = []  # what was changed, and what it might have been
        self.remade = IdentityMap()  # tuples that a join put together again: they are none of those that they were
        self.links = IdentityMap()  # container -> the Link that says which item of a list it is
        self.sources = IdentityMap()  # the Order of a list -> the Links of items of other lists that it has got

    def copy(self) -> Doubts:
        """The same, to come back to."""
        other = Doubts(self.families)
        other._like = self._like.copy()
        other._may_be, other._involved = self._may_be.copy(), self._involved.copy()
        other.copied, other._listed = self.copied.copy(), self._listed.copy()
        other.links, other.held, other.sources = self.links.copy(), self.held.copy(), self.sources.copy()
        other.remade = self.remade.copy()
        other.entered = self.entered.copy()
        other.outdated, other.forgotten = self.outdated.copy(), list(self.forgotten)
        return other

    def add(self, joined: Any, new: Doubt) -> None:
        """Note that `joined` may be another container."""
        if new.other is joined:  # what a loop has made may be what its last turn had
            return
        for one in self.of(joined):
            if one.other is new.other and one.test is new.test and one.holds == new.holds:
                return
        self._may_be[joined] = (*self.of(joined), new)
        self._involved[joined] = True
        if new.other is not HELD:
            self._involved[new.other] = True

    def note_made(self, joined: Any, other: Any) -> None:
        """A list, dict or object was made of another one: they are of one family."""
        if type(joined) is type(other):
            mine, theirs = self.site(joined), self.site(other)
            if mine is theirs is None:
                return
            self.families.unite(mine, theirs)
            self._like[joined] = theirs if mine is None else mine

    def site(self, x: Any) -> Any:
        """Where a list, dict or object was made, or one that it may be."""
        from sct.runtime.lists.rows import place_in

        found = self.site_of_list(x)
        if found is None and (place := place_in(x)) is not None:
            return place[0].site
        return found

    def site_of_list(self, x: Any) -> Any:
        """The same for one that is in no pool."""
        families = self.families
        return families.sites.get(x) or self.inner.get(x) or self._like.get(x) or families.theirs.get(x)

    def notes_of(self, x: Any) -> int:
        """How many references to a container are held to know where it was made."""
        families = self.families
        return sum(x in known for known in (families.sites, self.inner, self._like, families.theirs))

    def note_site(self, x: Any, site: Any) -> None:
        """A list is one of those that were made at a place, or at one that is of a family with it."""
        self._like[x] = site

    def note_copied(self, x: Any) -> None:
        """An item of an ordinary list was copied to one of run-time length."""
        self.copied[x] = True
        site = self.site(x)
        if site is not None:
            self.families.listed.add(site)

    def list_also(self, x: Any, rows: Any, join: Any, arm: int) -> list[Any]:
        """Note that `x` was copied to the items of a list; which other lists have it then, too."""
        before = self._listed.get(x, ())
        self._listed[x] = (*before, (rows, join, arm))
        return [other for other, where, k in before if other is not rows and where is join and k == arm]

    def forget(self, joined: Any, other: Any) -> None:
        """Note that `joined` has changed and `other` has not, which nobody can reach any more."""
        self._may_be[joined] = tuple([one for one in self.of(joined) if one.other is not other])
        self.forgotten.append((joined, other))

    def loosen(self, joined: Any, other: Any) -> None:
        """Note that a branch has told `joined` from `other`: the test no longer says whether they are one."""
        self._may_be[joined] = tuple(
            [Doubt(other, None, True) if one.other is other else one for one in self.of(joined)]
        )

    def of(self, joined: Any) -> tuple[Doubt, ...]:
        """What `joined` may be."""
        found: tuple[Doubt, ...] = self._may_be.get(joined, ())
        return found

    def may_be_item(self, x: Any) -> bool:
        """Whether a container may be an item of a list of run-time length."""
        return self._is_item(x) or any(map(self.by_item, self.of(x)))

    def by_item(self, one: Doubt) -> bool:
        """Whether a container that this doubt is about may be an item for that reason."""
        if one.other is HELD or one.since is None:
            return one.other is HELD or one.other in self.links or one.other in self.copied
        return bool(self.entered.get(one.other, 0) != one.since)

    def _is_item(self, x: Any) -> bool:
        return x in self.links or x in self.held

    def all(self) -> Iterator[tuple[Any, tuple[Doubt, ...]]]:
        """Every container that may be another one, with what it may be."""
        return self._may_be.items()

    def check_write(self, trace: Trace, owner: Any) -> None:
        """Refuse a change of a container that may be another one, or the other way round."""
        if owner in self._involved:
            from sct.runtime.joins.doubtful_writes import check_write as check_doubts

            check_doubts(trace, owner)
        if owner in self.outdated:
            refuse(trace, owner, "is changed")
        if len(self.links) or len(self.held):
            from sct.runtime.lists.item_links import check_write

            check_write(trace, owner)

    def involves(self, x: Any) -> bool:
        """Whether a container may be another one, or the other way round."""
        return x in self._involved

    def between(self, x: Any) -> list[tuple[Any, Doubt]]:
        """Every other container that may be `x`, with the doubt that says when."""
        found = [(one.other, one) for one in self.of(x)]
        for joined, doubts in self.all():
            found += [(joined, one) for one in doubts if one.other is x]
        return found

    def beside(self, x: Any) -> list[Any]:
        """The containers that may be `x` because both may be a third one: a loop has handed it to both names."""
        mine = {id(one.other): one for one in self.of(x) if one.other is not HELD}
        return [
            y
            for y, doubts in (self.all() if mine else ())
            if y is not x and any(id(one.other) in mine and not one.excludes(mine[id(one.other)]) for one in doubts)
        ]

    def told(self, trace: Trace, a: Any, b: Any) -> Any:
        """The run-time bool that says whether two containers are one; None where there is none."""
        if not (a in self._involved and b in self._involved):
            return None
        for x, y in ((a, b), (b, a)):
            for one in self.of(x):
                if one.other is y and one.test is not None and trace.in_scope(one.test.storage.born):
                    return self._holding(one)
        return None

    @staticmethod
    def _holding(one: Doubt) -> Any:
        from sct.runtime.logical import not_

        return one.test if one.holds else not_(one.test)

    def is_(self, trace: Trace, a: Any, b: Any) -> Any:
        """`a is b` for two containers that are not one now; None when there is no doubt."""
        for x, y in ((a, b), (b, a)):
            for one in self.of(x):
                if one.other is y:
                    if one.test is None:
                        refuse(trace, x, "is compared with `is`")
                    return self._holding(one)
        if any(x in self.links or x in self.held for x in (a, b)) and type(a) is type(b):
            refuse(trace, a, "is compared with `is`")
        if any(x in self.remade for x in (a, b)) and type(a) is type(b) and len(items_of(a)) == len(items_of(b)):
            refuse(trace, a, "is compared with `is`")
        mine, yours = ({id(one.other) for one in self.of(x)} for x in (a, b))
        if mine & yours:
            refuse(trace, a, "is compared with `is`")
        return None


def refuse(trace: Trace, owner: Any, what: str) -> None:
    """Refuse what would need to know which container it is."""
    from sct.runtime.pools import hash_pools, object_pools

    trace.doubts.families.unite(site := trace.doubts.site(owner))
    here = trace.location()
    made = isinstance(site, Location) and here == trace.where  # that of the function, which says nothing
    error = AliasError(
        f"{a_kind(owner)} {what} that may or may not be the same object as another one",
        where=site if made else here,
        why="a branch or a loop decided at run time which of them this name stands for",
        fix="make a copy on every path first, as in list(x) or dict(x), or do it inside of the branches",
    )
    error.site = site
    error.form = None if site is not None else object_pools.form_of(owner) or hash_pools.form_of(owner)
    raise error
