meta:
  id: stranger
  title: A log of a weather station
  file-extension: wlog
  endian: be
  bit-endian: be
  encoding: UTF-8
  imports:
    - uleb128
    - sleb128
seq:
  - id: magic
    contents: WLOG
  - id: version
    type: u2
    valid:
      any-of: [1, 2]
  - id: has_names
    type: b1
  - id: quality
    type: b3
    enum: quality
    valid:
      in-enum: true
  - id: reserved
    type: b4
    valid: 0
  - id: checksum
    type: u4
  - id: num_stations
    type: uleb128
  - id: stations
    type: station
    repeat: expr
    repeat-expr: num_stations.value
  - id: num_chunks
    type: u2le
    valid:
      max: 1000
  - id: chunks
    type: chunk(_index.as<u4>)
    repeat: expr
    repeat-expr: num_chunks
  - id: notes
    type: str
    terminator: 0x0a
    repeat: until
    repeat-until: _ == "end"
instances:
  num_readings:
    value: 'stations.size == 0 ? 0 : stations[0].readings.size'
types:
  station:
    seq:
      - id: len_name
        type: u1
      - id: name
        type: str
        size: len_name
        if: _root.has_names
      - id: height
        type: sleb128
      - id: place
        type: f8
        repeat: expr
        repeat-expr: 2
      - id: num_readings
        type: u1
      - id: readings
        type: reading
        repeat: expr
        repeat-expr: num_readings
  reading:
    seq:
      - id: kind
        type: u1
        enum: kind
      - id: body
        type:
          switch-on: kind
          cases:
            'kind::wind': wind
            'kind::rain': u2
            'kind::text': label
  wind:
    seq:
      - id: speed
        type: f4
        valid:
          expr: _ >= 0.0
      - id: direction
        type: s2
        valid:
          min: -180
          max: 180
  label:
    seq:
      - id: text
        type: strz
  chunk:
    params:
      - id: number
        type: u4
    seq:
      - id: ofs_body
        type: u4
      - id: len_body
        type: u2
      - id: tag
        type: u1
        valid:
          expr: _ == number % 256
    instances:
      body:
        pos: ofs_body
        size: len_body
        type: body
        if: len_body != 0
  body:
    seq:
      - id: values
        type: s4le
        repeat: eos
enums:
  quality:
    0: unknown
    1: raw
    2: checked
  kind:
    1: wind
    2: rain
    3: text
