"""Joining arrays that lie in a list of run-time length, and splitting them: Python that is converted and inlined."""

# ruff: noqa: D103
# mypy: ignore-errors

from __future__ import annotations

import numpy as np


def concatenated(parts, axis, dtype):
    if len(parts) == 0:
        raise ValueError("need at least one array to concatenate")
    first, total = parts[0].shape, 0
    for k in range(len(parts)):
        shape = parts[k].shape
        for d in range(len(shape)):
            if d != axis and shape[d] != first[d]:
                raise ValueError(
                    "all the input array dimensions except for the concatenation axis must match exactly, but along "
                    f"dimension {d}, the array at index 0 has size {first[d]} and the array at index {k} has size "
                    f"{shape[d]}"
                )
        total += shape[axis]
    made = np.empty((*first[:axis], total, *first[axis + 1 :]), dtype)
    at = 0
    for part in parts:
        n = part.shape[axis]
        made[(slice(None),) * axis + (slice(at, at + n),)] = part
        at += n
    return made


def copied(parts):
    return [part.copy() for part in parts]


def opened(parts):
    return [list(part) for part in parts]


def parts_between(x, places, axis):
    parts, start = [], 0
    for place in places:
        end = int(place)
        parts.append(x[(slice(None),) * axis + (slice(start, end),)])
        start = end
    parts.append(x[(slice(None),) * axis + (slice(start, x.shape[axis]),)])
    return parts


def flattened(parts):
    return [part.ravel() for part in parts]


def check_one_shape(parts):
    if len(parts) == 0:
        raise ValueError("need at least one array to stack")
    first = parts[0].shape
    for k in range(1, len(parts)):
        if parts[k].shape != first:
            raise ValueError("all input arrays must have the same shape")


def side_by_side(parts, axis, dtype):
    first = parts[0].shape
    made = np.empty((*first[:axis], len(parts), *first[axis:]), dtype)
    for k in range(len(parts)):
        made[(slice(None),) * axis + (k,)] = parts[k]
    return made


def in_rows(parts):
    return [part.reshape(1, -1) for part in parts]


def check_alike(parts):
    first = parts[0].shape
    for d in range(len(first)):
        for k in range(1, len(parts)):
            if parts[k].shape[d] != first[d]:
                raise ValueError(
                    "setting an array element with a sequence. The requested array has an inhomogeneous shape after "
                    f"{d + 1} dimensions. The detected shape was {(len(parts), *first[:d])} + inhomogeneous part."
                )
