"""An `x.flat` where NumPy wants a shape, axes, places or a seed: it makes no array of it there, or writes to that."""

import numpy as np
import pytest

import sct

X, PLACES = np.array([3.0, 1.0, 2.0]), np.array([1, 0])


@pytest.mark.parametrize(
    "function",
    [
        lambda x, i: np.transpose(x.reshape(3, 1), i.flat),
        lambda x, i: np.transpose(x.reshape(3, 1), axes=i.flat),
        lambda x, i: x.reshape(3, 1).transpose(i.flat),
        lambda x, i: np.ndindex(i.flat),
        lambda x, i: np.random.default_rng(1).normal(size=i.flat),
        lambda x, i: np.random.default_rng(1).integers(0, 5, i.flat),
        lambda x, i: np.random.RandomState(1).rand(i.flat),
        lambda x, i: np.random.default_rng(i.flat).random(),
        lambda x, i: np.concatenate(x.flat),
        lambda x, i: np.stack(x.flat),
        lambda x, i: np.vstack(x.flat),
        lambda x, i: np.take_along_axis(x, i.flat, 0),
        lambda x, i: np.ravel_multi_index(i.flat, (3, 3)),
        lambda x, i: np.fft.fftshift(x.reshape(3, 1), i.flat),
        lambda x, i: np.insert(x, i.flat, 5.0),
        lambda x, i: np.place(x, x > 0, x.flat),
        lambda x, i: np.broadcast_shapes(i.flat),
        lambda x, i: np.lib.stride_tricks.as_strided(x, i.flat),
        lambda x, i: x.astype(i.flat),
    ],
)
def test_refused(function):
    with pytest.raises(sct.errors.SctError, match=r"an x\.flat is given as"):
        sct.to_static(function)(X.copy(), PLACES.copy())


def test_places_are_written_by_numpy():
    """`np.insert` writes to the memory of the places that it takes from an `x.flat`: no function of its arguments."""
    places = PLACES.copy()
    np.insert(X, places.flat, 5.0)
    assert places.tolist() != PLACES.tolist()


def test_buffers():
    with pytest.raises(TypeError, match=r"a bytes-like object is required, not 'numpy\.flatiter'"):
        sct.to_static(lambda x: np.frombuffer(x.flat))(X)
