# Generated from schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769) by `nacformats generate`. Do not edit.
# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream
from nacformats.codec.streams import substream as BytesIO
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Tisa(KaitaiStruct):
    """How text becomes token ids: steps that run one after another, first on the
    text, then on the fragments into which a partition cuts it, then on ids. The
    vocabulary is in files of its own, see `vocab`, `vidx` and `merges`.

    Section PROC of a NAC file holds a manifest. Every step has a length, so that
    an unknown one does not keep those behind it from being read.

    .. seealso::
       NAC v1.6, section 6.2
    """

    class Behavior(IntEnum):
        keep = 0
        remove = 1
        isolate = 2

    class Opcode(IntEnum):
        lowercase = 1
        unicode_norm = 2
        replace = 3
        filter_category = 4
        prepend = 7
        partition_rules = 16
        byte_encode = 21
        bpe_encode = 32
        wordpiece_encode = 33
        unigram_encode = 34
        compose = 48
    def __init__(self, _io, _parent=None, _root=None):
        super(Tisa, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.magic = self._io.read_bytes(4)
        if not self.magic == b"\x54\x49\x53\x41":
            raise kaitaistruct.ValidationNotEqualError(b"\x54\x49\x53\x41", self.magic, self._io, u"/seq/0")
        self.version = self._io.read_u1()
        if not self.version == 1:
            raise kaitaistruct.ValidationNotEqualError(1, self.version, self._io, u"/seq/1")
        self.steps = []
        i = 0
        while not self._io.is_eof():
            self.steps.append(Tisa.Step(self._io, self, self._root))
            i += 1



    def _fetch_instances(self):
        pass
        for i in range(len(self.steps)):
            pass
            self.steps[i]._fetch_instances()


    class BareOperands(KaitaiStruct):
        """A step that needs nothing but its name."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Tisa.BareOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass


    class BpeOperands(KaitaiStruct):
        """What BPE_ENCODE takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Tisa.BpeOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.suffixes = []
            i = 0
            while not self._io.is_eof():
                self.suffixes.append(Tisa.WordSuffix(self._io, self, self._root))
                i += 1



        def _fetch_instances(self):
            pass
            for i in range(len(self.suffixes)):
                pass
                self.suffixes[i]._fetch_instances()



    class Category(KaitaiStruct):
        """A category of characters that are dropped."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Tisa.Category, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_name = self._io.read_u1()
            self.name = str(self._io.read_bytes(self.len_name), u"UTF-8")


        def _fetch_instances(self):
            pass


    class ComposeOperands(KaitaiStruct):
        """What COMPOSE takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Tisa.ComposeOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_items = self._io.read_u1()
            self.items = []
            for i in range(self.num_items):
                self.items.append(Tisa.TemplateItem(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            for i in range(len(self.items)):
                pass
                self.items[i]._fetch_instances()



    class FilterCategoryOperands(KaitaiStruct):
        """What FILTER_CATEGORY takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Tisa.FilterCategoryOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_categories = self._io.read_u1()
            self.categories = []
            for i in range(self.num_categories):
                self.categories.append(Tisa.Category(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            for i in range(len(self.categories)):
                pass
                self.categories[i]._fetch_instances()



    class PartitionOperands(KaitaiStruct):
        """What PARTITION_RULES takes: the alternatives of one regular expression, of
        which the leftmost one wins. Without any, the text is one fragment."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Tisa.PartitionOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_rules = self._io.read_u2le()
            self.rules = []
            for i in range(self.num_rules):
                self.rules.append(Tisa.PartitionRule(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            for i in range(len(self.rules)):
                pass
                self.rules[i]._fetch_instances()



    class PartitionRule(KaitaiStruct):
        """An alternative."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Tisa.PartitionRule, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.flags = self._io.read_u1()
            if not self.flags <= 7:
                raise kaitaistruct.ValidationGreaterThanError(7, self.flags, self._io, u"/types/partition_rule/seq/0")
            self.len_pattern = self._io.read_u2le()
            self.pattern = str(self._io.read_bytes(self.len_pattern), u"UTF-8")
            if self.has_behavior:
                pass
                self.behavior = KaitaiStream.resolve_enum(Tisa.Behavior, self._io.read_u1())

            if self.has_trim:
                pass
                self.len_trim = self._io.read_u1()

            if self.has_trim:
                pass
                self.trim = str(self._io.read_bytes(self.len_trim), u"UTF-8")



        def _fetch_instances(self):
            pass
            if self.has_behavior:
                pass

            if self.has_trim:
                pass

            if self.has_trim:
                pass


        @property
        def has_behavior(self):
            """Whether it is said what becomes of a match."""
            if hasattr(self, '_m_has_behavior'):
                return self._m_has_behavior

            self._m_has_behavior = (self.flags // 2) % 2 == 1
            return getattr(self, '_m_has_behavior', None)

        @property
        def has_trim(self):
            """Whether something is cut from the text in front of a match."""
            if hasattr(self, '_m_has_trim'):
                return self._m_has_trim

            self._m_has_trim = self.flags // 4 == 1
            return getattr(self, '_m_has_trim', None)

        @property
        def is_protected(self):
            """Whether a match is a token, which later steps leave alone."""
            if hasattr(self, '_m_is_protected'):
                return self._m_is_protected

            self._m_is_protected = self.flags % 2 == 1
            return getattr(self, '_m_is_protected', None)


    class PrependOperands(KaitaiStruct):
        """What PREPEND takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Tisa.PrependOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_value = self._io.read_u2le()
            self.value = str(self._io.read_bytes(self.len_value), u"UTF-8")


        def _fetch_instances(self):
            pass


    class ReplaceOperands(KaitaiStruct):
        """What REPLACE takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Tisa.ReplaceOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_pattern = self._io.read_u2le()
            self.pattern = str(self._io.read_bytes(self.len_pattern), u"UTF-8")
            self.len_value = self._io.read_u2le()
            self.value = str(self._io.read_bytes(self.len_value), u"UTF-8")


        def _fetch_instances(self):
            pass


    class Step(KaitaiStruct):
        """One step."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Tisa.Step, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.opcode = KaitaiStream.resolve_enum(Tisa.Opcode, self._io.read_u1())
            self.len_operands = self._io.read_u4le()
            _ = self.len_operands
            if not  ((_ == 0) or ( ((self.opcode != Tisa.Opcode.lowercase) and (self.opcode != Tisa.Opcode.byte_encode) and (self.opcode != Tisa.Opcode.unigram_encode)) )) :
                raise kaitaistruct.ValidationExprError(self.len_operands, self._io, u"/types/step/seq/1")
            _on = self.opcode
            if _on == Tisa.Opcode.bpe_encode:
                pass
                self._raw_operands = self._io.read_bytes(self.len_operands)
                _io__raw_operands = KaitaiStream(BytesIO(self._raw_operands))
                self.operands = Tisa.BpeOperands(_io__raw_operands, self, self._root)
            elif _on == Tisa.Opcode.byte_encode:
                pass
                self._raw_operands = self._io.read_bytes(self.len_operands)
                _io__raw_operands = KaitaiStream(BytesIO(self._raw_operands))
                self.operands = Tisa.BareOperands(_io__raw_operands, self, self._root)
            elif _on == Tisa.Opcode.compose:
                pass
                self._raw_operands = self._io.read_bytes(self.len_operands)
                _io__raw_operands = KaitaiStream(BytesIO(self._raw_operands))
                self.operands = Tisa.ComposeOperands(_io__raw_operands, self, self._root)
            elif _on == Tisa.Opcode.filter_category:
                pass
                self._raw_operands = self._io.read_bytes(self.len_operands)
                _io__raw_operands = KaitaiStream(BytesIO(self._raw_operands))
                self.operands = Tisa.FilterCategoryOperands(_io__raw_operands, self, self._root)
            elif _on == Tisa.Opcode.lowercase:
                pass
                self._raw_operands = self._io.read_bytes(self.len_operands)
                _io__raw_operands = KaitaiStream(BytesIO(self._raw_operands))
                self.operands = Tisa.BareOperands(_io__raw_operands, self, self._root)
            elif _on == Tisa.Opcode.partition_rules:
                pass
                self._raw_operands = self._io.read_bytes(self.len_operands)
                _io__raw_operands = KaitaiStream(BytesIO(self._raw_operands))
                self.operands = Tisa.PartitionOperands(_io__raw_operands, self, self._root)
            elif _on == Tisa.Opcode.prepend:
                pass
                self._raw_operands = self._io.read_bytes(self.len_operands)
                _io__raw_operands = KaitaiStream(BytesIO(self._raw_operands))
                self.operands = Tisa.PrependOperands(_io__raw_operands, self, self._root)
            elif _on == Tisa.Opcode.replace:
                pass
                self._raw_operands = self._io.read_bytes(self.len_operands)
                _io__raw_operands = KaitaiStream(BytesIO(self._raw_operands))
                self.operands = Tisa.ReplaceOperands(_io__raw_operands, self, self._root)
            elif _on == Tisa.Opcode.unicode_norm:
                pass
                self._raw_operands = self._io.read_bytes(self.len_operands)
                _io__raw_operands = KaitaiStream(BytesIO(self._raw_operands))
                self.operands = Tisa.UnicodeNormOperands(_io__raw_operands, self, self._root)
            elif _on == Tisa.Opcode.unigram_encode:
                pass
                self._raw_operands = self._io.read_bytes(self.len_operands)
                _io__raw_operands = KaitaiStream(BytesIO(self._raw_operands))
                self.operands = Tisa.BareOperands(_io__raw_operands, self, self._root)
            elif _on == Tisa.Opcode.wordpiece_encode:
                pass
                self._raw_operands = self._io.read_bytes(self.len_operands)
                _io__raw_operands = KaitaiStream(BytesIO(self._raw_operands))
                self.operands = Tisa.WordpieceOperands(_io__raw_operands, self, self._root)
            else:
                pass
                self._raw_operands = self._io.read_bytes(self.len_operands)
                _io__raw_operands = KaitaiStream(BytesIO(self._raw_operands))
                self.operands = Tisa.UnknownOperands(_io__raw_operands, self, self._root)


        def _fetch_instances(self):
            pass
            _on = self.opcode
            if _on == Tisa.Opcode.bpe_encode:
                pass
                self.operands._fetch_instances()
            elif _on == Tisa.Opcode.byte_encode:
                pass
                self.operands._fetch_instances()
            elif _on == Tisa.Opcode.compose:
                pass
                self.operands._fetch_instances()
            elif _on == Tisa.Opcode.filter_category:
                pass
                self.operands._fetch_instances()
            elif _on == Tisa.Opcode.lowercase:
                pass
                self.operands._fetch_instances()
            elif _on == Tisa.Opcode.partition_rules:
                pass
                self.operands._fetch_instances()
            elif _on == Tisa.Opcode.prepend:
                pass
                self.operands._fetch_instances()
            elif _on == Tisa.Opcode.replace:
                pass
                self.operands._fetch_instances()
            elif _on == Tisa.Opcode.unicode_norm:
                pass
                self.operands._fetch_instances()
            elif _on == Tisa.Opcode.unigram_encode:
                pass
                self.operands._fetch_instances()
            elif _on == Tisa.Opcode.wordpiece_encode:
                pass
                self.operands._fetch_instances()
            else:
                pass
                self.operands._fetch_instances()


    class TemplateItem(KaitaiStruct):
        """A part of the result."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Tisa.TemplateItem, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.is_fixed = self._io.read_u1()
            if not  ((self.is_fixed == 0) or (self.is_fixed == 1)) :
                raise kaitaistruct.ValidationNotAnyOfError(self.is_fixed, self._io, u"/types/template_item/seq/0")
            if self.is_fixed == 1:
                pass
                self.is_id = self._io.read_u1()
                if not  ((self.is_id == 0) or (self.is_id == 1)) :
                    raise kaitaistruct.ValidationNotAnyOfError(self.is_id, self._io, u"/types/template_item/seq/1")

            if self.gives_id:
                pass
                self.id_token = self._io.read_s4le()

            if self.gives_token:
                pass
                self.len_token = self._io.read_u1()

            if self.gives_token:
                pass
                self.token = str(self._io.read_bytes(self.len_token), u"UTF-8")



        def _fetch_instances(self):
            pass
            if self.is_fixed == 1:
                pass

            if self.gives_id:
                pass

            if self.gives_token:
                pass

            if self.gives_token:
                pass


        @property
        def gives_id(self):
            """Whether an id follows."""
            if hasattr(self, '_m_gives_id'):
                return self._m_gives_id

            self._m_gives_id = (self.is_id == 1 if self.is_fixed == 1 else False)
            return getattr(self, '_m_gives_id', None)

        @property
        def gives_token(self):
            """Whether a token follows."""
            if hasattr(self, '_m_gives_token'):
                return self._m_gives_token

            self._m_gives_token = (self.is_id == 0 if self.is_fixed == 1 else False)
            return getattr(self, '_m_gives_token', None)

        @property
        def text(self):
            """The part in a word, for the Web IDE."""
            if hasattr(self, '_m_text'):
                return self._m_text

            self._m_text = (u"ids" if self.is_fixed == 0 else (str(self.id_token) if self.is_id == 1 else self.token))
            return getattr(self, '_m_text', None)


    class UnicodeNormOperands(KaitaiStruct):
        """What UNICODE_NORM takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Tisa.UnicodeNormOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_form = self._io.read_u1()
            self.form = str(self._io.read_bytes(self.len_form), u"UTF-8")


        def _fetch_instances(self):
            pass


    class UnknownOperands(KaitaiStruct):
        """Operands of a step that is not known."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Tisa.UnknownOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.data = self._io.read_bytes_full()


        def _fetch_instances(self):
            pass


    class WordSuffix(KaitaiStruct):
        """What the last symbol of every fragment ends with, such as `</w>`."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Tisa.WordSuffix, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_text = self._io.read_u1()
            self.text = str(self._io.read_bytes(self.len_text), u"UTF-8")


        def _fetch_instances(self):
            pass


    class WordpieceOperands(KaitaiStruct):
        """What WORDPIECE_ENCODE takes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(Tisa.WordpieceOperands, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_marker = self._io.read_u1()
            self.marker = str(self._io.read_bytes(self.len_marker), u"UTF-8")


        def _fetch_instances(self):
            pass
