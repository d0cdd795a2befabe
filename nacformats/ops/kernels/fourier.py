"""Fourier transforms, by numpy.fft. As PyTorch does, integers become float32 first, and half precision is refused."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nacformats.ops.dtypes import HALVES, Array, Ints, category, check_sizes, normalize_dim
from nacformats.ops.kernels._arguments import check_rank, check_shape
from nacformats.ops.kernels._schemas import aten, aten_named
from nacformats.ops.kernels.padding import pad
from nacformats.ops.kernels.windows import window_counts, windows
from nacformats.ops.promotion import float_type


def _prepared(operation: str, x: Array, real: bool = False) -> Array:
    if x.dtype in HALVES or (real and category(x.dtype) == 3):
        raise ValueError(f"{operation}: not defined for {x.dtype}")
    return x.astype(float_type(x.dtype), copy=False)


@aten_named("fft_fft", "fft_ifft", "fft_irfft", "fft_hfft", "fft_rfft", "fft_ihfft")
def _along_one(operation: str, x: Array, n: int | None, dim: int, norm: str | None) -> Array:
    """Return the transform along one dimension, cut or filled with zeros to n elements."""
    x = _prepared(operation, x, real=operation in {"fft_rfft", "fft_ihfft"})
    axis = normalize_dim(dim, x.ndim)
    if n is not None:
        check_sizes([n])
    return _transform(operation)(x, n, axis, norm)


def _transform(operation: str) -> Callable[..., Array]:
    """Return the transform that numpy.fft has under the same name."""
    function: Callable[..., Array] = getattr(np.fft, operation.removeprefix("fft_"))
    return function


@aten_named("fft_fftn", "fft_ifftn", "fft_irfftn", "fft_rfftn")
def _along_many(
    operation: str, x: Array, s: Ints | None = None, dim: Ints | None = None, norm: str | None = None
) -> Array:
    """Return the transform along several dimensions, cut or filled with zeros to the sizes s; -1 keeps a size."""
    x = _prepared(operation, x, real=operation.startswith("fft_rfft"))
    if dim is None:
        dim = range(x.ndim - len(s), x.ndim) if s is not None else range(x.ndim)
    axes = [normalize_dim(axis, x.ndim) for axis in dim]
    if s is not None:
        if len(s) != len(axes):
            raise ValueError(f"{operation}: {len(s)} sizes for {len(axes)} dimensions")
        s = _sizes(operation, x, s, axes)
        check_sizes(s)
    return _transform(operation)(x, s, axes, norm)


def _sizes(operation: str, x: Array, s: Ints, axes: Ints) -> list[int]:
    """Return the sizes to transform, those that are not given filled in; a half spectrum stands for the whole."""
    sizes = [x.shape[axis] if size == -1 else size for size, axis in zip(s, axes, strict=True)]
    if operation.startswith("fft_irfft") and s[-1:] == [-1]:
        sizes[-1] = 2 * (sizes[-1] - 1)
    return sizes


@aten("stft.center")
def _stft(
    x: Array,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Array | None = None,
    center: bool = True,
    pad_mode: str = "reflect",
    normalized: bool = False,
    onesided: bool | None = None,
    return_complex: bool | None = None,
    align_to_window: bool | None = None,
) -> Array:
    """Return the transforms (N, frequencies, frames) of the frames of signals (N, L) or (L); window is (win_length,).

    Frames have n_fft samples and begin hop_length (n_fft / 4) apart; a shorter window lies in their middle. With center
    the signal is first padded by half a frame on both sides.
    """
    x = pad(x, [n_fft // 2, n_fft // 2], pad_mode) if center else x
    check_rank("stft", (1, 2), self=x)
    x = _prepared("stft", x)
    hop = n_fft // 4 if hop_length is None else hop_length
    length = n_fft if win_length is None else win_length
    if not 0 < n_fft <= x.shape[-1] or hop < 1 or not 0 < length <= n_fft:
        raise ValueError(f"stft: n_fft={n_fft}, hop_length={hop}, win_length={length} for {x.shape[-1]} samples")
    if align_to_window:
        raise ValueError("stft: align_to_window is not supported")
    check_shape("stft", "window", window, (length,))
    before = (n_fft - length) // 2
    weights = np.ones(length, x.dtype) if window is None else window
    weights = np.pad(weights, (before, n_fft - length - before))
    counts = window_counts("stft", x.shape[-1:], (n_fft,), (hop,), (1,))
    frames = windows(x, (n_fft,), (hop,), (1,), counts) * weights[:, None]
    one_side = category(frames.dtype) < 3 if onesided is None else onesided
    transform = np.fft.rfft if one_side else np.fft.fft
    spectrum = transform(frames, axis=-2, norm="ortho" if normalized else "backward")
    return spectrum if return_complex else np.stack([spectrum.real, spectrum.imag], axis=-1)


aten("fft_fftshift")(lambda x, dim=None: np.fft.fftshift(x, dim))
aten("fft_ifftshift")(lambda x, dim=None: np.fft.ifftshift(x, dim))
