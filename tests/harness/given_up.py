"""Whether machine code gives up: another backend, or plain Python, answers then, and much later."""

import contextlib
from unittest import mock

__all__ = ["noted"]


@contextlib.contextmanager
def noted():
    """What has given up since, by name; it may be asked while it is filled.

    Yields
    ------
    list of str
        One for each time that another answered in place of machine code.
    """
    from sct.backends.native.executable import Executable

    names, fallback = [], Executable._fallback

    def note(self, *arrays):
        names.append(self.known.name)
        return fallback(self, *arrays)

    with mock.patch.object(Executable, "_fallback", note):
        yield names
