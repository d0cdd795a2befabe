meta:
  id: gguf
  title: GGUF v2 and v3
  application: GGML
  file-extension: gguf
  tags:
    - machine-learning
  license: MIT
  ks-version: '0.11'
  encoding: UTF-8
  endian: le
doc: |
  A model in one file: a header, metadata as keys with typed values (what the
  model is, its sizes, its tokenizer), a table of tensors, and their elements.

  v2 and v3 have the same layout. In v1, counts and lengths have four bytes. v3
  allows big-endian files, which are not described here: the bytes of their
  version are in the other order.

  Four rules are not stated here: keys and names of tensors are each there once,
  `ofs_body` is a multiple of the alignment, payloads do not overlap, and they
  end where the file ends, but for padding.
doc-ref: GGUF, section File Structure
seq:
  - id: magic
    contents: GGUF
    doc-ref: GGUF, section File Structure
  - id: version
    -default: 3
    type: u4
    valid:
      any-of: [2, 3]
    doc: Version of the format.
    doc-ref: GGUF, section File Structure
  - id: num_tensors
    -orig-id: tensor_count
    type: u8
    valid:
      max: 0x7fffffff
    doc: Number of tensors.
  - id: num_metadata
    -orig-id: metadata_kv_count
    type: u8
    valid:
      max: 65536
    doc: |
      Number of keys. The specification has no limit; the alignment is looked for
      from key to key.
  - id: metadata
    -orig-id: metadata_kv
    type: metadata_entry(_index)
    repeat: expr
    repeat-expr: num_metadata
    doc: Keys and values. The order means nothing.
    doc-ref: GGUF, section Standardized key-value pairs
  - id: tensors
    -orig-id: tensor_infos
    type: tensor_info
    repeat: expr
    repeat-expr: num_tensors
    doc: What each tensor is, and where.
  - id: data
    type: data_region
    size-eos: true
    doc: Padding up to the alignment, then the payloads.
instances:
  alignment:
    value: 'num_metadata == 0 ? 32.as<u4> : metadata.last.alignment.as<u4>'
    doc: |
      Where the data begins, and each payload in it, is a multiple of this. It is
      the value of `general.alignment`, or 32.
    doc-ref: GGUF, section Standardized key-value pairs
