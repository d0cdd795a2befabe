"""Pictures: tensors as PNG files, and files of pictures as the tensors that vision models take."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.errors import FormatError, InvalidError, UnsupportedError
from nacformats.runtime.messages import describe_value

#: Channels of a picture, and the colour type that PNG has for them: grey, grey with alpha, RGB, RGBA.
_COLOURS = {1: 0, 2: 4, 3: 2, 4: 6}
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
#: Width, height, bits of a channel, colour type, and the methods, of which there is one each.
_HEADER = struct.Struct(">IIBBBBB")
_LENGTH = struct.Struct(">I")
#: Longest side of a picture.
_MAX_SIDE = 65_535

#: What the training of ImageNet models did to pictures: the smaller size is the part in the middle.
_RESIZED, _CROPPED = 256, 224
_MEAN = np.array([0.485, 0.456, 0.406], np.float32)
_DEVIATION = np.array([0.229, 0.224, 0.225], np.float32)
#: What Pillow decodes by itself; for some others it starts programs.
_FORMATS = ("PNG", "JPEG", "WEBP", "BMP", "GIF")
#: Bytes of a pixel of a picture while it is decoded and converted.
_PIXEL_BYTES = 8


def png_of(array: Array) -> bytes:
    """Write a picture as PNG.

    Args:
        array: of shape [height, width], [height, width, channels] or [channels, height, width], with 1 to 4 channels;
            sizes of 1 in front are left out. uint8, or floats from 0 to 1, which are clipped.

    Raises:
        InvalidError: it is no picture.
    """
    pixels = _bytes(_channels_last(array))
    height, width, channels = pixels.shape
    rows = np.zeros((height, 1 + width * channels), np.uint8)  # each row begins with its filter, which is none
    rows[:, 1:] = pixels.reshape(height, -1)
    header = _HEADER.pack(width, height, 8, _COLOURS[channels], 0, 0, 0)
    chunks = {b"IHDR": header, b"IDAT": zlib.compress(rows.tobytes()), b"IEND": b""}
    return _SIGNATURE + b"".join(_chunk(kind, data) for kind, data in chunks.items())


def _channels_last(array: Array) -> Array:
    while array.ndim > 3 and array.shape[0] == 1:
        array = array[0]
    if array.ndim == 2:
        array = array[:, :, np.newaxis]
    if array.ndim == 3 and array.shape[0] in _COLOURS and array.shape[2] not in _COLOURS:
        array = array.transpose(1, 2, 0)
    if array.ndim != 3 or array.shape[2] not in _COLOURS or not 0 < min(array.shape) <= max(array.shape) <= _MAX_SIDE:
        raise _no_picture(array, "a height, a width, 1 to 4 channels")
    return array


def _bytes(pixels: Array) -> Array:
    if pixels.dtype == np.uint8:
        return pixels
    if pixels.dtype.kind != "f":
        raise _no_picture(pixels, "uint8, or floats from 0 to 1")
    scaled: Array = np.rint(np.clip(np.nan_to_num(pixels), 0, 1) * 255).astype(np.uint8)
    return scaled


def _no_picture(array: Array, expected: str) -> InvalidError:
    return InvalidError("the tensor is no picture", expected=expected, actual=describe_value(array))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return _LENGTH.pack(len(data)) + kind + data + _LENGTH.pack(zlib.crc32(kind + data))


def tensor_of(data: bytes, name: str, require: Callable[[int], None]) -> Array:
    """Read a picture as float32[1, 3, 224, 224]: scaled to 256 x 256, cropped, normalised as for ImageNet.

    Args:
        data: a PNG, JPEG, WebP, BMP or GIF file.
        name: of the file, for messages.
        require: raises LimitError where so many bytes are too many.

    Raises:
        UnsupportedError: Pillow is not installed.
        InvalidError: it is no picture.
    """
    try:
        from PIL import Image  # noqa: PLC0415  few plans read pictures
    except ImportError:
        hint = "pip install 'nacformats[images]'"
        raise UnsupportedError("reading pictures needs the library Pillow", hint=hint) from None
    try:
        with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
            require(image.width * image.height * _PIXEL_BYTES)
            resized: Any = image.convert("RGB").resize((_RESIZED, _RESIZED), Image.Resampling.BILINEAR)
    except FormatError:
        raise
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise InvalidError(f"the file {name!r} is no picture that can be read: {error}") from None
    start = (_RESIZED - _CROPPED) // 2
    pixels = np.asarray(resized, np.float32)[start : start + _CROPPED, start : start + _CROPPED] / np.float32(255)
    return ((pixels - _MEAN) / _DEVIATION).transpose(2, 0, 1)[np.newaxis].astype(np.float32)
