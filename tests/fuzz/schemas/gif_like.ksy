meta:
  id: gif_like
  title: Image of blocks, with subblocks up to an empty one
  file-extension: gif
  license: CC0-1.0
  ks-version: '0.11'
  encoding: ASCII
  endian: le
doc: The blocks of a GIF image; what is compressed is not decompressed.
seq:
  - id: magic
    contents: GIF89a
  - id: width
    type: u2
  - id: height
    type: u2
  - id: has_colors
    type: b1
  - id: resolution
    type: b3
  - id: is_sorted
    type: b1
  - id: color_bits
    type: b3
  - id: background
    type: u1
  - id: aspect
    type: u1
  - id: colors
    size: num_colors * 3
    if: has_colors
  - id: blocks
    type: block
    repeat: until
    repeat-until: _.kind == block_kind::trailer
instances:
  num_colors:
    value: >-
      color_bits == 0 ? 2 : (color_bits == 1 ? 4 : (color_bits == 2 ? 8
      : (color_bits == 3 ? 16 : (color_bits == 4 ? 32 : (color_bits == 5 ? 64
      : (color_bits == 6 ? 128 : 256))))))
types:
  block:
    seq:
      - id: kind
        type: u1
        enum: block_kind
        valid:
          in-enum: true
      - id: body
        type:
          switch-on: kind
          cases:
            'block_kind::extension': extension
            'block_kind::image': image
            'block_kind::trailer': nothing
  extension:
    seq:
      - id: label
        type: u1
        enum: label
      - id: body
        type:
          switch-on: label
          cases:
            'label::graphic_control': graphic_control
            'label::application': application
            _: subblocks
  graphic_control:
    seq:
      - id: len_body
        type: u1
        valid: 4
      - id: reserved
        type: b3
        valid: 0
      - id: disposal
        type: b3
        valid:
          max: 3
      - id: waits
        type: b1
      - id: is_transparent
        type: b1
      - id: delay
        type: u2
      - id: transparent
        type: u1
      - id: end
        contents: [0]
  application:
    seq:
      - id: len_name
        type: u1
        valid: 11
      - id: name
        type: str
        size: 8
      - id: code
        size: 3
      - id: data
        type: subblocks
  image:
    seq:
      - id: left
        type: u2
      - id: top
        type: u2
      - id: width
        type: u2
      - id: height
        type: u2
      - id: flags
        type: u1
        valid: 0
      - id: min_code_size
        type: u1
        valid:
          min: 2
          max: 8
      - id: data
        type: subblocks
  subblocks:
    seq:
      - id: blocks
        type: subblock
        repeat: until
        repeat-until: _.len_data == 0
  subblock:
    seq:
      - id: len_data
        type: u1
      - id: data
        size: len_data
  nothing:
    seq: []
enums:
  block_kind:
    0x21: extension
    0x2c: image
    0x3b: trailer
  label:
    0xf9: graphic_control
    0xfe: comment
    0xff: application
