meta:
  id: png_like
  title: Chunks of a PNG image
  file-extension: png
  license: CC0-1.0
  ks-version: '0.11'
  encoding: ASCII
  endian: be
doc: |
  A signature and chunks up to the one that ends the image. The checksum of a
  chunk is beyond a schema: any number will do.
seq:
  - id: magic
    contents: [0x89, PNG, 0x0d, 0x0a, 0x1a, 0x0a]
  - id: header
    type: chunk('IHDR')
  - id: chunks
    type: chunk('')
    repeat: until
    repeat-until: _.name == 'IEND'
types:
  chunk:
    params:
      - id: required
        type: str
    seq:
      - id: len_body
        type: u4
        valid:
          max: 0x7fffffff
      - id: name
        type: str
        size: 4
        valid:
          expr: required == '' or _ == required
      - id: body
        size: len_body
        type:
          switch-on: name
          cases:
            '"IHDR"': image_header
            '"PLTE"': palette
            '"gAMA"': gamma
            '"tEXt"': text
            '"tIME"': modified
            '"IEND"': nothing
      - id: checksum
        type: u4
  image_header:
    seq:
      - id: width
        type: u4
        valid:
          min: 1
          max: 0x7fffffff
      - id: height
        type: u4
        valid:
          min: 1
          max: 0x7fffffff
      - id: bit_depth
        type: u1
        valid:
          any-of: [1, 2, 4, 8, 16]
      - id: color_type
        type: u1
        enum: color_type
        valid:
          in-enum: true
      - id: compression
        type: u1
        valid: 0
      - id: filtering
        type: u1
        valid: 0
      - id: interlace
        type: u1
        valid:
          max: 1
  palette:
    seq:
      - id: entries
        type: rgb
        repeat: eos
  rgb:
    seq:
      - id: red
        type: u1
      - id: green
        type: u1
      - id: blue
        type: u1
  gamma:
    seq:
      - id: gamma
        type: u4
        valid:
          min: 1
  text:
    seq:
      - id: keyword
        type: strz
        valid:
          expr: _.length > 0 and _.length < 80
      - id: text
        type: str
        size-eos: true
        encoding: ISO-8859-1
  modified:
    seq:
      - id: year
        type: u2
      - id: month
        type: u1
        valid:
          min: 1
          max: 12
      - id: day
        type: u1
        valid:
          min: 1
          max: 31
      - id: hour
        type: u1
        valid:
          max: 23
      - id: minute
        type: u1
        valid:
          max: 59
      - id: second
        type: u1
        valid:
          max: 60
  nothing:
    seq: []
enums:
  color_type:
    0: gray
    2: rgb
    3: indexed
    4: gray_alpha
    6: rgb_alpha
