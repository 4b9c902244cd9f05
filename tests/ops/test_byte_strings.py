"""Bytes of the run: arrays of their codes."""

import numpy as np
import pytest

from sct import ops
from sct.errors import StaticValueError
from sct.ops.texts import byte_codes_of, codes_of

B = byte_codes_of(b"3,200")


def test_methods():
    method = ops.get("bytes_method")
    assert method(B, name="upper", arguments=(("bytes", 0),), answers="bytes").tobytes() == b"3,200"
    assert method(B, name="find", arguments=(("bytes", 0), ("known", b",")), answers="int") == 1
    made = method(B, 7, name="%", arguments=(("known", b"%s-%d"), ("bytes", 0), ("value", 1)), answers="bytes")
    assert made.tobytes() == b"3,200-7" and made.dtype == np.uint8
    assert (method(B, name="decode", arguments=(("bytes", 0),), answers="text") == codes_of("3,200")).all()
    with pytest.raises(UnicodeDecodeError):
        method(byte_codes_of(b"\xff"), name="decode", arguments=(("bytes", 0),), answers="text")


def test_encode():
    arguments = (("text", (("arg", 0, "", ""), "é")), ("known", "latin1"))
    assert ops.get("text_method")(7, name="encode", arguments=arguments, answers="bytes").tobytes() == b"7\xe9"


def test_ints():
    assert ops.get("bytes_of_ints")(np.array([1, 255])).tobytes() == b"\x01\xff"
    with pytest.raises(ValueError, match=r"range\(0, 256\)"):
        ops.get("bytes_of_ints")(np.array([256]))
    assert ops.get("int_to_bytes")(258, length=3, byteorder="big", signed=False).tolist() == [0, 1, 2]
    with pytest.raises(OverflowError, match="too big"):
        ops.get("int_to_bytes")(258, length=1, byteorder="big", signed=False)
    assert ops.get("int_from_bytes")(byte_codes_of(b"\x01\x02"), byteorder="little", signed=False) == 513
    with pytest.raises(StaticValueError, match="64 bits"):
        ops.get("int_from_bytes")(byte_codes_of(b"\xff" * 8), byteorder="little", signed=False)
