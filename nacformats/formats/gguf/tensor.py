"""One tensor of a GGUF file."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats.formats.gguf.elements import READABLE_BLOCKS, dequantized
from nacformats.formats.weights import NamedTensor


class GgufTensor(NamedTensor):
    """A tensor of a GGUF file.

    Attributes:
        name, shape, offset: as NamedTensor has them.
        dtype: what GGML calls the type of its elements, such as "F32" or "Q4_K"; "type 99" where it is not known.
        raw: its bytes as they are stored; of a type that is not known, all up to the next tensor.
    """

    @property
    def is_readable(self) -> bool:
        """True if `array` gives the values."""
        return self.dtype in READABLE_BLOCKS or self.numpy_dtype is not None

    def array(self) -> npt.NDArray[Any]:
        """Return the values: a read-only view of the file, or float32 numbers that quantized ones stand for.

        Raises:
            UnsupportedError: the elements are of a type that cannot be read, or NumPy cannot hold the shape.
        """
        if self.dtype not in READABLE_BLOCKS:
            return super().array()
        values: npt.NDArray[np.float32] = self._shaped(dequantized(self.dtype, self.raw))
        values.flags.writeable = False
        return values
