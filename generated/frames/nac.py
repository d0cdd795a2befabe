# Generated from schemas/nac.ksy (sha256 0633245ba11ec1316652a3a52f698b0ae7c264362a179e907afedf63510c32ad) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
# It imports schemas/mep.ksy (sha256 f5e6c0d9a90892766e34198c379ccc32fbed3f369ec809c31f3c674f5b8c6a2c).
# It imports schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769).
"""What is around the lists of Neural Architecture Code (NAC) v1.6, v1.7 and v1.8: the generated parser, with columns for the lists."""

from __future__ import annotations

import kaitaistruct

from nacformats._generated.kaitai.nac import Nac
from nacformats.codec.trees import Frame


class MemoryMap(Frame):
    """`memory_map`, with columns for records."""

    def _read(self):
        self.magic = self._io.read_bytes(4)
        if not self.magic == b"\x4D\x4D\x41\x50":
            raise kaitaistruct.ValidationNotEqualError(b"\x4D\x4D\x41\x50", self.magic, self._io, u"/types/memory_map/seq/0")
        self.num_records = self._io.read_u4le()
        if not self.num_records <= 65536:
            raise kaitaistruct.ValidationGreaterThanError(65536, self.num_records, self._io, u"/types/memory_map/seq/1")
        self.records = self._io.records('records', 'schedule_record', self.num_records)


class Operations(Frame):
    """`operations`, with columns for instructions."""

    def _read(self):
        self.magic = self._io.read_bytes(4)
        if not self.magic == b"\x4F\x50\x53\x20":
            raise kaitaistruct.ValidationNotEqualError(b"\x4F\x50\x53\x20", self.magic, self._io, u"/types/operations/seq/0")
        self.num_instructions = self._io.read_u4le()
        self.instructions = self._io.records('instructions', 'instruction', self.num_instructions)


class Training(Frame):
    """`training`, with columns for instructions."""

    def _read(self):
        self.magic = self._io.read_bytes(4)
        if not self.magic == b"\x54\x52\x4E\x47":
            raise kaitaistruct.ValidationNotEqualError(b"\x54\x52\x4E\x47", self.magic, self._io, u"/types/training/seq/0")
        self.num_instructions = self._io.read_u4le()
        self.instructions = self._io.records('instructions', 'instruction', self.num_instructions)


class CanonicalMap(Frame):
    """`canonical_map`, with columns for entries."""

    def _read(self):
        self.magic = self._io.read_bytes(4)
        if not self.magic == b"\x43\x4D\x41\x50":
            raise kaitaistruct.ValidationNotEqualError(b"\x43\x4D\x41\x50", self.magic, self._io, u"/types/canonical_map/seq/0")
        self.num_entries = self._io.read_u4le()
        if not self.num_entries <= (65536 if self._root.version == 1 else 256):
            raise kaitaistruct.ValidationGreaterThanError((65536 if self._root.version == 1 else 256), self.num_entries, self._io, u"/types/canonical_map/seq/1")
        self.entries = self._io.records('entries', 'operation_name', self.num_entries)


class ConstantTable(Frame):
    """`constant_table`, with columns for entries."""

    def _read(self):
        self.magic = self._io.read_bytes(4)
        if not self.magic == b"\x43\x4E\x53\x54":
            raise kaitaistruct.ValidationNotEqualError(b"\x43\x4E\x53\x54", self.magic, self._io, u"/types/constant_table/seq/0")
        self.num_entries = self._io.read_u4le()
        if not self.num_entries <= 65536:
            raise kaitaistruct.ValidationGreaterThanError(65536, self.num_entries, self._io, u"/types/constant_table/seq/1")
        self.entries = self._io.records('entries', 'constant', self.num_entries)


class Permutations(Frame):
    """`permutations`, with columns for entries."""

    def _read(self):
        self.magic = self._io.read_bytes(4)
        if not self.magic == b"\x50\x45\x52\x4D":
            raise kaitaistruct.ValidationNotEqualError(b"\x50\x45\x52\x4D", self.magic, self._io, u"/types/permutations/seq/0")
        self.num_entries = self._io.read_u4le()
        if not self.num_entries <= 256:
            raise kaitaistruct.ValidationGreaterThanError(256, self.num_entries, self._io, u"/types/permutations/seq/1")
        self.entries = self._io.records('entries', 'signature', self.num_entries)