types:
  text:
    -columns: true
    -webide-representation: '{value}'
    doc: A text.
    doc-ref: GGUF, section File Structure
    seq:
      - id: len_value
        -orig-id: len
        type: u8
        doc: In bytes.
      - id: value
        -orig-id: string
        type: str
        size: len_value
  metadata_entry:
    -webide-representation: '{key}: {content}'
    doc: A key and its value.
    doc-ref: GGUF, section File Structure
    params:
      - id: index
        type: s4
    seq:
      - id: len_key
        type: u8
        doc: In bytes; the specification allows 65535.
      - id: key
        type: str
        size: len_key
        doc: Words in snake_case with dots between them, such as `general.architecture`.
      - id: value_type
        type: u4
        enum: value_type
        valid:
          in-enum: true
        doc: What the value is.
      - id: content
        -orig-id: value
        type:
          switch-on: value_type
          cases:
            value_type::uint8: uint8_value
            value_type::int8: int8_value
            value_type::uint16: uint16_value
            value_type::int16: int16_value
            value_type::uint32: uint32_value
            value_type::int32: int32_value
            value_type::float32: float32_value
            value_type::bool: bool_value
            value_type::string: text
            value_type::array: list_value
            value_type::uint64: uint64_value
            value_type::int64: int64_value
            value_type::float64: float64_value
        doc: The value.
    instances:
      alignment_before:
        value: 'index == 0 ? 32.as<u4> : _parent.metadata[index - 1].alignment.as<u4>'
        doc: What `general.alignment` is before this key, for `alignment`.
      alignment:
        value: >-
          value_type == value_type::uint32 ? (key == "general.alignment"
          ? content.as<uint32_value>.value : alignment_before) : alignment_before
        doc: What `general.alignment` is up to this key.
  uint8_value:
    -webide-representation: '{value:dec}'
    doc: A value of this type.
    seq:
      - id: value
        type: u1
  int8_value:
    -webide-representation: '{value:dec}'
    doc: A value of this type.
    seq:
      - id: value
        type: s1
  uint16_value:
    -webide-representation: '{value:dec}'
    doc: A value of this type.
    seq:
      - id: value
        type: u2
  int16_value:
    -webide-representation: '{value:dec}'
    doc: A value of this type.
    seq:
      - id: value
        type: s2
  uint32_value:
    -webide-representation: '{value:dec}'
    doc: A value of this type.
    seq:
      - id: value
        type: u4
  int32_value:
    -webide-representation: '{value:dec}'
    doc: A value of this type.
    seq:
      - id: value
        type: s4
  float32_value:
    -webide-representation: '{value}'
    doc: A value of this type.
    seq:
      - id: value
        type: f4
  bool_value:
    -webide-representation: '{value:dec}'
    doc: A value of this type.
    seq:
      - id: value
        type: u1
        valid:
          max: 1
        doc: 0 is false, 1 is true.
  uint64_value:
    -webide-representation: '{value:dec}'
    doc: A value of this type.
    seq:
      - id: value
        type: u8
  int64_value:
    -webide-representation: '{value:dec}'
    doc: A value of this type.
    seq:
      - id: value
        type: s8
  float64_value:
    -webide-representation: '{value}'
    doc: A value of this type.
    seq:
      - id: value
        type: f8
  list_value:
    -webide-representation: '{num_entries:dec} x {entry_type}'
    doc: An array of values of one type, which may be arrays.
    doc-ref: GGUF, section File Structure
    seq:
      - id: entry_type
        -orig-id: type
        type: u4
        enum: value_type
        valid:
          in-enum: true
        doc: What each of them is.
      - id: num_entries
        -orig-id: len
        type: u8
        valid:
          max: 0x7fffffff
        doc: How many there are.
      - id: content
        -orig-id: array
        type:
          switch-on: entry_type
          cases:
            value_type::uint8: uint8_list
            value_type::int8: int8_list
            value_type::uint16: uint16_list
            value_type::int16: int16_list
            value_type::uint32: uint32_list
            value_type::int32: int32_list
            value_type::float32: float32_list
            value_type::bool: bool_list
            value_type::string: text_list
            value_type::array: nested_list
            value_type::uint64: uint64_list
            value_type::int64: int64_list
            value_type::float64: float64_list
        doc: The values.
  uint8_list:
    -webide-representation: '{_parent.num_entries:dec} numbers'
    doc: Values of this type.
    seq:
      - id: entries
        type: u1
        repeat: expr
        repeat-expr: _parent.num_entries
  int8_list:
    -webide-representation: '{_parent.num_entries:dec} numbers'
    doc: Values of this type.
    seq:
      - id: entries
        type: s1
        repeat: expr
        repeat-expr: _parent.num_entries
  uint16_list:
    -webide-representation: '{_parent.num_entries:dec} numbers'
    doc: Values of this type.
    seq:
      - id: entries
        type: u2
        repeat: expr
        repeat-expr: _parent.num_entries
  int16_list:
    -webide-representation: '{_parent.num_entries:dec} numbers'
    doc: Values of this type.
    seq:
      - id: entries
        type: s2
        repeat: expr
        repeat-expr: _parent.num_entries
  uint32_list:
    -webide-representation: '{_parent.num_entries:dec} numbers'
    doc: Values of this type.
    seq:
      - id: entries
        type: u4
        repeat: expr
        repeat-expr: _parent.num_entries
  int32_list:
    -webide-representation: '{_parent.num_entries:dec} numbers'
    doc: Values of this type.
    seq:
      - id: entries
        type: s4
        repeat: expr
        repeat-expr: _parent.num_entries
  float32_list:
    -webide-representation: '{_parent.num_entries:dec} numbers'
    doc: Values of this type.
    seq:
      - id: entries
        type: f4
        repeat: expr
        repeat-expr: _parent.num_entries
  bool_list:
    -webide-representation: '{_parent.num_entries:dec} numbers'
    doc: Values of this type.
    seq:
      - id: entries
        type: u1
        repeat: expr
        repeat-expr: _parent.num_entries
  uint64_list:
    -webide-representation: '{_parent.num_entries:dec} numbers'
    doc: Values of this type.
    seq:
      - id: entries
        type: u8
        repeat: expr
        repeat-expr: _parent.num_entries
  int64_list:
    -webide-representation: '{_parent.num_entries:dec} numbers'
    doc: Values of this type.
    seq:
      - id: entries
        type: s8
        repeat: expr
        repeat-expr: _parent.num_entries
  float64_list:
    -webide-representation: '{_parent.num_entries:dec} numbers'
    doc: Values of this type.
    seq:
      - id: entries
        type: f8
        repeat: expr
        repeat-expr: _parent.num_entries
  text_list:
    -webide-representation: '{entries}'
    doc: Texts.
    seq:
      - id: entries
        type: text
        repeat: expr
        repeat-expr: _parent.num_entries
  nested_list:
    -webide-representation: '{entries}'
    doc: Arrays.
    seq:
      - id: entries
        type: list_value
        repeat: expr
        repeat-expr: _parent.num_entries
  tensor_info:
    -columns: true
    -webide-representation: '{name}: {dtype} [{shape_text}] at {ofs_body:dec}'
    doc: What a tensor is, and where its payload is.
    doc-ref: GGUF, section File Structure
    seq:
      - id: len_name
        type: u8
        doc: In bytes; the specification allows 64.
      - id: name
        type: str
        size: len_name
        doc: Its name, such as `blk.0.attn_q.weight`.
      - id: num_dims
        -orig-id: n_dimensions
        type: u4
        valid:
          max: 4
        doc: Number of dimensions; a scalar has none.
      - id: dims
        -orig-id: dimensions
        type: u8
        repeat: expr
        repeat-expr: num_dims
        doc: |
          The lengths of the dimensions, that which varies fastest first: the other
          way round than NumPy and PyTorch have them.
      - id: dtype
        -orig-id: type
        type: u4
        enum: tensor_type
        doc: Type of the elements. Numbers that are not listed make the tensor opaque.
      - id: ofs_body
        -orig-id: offset
        type: u8
        doc: |
          Start of the payload, counted from where the data begins; a multiple of
          the alignment.
    instances:
      num_columns:
        value: 'num_dims < 1 ? 1.as<u8> : dims[0]'
      num_rows:
        value: 'num_dims < 2 ? 1.as<u8> : dims[1]'
      num_planes:
        value: 'num_dims < 3 ? 1.as<u8> : dims[2]'
      num_volumes:
        value: 'num_dims < 4 ? 1.as<u8> : dims[3]'
      area:
        value: >-
          num_rows == 0 ? 0.as<u8> : (num_columns > 0xfffffffffffff / num_rows
          ? 0xfffffffffffff.as<u8> : num_columns * num_rows)
        doc: The product of two dimensions, at most 2^52 - 1, which no file holds.
      volume:
        value: >-
          num_planes == 0 ? 0.as<u8> : (area > 0xfffffffffffff / num_planes
          ? 0xfffffffffffff.as<u8> : area * num_planes)
        doc: That of three, likewise.
      num_elements:
        value: >-
          num_volumes == 0 ? 0.as<u8> : (volume > 0xfffffffffffff / num_volumes
          ? 0xfffffffffffff.as<u8> : volume * num_volumes)
        doc: That of all, likewise.
      len_run:
        value: >-
          dtype == tensor_type::f32 or dtype == tensor_type::f16 or dtype ==
          tensor_type::i8 or dtype == tensor_type::i16 or dtype == tensor_type::i32 or
          dtype == tensor_type::i64 or dtype == tensor_type::f64 or dtype ==
          tensor_type::bf16 ? 1.as<u4> : (dtype == tensor_type::q4_0 or dtype ==
          tensor_type::q4_1 or dtype == tensor_type::q5_0 or dtype == tensor_type::q5_1
          or dtype == tensor_type::q8_0 or dtype == tensor_type::q8_1 or dtype ==
          tensor_type::iq4_nl or dtype == tensor_type::mxfp4 ? 32.as<u4> : (dtype ==
          tensor_type::nvfp4 ? 64.as<u4> : (dtype == tensor_type::q1_0 ? 128.as<u4> :
          (dtype == tensor_type::q2_k or dtype == tensor_type::q3_k or dtype ==
          tensor_type::q4_k or dtype == tensor_type::q5_k or dtype == tensor_type::q6_k
          or dtype == tensor_type::q8_k or dtype == tensor_type::iq2_xxs or dtype ==
          tensor_type::iq2_xs or dtype == tensor_type::iq3_xxs or dtype ==
          tensor_type::iq1_s or dtype == tensor_type::iq3_s or dtype ==
          tensor_type::iq2_s or dtype == tensor_type::iq4_xs or dtype ==
          tensor_type::iq1_m or dtype == tensor_type::tq1_0 or dtype ==
          tensor_type::tq2_0 ? 256.as<u4> : 0.as<u4>))))
        doc: |
          How many elements, which follow one another along the first dimension, are
          stored together; 0 for types that are not listed.
      len_number:
        value: >-
          dtype == tensor_type::i8 ? 1.as<u4> : (dtype == tensor_type::f16 or dtype ==
          tensor_type::i16 or dtype == tensor_type::bf16 ? 2.as<u4> : (dtype ==
          tensor_type::f32 or dtype == tensor_type::i32 ? 4.as<u4> : (dtype ==
          tensor_type::i64 or dtype == tensor_type::f64 ? 8.as<u4> : 0.as<u4>)))
        doc: In how many bytes one element is stored, where `len_run` is 1.
      len_block32:
        value: >-
          dtype == tensor_type::mxfp4 ? 17.as<u4> : (dtype == tensor_type::q4_0 or dtype
          == tensor_type::iq4_nl or dtype == tensor_type::q1_0 ? 18.as<u4> : (dtype ==
          tensor_type::q4_1 ? 20.as<u4> : (dtype == tensor_type::q5_0 ? 22.as<u4> :
          (dtype == tensor_type::q5_1 ? 24.as<u4> : (dtype == tensor_type::q8_0 ?
          34.as<u4> : (dtype == tensor_type::nvfp4 ? 36.as<u4> : (dtype ==
          tensor_type::q8_1 ? 40.as<u4> : 0.as<u4>)))))))
        doc: In how many bytes a run of 32, 64 or 128 is stored.
      len_block256:
        value: >-
          dtype == tensor_type::iq1_s ? 50.as<u4> : (dtype == tensor_type::tq1_0 ?
          54.as<u4> : (dtype == tensor_type::iq1_m ? 56.as<u4> : (dtype ==
          tensor_type::iq2_xxs or dtype == tensor_type::tq2_0 ? 66.as<u4> : (dtype ==
          tensor_type::iq2_xs ? 74.as<u4> : (dtype == tensor_type::iq2_s ? 82.as<u4> :
          (dtype == tensor_type::q2_k ? 84.as<u4> : (dtype == tensor_type::iq3_xxs ?
          98.as<u4> : (dtype == tensor_type::q3_k or dtype == tensor_type::iq3_s ?
          110.as<u4> : (dtype == tensor_type::iq4_xs ? 136.as<u4> : (dtype ==
          tensor_type::q4_k ? 144.as<u4> : (dtype == tensor_type::q5_k ? 176.as<u4> :
          (dtype == tensor_type::q6_k ? 210.as<u4> : (dtype == tensor_type::q8_k ?
          292.as<u4> : 0.as<u4>)))))))))))))
        doc: In how many bytes a run of 256 is stored.
      len_block:
        value: 'len_run == 1 ? len_number : (len_run == 256 ? len_block256 : len_block32)'
        doc: In how many bytes a run is stored; 0 for types that are not listed.
      len_body:
        value: >-
          len_run == 0 ? 0.as<u8> : (num_elements / len_run > 0xfffffffffffff / len_block
          ? 0xfffffffffffff.as<u8> : num_elements / len_run * len_block)
        doc: Bytes of the payload, at most 2^52 - 1; 0 for types that are not listed.
      has_body:
        value: >-
          len_run == 0 or ofs_body > _root.data._io.size ? false
          : _root.data.len_padding + ofs_body + len_body <= _root.data._io.size
        doc: Whether the payload is in the file.
      body:
        -view: true
        io: _root.data._io
        pos: _root.data.len_padding + ofs_body
        size: len_body
        if: has_body
        doc: The payload, little-endian, its elements or blocks one after the other.
      shape_text:
        value: >-
          num_columns > 0xfffffffffffff or num_rows > 0xfffffffffffff
          or num_planes > 0xfffffffffffff or num_volumes > 0xfffffffffffff ? "huge"
          : num_dims == 0 ? "" : dims[0].to_s + (num_dims < 2 ? "" : "," + dims[1].to_s
          + (num_dims < 3 ? "" : "," + dims[2].to_s
          + (num_dims < 4 ? "" : "," + dims[3].to_s)))
        doc: The dimensions, for the Web IDE.
  data_region:
    doc: |
      Padding up to a multiple of the alignment, counted from the start of the
      file, then the payloads, each padded likewise. A file without tensors may
      end before the padding does.
    doc-ref: GGUF, section File Structure
    seq:
      - id: content
        size-eos: true
        doc: All bytes.
    instances:
      ofs_content:
        value: _root._io.size - _io.size
        doc: Where it begins in the file.
      len_padding:
        value: >-
          _root.alignment == 0 ? 0.as<u8> : (_root.alignment.as<u8>
          - ofs_content.as<u8> % _root.alignment) % _root.alignment
        doc: Bytes up to the first multiple of the alignment.
