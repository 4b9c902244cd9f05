"""Members of enums as attributes of objects of which only the run knows which one a name stands for."""

from enum import Enum, IntEnum

import numpy as np

from tests.harness import Theme, call

program = Theme("members in objects")


class Health(Enum):
    WELL = 0
    ILL = 1
    CURED = 2


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Person:
    def __init__(self, x, y):
        self.x, self.y = x, y
        self.health = Health.WELL
        self.level = Level.LOW
        self.days = 0


PLACES = (
    call(np.random.default_rng(0).random((12, 2)), 4),
    call(np.random.default_rng(1).random((3, 2)), 3),
    call(np.zeros((10, 2)), 2),
)


@program(*PLACES)
def infected(places, days):
    """Members in the attributes of more objects than can be told apart one by one."""
    people = [Person(x, y) for x, y in places]
    people[0].health = Health.ILL
    for _ in range(days):
        newly = []
        for p in people:
            if p.health is Health.ILL:
                for q in people:
                    if q.health is Health.WELL and p.x > q.y:
                        newly.append(q)
                p.days += 1
                if p.days >= 3:
                    p.health = Health.CURED
        for q in newly:
            q.health = Health.ILL
        if not newly:
            break
    return [(p.health.name, p.days) for p in people]


@program(*PLACES)
def chosen_by_members(places, days):
    """Members of two classes, compared, counted with, set anew and handed out."""
    people = [Person(x, y) for x, y in places]
    chosen = []
    for p in people:
        if p.x > 0.5:
            p.level = Level.HIGH
        if p.y > 0.3:
            chosen.append(p)
    for p in chosen:
        p.health = Health.ILL if p.level > days - 3 else Health.CURED
    total = 0
    for p in people:
        total += p.level * p.health.value
    return total, [p.health for p in people], [p.level for p in chosen]


class Box(Enum):
    LEFT = [1]
    RIGHT = [2]


@program(call(np.array([0.7, 0.2])), call(np.array([0.2, 0.9])))
def values_that_change(x):
    """A list as the value of a member that the run chooses: it is that list, and no copy."""
    box = Box.RIGHT if x[0] > 0.5 else Box.LEFT
    box.value.append(3)
    found = box.value is Box.LEFT.value, list(Box.LEFT.value), list(Box.RIGHT.value)
    if x[1] > 0.5:
        Box.LEFT.value.append(4)
    lengths = [len(one.value) for one in Box]
    del Box.LEFT.value[1:], Box.RIGHT.value[1:]
    return found, lengths, box.name, box._value_
