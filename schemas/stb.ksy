meta:
  id: stb
  title: SVG-Tensor Binary Format (STB) v0.1
  application: KHΛNARY runtime
  file-extension: stb
  license: MIT
  ks-version: '0.11'
  endian: le
doc: |
  A container of raw tensors that a runtime maps into memory and uses in
  place: a header of 32 bytes, a table with one descriptor of 32 bytes for
  each tensor, and a data region that holds the payloads. Descriptors and
  payloads refer to each other by byte offsets from the start of the file;
  the order of the payloads is free, and two descriptors may share one.

  The specification does not name the byte order: it is little-endian in the
  header, in the descriptors and in the payloads.

  Three rules are not stated here, because a file that breaks them can still
  be read: `ofs_body` has to be a multiple of 64 (writers in use align the
  data region only), `dtype` and `layout` may hold reserved numbers (that
  tensor is opaque, the others are not), and `len_body` has to be the product
  of the dimensions times the size of an element (the product can exceed 64
  bits), or, where the dimensions are not in the file, a multiple of that size.
doc-ref: STB v0.1
seq:
  - id: magic
    contents: STB0
    doc-ref: STB v0.1, section 3
  - id: version
    type: u1
    valid: 1
    doc: Version of the format, 1 for v0.1.
    doc-ref: STB v0.1, section 3
  - id: flags
    type: u1
    valid: 0
    doc: No flag is defined.
    doc-ref: STB v0.1, section 3
  - id: num_tensors
    -orig-id: tensor_count
    type: u2
    doc: Number of descriptors in the tensor table.
    doc-ref: STB v0.1, section 3
  - id: reserved0
    type: u4
    valid: 0
    doc-ref: STB v0.1, section 3
  - id: reserved1
    type: u4
    valid: 0
    doc-ref: STB v0.1, section 3
  - id: ofs_data
    -orig-id: data_offset
    type: u8
    valid:
      expr: _ % 64 == 0 and _ >= 32 + 32 * num_tensors.as<u4>
    doc: Start of the data region, a multiple of 64 past the tensor table.
    doc-ref: STB v0.1, sections 3 and 7
  - id: len_file
    -orig-id: file_size
    type: u8
    valid:
      expr: _ == _io.size and _ >= ofs_data
    doc: Size of the whole file in bytes.
    doc-ref: STB v0.1, section 3
instances:
  tensors:
    pos: 32
    type: tensor_descriptor
    repeat: expr
    repeat-expr: num_tensors
    doc: The tensor table.
    doc-ref: STB v0.1, section 4
  padding:
    -view: true
    pos: 32 + 32 * num_tensors.as<u4>
    size: ofs_data - 32 - 32 * num_tensors.as<u4>
    doc: What is between the table and the data region, zeros in new files.
    doc-ref: STB v0.1, section 3
  data:
    pos: ofs_data
    type: data_region
    doc: |
      The data region, up to the end of the file. Its parts are the payloads,
      which are in the descriptors that point to them, as `body`.
    doc-ref: STB v0.1, section 5
types:
  tensor_descriptor:
    -columns: true
    -webide-representation: >-
      tensor {tensor_id:dec}: {dtype} [{shape_text}], {layout},
      {len_body:dec} bytes at {ofs_body:dec}
    doc: What one tensor is and where its payload is.
    doc-ref: STB v0.1, section 4
    seq:
      - id: tensor_id
        type: u1
        doc: |
          Identifier by which glyphs refer to the tensor. A table of more than
          256 tensors has to repeat some.
      - id: dtype
        type: u1
        enum: dtype
        doc: Type of an element. Reserved numbers make the tensor opaque.
        doc-ref: STB v0.1, section 4.1
      - id: rank
        type: u1
        valid:
          max: 8
        doc: Number of dimensions; a scalar has none.
      - id: layout
        type: u1
        enum: layout
        doc: Order of the elements. Reserved numbers make the tensor opaque.
        doc-ref: STB v0.1, section 4.2
      - id: ofs_body
        -orig-id: offset
        -align: 64
        type: u8
        valid:
          min: _root.ofs_data
          max: _root.len_file
        doc: |
          Start of the payload, counted from the start of the file. The table
          in section 4 calls it an offset into the data region; the invariants
          below that table and section 2 decide. A multiple of 64.
        doc-ref: STB v0.1, section 4.2
      - id: len_body
        -orig-id: size_bytes
        type: u8
        valid:
          max: _root.len_file - ofs_body
        doc: Size of the payload in bytes, without padding.
        doc-ref: STB v0.1, section 4.2
      - id: dims
        type: u4
        repeat: expr
        repeat-expr: 3
        doc: |
          Up to rank 3 the lengths of the dimensions in logical order, whatever
          the layout; the places past the rank are 0. From rank 4 on, the first
          place is an index into a shape table outside the file (see
          `idx_shape`), and the others are 0.
        doc-ref: STB v0.1, section 4
    instances:
      body:
        io: _root._io
        pos: ofs_body
        size: len_body
        doc: The payload, little-endian, its elements in the order of `layout`.
        doc-ref: STB v0.1, section 5
      idx_shape:
        value: dims[0]
        if: rank > 3
        doc: |
          Index of the shape in the shape table that the KHΛNARY module keeps as
          metadata beside the file.
        doc-ref: STB v0.1, section 4
      shape_text:
        value: >-
          rank == 0 ? "" : rank > 3 ? "#" + dims[0].to_s
          : dims[0].to_s + (rank < 2 ? "" : "," + dims[1].to_s
          + (rank < 3 ? "" : "," + dims[2].to_s))
        doc: The dimensions, or the index of the shape, for the Web IDE.
  data_region:
    doc: |
      Where the payloads are. It has no structure of its own: any order, and
      padding between them, which is zero in new files.
    doc-ref: STB v0.1, section 5
    instances:
      content:
        -view: true
        pos: _root.ofs_data
        size-eos: true
        doc: All payloads, and the padding between them.
enums:
  dtype:
    0:
      id: float32
      doc: IEEE 754 binary32
    1:
      id: float16
      doc: IEEE 754 binary16
    2:
      id: int8
      doc: two's complement, 8 bits
    3:
      id: int32
      doc: two's complement, 32 bits
  layout:
    0:
      id: row_major
      -orig-id: ROW_MAJOR
      doc: the last dimension varies fastest (C order)
    1:
      id: col_major
      -orig-id: COL_MAJOR
      doc: the first dimension varies fastest (Fortran order)
    2:
      id: channels_last
      -orig-id: CHANNELS_LAST
      doc: |
        the channel dimension varies fastest, the others follow in C order. It
        is dimension 0 of rank 3 (C, spatial, spatial) and dimension 1 from
        rank 4 on (N, C, spatial...); below rank 3 the same as row_major.
