meta:
  id: glyph
  title: KHΛNARY v0.2 instruction word of a glyph that uses STB files
  application: KHΛNARY runtime
  license: MIT
  ks-version: '0.11'
  bit-endian: be
doc: |
  One instruction of a KHΛNARY module (KHΛ-2-DENSE-32): a number of 32 bits, its
  fields from the highest bit to the lowest, for the three glyphs that take
  their operand from an STB file.

  The bytes are those of the number in big-endian order. Module files hold their
  words in little-endian order.
doc-ref: STB v0.1, section 6
-webide-representation: '{glyph_id} file {bin_file_id:dec}'
seq:
  - id: version
    -orig-id: VER
    type: b4
    valid: 2
    doc: The dialect of instruction words.
  - id: glyph_id
    -orig-id: GLYPH_ID
    type: b8
    enum: operation
    valid:
      in-enum: true
    doc: What to do. The other glyphs do not use STB files.
  - id: arity
    -orig-id: ARITY
    type: b4
    valid:
      max: highest_arity
    doc: Number of operands.
  - id: reserved1
    type: b1
    valid: false
    doc: The highest bit of FLAGS.
  - id: has_shape_desc
    -orig-id: SHAPE_DESC
    type: b1
    doc: Whether a descriptor of the shape follows.
  - id: has_bin_ref
    -orig-id: BIN_REF
    type: b1
    valid: true
    doc: Whether the operand is in a file; all three glyphs require it.
  - id: is_immediate
    -orig-id: IMM
    type: b1
    doc: The lowest bit of FLAGS, whether the payload is a number.
  - id: payload
    -orig-id: PAYLOAD
    type: b8
    doc: See `bin_file_id` and `tensor_id`.
    doc-ref: STB v0.1, sections 6.2, 6.3 and 6.4
  - id: auth_class
    -orig-id: AUTH_CLASS
    type: b3
    valid:
      min: 1
    doc: Authority, 1 for a user, 2 for the system, 3 for privileged code.
  - id: parity
    -orig-id: PARITY
    type: b1
    valid:
      expr: _ == (num_ones % 2 == 1)
    doc: Makes the number of bits that are 1 even.
instances:
  highest_arity:
    value: 'glyph_id == operation::g_mmap_bin_region ? 1 : 0'
    doc: Most operands that the glyph takes.
  bin_file_id:
    value: 'glyph_id == operation::g_load_bin_tensor ? payload / 16 : payload.as<u8>'
    doc: The file, by its row in the table of the module.
    doc-ref: STB v0.1, section 6.1
  tensor_id:
    value: payload % 16
    if: glyph_id == operation::g_load_bin_tensor
    doc: The tensor in the file.
    doc-ref: STB v0.1, section 6.2
  num_ones:
    value: >-
      version % 2 + version / 2 % 2 + version / 4 % 2 + version / 8
      % 2 + glyph_id.to_i % 2 + glyph_id.to_i / 2 % 2 +
      glyph_id.to_i / 4 % 2 + glyph_id.to_i / 8 % 2 + glyph_id.to_i
      / 16 % 2 + glyph_id.to_i / 32 % 2 + glyph_id.to_i / 64 % 2 +
      glyph_id.to_i / 128 % 2 + arity % 2 + arity / 2 % 2 + arity /
      4 % 2 + arity / 8 % 2 + (has_shape_desc ? 1 : 0) + 1 +
      (is_immediate ? 1 : 0) + payload % 2 + payload / 2 % 2 +
      payload / 4 % 2 + payload / 8 % 2 + payload / 16 % 2 + payload
      / 32 % 2 + payload / 64 % 2 + payload / 128 % 2 + auth_class %
      2 + auth_class / 2 % 2 + auth_class / 4 % 2
    doc: Number of bits that are 1, but for the parity.
enums:
  operation:
    0x30:
      id: g_load_bin_tensor
      -orig-id: G_LOAD_BIN_TENSOR
      doc: Load a tensor of a file.
      doc-ref: STB v0.1, section 6.2
    0x31:
      id: g_mmap_bin_region
      -orig-id: G_MMAP_BIN_REGION
      doc: Map the data region of a file.
      doc-ref: STB v0.1, section 6.3
    0x32:
      id: g_prefetch_bin
      -orig-id: G_PREFETCH_BIN
      doc: Read a file ahead.
      doc-ref: STB v0.1, section 6.4
