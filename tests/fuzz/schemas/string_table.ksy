meta:
  id: string_table
  title: Catalogue of messages
  file-extension: cat
  license: CC0-1.0
  ks-version: '0.11'
  encoding: UTF-8
  endian: le
  bit-endian: le
doc: Strings of several encodings and endings, numbers of variable length, floats, and bits from the lowest up.
seq:
  - id: magic
    contents: CAT1
  - id: is_wide
    type: b1
  - id: priority
    type: b2
    valid:
      expr: _ != 3
  - id: reserved
    type: b5
    valid:
      expr: _ % 8 == 0
  - id: language
    type: strz
    encoding: ASCII
    valid:
      any-of: ['"en"', '"de"', '"pt_BR"']
  - id: scale
    type: f8
    valid:
      min: 0.5
      max: 2.0
  - id: weight
    type: f4
  - id: num_messages
    type: u2
  - id: messages
    type: message
    repeat: expr
    repeat-expr: num_messages
  - id: lines
    type: str
    terminator: 0x0a
    repeat: expr
    repeat-expr: 2
  - id: comment
    type: str
    size-eos: true
types:
  message:
    seq:
      - id: number
        type: s2
        valid:
          expr: _ > 0 and _ < 30000 or _ == -1
      - id: len_wide
        type: u1
        valid:
          expr: _ % 2 == 0
        if: _root.is_wide
      - id: wide
        type: str
        size: len_wide
        encoding: UTF-16LE
        if: _root.is_wide
      - id: text
        type: strz
        valid:
          expr: _.length <= 40
        if: not _root.is_wide
