meta:
  id: elf_like
  title: Header, sections and a table of names, by offsets
  file-extension: elf
  license: CC0-1.0
  ks-version: '0.11'
  encoding: ASCII
  endian: le
doc: An executable of the shape of ELF, of 64 bits and little-endian only.
seq:
  - id: magic
    contents: [0x7f, ELF, 2, 1, 1]
  - id: abi
    type: u1
  - id: padding
    contents: [0, 0, 0, 0, 0, 0, 0, 0]
  - id: kind
    type: u2
    enum: kind
    valid:
      in-enum: true
  - id: machine
    type: u2
  - id: version
    type: u4
    valid: 1
  - id: entry
    type: u8
  - id: ofs_segments
    type: u8
  - id: ofs_sections
    type: u8
  - id: flags
    type: u4
  - id: len_header
    type: u2
    valid: 64
  - id: len_segment
    type: u2
    valid: 32
  - id: num_segments
    type: u2
    valid:
      expr: _ == 0 or ofs_segments != 0
  - id: len_section
    type: u2
    valid: 40
  - id: num_sections
    type: u2
    valid:
      expr: _ == 0 or ofs_sections != 0
  - id: idx_names
    type: u2
    valid:
      expr: _ < num_sections or _ == 0
instances:
  segments:
    pos: ofs_segments
    type: segment
    size: len_segment
    repeat: expr
    repeat-expr: num_segments
    if: ofs_segments != 0
  sections:
    pos: ofs_sections
    type: section
    size: len_section
    repeat: expr
    repeat-expr: num_sections
    if: ofs_sections != 0
types:
  segment:
    seq:
      - id: kind
        type: u4
      - id: is_reserved
        type: b29
        valid: 0
      - id: is_readable
        type: b1
      - id: is_writable
        type: b1
      - id: is_executable
        type: b1
      - id: ofs_body
        -align: 16
        type: u8
      - id: address
        type: u8
      - id: len_body
        type: u8
    instances:
      body:
        io: _root._io
        pos: ofs_body
        size: len_body
  section:
    seq:
      - id: ofs_name
        type: u4
      - id: kind
        type: u4
        enum: section_kind
      - id: flags
        type: u8
      - id: ofs_body
        -align: 8
        type: u8
      - id: len_body
        type: u8
      - id: alignment
        type: u8
    instances:
      body:
        io: _root._io
        pos: ofs_body
        size: len_body
        type:
          switch-on: kind
          cases:
            'section_kind::strings': string_table
            'section_kind::symbols': symbol_table
        if: kind != section_kind::no_bits
  string_table:
    seq:
      - id: first
        contents: [0]
      - id: strings
        type: strz
        repeat: eos
  symbol_table:
    seq:
      - id: symbols
        type: symbol
        repeat: eos
  symbol:
    seq:
      - id: ofs_name
        type: u4
      - id: binding
        type: b4
      - id: kind
        type: b4
      - id: visibility
        type: u1
        valid:
          max: 3
      - id: idx_section
        type: u2
      - id: address
        type: u8
      - id: length
        type: u8
enums:
  kind:
    1: relocatable
    2: executable
    3: shared
    4: core
  section_kind:
    0: unused
    1: program
    2: symbols
    3: strings
    8: no_bits
