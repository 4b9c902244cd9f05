"""`heapq`, as Python that is converted and inlined where a heap is only known at run time.

They are the algorithms of the standard library, step by step, so items end up in the same places. What
they share comes as an argument: nothing here reads a global, so nothing is guarded.
"""

# ruff: noqa: D103
# mypy: ignore-errors

from __future__ import annotations


def heappush(sift_up, heap, item):
    heap.append(item)
    pos = len(heap) - 1
    rising = True
    while rising and pos > 0:
        parent = (pos - 1) // 2
        if item < heap[parent]:
            heap[pos] = heap[parent]
            pos = parent
        else:
            rising = False
    heap[pos] = item


def heappop(sift_up, heap):
    last = heap.pop()
    if heap:
        top = heap[0]
        sift_up(heap, 0, last)
        return top
    return last


def sift_up(heap, pos, item):
    """The smaller child of a place moves up until a leaf is free; then the item rises from there."""
    start = pos
    end = len(heap)
    child = 2 * pos + 1
    while child < end:
        right = child + 1
        if right < end and not heap[child] < heap[right]:
            child = right
        heap[pos] = heap[child]
        pos = child
        child = 2 * pos + 1
    rising = True
    while rising and pos > start:
        parent = (pos - 1) // 2
        if item < heap[parent]:
            heap[pos] = heap[parent]
            pos = parent
        else:
            rising = False
    heap[pos] = item


def heapify(sift_up, heap):
    n = len(heap)
    for k in range(n // 2):
        i = n // 2 - 1 - k
        sift_up(heap, i, heap[i])


def heapreplace(sift_up, heap, item):
    top = heap[0]
    sift_up(heap, 0, item)
    return top


def heappushpop(sift_up, heap, item):
    if heap and heap[0] < item:
        top = heap[0]
        sift_up(heap, 0, item)
        return top
    return item
