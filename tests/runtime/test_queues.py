"""The queues of `queue`: in a program of one thread, and as what leaves it."""

import queue
import traceback
import warnings
from queue import Queue, SimpleQueue

import numpy as np
import pytest

import sct
from sct.errors import PlainPythonWarning

BACKENDS = ["numpy", "native"]


def breadth_first(adjacent, start):
    distance = np.full(len(adjacent), -1)
    distance[start] = 0
    todo = Queue()
    todo.put(start)
    while not todo.empty():
        u = todo.get()
        for v in range(len(adjacent)):
            if adjacent[u, v] and distance[v] < 0:
                distance[v] = distance[u] + 1
                todo.put(v)
    return distance


def shortest_paths(weights, start):
    known = np.full(len(weights), np.inf)
    known[start] = 0.0
    todo = queue.PriorityQueue()
    todo.put((0.0, start))
    while todo.qsize() > 0:
        way, u = todo.get()
        if way > known[u]:
            continue
        for v in range(len(weights)):
            if weights[u, v] < 0.6 and way + weights[u, v] < known[v]:
                known[v] = way + weights[u, v]
                todo.put((known[v], v))
    return known


def kept(x):
    stack = queue.LifoQueue(4)
    plain = SimpleQueue()
    lost = 0
    for v in x:
        if v > 0:
            try:
                stack.put_nowait(v)
            except queue.Full:
                lost += 1
        else:
            plain.put(v)
    try:
        last = plain.get_nowait()
    except queue.Empty:
        last = None
    return stack, plain, lost, last, isinstance(stack, queue.Queue), stack.full(), stack.empty()


def tasks(x):
    todo = Queue()
    for v in x:
        todo.put(v)
    total = 0.0
    while not todo.empty():
        total += todo.get(timeout=1)
        todo.task_done()
    todo.join()
    return total, todo


def at_hand(x):
    first = iter(x)
    total = 0.0
    for v in x:
        if v > 0:
            total += next(first)
    return total, first


def shown(value):
    if isinstance(value, tuple):
        return tuple(map(shown, value))
    if isinstance(value, queue.SimpleQueue):
        return type(value), [shown(value.get()) for _ in range(value.qsize())]
    if isinstance(value, queue.Queue):
        state = [(type(item), item) for item in value.queue], value.maxsize, value.unfinished_tasks
        value.put_nowait(1) if not value.full() else value.get_nowait()  # its locks are whole
        return type(value), state
    if hasattr(value, "__next__"):
        return type(value), list(value)
    return (type(value), value.tolist()) if isinstance(value, (np.ndarray, np.generic)) else (type(value), value)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("f", [breadth_first, shortest_paths, kept, tasks, at_hand])
def test_as_plain_python(f, backend):
    static = sct.to_static(f, backend=backend)
    rng = np.random.default_rng(3)
    with warnings.catch_warnings():
        warnings.simplefilter("error", PlainPythonWarning)
        for n in (4, 6, 9):
            if f is breadth_first:
                args = ((rng.random((n, n)) < 0.3).astype(int), n // 3)
            elif f is shortest_paths:
                args = (rng.random((n, n)), n // 3)
            else:
                args = (rng.normal(size=n),)
            assert shown(static(*args)) == shown(f(*args))


def too_many(x):
    todo = Queue(2)
    for v in x:
        if v > 0:
            todo.put(v)
    return todo.get()


def unfinished(x):
    todo = Queue()
    todo.put(x)
    todo.join()


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("f", "x", "line", "text"),
    [
        (too_many, np.ones(3), "todo.put(v)", "put() on a full queue"),
        (too_many, np.zeros(3), "return todo.get()", "get() of an empty queue"),
        (unfinished, np.ones(3), "todo.join()", "join() of a queue with unfinished tasks"),
    ],
)
def test_what_would_wait_for_ever_is_refused(f, x, line, text, backend):
    static = sct.to_static(f, backend=backend)
    if f is too_many:
        assert static(np.ones(2)) == 1
    with pytest.raises(RuntimeError) as raised:
        static(x)
    assert str(raised.value) == f"{text}, which nothing else changes: plain Python would wait for ever"
    assert line in "".join(traceback.format_exception(raised.value))