class ParameterData(Frame):
    """`parameter_data`, with columns for parameters and inputs and tensors."""

    def _read(self):
        self.magic = self._io.read_bytes(4)
        if not self.magic == b"\x44\x41\x54\x41":
            raise kaitaistruct.ValidationNotEqualError(b"\x44\x41\x54\x41", self.magic, self._io, u"/types/parameter_data/seq/0")
        self.num_parameters = self._io.read_u4le()
        if not self.num_parameters <= 65536:
            raise kaitaistruct.ValidationGreaterThanError(65536, self.num_parameters, self._io, u"/types/parameter_data/seq/1")
        self.parameters = self._io.records('parameters', 'parameter_name', self.num_parameters)
        self.num_inputs = self._io.read_u4le()
        if not self.num_inputs <= 65536:
            raise kaitaistruct.ValidationGreaterThanError(65536, self.num_inputs, self._io, u"/types/parameter_data/seq/3")
        self.inputs = self._io.records('inputs', 'input_name', self.num_inputs)
        if self._root.has_internal_weights:
            pass
            self.num_tensors = self._io.read_u4le()
            if not self.num_tensors <= 65536:
                raise kaitaistruct.ValidationGreaterThanError(65536, self.num_tensors, self._io, u"/types/parameter_data/seq/5")

        if self._root.has_internal_weights:
            pass
            self.tensors = self._io.records('tensors', 'tensor', self.num_tensors)


class Orchestrator(Frame):
    """`orchestrator`, with columns for constants."""

    def _read(self):
        self.magic = self._io.read_bytes(4)
        if not self.magic == b"\x4F\x52\x43\x48":
            raise kaitaistruct.ValidationNotEqualError(b"\x4F\x52\x43\x48", self.magic, self._io, u"/types/orchestrator/seq/0")
        self.len_bytecode = self._io.read_u4le()
        self.num_constants = self._io.read_u4le()
        if not self.num_constants <= 65536:
            raise kaitaistruct.ValidationGreaterThanError(65536, self.num_constants, self._io, u"/types/orchestrator/seq/2")
        self.bytecode = self._io.read_bytes(self.len_bytecode)
        self.constants = self._io.records('constants', 'constant', self.num_constants)


class Resources(Frame):
    """`resources`, with columns for files."""

    def _read(self):
        self.magic = self._io.read_bytes(4)
        if not self.magic == b"\x52\x53\x52\x43":
            raise kaitaistruct.ValidationNotEqualError(b"\x52\x53\x52\x43", self.magic, self._io, u"/types/resources/seq/0")
        self.num_files = self._io.read_u4le()
        if not self.num_files <= 65536:
            raise kaitaistruct.ValidationGreaterThanError(65536, self.num_files, self._io, u"/types/resources/seq/1")
        self.files = self._io.records('files', 'resource', self.num_files)


class NamedArrays(Frame):
    """`named_arrays`, with columns for arrays."""

    def _read(self):
        self.magic = self._io.read_bytes(4)
        if not self.magic == b"\x41\x52\x52\x53":
            raise kaitaistruct.ValidationNotEqualError(b"\x41\x52\x52\x53", self.magic, self._io, u"/types/named_arrays/seq/0")
        self.num_arrays = self._io.read_u4le()
        if not self.num_arrays <= 65536:
            raise kaitaistruct.ValidationGreaterThanError(65536, self.num_arrays, self._io, u"/types/named_arrays/seq/1")
        self.arrays = self._io.records('arrays', 'named_array', self.num_arrays)


#: What is at an offset of the header, by the names of the instances.
SECTIONS = {
    "mmap": MemoryMap,
    "ops": Operations,
    "cmap": CanonicalMap,
    "cnst": ConstantTable,
    "perm": Permutations,
    "data": ParameterData,
    "proc": Nac.Preprocessing,
    "orch": Orchestrator,
    "rsrc": Resources,
    "trng": Training,
    "arrs": NamedArrays,
}
