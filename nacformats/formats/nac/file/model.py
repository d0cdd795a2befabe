"""A NAC file in memory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

import numpy.typing as npt

from nacformats.formats.nac.file.contents import NacContents
from nacformats.formats.nac.file.sections import Resource
from nacformats.formats.nac.tables import Quantization
from nacformats.formats.records import VERSIONS

if TYPE_CHECKING:
    from nacformats.formats.mep.program import Plan
    from nacformats.formats.tisa.manifest import Manifest
    from nacformats.typing import NacVersion, QuantizationName


class TokenizerParts(Protocol):
    """A tokenizer as a file holds it: its manifest, and the files that it needs by name."""

    @property
    def manifest(self) -> Manifest: ...
    @property
    def resources(self) -> Mapping[str, bytes]: ...


class NacFile(NacContents, frozen=False, kw_only=True):
    """A neural network as a program, with what it refers to. Make one with NacBuilder, or read a file.

    Attributes:
        sections: what it holds, section by section; the properties give the same by plain names.
        quantization: how the weights were quantized, as the header has it; each parameter has its own as well.
        internal_weights: whether the tensors are in this file.
        num_inputs: number of named inputs that the caller gives.
        num_outputs: number of outputs.
        d_model: size of the embedding or hidden state, 0 when there is none.
        extents: sections and gaps in the order of the file that it was read from; empty for a new one.
        weights: the tensors, where they are not in this file.
        version: of the format: "1.6", "1.7" or "1.8".
    """

    def __repr__(self) -> str:
        if self._closed:
            return "<closed NacFile>"
        parts = [f"{len(self.instructions)} instructions"]
        parts += [f"{len(self.training)} of training"] if self.sections.trng is not None else []
        parts += [f"{len(self.parameters)} parameters"]
        parts += [f"{len(self.arrays)} arrays"] if self.sections.arrs is not None and len(self.sections.arrs) else []
        listed = f"{', '.join(parts[:-1])} and {parts[-1]}"
        version = "" if self.version == VERSIONS[0] else f" v{self.version}"
        return f"<NacFile{version} of {listed}, sections {' '.join(self.section_names) or 'none'}>"

    def set_parameter(
        self, key: str | int, array: npt.ArrayLike, *, quantize: Quantization | QuantizationName | None = None
    ) -> None:
        """Replace the numbers of a parameter; the rest of the file stays as it is.

        Weights outside of the file are written anew beside it, all of them, when the file is.

        Args:
            key: its name or its id.
            array: of the shape of the parameter, and of the dtype that its `array()` has; numbers and lists are
                converted. It is borrowed when it is stored as it is.
            quantize: how to store it: None for as it is, "FP16", "INT8_TENSOR", "INT8_CHANNEL" or "BLOCK_FP8". Only
                floating point numbers are quantized.

        Raises:
            InvalidError: there is no such parameter, or the array has another shape or dtype.
            ValueError: there is no such method, or the file is closed.
        """
        from nacformats.formats.nac.file import editing  # noqa: PLC0415  most files are only read

        editing.set_parameter(self, key, array, quantize)

    def set_constant(self, number: int, value: object) -> None:
        """Replace a constant by one of the same type, wherever the program uses it (section 5.3).

        Args:
            number: its id.
            value: None, bool, int, float, str, or a list of numbers; integers become floats where there was a float.

        Raises:
            InvalidError: there is no such constant, or it is of another type.
            LimitError: the value does not fit the format.
            TypeError: the format has no type for it.
        """
        from nacformats.formats.nac.file import editing  # noqa: PLC0415  most files are only read

        editing.set_constant(self, number, value)

    def rename_input(self, key: str | int, name: str) -> None:
        """Give an input another name (section 6.1).

        Args:
            key: its name, or the index of its instruction.
            name: what no other input is called.

        Raises:
            InvalidError: there is no such input, or the name is taken or empty.
            LimitError: the name is too long.
        """
        from nacformats.formats.nac.file import editing  # noqa: PLC0415  most files are only read

        editing.rename_input(self, key, name)

    def as_version(self, version: NacVersion) -> NacFile:
        """Return the same file in another version of the format; docs/versions.md says what differs.

        Its sections keep their order and the gaps between them. It shares the mapping of this file, and its weights:
        nothing is copied, and to close one of the two closes both.

        Args:
            version: "1.6", "1.7" or "1.8".

        Raises:
            UnsupportedError: the version cannot hold all of it; the error lists what it cannot.
            ValueError: there is no such version, or the file is closed.
        """
        from nacformats.formats.nac.file import versions  # noqa: PLC0415  most files keep their version

        return versions.as_version(self, version)

    def set_plan(self, plan: Plan | None) -> None:
        """Replace the program that runs models; None takes it out."""
        self.sections.orch = None if plan is None else plan.orchestrator

    def set_tokenizer(self, tokenizer: TokenizerParts | None) -> None:
        """Replace the tokenizer, its manifest and its resources; None takes it out."""
        from nacformats.formats.tisa.resources import ALL  # noqa: PLC0415  most files have none

        kept = [each for each in self.resources if each.name not in ALL]
        new = {} if tokenizer is None else tokenizer.resources
        self.sections.proc = None if tokenizer is None else tokenizer.manifest.to_bytes()
        self.sections.rsrc = (*kept, *(Resource(name, data) for name, data in new.items())) or None
