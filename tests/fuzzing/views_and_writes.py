"""Views of arrays, and copies, made in all kinds of ways; written to in all kinds of ways and places; and what is seen of it."""

from __future__ import annotations

import random
import textwrap
from dataclasses import dataclass

import numpy as np

from tests.harness import Call, call

__all__ = ["Case", "calls", "case_of", "text"]

HEAD = """import copy
import numpy as np
from numpy.lib.stride_tricks import as_strided, sliding_window_view


class Holder:
    def __init__(self, held): self.held = held
    def first(self): return self.held[0]
    @property
    def turned(self): return self.held.T


def half(x): return x[::2]
def same(x): return x


"""
MADE = (  # with A for an array, n and m for numbers of the run
    "A[:n]", "A[n:]", "A[n:m]", "A[-n:]", "A[::-1]", "A[::-2]", "A[n::-1]", "A[:, n:]", "A[:, ::-1]", "A[::n + 1]", "A[..., n]", "A[n]", "A[-1]", "A[n, m]", "A[n, 1:]",
    "A[None]", "A[:, None]", "A[..., None, 0]", "A[...]", "A[()]", "A[:]", "A[:, 1:3]", "A[1:-1, n]", "A.T", "A.T[n]", "A.transpose()", "A.transpose(1, 0)", "np.transpose(A)", "np.permute_dims(A)",
    "A.mT", "np.matrix_transpose(A)", "A.reshape(-1)", "A.reshape(2, -1)", "A.T.reshape(-1)", "np.reshape(A, (6, 4))", "A.reshape(A.shape)", "A.reshape((6, 4), order='F')", "A.reshape(-1, order='A')",
    "A.ravel()", "A.ravel('F')", "A.ravel('K')", "A.T.ravel()", "np.ravel(A)", "A[0].ravel()", "A.flatten()", "A[:, 0].ravel()", "A.diagonal()", "np.diagonal(A, 1)", "np.diag(A)", "np.diag(A[0])",
    "A.real", "A.imag", "np.real(A)", "np.imag(A)", "A.flat", "A.flat[2:5]", "A.flat[n]", "np.broadcast_to(A, (2, 4, 6))", "np.broadcast_to(A[0], (4, 6))", "np.broadcast_to(A, A.shape)",
    "np.broadcast_arrays(A, A[0])[1]", "np.broadcast_arrays(A, B)[0]", "A.view()", "A.view(A.dtype)", "A.view(np.int64)", "A.view('u1')", "A.view(np.ndarray)", "A[:, :n].view()",
    "np.split(A, 2)[1]", "np.split(A, 2)[n % 2]", "np.split(A, [1, 3], axis=1)[1]", "np.array_split(A, 3)[0]", "np.hsplit(A, 2)[0]", "np.vsplit(A, 2)[1]", "np.dsplit(A[None], 2)[0]", "np.array_split(A, 3, 1)[n % 3]",
    "np.unstack(A)[1]", "A.swapaxes(0, 1)", "np.swapaxes(A, 0, 1)", "np.moveaxis(A, 0, -1)", "np.rollaxis(A, 1)", "A[None].squeeze()", "np.squeeze(A[:, :1])", "np.squeeze(A[None], axis=0)",
    "np.expand_dims(A, 0)", "np.expand_dims(A, (0, 3))", "np.atleast_1d(A)", "np.atleast_2d(A[0])", "np.atleast_3d(A)", "np.atleast_1d(A[0, 0])", "np.atleast_2d(A, B)[0]", "np.asarray(A)", "np.asanyarray(A)", "np.asarray(A, dtype=A.dtype)",
    "np.array(A, copy=False)", "np.array(A, copy=None)", "np.array(A)", "np.array(A, subok=True)", "np.ascontiguousarray(A)", "np.asfortranarray(A)", "np.asarray(A, order='F')", "np.require(A, requirements=['C'])",
    "np.asarray_chkfinite(A)", "as_strided(A, (2, 3), A.strides)", "as_strided(A[0], (3, 2), A.strides[1:] * 2)", "sliding_window_view(A[0], 3)", "sliding_window_view(A[0], 3, writeable=True)", "sliding_window_view(A, 2, axis=0, writeable=True)",
    "A[A > 0]", "A[[0, 2]]", "A[[n, m]]", "A[np.array([n, 0])]", "A[:, [0, 1]]", "A[np.arange(2), 1]", "A[A[:, 0] > 0]", "A[[True, False, True, False]]", "A[n:n + 1, [0, 1]]", "A[np.ix_([0, 1], [n])]", "A[True]", "A[None, n]", "A[np.newaxis, ..., 1]",
    "A.take([0, 1], axis=0)", "np.take(A, n, axis=0)", "np.compress([1, 0, 1], A, axis=0)", "A.copy()", "A.copy('F')", "np.copy(A)", "A.astype(A.dtype)", "A.astype(A.dtype, copy=False)", "A.astype(float, copy=False)", "copy.copy(A)", "copy.deepcopy(A)",
    "A + 0", "A * 2", "+A", "abs(A)", "A.conj()", "np.conj(A)", "A.round()", "np.rot90(A)", "np.rot90(A, 2)", "np.rot90(A, 4)", "np.flip(A)", "np.flip(A, 0)", "np.fliplr(A)", "np.flipud(A)", "np.roll(A, 0)", "np.roll(A, n)", "np.triu(A)", "np.repeat(A, 1, 0)",
    "np.tile(A, 1)", "np.concatenate([A])", "np.stack([A])", "np.vstack([A])", "np.hstack([A])", "np.block(A)", "np.nan_to_num(A, copy=False)", "np.nan_to_num(A)", "np.clip(A, -3, 3)", "np.where(A > 0, A, B)", "np.sort(A)", "np.unique(A)", "np.lib.stride_tricks.as_strided(A)",
    "np.trim_zeros(A[0])", "np.resize(A, (2, 3))", "np.delete(A, n, 0)", "np.insert(A, n, 5, 0)", "np.append(A, A)", "np.meshgrid(A[0], A[1], copy=False)[0]", "np.meshgrid(A[0], A[1])[0]", "np.ix_(A[0], A[1])[0]", "np.choose([0, 1, 0, 1, 0, 1], [A[0], A[1]])",
    "np.fromiter(A[0], float)", "np.array([A])", "np.array([A, B])", "np.array([A[0], A[1]])", "np.asarray([A[0], A[1]])", "np.nditer(A, op_flags=['readwrite']).operands[0]", "np.real_if_close(A)", "np.einsum('ij->ji', A)", "np.einsum('ij', A)", "np.einsum('ii->i', A[:, :4])", "np.einsum('ij->i', A)",
    "list(A)[n]", "[r for r in A][n]", "next(iter(A))", "dict(enumerate(A))[n]", "list(zip(A, B))[1][0]", "tuple(A)[1]", "[*A][0]", "(lambda x: x[1:])(A)", "half(A)", "same(A)", "Holder(A).first()", "Holder(A).turned", "Holder(A).held", "[A, B][n % 2]", "(A, B)[0]", "{'k': A}['k']",
    "(A if n > 1 else B)", "(A[0] if n > 1 else B[1])", "(A[:2] if n > 1 else A[2:])", "(A if n > 1 else A.copy())", "(A.T if n > 1 else B.T)", "(A[0] if n > 1 else A[:, 0])", "(n > 1 and A or B)", "max([A[0], B[0]], key=lambda r: r[0])", "sorted([A[0], A[1]], key=lambda r: -r[1])[0]",
    "min(A, key=lambda r: r[1])", "[A[0], A[1], B[0]][n]", "{0: A, 1: B}.get(n, A)", "next(r for r in A if r[0] > -9)", "list(reversed(A))[0]", "list(map(half, A))[1]", "[*filter(lambda r: r[0] > -100, A)][0]", "A.__getitem__(n)", "A.__getitem__(slice(n))", "A[slice(n, None)]", "A[(slice(None), n)]", "A.item(n)",
    "A.base", "A[1:].base", "np.frombuffer(A)", "A.byteswap()", "A.reshape(2, 12).base", "A.swapaxes(0, 0)", "A.squeeze()", "np.squeeze(A)", "A.reshape(-1)[n:]", "A.T[1:].T", "A[::2][::2]", "A[1:][n:]", "A[n:][n:m]", "A[::-1][::-1]",
    "A[:n][::-1]", "A[None, :, None].T", "A.T.reshape(6, 2, 2)[:, n % 2]", "A.reshape(2, 2, 6)[n % 2]", "A.reshape(2, 2, 6).swapaxes(0, 1).reshape(4, 6)", "A.ravel()[::-1]", "A.ravel()[n]", "A.diagonal()[n:]", "A.real[n]", "A.T.ravel('F')", "A[:, ::2].reshape(-1)", "A[:2].reshape(-1)", "A[:1].T.reshape(2, 3)", "A[:, :1].ravel()", "np.ravel(A[:1])", "np.asarray(A[1:])[n:]", "A[n][::-1]",
)  # fmt: skip
WRITTEN = (  # with V for what has been made
    "V[...] = 7", "V[:] = 7", "V[0] = 7", "V[-1] = n", "V[n] = 5", "V[n:] = 4", "V[:n] = V[:n] * 2", "V[::2] = 3", "V[..., 0] = 2", "V[V > 0] = 0", "V[V > n] += 1", "V[[0, 0]] += 1", "V[[n, 0]] = 9", "V[[n, n]] += 2", "V[np.array([0, n])] *= 3", "V[k[:2]] = 6", "V[k] = 1", "V[k > 1] = 3",
    "V += 1", "V -= n", "V *= 2", "V /= 2", "V //= 2", "V **= 2", "V %= 3", "V &= 3", "V |= 1", "V ^= 1", "V <<= 1", "V >>= 1", "V += 1.5", "V += 1j", "V *= True", "V @= np.eye(6)", "V += V", "V -= V[::-1]", "V += A", "V += B[0]", "V *= V.T", "V[:] += 1", "V[0] += 1.5", "V[n] -= V[0]", "V[0] /= 3", "V[..., 0] *= 1j", "V[0] += V[1]",
    "np.add(V, 1, out=V)", "np.add(V, B[0], V)", "np.multiply(V, 2, out=V, where=V > 0)", "np.sqrt(abs(V), out=V)", "np.exp(V * 0, out=V[...])", "np.negative(V, V)", "np.maximum(V, 0, out=V)", "np.cumsum(V, axis=0, out=V)", "np.sum(A, axis=0, out=V)", "A.sum(axis=0, out=V)", "np.dot(A.T, A, out=V)", "np.matmul(A, A.T, out=V)", "np.clip(V, -2, 2, out=V)", "V.clip(-2, 2, out=V)", "np.subtract(V[1:], V[:-1], out=V[1:])", "np.add(V[:-1], V[1:], out=V[1:])", "np.divmod(V, 2, out=(V, V.copy()))", "np.greater(V, 0, out=V)", "np.less(V, 1, out=V, casting='unsafe')", "np.add(V, 1.5, out=V, casting='unsafe')", "np.take(B, [0, 1], axis=0, out=V)", "np.take(V, [1, 0], axis=0, out=V[:2])", "np.round(V, out=V)", "V.round(1, V)", "np.mean(A, 0, out=V)", "np.add.reduce(A, 0, out=V)", "np.add.accumulate(V, 0, out=V)", "np.concatenate([V[1:], V[:1]], out=V)", "np.stack([V[1], V[0]], out=V[:2])", "np.conjugate(V, out=V)", "np.add.outer(k, k, out=V)", "np.choose([0, 1], [V, V], out=V)", "np.copyto(V, V.T)", "np.maximum.accumulate(V, out=V)", "np.prod(V, axis=0, out=V[0])", "np.max(V, axis=0, out=V[0])", "V.max(axis=0, out=V[0])", "np.floor(V, out=V)", "np.sort(V, axis=0)[...] = 1", "np.where(V > 0, V, 0)[...] = 1",
    "np.add.at(V, [0, 0], 1)", "np.add.at(V, n, 2)", "np.add.at(V, k[:2], 1)", "np.subtract.at(V, [[0, 1]], 1)", "np.negative.at(V, [0, 0])", "np.maximum.at(V, k[:2], 3)", "np.multiply.at(V, (0, [1, 1]), 2)", "np.add.at(V, V > 0, 1)", "np.add.at(V, slice(n), 1.5)", "np.copyto(V, 3)", "np.copyto(V, A[0])", "np.copyto(V, 3, where=V > 0)", "np.copyto(V, 2.5)", "np.copyto(V, 1j, casting='unsafe')", "np.put(V, [0, 1], 8)", "np.put(V, [0, -1, n], [1, 2, 3])", "V.put([n, 99], 5, mode='clip')", "np.put(V, k, 1, mode='wrap')", "np.put(V, 99, 1)", "np.place(V, V > 0, [1, 2])", "np.place(V, V > 0, [])", "np.putmask(V, V > 0, [1, 2, 3])", "np.putmask(V, V > 0, V + 1)",
    "np.ptp(V, axis=0, out=V[0])", "np.ptp(V, 0, V[n])", "np.nanmean(V, axis=0, out=V[0])", "np.nansum(V, axis=0, out=V[-1])", "np.var(V, axis=0, out=V[0])", "np.std(V, axis=0, out=V[n])", "np.nanstd(V, axis=0, out=V[0])", "np.median(V, axis=0, out=V[0])", "np.percentile(V, 30, axis=0, out=V[0])", "np.nanmedian(V, axis=0, out=V[0])", "np.fix(V, out=V)", "np.trace(V, out=V[0, :1].reshape(()))", "np.cumulative_sum(V, axis=0, out=V)", "np.modf(V, out=(V, V * 0))", "np.frexp(V)[0][...] = 1", "np.einsum('ij->ji', V, out=V.T)", "np.einsum('ij->i', V, out=V[:, 0])", "np.compress([True, False, True], V, axis=0, out=V[1:3])", "np.argmax(V, axis=0, out=k)", "V.argmin(axis=0, out=V[0])", "np.any(V, axis=0, out=V[0])", "np.cumprod(V, axis=0, out=V)", "V.cumsum(0, out=V)", "V.mean(0, out=V[0])", "V.dot(V.T, out=V)", "V.take([1, 0], axis=0, out=V[:2])", "V.choose([V, V], out=V)", "np.outer(V[0], V[0], out=V)", "np.add.reduceat(V, [0, 1], out=V[:2])", "np.multiply.outer(k, k, out=V)", "np.logical_and(V, True, out=V)", "np.hypot(V, V.T, out=V)", "np.add(V, 1, out=(V,))", "np.add(V, 1, V, where=[True] * 6)", "np.power(V, 2, out=V, dtype=float)", "np.add(V, 1, out=V, dtype='f4', casting='unsafe')", "np.add(V[::-1], V, out=V)", "np.add(V[n:], 1, out=V[:len(V) - n])", "np.copyto(V[1:], V[:-1])", "np.copyto(V[::-1], V)", "np.putmask(V, V > 0, V[::-1])", "np.place(V, V > 0, V[0])", "V.fill(V[-1][0])", "np.fill_diagonal(V, V[0])", "V.sort(); V[::-1].sort()", "V[::2], V[1::2] = V[1::2], V[::2]", "V[0], V[1], V[2] = V[1], V[2], V[0]", "V[n], V[m - n] = V[m - n], V[n]", "V[:, 0], V[:, 1] = V[:, 1], V[:, 0]", "V[0, 0], V[1, 1] = V[1, 1], V[0, 0]", "V[[0, 1], [1, 0]] = V[[1, 0], [0, 1]]", "V[V > 0] = V[V > 0][::-1]", "V[V > 0] *= V[V > 0]", "V[k] += k[:, None]", "V[k, k] = 4", "V[..., k] = 2", "V[[[0, 1], [1, 0]]] = 3", "V[n, [0, 1]] = 6", "V[[0, 1], n] += 6", "V[:, [0, 0]] += 1", "V[[-1, 0]] -= 1", "V[np.array([], int)] = 4", "V[False] = 4", "V[V < -100] = 4", "V[np.zeros(len(V), bool)] += 4", "V[...] = V[0]", "V[...] = V[..., :1]", "V[1:] = V[0]", "V[0] = V", "V[0] = V[1:2]", "V[:, None][0] = 3", "V.T[n] *= 3", "V.T.T[0] = 1", "V[1:].T[0] = V[0, 0]", "V.swapaxes(0, -1)[0] += 5", "V.ravel()[::2] = 4", "V.ravel('K')[0] = 4", "V.ravel('F')[0] = 4", "V.reshape(-1, order='F')[1] = 4", "V.reshape(3, -1)[0] = 4", "np.asarray(V)[0] = 4", "np.ascontiguousarray(V)[0] = 4", "np.asfortranarray(V)[0] = 4", "np.atleast_2d(V)[0] = 4", "np.squeeze(V)[0] = 4", "np.array(V, copy=None)[0] = 4", "V.astype(V.dtype, copy=False)[0] = 4", "np.flip(V)[0] = 4", "np.rot90(V)[0] = 4", "np.split(V, 2)[0][:] = 4", "np.array_split(V, 3)[n][:] = 4", "np.diagonal(V)[0] = 3", "np.broadcast_to(V, V.shape)[0] = 4", "np.where(V > 0)[0][:] = 1", "np.nonzero(V)[0][:] = 1", "np.unravel_index([1, 2], V.shape)[0][:] = 1", "np.tril_indices(2)[0][:] = 1", "V.view('u1')[0] = 7", "V.view(V.dtype)[0] = 7", "V.real[0] = 3", "V.real += 2", "V.imag += 2", "V.conj()[0] = 4", "V.shape = V.shape", "V.shape = V.shape[::-1]", "w = V[:]\nw.shape = -1\nw[0] = 7", "w = V.view()\nw.shape = (1, *V.shape)\nw[0, 0] = 7", "w = V[1:]\nV = V * 2\nw[0] = 3", "w = V[1:]\nV *= 2\nw[0] += V[0]", "w = V[n:]\nV[:] = 1\nw += 1", "w = V.reshape(-1)\nV[0] = 9\nw[1] = 8", "w = V.ravel()\nV[0] = 9\nw[1] = 8", "w = V.T\nw[0] = 1\nV[0] = 2\nw[1] = 3", "w = V[V > 0]\nV[V > 0] = 1\nw += 1", "w = V[[0, 1]]\nV[0] = 1\nw[0] = 2", "w = list(V)\nV[0] = 1\nw[0][0] = 2\nw[n][:] = 7", "w = [V[0], V[1]]\nw[n % 2][:] = 3", "w = [V[0], V[1]]\nw.reverse()\nw[0][:] = 3", "w = {0: V[0], 1: V[1]}\nw[n % 2][:] = 3", "w = {0: V[0], 1: V[1]}\nw[n % 2] = w[0] + 1\nw[0][:] = 2", "w = []\nfor r in V: w.append(r)\nw[-1][:] = 5", "w = []\nfor r in V:\n    if r[0] > 0: w.append(r)\nfor r in w: r += 1", "w = []\nfor q in range(n): w.append(V[q])\nV[0] = 3", "w = []\nfor q in range(n): w.append(V[q] * 1)\nV[0] = 3\nV[1] = w[0] if w else 0", "w = [V[0] for q in range(n)]\nV[0] += 1", "w = [V, V]\nw[0] += 1\nw[1][0] = 2", "h = Holder(V)\nfor q in range(n): h.held = h.held[::-1]\nh.held[0] = 7", "h = Holder(V[0])\nif n > 1: h.held = V[1]\nh.held += 7", "h = Holder(V)\nh.held[n] += 1\nh.first()[0] = 3", "h, g = Holder(V), Holder(V)\nh.held += 1\ng.held[0] = 1", "w, z = (V, A) if n > 1 else (A, V)\nw[0] = 1\nz[-1] = 2", "w = V if n > 1 else V[::-1]\nw[0] = 3\nV[0] += 1", "w = V if n > 1 else V.T\nw[0] = 3", "w = V[n:] if n > 1 else V[:n]\nw[...] = 3", "w = None if n > 1 else V\nif w is not None: w[0] = 3", "w = V\nwhile len(w) > 1: w = w[1:]\nw[:] = 3", "w = V\nwhile w[0][0] < 0: w = w[1:]\nw[0] = 3", "w, z = V, A\nfor q in range(n):\n    w, z = z, w\n    w += 1", "w, z = V.copy(), V\nfor q in range(n):\n    z[1:] = w[:-1]\n    w, z = z, w\nV[0] = w[1]", "w = V.copy()\nfor q in range(n):\n    w[1:-1] = V[2:] + V[:-2]\n    V[:] = w", "for q in range(n):\n    V[1:-1] = V[2:] + V[:-2]", "for q in range(n):\n    for j in range(2): V[q, j] = V[j, q]", "for q in range(len(V)):\n    if V[q][0] > 0: break\n    V[q] = 9", "for q, r in enumerate(V[1:]): r -= V[q]", "for r, s in zip(V[1:], V): r += s", "for r, s in zip(V, V[1:]): r += s", "for r, q in zip(V, k): r *= q", "for r in V[::-1]: r += V[0]", "for r in V: V[0] += r", "for r in V: V = V + r", "for r in A: V += r", "for r in (V, A): r += 1", "for r in (V[0], B[0]): r[:] = 2", "for w in [V, A[0]]: w[0] = 2", "for w in {'a': V}.values(): w += 1", "for r in map(half, V): r += 1", "for r in filter(lambda x: x[0] > 0, V): r += 1", "for r in sorted(V, key=lambda x: x[0]): r += 1", "for r in iter(V): r += 1", "for r in (x for x in V): r += 1", "for r in (x[1:] for x in V): r += 1", "it = iter(V)\nnext(it)[:] = 4\nV[1] = next(it) + 1", "for r in np.nditer([V, A], op_flags=[['readwrite'], ['readonly']]): r[0][...] = r[1] + 1", "for r in np.nditer(V, ['external_loop'], ['readwrite']): r[...] = 3", "it = np.nditer(V, ['multi_index'], ['readwrite'])\nfor r in it: r[...] = it.multi_index[0]", "it = np.nditer(V, op_flags=['writeonly'])\nfor r in it: r[...] = 4", "for r in np.lib.stride_tricks.sliding_window_view(V, 2, axis=0, writeable=True): r += 1", "for r in np.array_split(V, 2): r += 1", "for r in np.split(V, [n]): r += 1", "V.fill(3)", "V.fill(n)", "V.fill(2.5)", "V.sort()", "V.sort(axis=0)", "V.sort(axis=None)", "V[::-1].sort()", "V.partition(1)", "V.partition(1, axis=0)", "V.T.sort()", "V.flat[0] = 3", "V.flat[1:4] = 6", "V.flat[n] = 5", "V.flat[[0, 1]] = [7, 8]", "V.flat[::2] = k", "V.flat[V.ravel() > 0] = 0", "V.flat = 4", "V.flat = k", "V.flat[n:] = V.flat[0]", "V[0], V[1] = V[1], V[0]", "V[0], V[n] = V[n].copy(), V[0].copy()", "V[[0, 1]] = V[[1, 0]]", "V[[0, n]] = V[[n, 0]]", "V[:] = V[::-1]", "V[1:] = V[:-1]", "V[:-1] = V[1:]", "V[...] = V.T", "V[1:] += V[:-1]", "V[::-1] += V", "V[n:] = V[:len(V) - n]", "V[:] = V[::-1] + V", "V[:2], V[2:4] = V[2:4], V[:2]", "V[0] = V[:, 0][:6]", "V[:] = [7]", "V[0] = [1, 2, 3, 4, 5, 6]", "V[:] = k[0]", "V[0] = k[1] * 1.5", "V[:] = A[0, 0]", "V[...] = B", "V[:] = B[0]", "V[0][1] = 6", "V[0][n] += 1", "V[0][:] = 6", "V.T[0] = 3", "V[1:][0] = 5", "V[::-1][0] = 5", "V[[0, 1]][0] = 5", "V[V > 0][0] = 5", "V.reshape(-1)[0] = 5", "V.ravel()[n] = 5", "V.real[...] = 2", "V.imag[...] = 2", "V.real = 3", "V.imag = 3", "V.view()[0] = 2", "V.diagonal()[0] = 2", "np.fill_diagonal(V, 7)", "np.fill_diagonal(V, k)", "V.T[...] = 1; V[0] = 2", "np.put_along_axis(V, np.argsort(V, 0), 1, 0)", "V[np.argsort(V[0])[0] % 2] = 8", "V[np.unravel_index(V.argmax(), V.shape)] = 0", "V[V == V.max()] = 0", "V[np.nonzero(V > 0)] = 1", "V[np.where(V > 0)] *= 2", "V[~(V > 0)] = 2", "V[np.ix_([0, 1], [n])] = 4", "V[(V > 0).nonzero()] -= 1", "V[tuple(np.argwhere(V > -99)[0])] = 3",
    "np.random.default_rng(3).shuffle(V)", "np.random.RandomState(3).shuffle(V)", "np.random.default_rng(3).permuted(V[...], axis=0, out=V[...])", "np.random.default_rng(3).random(out=V[...])", "V.setflags(write=False); V[0] = 3", "V.flags.writeable = False; V[0] = 1", "A.setflags(write=False); V[0] = 3", "V.setflags(write=True); V[0] = 3", "V.shape = (-1,)", "V.shape = (2, -1)", "V.shape = (3, n)", "V.strides = V.strides[::-1]", "V.byteswap(inplace=True)", "V.partition(0); V[0] = 9", "np.nan_to_num(V, copy=False, nan=3)",
    "for r in V: r += 1", "for r in V: r[0] = n", "for r in V: r = r + 1", "for q, r in enumerate(V): r *= q", "for r, s in zip(V, A): r -= s", "for r, s in zip(V, V[::-1]): r += s", "for r in V.T: r[:] = 2", "for r in reversed(V): r[...] = V[0]", "for r in V[n:]: r += V[0]", "for r in V:\n    if r[0] > 0: r[:] = 0", "for r in V:\n    r[r > 0] = 5", "for q in range(len(V)): V[q] += q", "for q in range(n): V[q] = V[q - 1]", "for q in range(len(V)): V[q, q] = 0", "for q in range(1, len(V)): V[q] += V[q - 1]", "for r in list(V): r += 1", "for r in V.copy(): r += 1", "for r in [V[0], V[1]]: r += 1", "for r in np.nditer(V, op_flags=['readwrite']): r[...] = 2 * r", "for r in np.nditer(V, op_flags=['readwrite']): r[...] += n", "with np.nditer(V, op_flags=['readwrite']) as it:\n    for r in it: r[...] = 3", "for r in np.nditer(V): r[...] = 3", "for q in np.ndindex(V.shape): V[q] += 1", "for q, r in np.ndenumerate(V): V[q] = r * 2", "for r in V.flat: r += 1", "for q in range(V.size): V.flat[q] += q", "w = V[0]\nw[:] = 3\nw = w + 1\nw[:] = 0", "w = V[0]\nw += 1\nV[0] = w * 2", "w = V\nw += 1\nw = w[1:]\nw += 1", "w = [V, A]\nw[0] += 1", "w = [V]\nw[0][0] = 4", "w = {'q': V}\nw['q'] += 2", "w = {'q': V}\nw['q'][0] += 2", "h = Holder(V)\nh.held += 1", "h = Holder(V)\nh.held[0] = n", "h = Holder(V)\nh.held = h.held + 1\nh.held[:] = 3", "h = Holder(V)\nh.turned[0] = 4", "h = Holder(V)\nh.turned += 4", "w = (V,)\nw[0][:] = 8", "w = (V,)\nw[0] += 8", "w, z = V[:1], V[1:]\nw += 1; z -= 1", "w = V[:2] if n > 1 else V[2:]\nw += 1", "w = V if n > 1 else A\nw += 1", "w = V[0] if n > 1 else B[0]\nw[:] = 3", "w = V\nif n > 1: w = B\nw[0] = 2", "w = V\nif n > 1: w = w.copy()\nw[0] = 2", "w = V\nfor q in range(n): w = w[1:]\nw[0] = 2", "w = V\nfor q in range(n): w = w.T\nw[0] = 2", "w = None\nfor r in V:\n    if r[0] > 0: w = r\nif w is not None: w += 1", "w = V[0]\nfor r in V:\n    w += r\n    w = r", "w = V[0]\nfor r in V: w[:] = r", "w, z = V[0], V[1]\nfor q in range(n): w, z = z, w\nw[:] = 1", "w = [r for r in V]\nw[0] += 1\nw[n] -= 1", "w = sorted(V, key=lambda r: r[0])[0]\nw += 1", "del V", "V = V[0]\nV += 1", "V = V + 1\nV[0] = 2", "w = V.copy()\nV += 1\nV -= w", "w = V[0].copy()\nV[0] = V[1]\nV[1] = w", "w = V[0]\nV[0] = V[1]\nV[1] = w", "(lambda x: x.fill(2))(V)", "same(V)[0] = 2", "half(V)[:] = 2", "list(map(lambda r: r.fill(1), V))", "[r.fill(n) for r in V]", "V.__setitem__(0, 4)", "V.__iadd__(2)", "V.__setitem__((..., n), 2)", "setattr(V, 'real', 2)", "import operator; operator.iadd(V, 1)", "import operator; operator.setitem(V, 0, 2)", "np.ndarray.__setitem__(V, 0, 3)", "np.ndarray.fill(V, 3)", "np.ndarray.sort(V)", "V.itemset(0, 3)", "V.base[...] = 3", "V[1, 0], V[0, 1] = V[0, 1], V[1, 0]", "V[0], *rest = V\nrest[0][:] = 4", "q, *rest = V\nrest[0] += q", "for V[0] in (1, 2): pass", "for V[n] in k: pass", "with np.errstate(all='ignore'): V /= 0", "V[0:1, ...] = V[1:2]", "V[np.newaxis] = 2", "V[None][0] = 3", "V[n, ...] = 3", "V[True] = 3", "V[V[..., 0] > 0] = 1", "V[V[..., 0] > 0, 0] = 1", "V[[True, False, True, False]] = 5", "V[-n:] = 5", "V[-n] = 5", "V[n - 5] = 5", "V[n + 5] = 5", "V[0, 0] = V.sum()", "V[0] = V.sum(axis=0)", "V[:, 0] = V.sum(axis=-1)", "V[:] = V - V.mean(axis=0)", "V -= V.mean()", "V -= V[0]", "V /= V[0, 0]", "V += V[n]", "V += V[:, :1]", "V *= V.max()", "V -= V.min(axis=0)", "V[0] -= V[0, 0]", "A += V", "A[0] += V", "A[:] = V", "A[...] = A[::-1]", "A[1:] = V[:3]", "A[V > 0] = 3", "A -= A[V.argmax() % 2]", "A[k[:2]] = V[:2]", "B[...] = V", "B += A", "A[0] = B[0]", "B[0] = 3", "A *= 2", "A[n] = V[0]", "A.sort()", "A[:] = 0", "A[0, 0] = V[0]", "A, B = B, A\nA[0] = 5", "A = B\nA[0] = 3", "A[k] += 1", "A.T[...] = V",
)  # fmt: skip
PLACES = {
    "straight": "{write}",
    "branch": "if k[1] > 0:\n    {write}",
    "other branch": "if k[1] <= 0:\n    pass\nelse:\n    {write}",
    "both branches": "if k[1] > 0:\n    {write}\nelse:\n    A[0] = 5",
    "nested": "if k[1] > 0:\n    if k[2] > 0:\n        {write}",
    "for": "for i in range(int(k[1]) + 1):\n    {write}",
    "known for": "for i in range(2):\n    {write}",
    "for, view inside": "for i in range(int(k[1]) + 1):\n    V = {made}\n    {write}",
    "while": "i = 0\nwhile i < k[1]:\n    {write}\n    i += 1",
    "while, by the array": "i = 0\nwhile A[0, 0] < 50 and i < 2:\n    A[0, 0] += 1\n    {write}\n    i += 1",
    "left for": "for i in range(4):\n    if i >= k[1]: break\n    {write}",
    "continued": "for i in range(3):\n    if i == k[1]: continue\n    {write}",
    "called": "def g(V, n):\n    {write}\n    return V\ng(V, n)",
    "called and kept": "def g(V, n):\n    {write}\n    return V\nw0 = V\nV = g(V, n)",
    "closure": "def g():\n    nonlocal V, A, B\n    {write}\ng()",
    "closure in loop": "def g():\n    nonlocal V, A, B\n    {write}\nfor i in range(int(k[1])): g()",
    "method": "class K:\n    def m(self, V):\n        {write}\n        self.v = V\no = K()\no.m(V)",
    "comprehension": "def g(V):\n    {write}\n    return V\nw0 = [g(V) for i in range(int(k[1]))]",
    "caught": "try:\n    {write}\nexcept (ValueError, IndexError, TypeError, AttributeError) as error:\n    print(type(error).__name__)",
    "then raises": "try:\n    {write}\n    if k[1] > 0: raise KeyError\nexcept KeyError:\n    A[0] = 2",
    "raises": "{write}\nif k[1] > 0: raise KeyError(n)",
    "finally": "try:\n    pass\nfinally:\n    {write}",
    "early": "if k[1] > 0:\n    {write}\n    return {seen}\nA[0] = 1",
    "view before": "w0 = A[0]\nw1 = A[:, 1:]\n{write}\nw0 = w0 * 1\nw1 = w1.sum()",
    "written before": "A[0] = 4\nB[n] = 1\n{write}",
    "view in branch": "if k[1] > 0:\n    V = {made}\nelse:\n    V = B\n{write}",
    "view of the view": "V = V[...]\n{write}",
    "generator": "def g():\n    {write}\n    yield V\nfor w0 in g(): w0 = w0[0]",
    "with": "with np.errstate(all='ignore'):\n    {write}",
    "twice": "{write}\n{write}",
}
SEEN = (
    "A, V", "A", "V", "V, A", "A, B", "A.sum(), V", "V.base is A, A", "V is A, A", "V.base is None, V", "np.shares_memory(A, V), A", "np.may_share_memory(A, V), A", "V.flags.writeable, A",
    "V.shape, V.dtype, A", "[A, {'k': V}]", "A.tolist()", "V.flags.owndata, A", "V.flags.c_contiguous, V.flags.f_contiguous, A", "V[0], A", "V[0].base is A, A", "V.T, V[::2]", "V.copy(), A", "V.ndim, V.size, A", "repr(V), A",
    "V.sum(), A", "A[0], A[1:]", "(V.base if V.base is not None else V), A", "[r for r in V]", "V.strides, A", "type(V).__name__, A", "A.flags.writeable, A.shape", "V == A, A", "A.base is None, A", "np.array_equal(A, V), A", "B is A, np.shares_memory(A, B), A",
)  # fmt: skip
LAYOUTS = {
    "floats": lambda x: x,
    "integers": lambda x: x.astype(np.int64),
    "small": lambda x: x.astype(np.int32),
    "bytes": lambda x: np.abs(x).astype(np.uint8),
    "single": lambda x: x.astype(np.float32),
    "complex": lambda x: x + 1j * x[::-1],
    "bool": lambda x: x > 0,
    "Fortran": np.asfortranarray,
    "stepped": lambda x: np.repeat(x, 2, axis=1)[:, ::2],
    "turned": lambda x: x.copy()[::-1],
    "read-only": None,
    "view read-only": None,
    "part": lambda x: np.pad(x, 1)[1:-1, 1:-1],
}
ARGUMENTS = ("two", "two", "two", "one twice", "a view of the other", "overlapping")


