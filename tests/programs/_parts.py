"""Parts of all programs: what is dear, and tells little that another run does not, is done for some of them each time."""

import zlib


def in_part(program, part):
    """Whether `program` is of `part`: "0/3", "1/3" and "2/3" are all programs together; "" is none of them.

    >>> from types import SimpleNamespace
    >>> cavity = SimpleNamespace(theme="suites", name="cavity")
    >>> [in_part(cavity, part) for part in ("", "0/3", "1/3", "2/3")]
    [False, False, False, True]
    """
    if not part:
        return False
    number, of = map(int, part.split("/"))
    if not 0 <= number < of:
        raise ValueError(f"{part!r} is no part: there are 0/{of} to {of - 1}/{of}")
    return zlib.crc32(f"{program.theme}.{program.name}".encode()) % of == number


__all__ = ["in_part"]
