"""`io.StringIO` as Python that is converted like users' classes: what is written is one text, which grows as others do.

What leaves a program is an `io.StringIO` again.
"""

# mypy: ignore-errors

from __future__ import annotations

import io

from sct.runtime.texts.standard_output import refuse_stream

__all__ = ["STANDING_FOR", "StringIO", "anew"]


class StringIO:
    """Text with a place in it; most are only ever written to at their end."""

    @property
    def __class__(self):  # what `isinstance` asks
        return io.StringIO

    def __init__(self, initial_value="", newline="\n"):
        if newline != "\n" and newline != "":
            refuse_stream("newline=, with which ends of lines change,")
        self.text = "" if initial_value is None else initial_value
        self.at_end = not self.text
        self.at = 0
        self.closed = False

    def _check(self):
        if self.closed:
            raise ValueError("I/O operation on closed file")

    def write(self, s):
        self._check()
        if not isinstance(s, str):
            raise TypeError(f"string argument expected, got {type(s).__name__!r}")
        if self.at_end:
            self.text += s
        else:
            gap = self.at - len(self.text)
            if gap > 0 and s:
                self.text += "\0" * gap
            self.text = self.text[: self.at] + s + self.text[self.at + len(s) :]
            self.at += len(s)
        return len(s)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def getvalue(self):
        self._check()
        return self.text

    def read(self, size=-1):
        self._check()
        start = self.tell()
        if size is None or size < 0:
            self.at_end = True
            return self.text[start:]
        got = self.text[start : start + size]
        self.at = start + len(got)
        self.at_end = False
        return got

    def readline(self, size=-1):
        self._check()
        start = self.tell()
        stop = self.text.find("\n", start) + 1
        if not stop:
            stop = len(self.text)
        if size is not None and size >= 0:
            stop = min(stop, start + size)
        if stop < start:
            return ""
        self.at = stop
        self.at_end = False
        return self.text[start:stop]

    def readlines(self, hint=-1):
        if hint is not None and hint > 0:
            refuse_stream("readlines(hint)")
        return self.read().splitlines(True)

    def __iter__(self):
        self._check()
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def tell(self):
        self._check()
        return len(self.text) if self.at_end else self.at

    def seek(self, pos, whence=0):
        self._check()
        if whence == 0:
            if pos < 0:
                raise ValueError(f"Negative seek position {pos}")
            self.at = pos
            self.at_end = False
        else:
            if whence != 1 and whence != 2:
                raise ValueError(f"Invalid whence ({whence}, should be 0, 1 or 2)")
            if pos != 0:
                raise OSError("Can't do nonzero cur-relative seeks")
            if whence == 2:
                self.at_end = True
        return self.tell()

    def truncate(self, size=None):
        self._check()
        size = self.tell() if size is None else size
        if size < 0:
            raise ValueError(f"Negative size value {size}")
        if self.at_end:
            self.at = len(self.text)
            self.at_end = False
        self.text = self.text[:size]
        return size

    def flush(self):
        self._check()

    def close(self):
        self.closed = True

    def readable(self):
        self._check()
        return True

    writable = seekable = readable

    def isatty(self):
        self._check()
        return False

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, *what):
        self.close()


STANDING_FOR: dict[type, type] = {io.StringIO: StringIO}


def anew(text, at, closed):
    """An `io.StringIO` with a text and a place in it; below zero at its end.

    >>> anew("ab", 1, False).read()
    'b'
    """
    made = io.StringIO(text)
    made.seek(*((0, 2) if at < 0 else (at,)))
    if closed:
        made.close()
    return made