@dataclass(frozen=True)
class Case:
    """A way of making, of writing, a place and what is seen; and what the arguments are."""

    made: str
    written: str
    place: str
    seen: str
    layout: str = "floats"
    arguments: str = "two"

    def text(self) -> str:
        """The source."""
        place = PLACES[self.place].replace("{made}", self.made).replace("{seen}", self.seen)
        body = "\n".join(["n, m = int(k[0]), int(k[2])", f"V = {self.made}", _put(place, self.written), f"return {self.seen}"])
        return f"{HEAD}def f(A, B, k):\n{textwrap.indent(body, '    ')}\n"

    def calls(self) -> list[Call]:
        """Arrays, and the numbers that decide."""
        return [_call(self, k) for k in ([1, 2, 3], [2, 0, 1], [0, 1, 2], [1, 2, 3])]


def _put(place: str, written: str) -> str:
    """The place with the writing in it."""
    lines = []
    for line in place.split("\n"):
        margin = line[: len(line) - len(line.lstrip())]
        lines.append(textwrap.indent(written, margin) if line.strip() == "{write}" else line)
    return "\n".join(lines)


def case_of(seed: int) -> Case:
    """One of them, chosen by chance."""
    pick = random.Random(seed).choice
    layout = pick(["floats", pick(list(LAYOUTS))])
    return Case(pick(MADE), pick(WRITTEN), pick(["straight", pick(list(PLACES))]), pick(SEEN[:4] if pick([0, 1]) else SEEN), layout, pick(ARGUMENTS))


def text(seed: int) -> str:
    """Its source."""
    return case_of(seed).text()


def calls(seed: int) -> list[Call]:
    """Its calls."""
    return case_of(seed).calls()


def _call(case: Case, numbers: list[int]) -> Call:
    """A call of a case."""
    whole = (np.arange(24.0).reshape(4, 6) * 7) % 11 - 5
    layout = LAYOUTS[case.layout]
    a = whole if layout is None else layout(whole)
    if layout is None:
        a = a[...] if case.layout == "view read-only" else a
        a.setflags(write=False)
    others = {"two": lambda: (a * 0).astype(a.dtype) + a.dtype.type(1), "one twice": lambda: a, "a view of the other": lambda: a[::-1], "overlapping": lambda: whole[...]}
    return call(a, others[case.arguments](), np.array(numbers))
