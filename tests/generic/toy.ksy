meta:
  id: toy
  title: Toy records v1
  file-extension: toy
  license: MIT
  ks-version: '0.11'
  imports:
    - uleb128
  endian: le
doc: |
  Points and labels with ids, and a checksum for each of them in a table at
  the end of the file.
seq:
  - id: magic
    contents: TOY1
  - id: version
    type: u1
    valid: 1
  - id: num_records
    type: uleb128
    valid:
      expr: _.is_minimal
  - id: ofs_checksums
    type: u4
  - id: flavor
    type: u1
    enum: flavor
  - id: records
    type: record
    repeat: expr
    repeat-expr: num_records.value
instances:
  checksums:
    pos: ofs_checksums
    type: u2
    repeat: expr
    repeat-expr: num_records.value
types:
  record:
    -webide-representation: '{id:dec}: {kind}, {body}'
    seq:
      - id: id
        type: uleb128
      - id: kind
        type: u1
        enum: kind
        valid:
          in-enum: true
      - id: body
        type:
          switch-on: kind
          cases:
            'kind::point': point
            'kind::label': label
            'kind::values': list_of_values
  point:
    -webide-representation: ({x}, {y})
    seq:
      - id: x
        type: f4
      - id: y
        type: f8
  label:
    -webide-representation: '{text}'
    seq:
      - id: len_text
        type: u1
      - id: text
        type: str
        size: len_text
        encoding: UTF-8
      - id: note
        type: strz
        encoding: ASCII
        if: text.length > 3
  list_of_values:
    seq:
      - id: num_values
        type: u1
      - id: values
        type: s2
        repeat: expr
        repeat-expr: num_values
      - id: is_signed
        type: b1
      - id: width
        type: b7
        valid:
          max: 64
enums:
  kind:
    0: point
    1:
      id: label
      doc: text with a note
    7: values
  flavor:
    0: plain
    1: sweet
