# Generated from schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769) by `nacformats generate`. Do not edit.
"""Parser of TISA v1 (tokenizer manifest)."""

from enum import IntEnum

from nacformats.codec.kaitai import KaitaiStream, KaitaiStruct

class Tisa(KaitaiStruct):
    """How text becomes token ids: steps that run one after another, first on the text, then on the fragments into which a partition cuts it, then on ids. The vocabulary is in files of its own, see `vocab`, `vidx` and `merges`."""
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
    class Behavior(IntEnum):
        keep = 0
        remove = 1
        isolate = 2
    class Step(KaitaiStruct):
        """One step."""
        opcode: Tisa.Opcode | int
        len_operands: int
        operands: Tisa.BareOperands | Tisa.UnicodeNormOperands | Tisa.ReplaceOperands | Tisa.FilterCategoryOperands | Tisa.PrependOperands | Tisa.PartitionOperands | Tisa.BpeOperands | Tisa.WordpieceOperands | Tisa.ComposeOperands | Tisa.UnknownOperands
    class BareOperands(KaitaiStruct):
        """A step that needs nothing but its name."""
    class UnicodeNormOperands(KaitaiStruct):
        """What UNICODE_NORM takes."""
        len_form: int
        form: str
    class ReplaceOperands(KaitaiStruct):
        """What REPLACE takes."""
        len_pattern: int
        pattern: str
        len_value: int
        value: str
    class FilterCategoryOperands(KaitaiStruct):
        """What FILTER_CATEGORY takes."""
        num_categories: int
        categories: list[Tisa.Category]
    class Category(KaitaiStruct):
        """A category of characters that are dropped."""
        len_name: int
        name: str
    class PrependOperands(KaitaiStruct):
        """What PREPEND takes."""
        len_value: int
        value: str
    class PartitionOperands(KaitaiStruct):
        """What PARTITION_RULES takes: the alternatives of one regular expression, of which the leftmost one wins. Without any, the text is one fragment."""
        num_rules: int
        rules: list[Tisa.PartitionRule]
    class PartitionRule(KaitaiStruct):
        """An alternative."""
        flags: int
        len_pattern: int
        pattern: str
        behavior: Tisa.Behavior | int
        len_trim: int
        trim: str
        @property
        def is_protected(self) -> bool:
            """Whether a match is a token, which later steps leave alone."""
        @property
        def has_behavior(self) -> bool:
            """Whether it is said what becomes of a match."""
        @property
        def has_trim(self) -> bool:
            """Whether something is cut from the text in front of a match."""
    class BpeOperands(KaitaiStruct):
        """What BPE_ENCODE takes."""
        suffixes: list[Tisa.WordSuffix]
    class WordSuffix(KaitaiStruct):
        """What the last symbol of every fragment ends with, such as `</w>`."""
        len_text: int
        text: str
    class WordpieceOperands(KaitaiStruct):
        """What WORDPIECE_ENCODE takes."""
        len_marker: int
        marker: str
    class ComposeOperands(KaitaiStruct):
        """What COMPOSE takes."""
        num_items: int
        items: list[Tisa.TemplateItem]
    class TemplateItem(KaitaiStruct):
        """A part of the result."""
        is_fixed: int
        is_id: int
        id_token: int
        len_token: int
        token: str
        @property
        def gives_id(self) -> bool:
            """Whether an id follows."""
        @property
        def gives_token(self) -> bool:
            """Whether a token follows."""
        @property
        def text(self) -> str:
            """The part in a word, for the Web IDE."""
    class UnknownOperands(KaitaiStruct):
        """Operands of a step that is not known."""
        data: bytes
    magic: bytes
    version: int
    steps: list[Tisa.Step]
