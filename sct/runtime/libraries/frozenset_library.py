"""`frozenset` of run-time values as Python that is converted like users' classes: its elements in ascending order."""

# mypy: ignore-errors

from __future__ import annotations

import dataclasses

from sct.runtime.hashing.frozensets import check_one_form, refuse_order, with_elements
from sct.runtime.hashing.key_parts import check_hash
from sct.runtime.stand_ins import StandIn

__all__ = ["FrozenSet"]


def _set_of(other):
    return other if isinstance(other, (set, frozenset)) else frozenset(other)


@dataclasses.dataclass(frozen=True)
class FrozenSet(StandIn):
    """A frozenset that the run knows: equal and hashed by its elements, which no other order tells apart."""

    items: tuple

    stands_for = frozenset
    likes = (frozenset, set)

    @staticmethod
    def of_known(x):
        return with_elements(x)

    @property
    def __class__(self):
        return type(self)  # which is `frozenset` where it is converted

    def __len__(self):
        return len(self.items)

    def __bool__(self):
        return len(self.items) > 0

    def __iter__(self):
        return refuse_order()

    def __contains__(self, item):
        if isinstance(item, set):  # Python looks for the frozenset that it equals
            item = frozenset(item)
        check_hash(item)
        return item in self.items

    def __le__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        theirs = sorted(other)
        return len(self.items) <= len(theirs) and all(x in theirs for x in self.items)

    def __ge__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return all(x in self.items for x in sorted(other))

    def __lt__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return len(self.items) < len(sorted(other)) and self <= other

    def __gt__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return len(self.items) > len(sorted(other)) and self >= other

    def __or__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        return frozenset([*self.items, *sorted(other)])

    def __and__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        theirs = sorted(other)
        check_one_form(self.items, theirs)
        return frozenset([x for x in self.items if x in theirs])

    def __sub__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        theirs = sorted(other)
        return frozenset([x for x in self.items if x not in theirs])

    def __xor__(self, other):
        if not isinstance(other, (set, frozenset)):
            return NotImplemented
        theirs = sorted(other)
        return frozenset([x for x in self.items if x not in theirs] + [x for x in theirs if x not in self.items])

    def __ror__(self, other):
        return with_elements(other) | self if isinstance(other, frozenset) else refuse_order()

    def __rand__(self, other):
        return with_elements(other) & self if isinstance(other, frozenset) else refuse_order()

    def __rsub__(self, other):
        return with_elements(other) - self if isinstance(other, frozenset) else refuse_order()

    def __rxor__(self, other):
        return with_elements(other) ^ self if isinstance(other, frozenset) else refuse_order()

    def union(self, *others):
        made = self
        for other in others:
            made = made | _set_of(other)
        return made

    def intersection(self, *others):
        made = self
        for other in others:
            made = made & _set_of(other)
        return made

    def difference(self, *others):
        made = self
        for other in others:
            made = made - _set_of(other)
        return made

    def symmetric_difference(self, other):
        return self ^ _set_of(other)

    def issubset(self, other):
        return self <= _set_of(other)

    def issuperset(self, other):
        return self >= _set_of(other)

    def isdisjoint(self, other):
        theirs = sorted(_set_of(other))
        return not any(x in theirs for x in self.items)

    def copy(self):
        return self

    def __repr__(self):
        return refuse_order()


FrozenSet.__name__ = "frozenset"  # as errors name it
