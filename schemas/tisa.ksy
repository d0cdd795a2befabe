meta:
  id: tisa
  title: TISA v1 (tokenizer manifest)
  application: NAC runtime
  file-extension: tisa
  tags:
    - machine-learning
  license: MIT
  ks-version: '0.11'
  encoding: UTF-8
  endian: le
doc: |
  How text becomes token ids: steps that run one after another, first on the
  text, then on the fragments into which a partition cuts it, then on ids. The
  vocabulary is in files of its own, see `vocab`, `vidx` and `merges`.

  Section PROC of a NAC file holds a manifest. Every step has a length, so that
  an unknown one does not keep those behind it from being read.
doc-ref: NAC v1.6, section 6.2
seq:
  - id: magic
    contents: TISA
  - id: version
    type: u1
    valid: 1
  - id: steps
    type: step
    repeat: eos
    doc: In the order in which they run.
types:
  step:
    -webide-representation: '{opcode} {operands}'
    doc: One step.
    seq:
      - id: opcode
        type: u1
        enum: opcode
        doc: What the step does. Numbers that are not listed have operands of any kind.
      - id: len_operands
        type: u4
        valid:
          expr: >-
            _ == 0 or (opcode != opcode::lowercase
            and opcode != opcode::byte_encode and opcode != opcode::unigram_encode)
        doc: 0 for steps that need nothing but their name.
      - id: operands
        type:
          switch-on: opcode
          cases:
            opcode::lowercase: bare_operands
            opcode::unicode_norm: unicode_norm_operands
            opcode::replace: replace_operands
            opcode::filter_category: filter_category_operands
            opcode::prepend: prepend_operands
            opcode::partition_rules: partition_operands
            opcode::byte_encode: bare_operands
            opcode::bpe_encode: bpe_operands
            opcode::wordpiece_encode: wordpiece_operands
            opcode::unigram_encode: bare_operands
            opcode::compose: compose_operands
            _: unknown_operands
        size: len_operands
  bare_operands:
    -webide-representation: ''
    doc: A step that needs nothing but its name.
    seq: []
  unicode_norm_operands:
    -webide-representation: '{form}'
    doc: What UNICODE_NORM takes.
    seq:
      - id: len_form
        type: u1
      - id: form
        type: str
        size: len_form
        doc: NFC, NFD, NFKC or NFKD.
  replace_operands:
    -webide-representation: '{pattern} {value}'
    doc: What REPLACE takes.
    seq:
      - id: len_pattern
        type: u2
      - id: pattern
        type: str
        size: len_pattern
        doc: A text, not a regular expression.
      - id: len_value
        type: u2
      - id: value
        type: str
        size: len_value
        doc: What takes its place.
  filter_category_operands:
    -webide-representation: '{categories}'
    doc: What FILTER_CATEGORY takes.
    seq:
      - id: num_categories
        type: u1
      - id: categories
        type: category
        repeat: expr
        repeat-expr: num_categories
  category:
    -webide-representation: '{name}'
    doc: A category of characters that are dropped.
    seq:
      - id: len_name
        type: u1
      - id: name
        type: str
        size: len_name
        doc: As Unicode abbreviates it, such as Mn.
  prepend_operands:
    -webide-representation: '{value}'
    doc: What PREPEND takes.
    seq:
      - id: len_value
        type: u2
      - id: value
        type: str
        size: len_value
        doc: What every text begins with afterwards.
  partition_operands:
    -webide-representation: '{num_rules:dec} rules'
    doc: |
      What PARTITION_RULES takes: the alternatives of one regular expression, of
      which the leftmost one wins. Without any, the text is one fragment.
    seq:
      - id: num_rules
        type: u2
      - id: rules
        type: partition_rule
        repeat: expr
        repeat-expr: num_rules
  partition_rule:
    -columns: true
    -webide-representation: '{pattern}'
    doc: An alternative.
    seq:
      - id: flags
        type: u1
        valid:
          max: 7
        doc: The sum of 1 (`is_protected`), 2 (`has_behavior`) and 4 (`has_trim`).
      - id: len_pattern
        type: u2
      - id: pattern
        type: str
        size: len_pattern
        doc: A regular expression.
      - id: behavior
        type: u1
        enum: behavior
        if: has_behavior
      - id: len_trim
        type: u1
        if: has_trim
      - id: trim
        type: str
        size: len_trim
        if: has_trim
        doc: What the text in front of a match loses when it ends with it.
    instances:
      is_protected:
        value: flags % 2 == 1
        doc: Whether a match is a token, which later steps leave alone.
      has_behavior:
        value: flags / 2 % 2 == 1
        doc: Whether it is said what becomes of a match.
      has_trim:
        value: flags / 4 == 1
        doc: Whether something is cut from the text in front of a match.
  bpe_operands:
    -webide-representation: '{suffixes}'
    doc: What BPE_ENCODE takes.
    seq:
      - id: suffixes
        -since: '1.8'
        type: word_suffix
        repeat: eos
        doc: None in manifests of v1.6 and v1.7, one in those of v1.8.
  word_suffix:
    -webide-representation: '{text}'
    doc: What the last symbol of every fragment ends with, such as `</w>`.
    seq:
      - id: len_text
        type: u1
      - id: text
        type: str
        size: len_text
        doc: Empty for tokens that say nothing about the end of a word.
  wordpiece_operands:
    -webide-representation: '{marker}'
    doc: What WORDPIECE_ENCODE takes.
    seq:
      - id: len_marker
        type: u1
      - id: marker
        type: str
        size: len_marker
        doc: How tokens begin that continue a word.
  compose_operands:
    -webide-representation: '{items}'
    doc: What COMPOSE takes.
    seq:
      - id: num_items
        type: u1
      - id: items
        type: template_item
        repeat: expr
        repeat-expr: num_items
  template_item:
    -webide-representation: '{text}'
    doc: A part of the result.
    seq:
      - id: is_fixed
        type: u1
        valid:
          any-of: [0, 1]
        doc: 0 for the ids of the text, 1 for one id that is always there.
      - id: is_id
        type: u1
        valid:
          any-of: [0, 1]
        if: is_fixed == 1
        doc: Whether that one is given by its number, 1, or by its token, 0.
      - id: id_token
        type: s4
        if: gives_id
      - id: len_token
        type: u1
        if: gives_token
      - id: token
        type: str
        size: len_token
        if: gives_token
    instances:
      gives_id:
        value: 'is_fixed == 1 ? is_id == 1 : false'
        doc: Whether an id follows.
      gives_token:
        value: 'is_fixed == 1 ? is_id == 0 : false'
        doc: Whether a token follows.
      text:
        value: 'is_fixed == 0 ? "ids" : (is_id == 1 ? id_token.to_s : token)'
        doc: The part in a word, for the Web IDE.
  unknown_operands:
    -webide-representation: '{data}'
    doc: Operands of a step that is not known.
    seq:
      - id: data
        size-eos: true
enums:
  opcode:
    0x01:
      id: lowercase
      doc: Lower case.
    0x02:
      id: unicode_norm
      doc: A normalization form of Unicode.
    0x03:
      id: replace
      doc: One text for another.
    0x04:
      id: filter_category
      doc: Drop characters by their category.
    0x07:
      id: prepend
      doc: Put a text in front, unless it is there.
    0x10:
      id: partition_rules
      doc: Cut the text into fragments.
    0x15:
      id: byte_encode
      doc: Bytes as printable characters.
    0x20:
      id: bpe_encode
      doc: Fragments to ids by merging pairs.
    0x21:
      id: wordpiece_encode
      doc: Fragments to ids by the longest match.
    0x22:
      id: unigram_encode
      doc: Fragments to ids by the best score.
    0x30:
      id: compose
      doc: The ids in a template.
  behavior:
    0:
      id: keep
      doc: A match is a fragment of its own, as where nothing is said.
    1:
      id: remove
      doc: A match is dropped.
    2:
      id: isolate
      doc: A match is a fragment of its own.