enums:
  value_type:
    0: uint8
    1: int8
    2: uint16
    3: int16
    4: uint32
    5: int32
    6: float32
    7: bool
    8: string
    9: array
    10: uint64
    11: int64
    12: float64
  tensor_type:
    0:
      id: f32
      -orig-id: F32
      doc: IEEE 754 binary32
    1:
      id: f16
      -orig-id: F16
      doc: IEEE 754 binary16
    2:
      id: q4_0
      -orig-id: Q4_0
      doc: 4 bits and a scale; 32 elements in 18 bytes
    3:
      id: q4_1
      -orig-id: Q4_1
      doc: 4 bits, a scale and a minimum; 32 elements in 20 bytes
    6:
      id: q5_0
      -orig-id: Q5_0
      doc: 5 bits and a scale; 32 elements in 22 bytes
    7:
      id: q5_1
      -orig-id: Q5_1
      doc: 5 bits, a scale and a minimum; 32 elements in 24 bytes
    8:
      id: q8_0
      -orig-id: Q8_0
      doc: 8 bits and a scale; 32 elements in 34 bytes
    9:
      id: q8_1
      -orig-id: Q8_1
      doc: 8 bits, a scale and a sum; 32 elements in 40 bytes
    10:
      id: q2_k
      -orig-id: Q2_K
      doc: 2 bits, scales of 16 elements; 256 elements in 84 bytes
    11:
      id: q3_k
      -orig-id: Q3_K
      doc: 3 bits, scales of 16 elements; 256 elements in 110 bytes
    12:
      id: q4_k
      -orig-id: Q4_K
      doc: 4 bits, scales of 32 elements; 256 elements in 144 bytes
    13:
      id: q5_k
      -orig-id: Q5_K
      doc: 5 bits, scales of 32 elements; 256 elements in 176 bytes
    14:
      id: q6_k
      -orig-id: Q6_K
      doc: 6 bits, scales of 16 elements; 256 elements in 210 bytes
    15:
      id: q8_k
      -orig-id: Q8_K
      doc: 8 bits, a scale and sums; 256 elements in 292 bytes
    16:
      id: iq2_xxs
      -orig-id: IQ2_XXS
      doc: about 2.1 bits, from a codebook; 256 elements in 66 bytes
    17:
      id: iq2_xs
      -orig-id: IQ2_XS
      doc: about 2.3 bits, from a codebook; 256 elements in 74 bytes
    18:
      id: iq3_xxs
      -orig-id: IQ3_XXS
      doc: about 3.1 bits, from a codebook; 256 elements in 98 bytes
    19:
      id: iq1_s
      -orig-id: IQ1_S
      doc: about 1.6 bits, from a codebook; 256 elements in 50 bytes
    20:
      id: iq4_nl
      -orig-id: IQ4_NL
      doc: 4 bits, an index into 16 values, and a scale; 32 elements in 18 bytes
    21:
      id: iq3_s
      -orig-id: IQ3_S
      doc: about 3.4 bits, from a codebook; 256 elements in 110 bytes
    22:
      id: iq2_s
      -orig-id: IQ2_S
      doc: about 2.6 bits, from a codebook; 256 elements in 82 bytes
    23:
      id: iq4_xs
      -orig-id: IQ4_XS
      doc: 4 bits, an index into 16 values, scales of 32 elements; 256 elements in 136 bytes
    24:
      id: i8
      -orig-id: I8
      doc: two's complement, 8 bits
    25:
      id: i16
      -orig-id: I16
      doc: two's complement, 16 bits
    26:
      id: i32
      -orig-id: I32
      doc: two's complement, 32 bits
    27:
      id: i64
      -orig-id: I64
      doc: two's complement, 64 bits
    28:
      id: f64
      -orig-id: F64
      doc: IEEE 754 binary64
    29:
      id: iq1_m
      -orig-id: IQ1_M
      doc: about 1.8 bits, from a codebook; 256 elements in 56 bytes
    30:
      id: bf16
      -orig-id: BF16
      doc: the upper half of a binary32
    34:
      id: tq1_0
      -orig-id: TQ1_0
      doc: three values, five in a byte; 256 elements in 54 bytes
    35:
      id: tq2_0
      -orig-id: TQ2_0
      doc: three values, 2 bits; 256 elements in 66 bytes
    39:
      id: mxfp4
      -orig-id: MXFP4
      doc: 4 bits of floating point and a power of two; 32 elements in 17 bytes
    40:
      id: nvfp4
      -orig-id: NVFP4
      doc: 4 bits of floating point, scales of 16 elements; 64 elements in 36 bytes
    41:
      id: q1_0
      -orig-id: Q1_0
      doc: 1 bit and a scale; 128 elements in 18 bytes
