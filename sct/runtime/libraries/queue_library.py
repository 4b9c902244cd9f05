"""The queues of `queue`, as Python that is converted like users' classes: without locks, since a program is one thread.

What leaves a program is a queue of the standard library again.
"""

# ruff: noqa: D101
# mypy: ignore-errors

from __future__ import annotations

import queue
from collections import deque
from heapq import heappop, heappush

__all__ = ["QUEUES", "STANDING_FOR", "LifoQueue", "PriorityQueue", "Queue", "SimpleQueue", "WaitsForEverError", "anew"]


_ALONE = "which nothing else changes: plain Python would wait for ever"


class WaitsForEverError(RuntimeError):
    """A queue that only this function has would have to change in another thread: plain Python would wait for ever."""

    def __init__(self, message):
        super().__init__(message)
        self.sct_last_word = True  # so plain Python is not asked


def _wait(block, timeout, message):
    """Wait as long as is asked for: nothing happens meanwhile."""
    if block and timeout is None:
        raise WaitsForEverError(message)
    if block and timeout < 0:
        raise ValueError("'timeout' must be a non-negative number")


class _Queue:
    @property
    def __class__(self):  # what `isinstance` asks
        return QUEUES[type(self)]

    def qsize(self):
        return len(self.queue)

    def empty(self):
        return not len(self.queue)

    def put_nowait(self, item):
        return self.put(item, block=False)

    def get_nowait(self):
        return self.get(block=False)

    def get(self, block=True, timeout=None):
        if not len(self.queue):
            _wait(block, timeout, f"get() of an empty queue, {_ALONE}")
            raise queue.Empty
        return self._get()

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.popleft()


class SimpleQueue(_Queue):
    def __init__(self):
        self.queue = deque()

    def put(self, item, block=True, timeout=None):
        self._put(item)


class Queue(_Queue):
    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self.queue = self._room()
        self.unfinished_tasks = 0

    def _room(self):
        return deque()

    def full(self):
        return 0 < self.maxsize <= len(self.queue)

    def put(self, item, block=True, timeout=None):
        if self.full():
            _wait(block, timeout, f"put() on a full queue, {_ALONE}")
            raise queue.Full
        self._put(item)
        self.unfinished_tasks += 1

    def task_done(self):
        if self.unfinished_tasks <= 0:
            raise ValueError("task_done() called too many times")
        self.unfinished_tasks -= 1

    def join(self):
        if self.unfinished_tasks:
            raise WaitsForEverError(f"join() of a queue with unfinished tasks, {_ALONE}")


class PriorityQueue(Queue):
    def _room(self):
        return []

    def _put(self, item):
        heappush(self.queue, item)

    def _get(self):
        return heappop(self.queue)


class LifoQueue(Queue):
    def _room(self):
        return []

    def _get(self):
        return self.queue.pop()


QUEUES = {
    Queue: queue.Queue,
    PriorityQueue: queue.PriorityQueue,
    LifoQueue: queue.LifoQueue,
    SimpleQueue: queue.SimpleQueue,
}
"""The class of the standard library that each of them stands for."""


STANDING_FOR = {theirs: own for own, theirs in QUEUES.items()}


def anew(kind, items, maxsize=0, unfinished_tasks=0):
    """A queue of the standard library.

    >>> anew(queue.LifoQueue, [1, 2], 3).get()
    2
    """
    if kind is queue.SimpleQueue:
        made = kind()
        for item in items:
            made.put(item)
        return made
    made = kind(maxsize)
    made.queue.extend(items)
    made.unfinished_tasks = unfinished_tasks
    return made
