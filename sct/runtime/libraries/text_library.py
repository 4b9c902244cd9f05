"""Methods of str that walk through what they are given: Python that is converted and inlined."""

# ruff: noqa: D103
# mypy: ignore-errors

from __future__ import annotations


def join(separator, items, plain):
    made = ""
    more = False
    for item in items:
        if more:
            made += separator
        made += plain(item)
        more = True
    return made


def joined(items, plain):
    made = ""
    for item in items:
        made += plain(item)
    return made


def listed(items, show):
    made = "["
    more = False
    for item in items:
        if more:
            made += ", "
        made += show(item)
        more = True
    return made + "]"


def tupled(items, show):
    made = "("
    count = 0
    for item in items:
        if count:
            made += ", "
        made += show(item)
        count += 1
    return made + (",)" if count == 1 else ")")


def paired(table, show):
    made = "{"
    more = False
    for key, value in table.items():
        if more:
            made += ", "
        made += show(key) + ": " + show(value)
        more = True
    return made + "}"


def braced(items, show):
    made = "{"
    more = False
    for item in items:
        if more:
            made += ", "
        made += show(item)
        more = True
    return made + "}" if more else "set()"


def ordered(table, show):
    made = "OrderedDict({"
    more = False
    for key, value in table.items():
        if more:
            made += ", "
        made += show(key) + ": " + show(value)
        more = True
    return made + "})" if more else "OrderedDict()"


def ordered_pairs(table, show):
    if not table:
        return "OrderedDict()"
    made = "OrderedDict(["
    more = False
    for key, value in table.items():
        if more:
            made += ", "
        made += "(" + show(key) + ", " + show(value) + ")"
        more = True
    return made + "])"


def counted(table, show):
    if not table:
        return "Counter()"
    made = "Counter({"
    more = False
    for key, count in table.most_common():
        if more:
            made += ", "
        made += show(key) + ": " + show(count)
        more = True
    return made + "})"


def as_texts(x):
    return [str(one) for one in x]


def as_rows(x):
    return [as_texts(row) for row in x]
