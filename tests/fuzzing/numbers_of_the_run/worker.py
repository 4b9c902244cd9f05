"""Checks programs in a process of its own, which is ended where it does not come to an end, and may itself end."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import resource
import sys

from tests.fuzzing.check import Finding

__all__ = ["Worker"]

SECONDS = 150
MEMORY = 8 << 30
MOST = 150  # programs of a process


class Worker:
    """`check` of programs, elsewhere."""

    def __init__(self, seconds=SECONDS):
        self.seconds, self.process, self.done = seconds, None, 0

    def check(self, text, backend):
        """What becomes of the program; a Finding too where the process does not answer or has died."""
        if self.process is None or self.done >= MOST:
            self._begin()
        self.done += 1
        self.here.send((text, backend))
        if not self.here.poll(self.seconds):
            self.end()
            return Finding("too long", backend, 0, (f"no answer after {self.seconds} s",))
        try:
            return self.here.recv()
        except EOFError:
            self.process.join()
            code = self.process.exitcode
            self.end()
            return Finding("crash", backend, 0, (f"the process has ended: {code}",))

    def end(self):
        """Stop the process."""
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.here.close()
            self.process = None

    def _begin(self):
        self.end()
        context = multiprocessing.get_context("spawn")
        self.here, there = context.Pipe()
        self.process, self.done = context.Process(target=_serve, args=(there,), daemon=True), 0
        self.process.start()
        there.close()


def _serve(asked):
    """Answer what is asked, until nobody is there."""
    from tests.fuzzing.numbers_of_the_run.check import check

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.stdin = open(os.devnull)
    with open(os.devnull, "w") as nothing, contextlib.suppress(EOFError, OSError):
        sys.stdout = sys.stderr = nothing
        while True:
            text, backend = asked.recv()
            asked.send(check(text, backend))
