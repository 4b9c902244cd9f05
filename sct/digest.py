"""BLAKE2b without OpenSSL, which `hashlib` loads with it."""

from __future__ import annotations

try:
    from _blake2 import blake2b
except ImportError:  # another Python
    from hashlib import blake2b

__all__ = ["blake2b"]
