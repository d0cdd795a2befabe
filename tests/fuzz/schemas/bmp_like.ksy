meta:
  id: bmp_like
  title: Bitmap with a header, a palette and rows of pixels
  file-extension: bmp
  license: CC0-1.0
  ks-version: '0.11'
  endian: le
doc: |
  A device-independent bitmap: a file header of 14 bytes, an information header
  of 40 bytes, a palette, and the pixels at an offset. What is compressed is not
  decompressed.
seq:
  - id: magic
    contents: BM
  - id: len_file
    type: u4
    valid:
      expr: _ == _io.size
  - id: reserved1
    type: u2
    valid: 0
  - id: reserved2
    type: u2
    valid: 0
  - id: ofs_pixels
    type: u4
    valid:
      min: 54
  - id: len_header
    type: u4
    valid: 40
  - id: width
    type: s4
    valid:
      min: 1
      max: 30000
  - id: height
    type: s4
    valid:
      expr: _ != 0
  - id: num_planes
    type: u2
    valid: 1
  - id: bits_per_pixel
    type: u2
    valid:
      any-of: [1, 4, 8, 16, 24, 32]
  - id: compression
    type: u4
    enum: compression
    valid:
      in-enum: true
  - id: len_pixels
    type: u4
  - id: pixels_per_meter_x
    type: s4
  - id: pixels_per_meter_y
    type: s4
  - id: num_colors
    type: u4
    valid:
      max: 256
  - id: num_important_colors
    type: u4
    valid:
      max: num_colors
  - id: palette
    type: color
    repeat: expr
    repeat-expr: num_colors
instances:
  pixels:
    pos: ofs_pixels
    size: len_pixels
types:
  color:
    seq:
      - id: blue
        type: u1
      - id: green
        type: u1
      - id: red
        type: u1
      - id: reserved
        type: u1
        valid: 0
enums:
  compression:
    0: none
    1: rle8
    2: rle4
    3: bit_fields
