# Generated from schemas/nac.ksy (sha256 97986397b1cdb9bf9bec323551b8ae63a8935d8b50c81953c62549041af00cd9) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
# It imports schemas/mep.ksy (sha256 a8c6c4d7b52001da2ce8f018edcee55aadee3cbdea27b4e1d549633e74516e48).
# It imports schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769).
# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream
from nacformats.codec.streams import substream as BytesIO
from . import binary32
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Nac(KaitaiStruct):
    """A neural network as a program: a header with the offsets of up to eleven
    sections, and the sections, each of which begins with a tag of four letters.
    `ops` holds the instructions; the other sections hold what they refer to.

    v1.6 has nine sections. v1.7 adds `trng`, a program that computes gradients,
    and v1.8 adds `arrs`, arrays by name. Both have the same version number: where
    the first section begins tells them apart, see `header_size`.

    Sections carry no size: where one ends is only known after reading it. A reader
    has to check that sections do not overlap and have nothing but zeros between
    them, that the ids of a table differ, and that the ids in instructions exist.

    Instructions have no length either. How many words follow an instruction
    depends on its signature, which is in `perm`. `lookups` has tables in which
    each instruction finds its signature, and its name, in one step.

    Floating point numbers are kept as their bytes: reading a signalling NaN as a
    number and writing it again would change it.

    .. seealso::
       NAC v1.6
    """

    class ArgumentKind(IntEnum):
        axis = 65
        bias = 66
        key = 75
        mask = 77
        parameter = 80
        query = 81
        shape = 83
        tensor = 84
        value = 86
        weight = 87
        boolean = 98
        other = 99
        floating = 102
        integer = 105
        text = 115

    class ConstantKind(IntEnum):
        none = 0
        truth = 1
        int64 = 2
        float64 = 3
        text = 4
        int32_list = 5
        float32_list = 6

    class Dtype(IntEnum):
        float32 = 0
        float64 = 1
        float16 = 2
        bfloat16 = 3
        int32 = 4
        int64 = 5
        int16 = 6
        int8 = 7
        uint8 = 8
        bool = 9
        unknown = 255

    class HeaderSize(IntEnum):
        v1_6 = 88
        v1_7 = 92
        v1_8 = 100

    class InputSource(IntEnum):
        user = 0
        parameter = 1
        state = 2
        constant = 3
        saved = 4
        target = 5

    class InstructionLayout(IntEnum):
        input = 2
        output = 3
        control_flow = 6
        convergence = 7
        call = 10
        element = 20
        update = 33
        finish = 34

    class LookupKey(IntEnum):
        signature = 0
        operation = 1
        element = 2

    class MemoryAction(IntEnum):
        save_result = 10
        save_for_grad = 15
        free = 20
        free_after_trng = 25
        forward = 30
        preload = 40

    class Operation(IntEnum):
        input = 2
        output = 3
        control_flow = 6
        convergence = 7
        nac_pass = 10
        nac_add = 11
        nac_sub = 12
        nac_gt = 13
        nac_neg = 14
        nac_where = 15
        nac_clone = 16
        nac_view = 17
        nac_le = 18
        nac_arange = 19
        nac_mul = 20
        nac_div = 21
        nac_matmul = 22
        nac_transpose = 23
        nac_zeros = 24
        nac_zeros_like = 25
        nac_new_zeros = 26
        nac_ones = 27
        nac_ones_like = 28
        nac_new_ones = 29
        nac_full = 30
        nac_full_like = 31

    class OutputKind(IntEnum):
        result = 0
        subgraph = 1
        update = 3
        finish = 4

    class Quantization(IntEnum):
        none = 0
        fp16 = 1
        int8_tensor = 2
        int8_channel = 3
        block_fp8 = 4
    def __init__(self, _io, _parent=None, _root=None):
        super(Nac, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.magic = self._io.read_bytes(3)
        if not self.magic == b"\x4E\x41\x43":
            raise kaitaistruct.ValidationNotEqualError(b"\x4E\x41\x43", self.magic, self._io, u"/seq/0")
        self.version = self._io.read_u1()
        if not  ((self.version == 1) or (self.version == 2)) :
            raise kaitaistruct.ValidationNotAnyOfError(self.version, self._io, u"/seq/1")
        self.has_internal_weights = self._io.read_bits_int_be(1) != 0
        self.has_training = self._io.read_bits_int_be(1) != 0
        _ = self.has_training
        if not  ((self.version != 1) or ((not (_)))) :
            raise kaitaistruct.ValidationExprError(self.has_training, self._io, u"/seq/3")
        self.quantization_method = KaitaiStream.resolve_enum(Nac.Quantization, self._io.read_bits_int_be(6))
        if not isinstance(self.quantization_method, Nac.Quantization):
            raise kaitaistruct.ValidationNotInEnumError(self.quantization_method, self._io, u"/seq/4")
        self.num_inputs = self._io.read_u2le()
        self.num_outputs = self._io.read_u2le()
        self.reserved1 = self._io.read_u1()
        if not self.reserved1 == 0:
            raise kaitaistruct.ValidationNotEqualError(0, self.reserved1, self._io, u"/seq/7")
        self.d_model = self._io.read_u2le()
        self.ofs_mmap = self._io.read_u8le()
        self.ofs_ops = self._io.read_u8le()
        self.ofs_cmap = self._io.read_u8le()
        self.ofs_cnst = self._io.read_u8le()
        self.ofs_perm = self._io.read_u8le()
        self.ofs_data = self._io.read_u8le()
        self.ofs_proc = self._io.read_u8le()
        self.ofs_orch = self._io.read_u8le()
        if self.version != 1:
            pass
            self.ofs_trng = self._io.read_u8le()

        self.ofs_rsrc = self._io.read_u8le()
        if  ((self.version != 1) and ((not (self.is_v1_7)))) :
            pass
            self.ofs_arrs = self._io.read_u8le()
            _ = self.ofs_arrs
            if not self.is_v1_8:
                raise kaitaistruct.ValidationExprError(self.ofs_arrs, self._io, u"/seq/19")

        if self.version == 1:
            pass
            self.reserved2 = self._io.read_u4le()
            if not self.reserved2 == 0:
                raise kaitaistruct.ValidationNotEqualError(0, self.reserved2, self._io, u"/seq/20")



    def _fetch_instances(self):
        pass
        if self.version != 1:
            pass

        if  ((self.version != 1) and ((not (self.is_v1_7)))) :
            pass

        if self.version == 1:
            pass

        _ = self.arrs
        if hasattr(self, '_m_arrs'):
            pass
            self._m_arrs._fetch_instances()

        _ = self.cmap
        if hasattr(self, '_m_cmap'):
            pass
            self._m_cmap._fetch_instances()

        _ = self.cnst
        if hasattr(self, '_m_cnst'):
            pass
            self._m_cnst._fetch_instances()

        _ = self.data
        if hasattr(self, '_m_data'):
            pass
            self._m_data._fetch_instances()

        _ = self.lookups
        if hasattr(self, '_m_lookups'):
            pass
            self._m_lookups._fetch_instances()

        _ = self.mmap
        if hasattr(self, '_m_mmap'):
            pass
            self._m_mmap._fetch_instances()

        _ = self.ops
        if hasattr(self, '_m_ops'):
            pass
            self._m_ops._fetch_instances()

        _ = self.orch
        if hasattr(self, '_m_orch'):
            pass
            self._m_orch._fetch_instances()

        _ = self.perm
        if hasattr(self, '_m_perm'):
            pass
            self._m_perm._fetch_instances()

        _ = self.proc
        if hasattr(self, '_m_proc'):
            pass
            self._m_proc._fetch_instances()

        _ = self.rsrc
        if hasattr(self, '_m_rsrc'):
            pass
            self._m_rsrc._fetch_instances()

        _ = self.trng
        if hasattr(self, '_m_trng'):
            pass
            self._m_trng._fetch_instances()


    class ArgumentCode(KaitaiStruct):
        """A letter that says what an argument is.

        .. seealso::
           NAC v1.6, section 5.2.3
        """
        def __init__(self, idx, _io, _parent=None, _root=None):
            super(Nac.ArgumentCode, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.idx = idx
            self._read()

        def _read(self):
            self.code = KaitaiStream.resolve_enum(Nac.ArgumentKind, self._io.read_u1())


        def _fetch_instances(self):
            pass

        @property
        def is_constant(self):
            """Whether the argument is a constant unless D says otherwise."""
            if hasattr(self, '_m_is_constant'):
                return self._m_is_constant

            self._m_is_constant =  ((self.code == Nac.ArgumentKind.axis) or (self.code == Nac.ArgumentKind.shape) or (self.code == Nac.ArgumentKind.integer) or (self.code == Nac.ArgumentKind.floating) or (self.code == Nac.ArgumentKind.boolean) or (self.code == Nac.ArgumentKind.text) or (self.code == Nac.ArgumentKind.other))
            return getattr(self, '_m_is_constant', None)

        @property
        def num_constants(self):
            """Number of constants among the codes up to this one."""
            if hasattr(self, '_m_num_constants'):
                return self._m_num_constants

            self._m_num_constants = (0 if self.idx == 0 else self._parent.codes[self.idx - 1].num_constants) + (1 if self.is_constant else 0)
            return getattr(self, '_m_num_constants', None)


    class Binary32List(KaitaiStruct):
        """Numbers of IEEE 754 binary32, as many as there is room for."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.Binary32List, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.elements = []
            i = 0
            while not self._io.is_eof():
                self.elements.append(binary32.Binary32(self._io))
                i += 1



        def _fetch_instances(self):
            pass
            for i in range(len(self.elements)):
                pass
                self.elements[i]._fetch_instances()



    class Binary64(KaitaiStruct):
        """A number of IEEE 754 binary64. Its bits count; `number` shows them."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.Binary64, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.low_bits = self._io.read_u4le()
            self.high_bits = self._io.read_u4le()


        def _fetch_instances(self):
            pass

        @property
        def exponent(self):
            """As it is stored, biased by 1023; 0 and 2047 are special."""
            if hasattr(self, '_m_exponent'):
                return self._m_exponent

            self._m_exponent = (self.high_bits // 1048576) % 2048
            return getattr(self, '_m_exponent', None)

        @property
        def number(self):
            """The number; exact, but all NaNs look the same."""
            if hasattr(self, '_m_number'):
                return self._m_number

            self._m_number = (1.0 if self.high_bits < 2147483648 else -1.0) * ((self.exponent * 1.0E+308 if  ((self.high_bits % 1048576 == 0) and (self.low_bits == 0))  else self.exponent * 1.0E+308 - self.exponent * 1.0E+308) if self.exponent == 2047 else (self.significand * self.scale if self.exponent >= 1075 else ((self.significand * (1.0 / self.scale)) * (1.0 if self.shift < 1024 else 7.458340731200207E-155)) * (1.0 if self.shift < 1024 else 7.458340731200207E-155)))
            return getattr(self, '_m_number', None)

        @property
        def scale(self):
            """2 to the power of `shift`, of its lower ten bits."""
            if hasattr(self, '_m_scale'):
                return self._m_scale

            self._m_scale = (((((((((1.0 if self.shift % 2 == 0 else 2.0) * (1.0 if (self.shift // 2) % 2 == 0 else 4.0)) * (1.0 if (self.shift // 4) % 2 == 0 else 16.0)) * (1.0 if (self.shift // 8) % 2 == 0 else 256.0)) * (1.0 if (self.shift // 16) % 2 == 0 else 65536.0)) * (1.0 if (self.shift // 32) % 2 == 0 else 4294967296.0)) * (1.0 if (self.shift // 64) % 2 == 0 else 1.8446744073709552E+19)) * (1.0 if (self.shift // 128) % 2 == 0 else 3.402823669209385E+38)) * (1.0 if (self.shift // 256) % 2 == 0 else 1.157920892373162E+77)) * (1.0 if (self.shift // 512) % 2 == 0 else 1.3407807929942597E+154)
            return getattr(self, '_m_scale', None)

        @property
        def shift(self):
            """Distance in bits from the lowest bit of the significand to the binary point."""
            if hasattr(self, '_m_shift'):
                return self._m_shift

            self._m_shift = (1075 - self.exponent if self.exponent < 1075 else self.exponent - 1075)
            return getattr(self, '_m_shift', None)

        @property
        def significand(self):
            """As an integer."""
            if hasattr(self, '_m_significand'):
                return self._m_significand

            self._m_significand = ((self.high_bits % 1048576) * 2 if self.exponent == 0 else self.high_bits % 1048576 + 1048576) * 4294967296.0 + (self.low_bits * 2.0 if self.exponent == 0 else self.low_bits * 1.0)
            return getattr(self, '_m_significand', None)


    class BlockScaling(KaitaiStruct):
        """One scale for each run of elements. The tensor is stored flat, padded
        to whole blocks."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.BlockScaling, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_block = self._io.read_u2le()
            self.rank = self._io.read_u1()
            self.dims = []
            for i in range(self.rank):
                self.dims.append(self._io.read_u4le())

            self.num_scales = self._io.read_u4le()
            self._raw_scales = self._io.read_bytes(self.num_scales * 4)
            _io__raw_scales = KaitaiStream(BytesIO(self._raw_scales))
            self.scales = Nac.Binary32List(_io__raw_scales, self, self._root)


        def _fetch_instances(self):
            pass
            for i in range(len(self.dims)):
                pass

            self.scales._fetch_instances()

        @property
        def shape_text(self):
            """The first dimensions, for the Web IDE."""
            if hasattr(self, '_m_shape_text'):
                return self._m_shape_text

            self._m_shape_text = (u"" if self.rank < 1 else str(self.dims[0]) + (u"" if self.rank < 2 else (u"," + str(self.dims[1])) + (u"" if self.rank < 3 else (u"," + str(self.dims[2])) + (u"" if self.rank < 4 else (u"," + str(self.dims[3])) + (u"" if self.rank < 5 else u",...")))))
            return getattr(self, '_m_shape_text', None)


    class CallFields(KaitaiStruct):
        """C and D of a regular operation.

        .. seealso::
           NAC v1.6, sections 3.4 and 3.5
        """
        def __init__(self, id_signature, _io, _parent=None, _root=None):
            super(Nac.CallFields, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.id_signature = id_signature
            self._read()

        def _read(self):
            if self.signature.has_constants:
                pass
                self.num_constants = self._io.read_s2le()
                if not self.num_constants >= 0:
                    raise kaitaistruct.ValidationLessThanError(0, self.num_constants, self._io, u"/types/call_fields/seq/0")

            if self.signature.has_constants:
                pass
                self.constants = []
                for i in range(self.num_constants):
                    self.constants.append(self._io.read_s2le())


            self.distances = []
            for i in range(self.signature.num_arguments):
                self.distances.append(self._io.read_s2le())



        def _fetch_instances(self):
            pass
            if self.signature.has_constants:
                pass

            if self.signature.has_constants:
                pass
                for i in range(len(self.constants)):
                    pass


            for i in range(len(self.distances)):
                pass


        @property
        def distance_text(self):
            """The first words of D, for the Web IDE."""
            if hasattr(self, '_m_distance_text'):
                return self._m_distance_text

            self._m_distance_text = (u"" if self.signature.num_arguments < 1 else str(self.distances[0]) + (u"" if self.signature.num_arguments < 2 else (u"," + str(self.distances[1])) + (u"" if self.signature.num_arguments < 3 else (u"," + str(self.distances[2])) + (u"" if self.signature.num_arguments < 4 else (u"," + str(self.distances[3])) + (u"" if self.signature.num_arguments < 5 else u",...")))))
            return getattr(self, '_m_distance_text', None)

        @property
        def signature(self):
            if hasattr(self, '_m_signature'):
                return self._m_signature

            self._m_signature = self._root.lookups.signature_table[self.id_signature]
            return getattr(self, '_m_signature', None)


    class CanonicalMap(KaitaiStruct):
        """Names of the operations whose number has no fixed name.

        .. seealso::
           NAC v1.6, section 5.1
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.CanonicalMap, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.magic = self._io.read_bytes(4)
            if not self.magic == b"\x43\x4D\x41\x50":
                raise kaitaistruct.ValidationNotEqualError(b"\x43\x4D\x41\x50", self.magic, self._io, u"/types/canonical_map/seq/0")
            self.num_entries = self._io.read_u4le()
            if not self.num_entries <= (65536 if self._root.version == 1 else 256):
                raise kaitaistruct.ValidationGreaterThanError((65536 if self._root.version == 1 else 256), self.num_entries, self._io, u"/types/canonical_map/seq/1")
            self.entries = []
            for i in range(self.num_entries):
                self.entries.append(Nac.OperationName(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            for i in range(len(self.entries)):
                pass
                self.entries[i]._fetch_instances()



    class ChannelScaling(KaitaiStruct):
        """One scale for each index along an axis."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.ChannelScaling, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.axis = self._io.read_u1()
            self.num_scales = self._io.read_u4le()
            self._raw_scales = self._io.read_bytes(self.num_scales * 4)
            _io__raw_scales = KaitaiStream(BytesIO(self._raw_scales))
            self.scales = Nac.Binary32List(_io__raw_scales, self, self._root)


        def _fetch_instances(self):
            pass
            self.scales._fetch_instances()


    class Constant(KaitaiStruct):
        """A constant of `cnst` or of `orch`.

        .. seealso::
           NAC v1.6, section 5.3.2
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.Constant, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.id_constant = self._io.read_u2le()
            self.kind = KaitaiStream.resolve_enum(Nac.ConstantKind, self._io.read_u1())
            if not isinstance(self.kind, Nac.ConstantKind):
                raise kaitaistruct.ValidationNotInEnumError(self.kind, self._io, u"/types/constant/seq/1")
            self.length = self._io.read_u2le()
            _ = self.length
            if not  ((_ == 8) or ( ((self.kind != Nac.ConstantKind.int64) and (self.kind != Nac.ConstantKind.float64)) )) :
                raise kaitaistruct.ValidationExprError(self.length, self._io, u"/types/constant/seq/2")
            _on = self.kind
            if _on == Nac.ConstantKind.float32_list:
                pass
                self.body = Nac.Float32ListBody(self.length, self._io, self, self._root)
            elif _on == Nac.ConstantKind.float64:
                pass
                self.body = Nac.Float64Body(self._io, self, self._root)
            elif _on == Nac.ConstantKind.int32_list:
                pass
                self.body = Nac.Int32ListBody(self.length, self._io, self, self._root)
            elif _on == Nac.ConstantKind.int64:
                pass
                self.body = Nac.Int64Body(self._io, self, self._root)
            elif _on == Nac.ConstantKind.none:
                pass
                self.body = Nac.NullBody(self._io, self, self._root)
            elif _on == Nac.ConstantKind.text:
                pass
                self.body = Nac.TextBody(self.length, self._io, self, self._root)
            elif _on == Nac.ConstantKind.truth:
                pass
                self.body = Nac.TruthBody(self._io, self, self._root)


        def _fetch_instances(self):
            pass
            _on = self.kind
            if _on == Nac.ConstantKind.float32_list:
                pass
                self.body._fetch_instances()
            elif _on == Nac.ConstantKind.float64:
                pass
                self.body._fetch_instances()
            elif _on == Nac.ConstantKind.int32_list:
                pass
                self.body._fetch_instances()
            elif _on == Nac.ConstantKind.int64:
                pass
                self.body._fetch_instances()
            elif _on == Nac.ConstantKind.none:
                pass
                self.body._fetch_instances()
            elif _on == Nac.ConstantKind.text:
                pass
                self.body._fetch_instances()
            elif _on == Nac.ConstantKind.truth:
                pass
                self.body._fetch_instances()


    class ConstantTable(KaitaiStruct):
        """The constants that instructions refer to.

        .. seealso::
           NAC v1.6, section 5.3
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.ConstantTable, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.magic = self._io.read_bytes(4)
            if not self.magic == b"\x43\x4E\x53\x54":
                raise kaitaistruct.ValidationNotEqualError(b"\x43\x4E\x53\x54", self.magic, self._io, u"/types/constant_table/seq/0")
            self.num_entries = self._io.read_u4le()
            if not self.num_entries <= 65536:
                raise kaitaistruct.ValidationGreaterThanError(65536, self.num_entries, self._io, u"/types/constant_table/seq/1")
            self.entries = []
            for i in range(self.num_entries):
                self.entries.append(Nac.Constant(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            for i in range(len(self.entries)):
                pass
                self.entries[i]._fetch_instances()



    class ControlFlowFields(KaitaiStruct):
        """C and D of a CONTROL_FLOW.

        .. seealso::
           NAC v1.6, section 7.3.1
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.ControlFlowFields, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.prefix = self._io.read_s2le()
            self.len_true = self._io.read_s2le()
            self.len_false = self._io.read_s2le()
            self.predicate = self._io.read_s2le()


        def _fetch_instances(self):
            pass


    class ConvergenceFields(KaitaiStruct):
        """C and D of a CONVERGENCE.

        .. seealso::
           NAC v1.6, section 7.3.2
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.ConvergenceFields, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.input = self._io.read_s2le()
            self.block_end = self._io.read_s2le()
            self.num_branches = self._io.read_s2le()
            if not self.num_branches >= 0:
                raise kaitaistruct.ValidationLessThanError(0, self.num_branches, self._io, u"/types/convergence_fields/seq/2")
            self.branches = []
            for i in range(self.num_branches):
                self.branches.append(self._io.read_s2le())



        def _fetch_instances(self):
            pass
            for i in range(len(self.branches)):
                pass



    class ElementFields(KaitaiStruct):
        """C and D of an operation that takes an element of a value and has no signature.

        .. seealso::
           NAC v1.7
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.ElementFields, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_constants = self._io.read_s2le()
            if not self.num_constants >= 0:
                raise kaitaistruct.ValidationLessThanError(0, self.num_constants, self._io, u"/types/element_fields/seq/0")
            self.constants = []
            for i in range(self.num_constants):
                self.constants.append(self._io.read_s2le())

            self.distance = self._io.read_s2le()


        def _fetch_instances(self):
            pass
            for i in range(len(self.constants)):
                pass



    class EntrySearch(KaitaiStruct):
        """Search for a number in a part of `perm` or `cmap`, by bisection, so that
        the depth stays small. Of two entries with the same one, the last is found."""
        def __init__(self, key, sought, idx_first, idx_end, _io, _parent=None, _root=None):
            super(Nac.EntrySearch, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.key = key
            self.sought = sought
            self.idx_first = idx_first
            self.idx_end = idx_end
            self._read()

        def _read(self):
            if self.idx_end - self.idx_first > 1:
                pass
                self.upper = Nac.EntrySearch(self.key, self.sought, self.idx_middle, self.idx_end, self._io, self, self._root)

            if (self.upper.idx_entry < 0 if self.idx_end - self.idx_first > 1 else False):
                pass
                self.lower = Nac.EntrySearch(self.key, self.sought, self.idx_first, self.idx_middle, self._io, self, self._root)



        def _fetch_instances(self):
            pass
            if self.idx_end - self.idx_first > 1:
                pass
                self.upper._fetch_instances()

            if (self.upper.idx_entry < 0 if self.idx_end - self.idx_first > 1 else False):
                pass
                self.lower._fetch_instances()


        @property
        def idx_entry(self):
            """Index in the section, or -1."""
            if hasattr(self, '_m_idx_entry'):
                return self._m_idx_entry

            self._m_idx_entry = ((self.lower.idx_entry if self.upper.idx_entry < 0 else self.upper.idx_entry) if self.idx_end - self.idx_first > 1 else (self.idx_first if self.is_match else -1))
            return getattr(self, '_m_idx_entry', None)

        @property
        def idx_middle(self):
            if hasattr(self, '_m_idx_middle'):
                return self._m_idx_middle

            self._m_idx_middle = self.idx_first + (self.idx_end - self.idx_first) // 2
            return getattr(self, '_m_idx_middle', None)

        @property
        def is_match(self):
            if hasattr(self, '_m_is_match'):
                return self._m_is_match

            self._m_is_match = (False if self.idx_end - self.idx_first != 1 else (self._root.perm.entries[self.idx_first].id_signature == self.sought if self.key == Nac.LookupKey.signature else (self._root.cmap.entries[self.idx_first].id_operation == self.sought if self.key == Nac.LookupKey.operation else self._root.cmap.entries[self.idx_first].element_kind == self.sought)))
            return getattr(self, '_m_is_match', None)


    class FinishFields(KaitaiStruct):
        """D of an OUTPUT that ends the program of gradients; there is no C.

        .. seealso::
           NAC v1.7
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.FinishFields, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.distance = self._io.read_s2le()


        def _fetch_instances(self):
            pass


    class Float32ListBody(KaitaiStruct):
        def __init__(self, length, _io, _parent=None, _root=None):
            super(Nac.Float32ListBody, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.length = length
            self._read()

        def _read(self):
            self._raw_raw = self._io.read_bytes(self.length * 4)
            _io__raw_raw = KaitaiStream(BytesIO(self._raw_raw))
            self.raw = Nac.Binary32List(_io__raw_raw, self, self._root)


        def _fetch_instances(self):
            pass
            self.raw._fetch_instances()


    class Float64Body(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.Float64Body, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self._raw_raw = self._io.read_bytes(8)
            _io__raw_raw = KaitaiStream(BytesIO(self._raw_raw))
            self.raw = Nac.Binary64(_io__raw_raw, self, self._root)


        def _fetch_instances(self):
            pass
            self.raw._fetch_instances()


    class IdRun(KaitaiStruct):
        """Counts the entries in a part of `perm` or `cmap` that break the run of
        consecutive ids which compilers write; by bisection, so that the depth
        stays small."""
        def __init__(self, key, idx_first, idx_end, _io, _parent=None, _root=None):
            super(Nac.IdRun, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.key = key
            self.idx_first = idx_first
            self.idx_end = idx_end
            self._read()

        def _read(self):
            if self.idx_end - self.idx_first > 1:
                pass
                self.upper = Nac.IdRun(self.key, self.idx_middle, self.idx_end, self._io, self, self._root)

            if self.idx_end - self.idx_first > 1:
                pass
                self.lower = Nac.IdRun(self.key, self.idx_first, self.idx_middle, self._io, self, self._root)



        def _fetch_instances(self):
            pass
            if self.idx_end - self.idx_first > 1:
                pass
                self.upper._fetch_instances()

            if self.idx_end - self.idx_first > 1:
                pass
                self.lower._fetch_instances()


        @property
        def idx_middle(self):
            if hasattr(self, '_m_idx_middle'):
                return self._m_idx_middle

            self._m_idx_middle = self.idx_first + (self.idx_end - self.idx_first) // 2
            return getattr(self, '_m_idx_middle', None)

        @property
        def is_break(self):
            """Whether the first entry of the part breaks the run."""
            if hasattr(self, '_m_is_break'):
                return self._m_is_break

            self._m_is_break = (False if self.idx_end == self.idx_first else (self._root.perm.entries[self.idx_first].id_signature != self._root.perm.entries[0].id_signature + self.idx_first if self.key == Nac.LookupKey.signature else self._root.cmap.entries[self.idx_first].id_operation != self._root.cmap.entries[0].id_operation + self.idx_first))
            return getattr(self, '_m_is_break', None)

        @property
        def num_breaks(self):
            if hasattr(self, '_m_num_breaks'):
                return self._m_num_breaks

            self._m_num_breaks = (self.upper.num_breaks + self.lower.num_breaks if self.idx_end - self.idx_first > 1 else (1 if self.is_break else 0))
            return getattr(self, '_m_num_breaks', None)


    class InputFields(KaitaiStruct):
        """C of an INPUT; there is no D.

        .. seealso::
           NAC v1.6, section 7.1
        """
        def __init__(self, variant, _io, _parent=None, _root=None):
            super(Nac.InputFields, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.variant = variant
            self._read()

        def _read(self):
            if self.has_id:
                pass
                self.prefix = self._io.read_s2le()
                if not  ((self.prefix == 1) or (self.prefix == 2)) :
                    raise kaitaistruct.ValidationNotAnyOfError(self.prefix, self._io, u"/types/input_fields/seq/0")

            if self.has_id:
                pass
                self.id = self._io.read_s2le()



        def _fetch_instances(self):
            pass
            if self.has_id:
                pass

            if self.has_id:
                pass


        @property
        def has_id(self):
            if hasattr(self, '_m_has_id'):
                return self._m_has_id

            self._m_has_id =  ((self.variant >= 1) and (self.variant <= (3 if self._root.version == 1 else 5)))
            return getattr(self, '_m_has_id', None)

        @property
        def source(self):
            if hasattr(self, '_m_source'):
                return self._m_source

            self._m_source = KaitaiStream.resolve_enum(Nac.InputSource, self.variant)
            return getattr(self, '_m_source', None)


    class InputName(KaitaiStruct):
        """
        .. seealso::
           NAC v1.6, section 6.1
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.InputName, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.idx_instruction = self._io.read_u2le()
            self.len_name = self._io.read_u2le()
            self.name = str(self._io.read_bytes(self.len_name), u"UTF-8")


        def _fetch_instances(self):
            pass


    class Instruction(KaitaiStruct):
        """One instruction: A and B, then C and D as the operation and its signature
        require. Others refer to its result by its index.

        .. seealso::
           NAC v1.6, section 3.1
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.Instruction, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.a = self._io.read_u1()
            self.b = self._io.read_u1()
            _on = self.kind
            if _on == Nac.InstructionLayout.call:
                pass
                self.fields = Nac.CallFields(self.b, self._io, self, self._root)
            elif _on == Nac.InstructionLayout.control_flow:
                pass
                self.fields = Nac.ControlFlowFields(self._io, self, self._root)
            elif _on == Nac.InstructionLayout.convergence:
                pass
                self.fields = Nac.ConvergenceFields(self._io, self, self._root)
            elif _on == Nac.InstructionLayout.element:
                pass
                self.fields = Nac.ElementFields(self._io, self, self._root)
            elif _on == Nac.InstructionLayout.finish:
                pass
                self.fields = Nac.FinishFields(self._io, self, self._root)
            elif _on == Nac.InstructionLayout.input:
                pass
                self.fields = Nac.InputFields(self.b, self._io, self, self._root)
            elif _on == Nac.InstructionLayout.output:
                pass
                self.fields = Nac.OutputFields(self.b, self._io, self, self._root)
            elif _on == Nac.InstructionLayout.update:
                pass
                self.fields = Nac.UpdateFields(self._io, self, self._root)
            else:
                pass
                self.fields = Nac.NoFields(self._io, self, self._root)


        def _fetch_instances(self):
            pass
            _on = self.kind
            if _on == Nac.InstructionLayout.call:
                pass
                self.fields._fetch_instances()
            elif _on == Nac.InstructionLayout.control_flow:
                pass
                self.fields._fetch_instances()
            elif _on == Nac.InstructionLayout.convergence:
                pass
                self.fields._fetch_instances()
            elif _on == Nac.InstructionLayout.element:
                pass
                self.fields._fetch_instances()
            elif _on == Nac.InstructionLayout.finish:
                pass
                self.fields._fetch_instances()
            elif _on == Nac.InstructionLayout.input:
                pass
                self.fields._fetch_instances()
            elif _on == Nac.InstructionLayout.output:
                pass
                self.fields._fetch_instances()
            elif _on == Nac.InstructionLayout.update:
                pass
                self.fields._fetch_instances()
            else:
                pass
                self.fields._fetch_instances()

        @property
        def kind(self):
            """The layout of C and D. Regular operations share one."""
            if hasattr(self, '_m_kind'):
                return self._m_kind

            self._m_kind = KaitaiStream.resolve_enum(Nac.InstructionLayout, ((self.a if self.a < 10 else 10) if self._root.version == 1 else ((20 if self.takes_element else 10) if self.a >= 10 else ((30 + self.b) if  ((self.a == 3) and ( ((self.b == 3) or (self.b == 4)) ))  else self.a))))
            return getattr(self, '_m_kind', None)

        @property
        def name_text(self):
            """Its name, for the Web IDE."""
            if hasattr(self, '_m_name_text'):
                return self._m_name_text

            self._m_name_text = self._root.lookups.operation_table[self.a].name_text
            return getattr(self, '_m_name_text', None)

        @property
        def operation(self):
            """The operation; a number that has no fixed name is named by `cmap`."""
            if hasattr(self, '_m_operation'):
                return self._m_operation

            self._m_operation = KaitaiStream.resolve_enum(Nac.Operation, self.a)
            return getattr(self, '_m_operation', None)

        @property
        def takes_element(self):
            """Whether it takes an element of a value, and has no signature.

            .. seealso::
               NAC v1.7
            """
            if hasattr(self, '_m_takes_element'):
                return self._m_takes_element

            self._m_takes_element =  ((self._root.lookups.signature_table[self.b].num_arguments == 0) and ( ((self.a == self._root.lookups.id_getitem) or (self.a == self._root.lookups.id_operator_getitem) or (self.a == self._root.lookups.id_select)) ))
            return getattr(self, '_m_takes_element', None)


    class Int32ListBody(KaitaiStruct):
        def __init__(self, length, _io, _parent=None, _root=None):
            super(Nac.Int32ListBody, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.length = length
            self._read()

        def _read(self):
            self.numbers = []
            for i in range(self.length):
                self.numbers.append(self._io.read_s4le())



        def _fetch_instances(self):
            pass
            for i in range(len(self.numbers)):
                pass


        @property
        def number_text(self):
            """The first elements, for the Web IDE."""
            if hasattr(self, '_m_number_text'):
                return self._m_number_text

            self._m_number_text = (u"" if self.length < 1 else str(self.numbers[0]) + (u"" if self.length < 2 else (u"," + str(self.numbers[1])) + (u"" if self.length < 3 else (u"," + str(self.numbers[2])) + (u"" if self.length < 4 else (u"," + str(self.numbers[3])) + (u"" if self.length < 5 else u",...")))))
            return getattr(self, '_m_number_text', None)


    class Int64Body(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.Int64Body, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.number = self._io.read_s8le()


        def _fetch_instances(self):
            pass


    class LookupTables(KaitaiStruct):
        """Tables over `perm` and `cmap` and searches in them. They have no bytes of
        their own."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.LookupTables, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass
            _ = self.getitem_search
            if hasattr(self, '_m_getitem_search'):
                pass
                self._m_getitem_search._fetch_instances()

            _ = self.operation_order
            if hasattr(self, '_m_operation_order'):
                pass
                self._m_operation_order._fetch_instances()

            _ = self.operation_table
            if hasattr(self, '_m_operation_table'):
                pass
                for i in range(len(self._m_operation_table)):
                    pass
                    self._m_operation_table[i]._fetch_instances()


            _ = self.operator_getitem_search
            if hasattr(self, '_m_operator_getitem_search'):
                pass
                self._m_operator_getitem_search._fetch_instances()

            _ = self.select_search
            if hasattr(self, '_m_select_search'):
                pass
                self._m_select_search._fetch_instances()

            _ = self.signature_order
            if hasattr(self, '_m_signature_order'):
                pass
                self._m_signature_order._fetch_instances()

            _ = self.signature_table
            if hasattr(self, '_m_signature_table'):
                pass
                for i in range(len(self._m_signature_table)):
                    pass
                    self._m_signature_table[i]._fetch_instances()



        @property
        def getitem_search(self):
            """Where `cmap` has the operation getitem.

            .. seealso::
               NAC v1.7
            """
            if hasattr(self, '_m_getitem_search'):
                return self._m_getitem_search

            if  ((self._root.version != 1) and (self._root.ofs_cmap != 0)) :
                pass
                _pos = self._io.pos()
                self._io.seek(0)
                self._m_getitem_search = Nac.EntrySearch(Nac.LookupKey.element, 1, 0, len(self._root.cmap.entries), self._io, self, self._root)
                self._io.seek(_pos)

            return getattr(self, '_m_getitem_search', None)

        @property
        def id_getitem(self):
            """Number of the operation getitem, or -1.

            .. seealso::
               NAC v1.7
            """
            if hasattr(self, '_m_id_getitem'):
                return self._m_id_getitem

            self._m_id_getitem = (-1 if  ((self._root.version == 1) or (self._root.ofs_cmap == 0))  else (-1 if self.getitem_search.idx_entry < 0 else self._root.cmap.entries[self.getitem_search.idx_entry].id_operation))
            return getattr(self, '_m_id_getitem', None)

        @property
        def id_operator_getitem(self):
            """Number of the operation operator.getitem, or -1.

            .. seealso::
               NAC v1.7
            """
            if hasattr(self, '_m_id_operator_getitem'):
                return self._m_id_operator_getitem

            self._m_id_operator_getitem = (-1 if  ((self._root.version == 1) or (self._root.ofs_cmap == 0))  else (-1 if self.operator_getitem_search.idx_entry < 0 else self._root.cmap.entries[self.operator_getitem_search.idx_entry].id_operation))
            return getattr(self, '_m_id_operator_getitem', None)

        @property
        def id_select(self):
            """Number of the operation aten.select.int, or -1.

            .. seealso::
               NAC v1.7
            """
            if hasattr(self, '_m_id_select'):
                return self._m_id_select

            self._m_id_select = (-1 if  ((self._root.version == 1) or (self._root.ofs_cmap == 0))  else (-1 if self.select_search.idx_entry < 0 else self._root.cmap.entries[self.select_search.idx_entry].id_operation))
            return getattr(self, '_m_id_select', None)

        @property
        def num_names(self):
            """Number of names in `cmap`. Of more than A of an instruction tells apart,
            which v1.6 permits, none is looked up."""
            if hasattr(self, '_m_num_names'):
                return self._m_num_names

            self._m_num_names = (0 if  ((self._root.ofs_cmap == 0) or (len(self._root.cmap.entries) > 256))  else len(self._root.cmap.entries))
            return getattr(self, '_m_num_names', None)

        @property
        def operation_order(self):
            """Whether `cmap` can be indexed without a search, as above.

            .. seealso::
               NAC v1.6, section 5.1
            """
            if hasattr(self, '_m_operation_order'):
                return self._m_operation_order

            if self.num_names != 0:
                pass
                _pos = self._io.pos()
                self._io.seek(0)
                self._m_operation_order = Nac.IdRun(Nac.LookupKey.operation, 0, len(self._root.cmap.entries), self._io, self, self._root)
                self._io.seek(_pos)

            return getattr(self, '_m_operation_order', None)

        @property
        def operation_table(self):
            """Names of operations, by A of an instruction.

            .. seealso::
               NAC v1.6, section 3.2
            """
            if hasattr(self, '_m_operation_table'):
                return self._m_operation_table

            _pos = self._io.pos()
            self._io.seek(0)
            self._m_operation_table = []
            for i in range(256):
                self._m_operation_table.append(Nac.OperationSlot(i, self._io, self, self._root))

            self._io.seek(_pos)
            return getattr(self, '_m_operation_table', None)

        @property
        def operator_getitem_search(self):
            """Where `cmap` has the operation operator.getitem.

            .. seealso::
               NAC v1.7
            """
            if hasattr(self, '_m_operator_getitem_search'):
                return self._m_operator_getitem_search

            if  ((self._root.version != 1) and (self._root.ofs_cmap != 0)) :
                pass
                _pos = self._io.pos()
                self._io.seek(0)
                self._m_operator_getitem_search = Nac.EntrySearch(Nac.LookupKey.element, 2, 0, len(self._root.cmap.entries), self._io, self, self._root)
                self._io.seek(_pos)

            return getattr(self, '_m_operator_getitem_search', None)

        @property
        def select_search(self):
            """Where `cmap` has the operation aten.select.int.

            .. seealso::
               NAC v1.7
            """
            if hasattr(self, '_m_select_search'):
                return self._m_select_search

            if  ((self._root.version != 1) and (self._root.ofs_cmap != 0)) :
                pass
                _pos = self._io.pos()
                self._io.seek(0)
                self._m_select_search = Nac.EntrySearch(Nac.LookupKey.element, 3, 0, len(self._root.cmap.entries), self._io, self, self._root)
                self._io.seek(_pos)

            return getattr(self, '_m_select_search', None)

        @property
        def signature_order(self):
            """Whether `perm` can be indexed without a search. The entries that were read
            count: where `perm` is damaged, its number of entries may be anything.

            .. seealso::
               NAC v1.6, section 3.3.1
            """
            if hasattr(self, '_m_signature_order'):
                return self._m_signature_order

            if self._root.ofs_perm != 0:
                pass
                _pos = self._io.pos()
                self._io.seek(0)
                self._m_signature_order = Nac.IdRun(Nac.LookupKey.signature, 0, len(self._root.perm.entries), self._io, self, self._root)
                self._io.seek(_pos)

            return getattr(self, '_m_signature_order', None)

        @property
        def signature_table(self):
            """What an instruction needs to know of its signature, by signature id.

            .. seealso::
               NAC v1.6, section 3.3.1
            """
            if hasattr(self, '_m_signature_table'):
                return self._m_signature_table

            _pos = self._io.pos()
            self._io.seek(0)
            self._m_signature_table = []
            for i in range(256):
                self._m_signature_table.append(Nac.SignatureSlot(i, self._io, self, self._root))

            self._io.seek(_pos)
            return getattr(self, '_m_signature_table', None)


    class MemoryCommand(KaitaiStruct):
        """One thing for the coprocessor to do.

        .. seealso::
           NAC v1.6, section 4.4
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.MemoryCommand, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.action = KaitaiStream.resolve_enum(Nac.MemoryAction, self._io.read_u1())
            self.target = self._io.read_u2le()


        def _fetch_instances(self):
            pass


    class MemoryMap(KaitaiStruct):
        """Commands for the memory coprocessor, by the instruction at which they are due.

        .. seealso::
           NAC v1.6, section 4.2
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.MemoryMap, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.magic = self._io.read_bytes(4)
            if not self.magic == b"\x4D\x4D\x41\x50":
                raise kaitaistruct.ValidationNotEqualError(b"\x4D\x4D\x41\x50", self.magic, self._io, u"/types/memory_map/seq/0")
            self.num_records = self._io.read_u4le()
            if not self.num_records <= 65536:
                raise kaitaistruct.ValidationGreaterThanError(65536, self.num_records, self._io, u"/types/memory_map/seq/1")
            self.records = []
            for i in range(self.num_records):
                self.records.append(Nac.ScheduleRecord(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            for i in range(len(self.records)):
                pass
                self.records[i]._fetch_instances()



    class NamedArray(KaitaiStruct):
        """An array.

        .. seealso::
           NAC v1.8
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.NamedArray, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_name = self._io.read_u2le()
            self.name = str(self._io.read_bytes(self.len_name), u"UTF-8")
            self.dtype = KaitaiStream.resolve_enum(Nac.Dtype, self._io.read_u1())
            self.rank = self._io.read_u1()
            self.dims = []
            for i in range(self.rank):
                self.dims.append(self._io.read_u4le())

            self.len_data = self._io.read_u8le()
            self.data = self._io.read_bytes(self.len_data)


        def _fetch_instances(self):
            pass
            for i in range(len(self.dims)):
                pass


        @property
        def shape_text(self):
            """The first dimensions, for the Web IDE."""
            if hasattr(self, '_m_shape_text'):
                return self._m_shape_text

            self._m_shape_text = (u"" if self.rank < 1 else str(self.dims[0]) + (u"" if self.rank < 2 else (u"," + str(self.dims[1])) + (u"" if self.rank < 3 else (u"," + str(self.dims[2])) + (u"" if self.rank < 4 else (u"," + str(self.dims[3])) + (u"" if self.rank < 5 else u",...")))))
            return getattr(self, '_m_shape_text', None)


    class NamedArrays(KaitaiStruct):
        """Arrays by name.

        .. seealso::
           NAC v1.8
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.NamedArrays, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.magic = self._io.read_bytes(4)
            if not self.magic == b"\x41\x52\x52\x53":
                raise kaitaistruct.ValidationNotEqualError(b"\x41\x52\x52\x53", self.magic, self._io, u"/types/named_arrays/seq/0")
            self.num_arrays = self._io.read_u4le()
            if not self.num_arrays <= 65536:
                raise kaitaistruct.ValidationGreaterThanError(65536, self.num_arrays, self._io, u"/types/named_arrays/seq/1")
            self.arrays = []
            for i in range(self.num_arrays):
                self.arrays.append(Nac.NamedArray(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            for i in range(len(self.arrays)):
                pass
                self.arrays[i]._fetch_instances()



    class NoFields(KaitaiStruct):
        """A system operation without C and D."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.NoFields, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass


    class NoScaling(KaitaiStruct):
        """Stored elements are the numbers."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.NoScaling, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass


    class NullBody(KaitaiStruct):
        """The null constant has no bytes, whatever its length says."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.NullBody, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass


    class OperationName(KaitaiStruct):
        """
        .. seealso::
           NAC v1.6, section 5.1.2
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.OperationName, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.id_operation = self._io.read_u2le()
            self.len_name = self._io.read_u1()
            self.name = str(self._io.read_bytes(self.len_name), u"UTF-8")


        def _fetch_instances(self):
            pass

        @property
        def element_kind(self):
            """Which of the operations it is that take an element of a value and may
            be without signature; 0 for others.

            .. seealso::
               NAC v1.7
            """
            if hasattr(self, '_m_element_kind'):
                return self._m_element_kind

            self._m_element_kind = (1 if self.name == u"getitem" else (2 if self.name == u"operator.getitem" else (3 if self.name == u"aten.select.int" else 0)))
            return getattr(self, '_m_element_kind', None)


    class OperationSlot(KaitaiStruct):
        """What `cmap` says about one operation."""
        def __init__(self, id_operation, _io, _parent=None, _root=None):
            super(Nac.OperationSlot, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.id_operation = id_operation
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass
            _ = self.lookup
            if hasattr(self, '_m_lookup'):
                pass
                self._m_lookup._fetch_instances()


        @property
        def idx_entry(self):
            """Index in `cmap`, or -1."""
            if hasattr(self, '_m_idx_entry'):
                return self._m_idx_entry

            self._m_idx_entry = (-1 if self._root.lookups.num_names == 0 else (self.lookup.idx_entry if self._root.lookups.operation_order.num_breaks != 0 else (-1 if self.id_operation < self._root.cmap.entries[0].id_operation else (-1 if self.id_operation - self._root.cmap.entries[0].id_operation >= self._root.lookups.num_names else (self.id_operation - self._root.cmap.entries[0].id_operation)))))
            return getattr(self, '_m_idx_entry', None)

        @property
        def lookup(self):
            """Where it is, if the entries are in no order."""
            if hasattr(self, '_m_lookup'):
                return self._m_lookup

            if (False if self._root.lookups.num_names == 0 else self._root.lookups.operation_order.num_breaks != 0):
                pass
                _pos = self._io.pos()
                self._io.seek(0)
                self._m_lookup = Nac.EntrySearch(Nac.LookupKey.operation, self.id_operation, 0, self._root.lookups.num_names, self._io, self, self._root)
                self._io.seek(_pos)

            return getattr(self, '_m_lookup', None)

        @property
        def name_text(self):
            """Its name in `cmap`, or the one of `operation`; a number without a name
            is shown as such."""
            if hasattr(self, '_m_name_text'):
                return self._m_name_text

            self._m_name_text = (self._root.cmap.entries[self.idx_entry].name if self.idx_entry >= 0 else (u"A=" + str(self.id_operation) if  ((self.id_operation < 10) or (self.id_operation > (19 if self._root.version == 1 else 31)))  else u"nac." + ((u"pass" if self.id_operation == 10 else (u"add" if self.id_operation == 11 else (u"sub" if self.id_operation == 12 else (u"gt" if self.id_operation == 13 else (u"neg" if self.id_operation == 14 else (u"where" if self.id_operation == 15 else (u"clone" if self.id_operation == 16 else (u"view" if self.id_operation == 17 else (u"le" if self.id_operation == 18 else u"arange"))))))))) if self.id_operation < 20 else (u"mul" if self.id_operation == 20 else (u"div" if self.id_operation == 21 else (u"matmul" if self.id_operation == 22 else (u"transpose" if self.id_operation == 23 else (u"zeros" if self.id_operation == 24 else (u"zeros_like" if self.id_operation == 25 else (u"new_zeros" if self.id_operation == 26 else (u"ones" if self.id_operation == 27 else (u"ones_like" if self.id_operation == 28 else (u"new_ones" if self.id_operation == 29 else (u"full" if self.id_operation == 30 else u"full_like"))))))))))))))
            return getattr(self, '_m_name_text', None)


    class Operations(KaitaiStruct):
        """The instructions, in the order of execution.

        .. seealso::
           NAC v1.6, section 3
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.Operations, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.magic = self._io.read_bytes(4)
            if not self.magic == b"\x4F\x50\x53\x20":
                raise kaitaistruct.ValidationNotEqualError(b"\x4F\x50\x53\x20", self.magic, self._io, u"/types/operations/seq/0")
            self.num_instructions = self._io.read_u4le()
            if not self.num_instructions <= 2147483647:
                raise kaitaistruct.ValidationGreaterThanError(2147483647, self.num_instructions, self._io, u"/types/operations/seq/1")
            self.instructions = []
            for i in range(self.num_instructions):
                self.instructions.append(Nac.Instruction(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            for i in range(len(self.instructions)):
                pass
                self.instructions[i]._fetch_instances()



    class Orchestrator(KaitaiStruct):
        """A program that runs models, and its constants.

        .. seealso::
           NAC v1.6, section 9.2
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.Orchestrator, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.magic = self._io.read_bytes(4)
            if not self.magic == b"\x4F\x52\x43\x48":
                raise kaitaistruct.ValidationNotEqualError(b"\x4F\x52\x43\x48", self.magic, self._io, u"/types/orchestrator/seq/0")
            self.len_bytecode = self._io.read_u4le()
            self.num_constants = self._io.read_u4le()
            if not self.num_constants <= 65536:
                raise kaitaistruct.ValidationGreaterThanError(65536, self.num_constants, self._io, u"/types/orchestrator/seq/2")
            self.bytecode = self._io.read_bytes(self.len_bytecode)
            self.constants = []
            for i in range(self.num_constants):
                self.constants.append(Nac.Constant(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            for i in range(len(self.constants)):
                pass
                self.constants[i]._fetch_instances()

            _ = self.program
            if hasattr(self, '_m_program'):
                pass
                self._m_program._fetch_instances()


        @property
        def program(self):
            """What the bytecode says."""
            if hasattr(self, '_m_program'):
                return self._m_program

            io = self._root._io
            _pos = io.pos()
            io.seek(self._root.ofs_orch + 12)
            self._raw__m_program = io.read_bytes(self.len_bytecode)
            _io__raw__m_program = KaitaiStream(BytesIO(self._raw__m_program))
            from . import mep
            self._m_program = mep.Mep(_io__raw__m_program)
            io.seek(_pos)
            return getattr(self, '_m_program', None)


    class OutputFields(KaitaiStruct):
        """C and D of an OUTPUT.

        .. seealso::
           NAC v1.6, section 7.2
        """
        def __init__(self, variant, _io, _parent=None, _root=None):
            super(Nac.OutputFields, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.variant = variant
            self._read()

        def _read(self):
            self.prefix = self._io.read_s2le()
            if not self.prefix >= 0:
                raise kaitaistruct.ValidationLessThanError(0, self.prefix, self._io, u"/types/output_fields/seq/0")
            self.reserved = []
            for i in range(self.num_results):
                self.reserved.append(self._io.read_s2le())

            self.distances = []
            for i in range(self.num_results):
                self.distances.append(self._io.read_s2le())



        def _fetch_instances(self):
            pass
            for i in range(len(self.reserved)):
                pass

            for i in range(len(self.distances)):
                pass


        @property
        def distance_text(self):
            """The first words of D, for the Web IDE."""
            if hasattr(self, '_m_distance_text'):
                return self._m_distance_text

            self._m_distance_text = (u"" if self.num_results < 1 else str(self.distances[0]) + (u"" if self.num_results < 2 else (u"," + str(self.distances[1])) + (u"" if self.num_results < 3 else (u"," + str(self.distances[2])) + (u"" if self.num_results < 4 else (u"," + str(self.distances[3])) + (u"" if self.num_results < 5 else u",...")))))
            return getattr(self, '_m_distance_text', None)

        @property
        def num_results(self):
            """The number of outputs in the header where the prefix agrees with it,
            otherwise the prefix."""
            if hasattr(self, '_m_num_results'):
                return self._m_num_results

            self._m_num_results = (self._root.num_outputs if self.prefix == self._root.num_outputs + 1 else self.prefix)
            return getattr(self, '_m_num_results', None)

        @property
        def purpose(self):
            if hasattr(self, '_m_purpose'):
                return self._m_purpose

            self._m_purpose = KaitaiStream.resolve_enum(Nac.OutputKind, self.variant)
            return getattr(self, '_m_purpose', None)


    class ParameterData(KaitaiStruct):
        """Names of parameters, names of inputs, and the tensors.

        .. seealso::
           NAC v1.6, section 6.1
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.ParameterData, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.magic = self._io.read_bytes(4)
            if not self.magic == b"\x44\x41\x54\x41":
                raise kaitaistruct.ValidationNotEqualError(b"\x44\x41\x54\x41", self.magic, self._io, u"/types/parameter_data/seq/0")
            self.num_parameters = self._io.read_u4le()
            if not self.num_parameters <= 65536:
                raise kaitaistruct.ValidationGreaterThanError(65536, self.num_parameters, self._io, u"/types/parameter_data/seq/1")
            self.parameters = []
            for i in range(self.num_parameters):
                self.parameters.append(Nac.ParameterName(self._io, self, self._root))

            self.num_inputs = self._io.read_u4le()
            if not self.num_inputs <= 65536:
                raise kaitaistruct.ValidationGreaterThanError(65536, self.num_inputs, self._io, u"/types/parameter_data/seq/3")
            self.inputs = []
            for i in range(self.num_inputs):
                self.inputs.append(Nac.InputName(self._io, self, self._root))

            if self._root.has_internal_weights:
                pass
                self.num_tensors = self._io.read_u4le()
                if not self.num_tensors <= 65536:
                    raise kaitaistruct.ValidationGreaterThanError(65536, self.num_tensors, self._io, u"/types/parameter_data/seq/5")

            if self._root.has_internal_weights:
                pass
                self.tensors = []
                for i in range(self.num_tensors):
                    self.tensors.append(Nac.Tensor(self._io, self, self._root))




        def _fetch_instances(self):
            pass
            for i in range(len(self.parameters)):
                pass
                self.parameters[i]._fetch_instances()

            for i in range(len(self.inputs)):
                pass
                self.inputs[i]._fetch_instances()

            if self._root.has_internal_weights:
                pass

            if self._root.has_internal_weights:
                pass
                for i in range(len(self.tensors)):
                    pass
                    self.tensors[i]._fetch_instances()




    class ParameterName(KaitaiStruct):
        """
        .. seealso::
           NAC v1.6, section 6.1
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.ParameterName, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.id_parameter = self._io.read_u2le()
            self.len_name = self._io.read_u2le()
            self.name = str(self._io.read_bytes(self.len_name), u"UTF-8")


        def _fetch_instances(self):
            pass


    class Permutations(KaitaiStruct):
        """Signatures, what kinds of arguments operations take.

        .. seealso::
           NAC v1.6, section 5.2
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.Permutations, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.magic = self._io.read_bytes(4)
            if not self.magic == b"\x50\x45\x52\x4D":
                raise kaitaistruct.ValidationNotEqualError(b"\x50\x45\x52\x4D", self.magic, self._io, u"/types/permutations/seq/0")
            self.num_entries = self._io.read_u4le()
            if not self.num_entries <= 256:
                raise kaitaistruct.ValidationGreaterThanError(256, self.num_entries, self._io, u"/types/permutations/seq/1")
            self.entries = []
            for i in range(self.num_entries):
                self.entries.append(Nac.Signature(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            for i in range(len(self.entries)):
                pass
                self.entries[i]._fetch_instances()



    class Preprocessing(KaitaiStruct):
        """The tokenizer.

        .. seealso::
           NAC v1.6, section 6.2
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.Preprocessing, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.magic = self._io.read_bytes(4)
            if not self.magic == b"\x50\x52\x4F\x43":
                raise kaitaistruct.ValidationNotEqualError(b"\x50\x52\x4F\x43", self.magic, self._io, u"/types/preprocessing/seq/0")
            self.len_manifest = self._io.read_u4le()
            self.manifest = self._io.read_bytes(self.len_manifest)


        def _fetch_instances(self):
            pass
            _ = self.steps
            if hasattr(self, '_m_steps'):
                pass
                self._m_steps._fetch_instances()


        @property
        def steps(self):
            """What the manifest says."""
            if hasattr(self, '_m_steps'):
                return self._m_steps

            if self.len_manifest != 0:
                pass
                io = self._root._io
                _pos = io.pos()
                io.seek(self._root.ofs_proc + 8)
                self._raw__m_steps = io.read_bytes(self.len_manifest)
                _io__raw__m_steps = KaitaiStream(BytesIO(self._raw__m_steps))
                from . import tisa
                self._m_steps = tisa.Tisa(_io__raw__m_steps)
                io.seek(_pos)

            return getattr(self, '_m_steps', None)


    class Resource(KaitaiStruct):
        """A file.

        .. seealso::
           NAC v1.6, section 6.3.2
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.Resource, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_name = self._io.read_u2le()
            self.name = str(self._io.read_bytes(self.len_name), u"UTF-8")
            self.len_data = self._io.read_u4le()
            self.data = self._io.read_bytes(self.len_data)


        def _fetch_instances(self):
            pass


    class Resources(KaitaiStruct):
        """Files that belong to the model.

        .. seealso::
           NAC v1.6, section 6.3
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.Resources, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.magic = self._io.read_bytes(4)
            if not self.magic == b"\x52\x53\x52\x43":
                raise kaitaistruct.ValidationNotEqualError(b"\x52\x53\x52\x43", self.magic, self._io, u"/types/resources/seq/0")
            self.num_files = self._io.read_u4le()
            if not self.num_files <= 65536:
                raise kaitaistruct.ValidationGreaterThanError(65536, self.num_files, self._io, u"/types/resources/seq/1")
            self.files = []
            for i in range(self.num_files):
                self.files.append(Nac.Resource(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            for i in range(len(self.files)):
                pass
                self.files[i]._fetch_instances()



    class ScheduleRecord(KaitaiStruct):
        """The commands of one tick.

        .. seealso::
           NAC v1.6, section 4.3
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.ScheduleRecord, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.tick = self._io.read_u2le()
            self.num_commands = self._io.read_u1()
            self.commands = []
            for i in range(self.num_commands):
                self.commands.append(Nac.MemoryCommand(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            for i in range(len(self.commands)):
                pass
                self.commands[i]._fetch_instances()



    class Signature(KaitaiStruct):
        """One code for each argument of an operation.

        .. seealso::
           NAC v1.6, section 5.2.2
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.Signature, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.id_signature = self._io.read_u2le()
            self.num_codes = self._io.read_u1()
            self.codes = []
            for i in range(self.num_codes):
                self.codes.append(Nac.ArgumentCode(i, self._io, self, self._root))



        def _fetch_instances(self):
            pass
            for i in range(len(self.codes)):
                pass
                self.codes[i]._fetch_instances()


        @property
        def has_constants(self):
            """Whether any argument is a constant."""
            if hasattr(self, '_m_has_constants'):
                return self._m_has_constants

            self._m_has_constants = (False if self.num_codes == 0 else self.codes[-1].num_constants != 0)
            return getattr(self, '_m_has_constants', None)


    class SignatureSlot(KaitaiStruct):
        """What `perm` says about one signature id."""
        def __init__(self, id_signature, _io, _parent=None, _root=None):
            super(Nac.SignatureSlot, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.id_signature = id_signature
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass
            _ = self.lookup
            if hasattr(self, '_m_lookup'):
                pass
                self._m_lookup._fetch_instances()


        @property
        def argument_text(self):
            """Number of arguments, for the Web IDE."""
            if hasattr(self, '_m_argument_text'):
                return self._m_argument_text

            self._m_argument_text = (u"no signature" if self.idx_entry < 0 else (u"1 argument" if self.num_arguments == 1 else str(self.num_arguments) + u" arguments"))
            return getattr(self, '_m_argument_text', None)

        @property
        def has_constants(self):
            """Whether instructions with this signature have a C."""
            if hasattr(self, '_m_has_constants'):
                return self._m_has_constants

            self._m_has_constants = (False if self.idx_entry < 0 else self._root.perm.entries[self.idx_entry].has_constants)
            return getattr(self, '_m_has_constants', None)

        @property
        def idx_entry(self):
            """Index in `perm`, or -1."""
            if hasattr(self, '_m_idx_entry'):
                return self._m_idx_entry

            self._m_idx_entry = (-1 if  ((self.id_signature == 0) or (self._root.ofs_perm == 0))  else (self.lookup.idx_entry if self._root.lookups.signature_order.num_breaks != 0 else (-1 if len(self._root.perm.entries) == 0 else (-1 if self.id_signature < self._root.perm.entries[0].id_signature else (-1 if self.id_signature - self._root.perm.entries[0].id_signature >= len(self._root.perm.entries) else (self.id_signature - self._root.perm.entries[0].id_signature))))))
            return getattr(self, '_m_idx_entry', None)

        @property
        def lookup(self):
            """Where it is, if the entries are in no order."""
            if hasattr(self, '_m_lookup'):
                return self._m_lookup

            if (False if  ((self.id_signature == 0) or (self._root.ofs_perm == 0))  else self._root.lookups.signature_order.num_breaks != 0):
                pass
                _pos = self._io.pos()
                self._io.seek(0)
                self._m_lookup = Nac.EntrySearch(Nac.LookupKey.signature, self.id_signature, 0, len(self._root.perm.entries), self._io, self, self._root)
                self._io.seek(_pos)

            return getattr(self, '_m_lookup', None)

        @property
        def num_arguments(self):
            """Number of arguments; an unknown signature has none."""
            if hasattr(self, '_m_num_arguments'):
                return self._m_num_arguments

            self._m_num_arguments = (0 if self.idx_entry < 0 else self._root.perm.entries[self.idx_entry].num_codes)
            return getattr(self, '_m_num_arguments', None)


    class Tensor(KaitaiStruct):
        """A parameter.

        .. seealso::
           NAC v1.6, section 6.1
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.Tensor, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.id_parameter = self._io.read_u2le()
            self.len_meta = self._io.read_u4le()
            self.len_data = self._io.read_u8le()
            self._raw_meta = self._io.read_bytes(self.len_meta)
            _io__raw_meta = KaitaiStream(BytesIO(self._raw_meta))
            self.meta = Nac.TensorMeta(_io__raw_meta, self, self._root)
            self.data = self._io.read_bytes(self.len_data)


        def _fetch_instances(self):
            pass
            self.meta._fetch_instances()


    class TensorMeta(KaitaiStruct):
        """What the bytes of a tensor mean.

        .. seealso::
           NAC v1.6, section 6.1.1
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.TensorMeta, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.dtype = KaitaiStream.resolve_enum(Nac.Dtype, self._io.read_u1())
            self.rank = self._io.read_u1()
            self.dims = []
            for i in range(self.rank):
                self.dims.append(self._io.read_u4le())

            self.quantization = KaitaiStream.resolve_enum(Nac.Quantization, self._io.read_u1())
            if not isinstance(self.quantization, Nac.Quantization):
                raise kaitaistruct.ValidationNotInEnumError(self.quantization, self._io, u"/types/tensor_meta/seq/3")
            _on = self.quantization
            if _on == Nac.Quantization.block_fp8:
                pass
                self.scaling = Nac.BlockScaling(self._io, self, self._root)
            elif _on == Nac.Quantization.int8_channel:
                pass
                self.scaling = Nac.ChannelScaling(self._io, self, self._root)
            elif _on == Nac.Quantization.int8_tensor:
                pass
                self.scaling = Nac.TensorScaling(self._io, self, self._root)
            else:
                pass
                self.scaling = Nac.NoScaling(self._io, self, self._root)


        def _fetch_instances(self):
            pass
            for i in range(len(self.dims)):
                pass

            _on = self.quantization
            if _on == Nac.Quantization.block_fp8:
                pass
                self.scaling._fetch_instances()
            elif _on == Nac.Quantization.int8_channel:
                pass
                self.scaling._fetch_instances()
            elif _on == Nac.Quantization.int8_tensor:
                pass
                self.scaling._fetch_instances()
            else:
                pass
                self.scaling._fetch_instances()

        @property
        def shape_text(self):
            """The first dimensions, for the Web IDE."""
            if hasattr(self, '_m_shape_text'):
                return self._m_shape_text

            self._m_shape_text = (u"" if self.rank < 1 else str(self.dims[0]) + (u"" if self.rank < 2 else (u"," + str(self.dims[1])) + (u"" if self.rank < 3 else (u"," + str(self.dims[2])) + (u"" if self.rank < 4 else (u"," + str(self.dims[3])) + (u"" if self.rank < 5 else u",...")))))
            return getattr(self, '_m_shape_text', None)


    class TensorScaling(KaitaiStruct):
        """One scale for all elements."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.TensorScaling, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self._raw_scale = self._io.read_bytes(4)
            _io__raw_scale = KaitaiStream(BytesIO(self._raw_scale))
            self.scale = binary32.Binary32(_io__raw_scale)


        def _fetch_instances(self):
            pass
            self.scale._fetch_instances()


    class TextBody(KaitaiStruct):
        def __init__(self, length, _io, _parent=None, _root=None):
            super(Nac.TextBody, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.length = length
            self._read()

        def _read(self):
            self.text = str(self._io.read_bytes(self.length), u"UTF-8")


        def _fetch_instances(self):
            pass


    class Training(KaitaiStruct):
        """The instructions that compute gradients, in the order of execution. They
        share the other sections with those of `ops`.

        .. seealso::
           NAC v1.7
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.Training, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.magic = self._io.read_bytes(4)
            if not self.magic == b"\x54\x52\x4E\x47":
                raise kaitaistruct.ValidationNotEqualError(b"\x54\x52\x4E\x47", self.magic, self._io, u"/types/training/seq/0")
            self.num_instructions = self._io.read_u4le()
            if not self.num_instructions <= 2147483647:
                raise kaitaistruct.ValidationGreaterThanError(2147483647, self.num_instructions, self._io, u"/types/training/seq/1")
            self.instructions = []
            for i in range(self.num_instructions):
                self.instructions.append(Nac.Instruction(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            for i in range(len(self.instructions)):
                pass
                self.instructions[i]._fetch_instances()



    class TruthBody(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.TruthBody, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.is_true = self._io.read_u1()
            if not  ((self.is_true == 0) or (self.is_true == 1)) :
                raise kaitaistruct.ValidationNotAnyOfError(self.is_true, self._io, u"/types/truth_body/seq/0")


        def _fetch_instances(self):
            pass


    class UpdateFields(KaitaiStruct):
        """C and D of an OUTPUT that updates a parameter.

        .. seealso::
           NAC v1.7
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(Nac.UpdateFields, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.prefix = self._io.read_s2le()
            if not  ((self.prefix == 1) or (self.prefix == 2)) :
                raise kaitaistruct.ValidationNotAnyOfError(self.prefix, self._io, u"/types/update_fields/seq/0")
            self.id = self._io.read_s2le()
            self.gradient = self._io.read_s2le()
            self.rate = self._io.read_s2le()


        def _fetch_instances(self):
            pass


    @property
    def arrs(self):
        """Arrays by name, for plans.

        .. seealso::
           NAC v1.8
        """
        if hasattr(self, '_m_arrs'):
            return self._m_arrs

        if  ((self.version != 1) and ((not (self.is_v1_7))) and (self.ofs_arrs != 0)) :
            pass
            _pos = self._io.pos()
            self._io.seek(self.ofs_arrs)
            self._m_arrs = Nac.NamedArrays(self._io, self, self._root)
            self._io.seek(_pos)

        return getattr(self, '_m_arrs', None)

    @property
    def cmap(self):
        """Names of operations.

        .. seealso::
           NAC v1.6, section 5.1
        """
        if hasattr(self, '_m_cmap'):
            return self._m_cmap

        if self.ofs_cmap != 0:
            pass
            _pos = self._io.pos()
            self._io.seek(self.ofs_cmap)
            self._m_cmap = Nac.CanonicalMap(self._io, self, self._root)
            self._io.seek(_pos)

        return getattr(self, '_m_cmap', None)

    @property
    def cnst(self):
        """Constant arguments.

        .. seealso::
           NAC v1.6, section 5.3
        """
        if hasattr(self, '_m_cnst'):
            return self._m_cnst

        if self.ofs_cnst != 0:
            pass
            _pos = self._io.pos()
            self._io.seek(self.ofs_cnst)
            self._m_cnst = Nac.ConstantTable(self._io, self, self._root)
            self._io.seek(_pos)

        return getattr(self, '_m_cnst', None)

    @property
    def data(self):
        """Names of parameters and inputs, and tensors.

        .. seealso::
           NAC v1.6, section 6.1
        """
        if hasattr(self, '_m_data'):
            return self._m_data

        if self.ofs_data != 0:
            pass
            _pos = self._io.pos()
            self._io.seek(self.ofs_data)
            self._m_data = Nac.ParameterData(self._io, self, self._root)
            self._io.seek(_pos)

        return getattr(self, '_m_data', None)

    @property
    def is_v1_7(self):
        """Whether a section begins where the header of v1.7 ends, inside that of v1.8.

        .. seealso::
           NAC v1.7
        """
        if hasattr(self, '_m_is_v1_7'):
            return self._m_is_v1_7

        self._m_is_v1_7 =  ((self.version != 1) and ( ((self.ofs_mmap == int(Nac.HeaderSize.v1_7)) or (self.ofs_ops == int(Nac.HeaderSize.v1_7)) or (self.ofs_cmap == int(Nac.HeaderSize.v1_7)) or (self.ofs_cnst == int(Nac.HeaderSize.v1_7)) or (self.ofs_perm == int(Nac.HeaderSize.v1_7)) or (self.ofs_data == int(Nac.HeaderSize.v1_7)) or (self.ofs_proc == int(Nac.HeaderSize.v1_7)) or (self.ofs_orch == int(Nac.HeaderSize.v1_7)) or (self.ofs_trng == int(Nac.HeaderSize.v1_7)) or (self.ofs_rsrc == int(Nac.HeaderSize.v1_7))) ))
        return getattr(self, '_m_is_v1_7', None)

    @property
    def is_v1_8(self):
        """Whether a section begins where the header of v1.8 ends.

        .. seealso::
           NAC v1.8
        """
        if hasattr(self, '_m_is_v1_8'):
            return self._m_is_v1_8

        self._m_is_v1_8 =  ((self.version != 1) and ( ((self.ofs_mmap == int(Nac.HeaderSize.v1_8)) or (self.ofs_ops == int(Nac.HeaderSize.v1_8)) or (self.ofs_cmap == int(Nac.HeaderSize.v1_8)) or (self.ofs_cnst == int(Nac.HeaderSize.v1_8)) or (self.ofs_perm == int(Nac.HeaderSize.v1_8)) or (self.ofs_data == int(Nac.HeaderSize.v1_8)) or (self.ofs_proc == int(Nac.HeaderSize.v1_8)) or (self.ofs_orch == int(Nac.HeaderSize.v1_8)) or (self.ofs_trng == int(Nac.HeaderSize.v1_8)) or (self.ofs_rsrc == int(Nac.HeaderSize.v1_8))) ))
        return getattr(self, '_m_is_v1_8', None)

    @property
    def lookups(self):
        """What `perm` and `cmap` say, by the numbers that instructions hold.

        .. seealso::
           NAC v1.6, section 3
        """
        if hasattr(self, '_m_lookups'):
            return self._m_lookups

        _pos = self._io.pos()
        self._io.seek(0)
        self._m_lookups = Nac.LookupTables(self._io, self, self._root)
        self._io.seek(_pos)
        return getattr(self, '_m_lookups', None)

    @property
    def mmap(self):
        """Schedule of a memory coprocessor.

        .. seealso::
           NAC v1.6, section 4
        """
        if hasattr(self, '_m_mmap'):
            return self._m_mmap

        if self.ofs_mmap != 0:
            pass
            _pos = self._io.pos()
            self._io.seek(self.ofs_mmap)
            self._m_mmap = Nac.MemoryMap(self._io, self, self._root)
            self._io.seek(_pos)

        return getattr(self, '_m_mmap', None)

    @property
    def ops(self):
        """The program.

        .. seealso::
           NAC v1.6, section 3
        """
        if hasattr(self, '_m_ops'):
            return self._m_ops

        if self.ofs_ops != 0:
            pass
            _pos = self._io.pos()
            self._io.seek(self.ofs_ops)
            self._m_ops = Nac.Operations(self._io, self, self._root)
            self._io.seek(_pos)

        return getattr(self, '_m_ops', None)

    @property
    def orch(self):
        """A plan that runs models.

        .. seealso::
           NAC v1.6, section 9
        """
        if hasattr(self, '_m_orch'):
            return self._m_orch

        if self.ofs_orch != 0:
            pass
            _pos = self._io.pos()
            self._io.seek(self.ofs_orch)
            self._m_orch = Nac.Orchestrator(self._io, self, self._root)
            self._io.seek(_pos)

        return getattr(self, '_m_orch', None)

    @property
    def perm(self):
        """Signatures of operations.

        .. seealso::
           NAC v1.6, section 5.2
        """
        if hasattr(self, '_m_perm'):
            return self._m_perm

        if self.ofs_perm != 0:
            pass
            _pos = self._io.pos()
            self._io.seek(self.ofs_perm)
            self._m_perm = Nac.Permutations(self._io, self, self._root)
            self._io.seek(_pos)

        return getattr(self, '_m_perm', None)

    @property
    def proc(self):
        """The tokenizer, which prepares the inputs.

        .. seealso::
           NAC v1.6, section 6.2
        """
        if hasattr(self, '_m_proc'):
            return self._m_proc

        if self.ofs_proc != 0:
            pass
            _pos = self._io.pos()
            self._io.seek(self.ofs_proc)
            self._m_proc = Nac.Preprocessing(self._io, self, self._root)
            self._io.seek(_pos)

        return getattr(self, '_m_proc', None)

    @property
    def rsrc(self):
        """Files that belong to the model.

        .. seealso::
           NAC v1.6, section 6.3
        """
        if hasattr(self, '_m_rsrc'):
            return self._m_rsrc

        if self.ofs_rsrc != 0:
            pass
            _pos = self._io.pos()
            self._io.seek(self.ofs_rsrc)
            self._m_rsrc = Nac.Resources(self._io, self, self._root)
            self._io.seek(_pos)

        return getattr(self, '_m_rsrc', None)

    @property
    def trng(self):
        """The program that computes gradients and updates parameters.

        .. seealso::
           NAC v1.7
        """
        if hasattr(self, '_m_trng'):
            return self._m_trng

        if  ((self.version != 1) and (self.ofs_trng != 0)) :
            pass
            _pos = self._io.pos()
            self._io.seek(self.ofs_trng)
            self._m_trng = Nac.Training(self._io, self, self._root)
            self._io.seek(_pos)

        return getattr(self, '_m_trng', None)
