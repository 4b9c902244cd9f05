"""Bytes that are made of what only the run knows: encoded texts, ints one after the other, and what is read of them."""

import numpy as np

from tests.harness import Theme, call

program = Theme("bytes of the run")

N = np.array([3, 200, 7, 65, 0])
INTS = (call(N), call(N[::-1]), call(N + 50), call(-N))


@program(*INTS)
def encoded_texts(x):
    """Texts of run-time values, encoded; letters that the encoding has not are Python's error."""
    try:
        plain = f"é{x[0]}".encode("ascii")
    except UnicodeEncodeError as error:
        plain = str(error)
    letters = "".join(chr(65 + int(abs(v)) % 26) for v in x).encode()
    return letters, plain, f"{x[0]}é".encode("utf8"), f"é{x[1]}".encode("ascii", errors="replace"), str(x[1]).encode("utf-16-le")


@program(*INTS)
def decoded(x):
    """And back again."""
    codes = bytes((x % 256).astype(np.uint8))
    try:
        text = codes.decode()
    except UnicodeDecodeError as error:
        text = str(error)
    return text, codes.decode("latin1"), codes.decode("utf8", "replace"), f"{x[0]},{x[1]}".encode().decode().split(",")


@program(*INTS)
def methods_of_bytes(x):
    """The methods of bytes: what they answer is bytes, texts, ints and bools."""
    b = f"{x[0]},{x[1]}a".encode()
    made = b.upper(), b.replace(b",", b"--"), b.strip(b"0"), b.zfill(12), b * 2, b + b"-" + b, b[1:], b[::-1]
    found = b.find(b","), b.count(b"0"), b.startswith(b"3"), b.isdigit(), b"," in b, 48 in b, b[0], len(b)
    return made, found, b.hex(), b.hex(":"), repr(b), f"{b}", b == b"3,200a", b < b"5"


@program(*INTS)
def made_of_ints(x):
    """`bytes` of lists, generators and arrays; and so many zeros."""
    some = []
    for v in x:
        if v > 5:
            some.append(int(v) % 256)
    whole = bytes([int(v) % 256 for v in x])
    return bytes(some), whole, bytes(v % 256 for v in x.tolist()), bytes(x[:1]), bytes(c ^ 85 for c in whole), bytes(int(abs(x[2])))


@program(*INTS)
def ints_out_of_range(x):
    """Python's ValueError of what is no byte, and of fewer than no zeros."""
    try:
        return bytes([int(v) for v in x])
    except ValueError as error:
        return str(error), bytes(int(x[2]))


@program(*INTS)
def no_ints_at_all(x):
    """Python's TypeError."""
    try:
        return bytes([1.5 * v for v in x])
    except TypeError as error:
        return str(error)


@program(*INTS)
def ints_as_bytes(x):
    """`to_bytes` and `from_bytes`, of either order."""
    made = b""
    for v in x:
        made += int(abs(v)).to_bytes(2, "big")
    read = [int.from_bytes(made[k : k + 2], "big") for k in range(0, len(made), 2)]
    wide = int(x[0]).to_bytes(12, "little", signed=True)
    return made, read, wide, int.from_bytes(wide[:8], "little", signed=True), int.from_bytes(x[:1], "little", signed=True)


@program(*INTS)
def too_large_for_bytes(x):
    """Python's OverflowError, of either kind."""
    try:
        return int(x[0]).to_bytes(1, "big")
    except OverflowError as error:
        return str(error), int(x[1]).to_bytes(1, "big")


@program(*INTS)
def joined_and_filled_in(x):
    """`join`, and `%` of a known template or one that is made."""
    parts = [b"%d;" % int(v) for v in x]
    return b"".join(parts), b"-".join(int(abs(v)).to_bytes(2, "big") for v in x), f"%d{x[0]}".encode() % 3, b"%s:%.2f" % (parts[0], x[0] / 3)


@program(*INTS)
def counted_bytes(x):
    """As keys, in a loop that the program runs."""
    counts, text = {}, b""
    for v in x:
        text += b"%d;" % int(v)
        counts[text[-2:]] = counts.get(text[-2:], 0) + 1
    return counts, text


@program(*INTS)
def arrays_from_bytes(x):
    """`np.frombuffer` of a text and of the bytes of an array: a read-only array."""
    codes = np.frombuffer(f"{x[0]} {x[1]}".encode(), dtype=np.uint8)
    again = np.frombuffer(x.tobytes(), np.int64, 2, offset=8)
    try:
        again[0] = 1
    except ValueError as error:
        return codes - 32, np.bincount(codes), codes.flags.writeable, again, str(error)


@program(*INTS)
def what_is_no_byte(x):
    """Python's errors of what bytes are asked for, and of what makes none."""
    b, said = f"{x[0]}".encode(), []
    for ask in (lambda: "a" in b, lambda: 300 in b, lambda: b + "a", lambda: b.find(), lambda: bytes(f"{x[0]}")):
        try:
            said.append(ask())
        except (TypeError, ValueError) as error:
            said.append(str(error))
    return said, bytes(x[0] / 2)


@program(*INTS)
def buffer_of_another_size(x):
    """NumPy's ValueError."""
    return np.frombuffer(x.tobytes()[:7], np.int64)


@program(*INTS)
def hashed_by_hand(x):
    """FNV-1a of a text that is built."""
    h = 0x811C9DC5
    for c in f"{x[0]}-{x[1]}".encode():
        h = ((h ^ c) * 0x01000193) & 0xFFFFFFFF
    return h
