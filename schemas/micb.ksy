meta:
  id: micb
  title: MIC-B v2, binary form of Mind IR graphs
  application: MIND compiler
  file-extension: micb
  tags:
    - machine-learning
    - serialization
  license: MIT
  ks-version: '0.11'
  imports:
    - uleb128
  encoding: UTF-8
  endian: le
doc: |
  A dataflow graph of tensors, the binary twin of the text format mic@2: a table
  of strings, then symbols, types and values that refer to it, then the value
  that is the result. Values have no written ids; they count from 0 in file
  order, and a node takes earlier values only, so the graph has no cycles.

  Every number but the version, the tags, the dtypes and the opcodes is an
  unsigned LEB128; signed ones are zigzag encoded first. The specification calls
  those sleb128, which is not the signed LEB128 of DWARF.

  The canonical form of a graph has shortest varints, and a string table
  without duplicates in order of first use: symbols, dimensions of all types,
  then the names of the values in order. This schema checks neither that nor how
  many inputs an operation takes.
doc-ref: MIC-B v2 Binary Format
seq:
  - id: magic
    contents: MICB
  - id: version
    type: u1
    valid: 2
    doc: A plain byte. Version 2.1 keeps it and appends a section.
  - id: num_strings
    type: uleb128
  - id: strings
    type: interned_string
    repeat: expr
    repeat-expr: num_strings.value
    doc-ref: MIC-B v2, 1. String Table
  - id: num_symbols
    type: uleb128
  - id: symbols
    type: string_ref
    repeat: expr
    repeat-expr: num_symbols.value
    doc: Names of symbolic dimensions. Advisory, nothing refers to them.
    doc-ref: MIC-B v2, 2. Symbol Table
  - id: num_types
    type: uleb128
  - id: types
    type: tensor_type
    repeat: expr
    repeat-expr: num_types.value
    doc-ref: MIC-B v2, 3. Type Table
  - id: num_values
    type: uleb128
  - id: values
    type: graph_value(_index.as<u4>)
    repeat: expr
    repeat-expr: num_values.value
    doc-ref: MIC-B v2, 4. Value Table
  - id: output
    type: value_ref(num_values.value)
    doc: The result of the graph. A graph without values has none and is invalid.
  - id: trailing
    size-eos: true
    valid:
      expr: _.length == 0
    doc: |
      Nothing follows the output. (MIC 2.1 appends a section that begins with
      0x4d, which is not part of this version.)
types:
  interned_string:
    -columns: true
    doc: One entry of the string table, without a terminator.
    -webide-representation: '{text}'
    seq:
      - id: len_text
        type: uleb128
        doc: Bytes, not characters.
      - id: text
        type: str
        size: len_text.value
  string_ref:
    -columns: true
    doc: Reference to an entry of the string table.
    -webide-representation: '{text}'
    seq:
      - id: idx
        type: uleb128
        valid:
          expr: _.value < _root.num_strings.value
    instances:
      text:
        value: _root.strings[idx.value].text
        doc: The string itself.
  type_ref:
    doc: Reference to an entry of the type table.
    -webide-representation: 'T{idx} = {target}'
    seq:
      - id: idx
        type: uleb128
        valid:
          expr: _.value < _root.num_types.value
    instances:
      target:
        value: _root.types[idx.value]
        doc: The type itself.
  value_ref:
    doc: Reference to a value by its position in the value table.
    -webide-representation: '%{idx}'
    params:
      - id: limit
        type: u8
        doc: Ids below this one may be referred to.
    seq:
      - id: idx
        type: uleb128
        valid:
          expr: _.value < limit
  tensor_type:
    -columns: true
    doc: |
      Element type and shape of a tensor. Dimensions are text as in mic@2: a
      number, a symbol or `?`.
    -webide-representation: '{dtype} [{dims}]'
    seq:
      - id: dtype
        type: u1
        enum: dtype
        valid:
          in-enum: true
      - id: num_dims
        type: uleb128
        doc: The rank; 0 is a scalar.
      - id: dims
        type: string_ref
        repeat: expr
        repeat-expr: num_dims.value
  graph_value:
    -columns: true
    doc: One value of the graph.
    -webide-representation: '%{id:dec} {tag} {body}'
    params:
      - id: id
        type: u4
        doc: Position in the value table, by which nodes refer to the value.
    seq:
      - id: tag
        type: u1
        enum: tag
        valid:
          in-enum: true
      - id: body
        type:
          switch-on: tag
          cases:
            'tag::arg': binding
            'tag::param': binding
            'tag::node': node(id)
  binding:
    doc: A value that comes from outside, with its name and its type.
    doc-ref: MIC-B v2, Arg/Param Payload
    -webide-representation: '{name}: {type_ref}'
    seq:
      - id: name
        type: string_ref
      - id: type_ref
        type: type_ref
  node:
    doc: A value that an operation computes from earlier values.
    doc-ref: MIC-B v2, Node Payload
    -webide-representation: '{opcode} {inputs} {params}'
    params:
      - id: id
        type: u4
        doc: Id of the value that the node computes.
    seq:
      - id: opcode
        type: u1
        enum: opcode
        valid:
          in-enum: true
      - id: params
        type:
          switch-on: opcode
          cases:
            'opcode::softmax': axis_param
            'opcode::transpose': list_param
            'opcode::sum': list_param
            'opcode::mean': list_param
            'opcode::max': list_param
            'opcode::concat': axis_param
            'opcode::split': split_params
            'opcode::gather': axis_param
            'opcode::custom': custom_param
            _: no_params
        doc-ref: MIC-B v2, Opcode Encoding
      - id: num_inputs
        type: uleb128
      - id: inputs
        type: value_ref(id.as<u8>)
        repeat: expr
        repeat-expr: num_inputs.value
  no_params:
    doc: An operation that takes no parameters.
    -webide-representation: ''
    seq: []
  axis_param:
    -webide-representation: 'axis={axis}'
    seq:
      - id: axis
        type: zigzag
        doc: Negative axes count from the last dimension.
  list_param:
    doc: A permutation (transpose) or axes (reductions); may be empty.
    -webide-representation: '[{elements}]'
    seq:
      - id: num_elements
        type: uleb128
      - id: elements
        type: zigzag
        repeat: expr
        repeat-expr: num_elements.value
  split_params:
    -webide-representation: 'axis={axis} count={count}'
    seq:
      - id: axis
        type: zigzag
      - id: count
        type: uleb128
        doc: Number of pieces.
  custom_param:
    -webide-representation: '{name}'
    seq:
      - id: name
        type: string_ref
        doc: Name of an operation that the opcode table does not have.
  zigzag:
    doc: |
      Signed integer of 64 bits: 0, -1, 1, -2, ... are written as the unsigned
      0, 1, 2, 3, ...
    doc-ref: MIC-B v2, Zigzag Encoding
    -webide-representation: '{value:dec}'
    seq:
      - id: raw
        type: uleb128
    instances:
      value:
        value: raw.zigzag
        doc: The signed number.
enums:
  dtype:
    0:
      id: f16
      doc: IEEE 754 binary16
    1:
      id: f32
      doc: IEEE 754 binary32
    2:
      id: f64
      doc: IEEE 754 binary64
    3:
      id: bf16
      doc: bfloat16, the upper half of a binary32
    4: i8
    5: i16
    6: i32
    7: i64
    8: u8
    9: u16
    10: u32
    11: u64
    12: bool
  tag:
    0:
      id: arg
      doc: Input of the graph, different in every run.
    1:
      id: param
      doc: Weight, the same in every run.
    2:
      id: node
      doc: Computed from earlier values.
  opcode:
    0: matmul
    1: add
    2: sub
    3: mul
    4: div
    5: relu
    6: softmax
    7: sigmoid
    8: tanh
    9: gelu
    10: layernorm
    11: transpose
    12: reshape
    13: sum
    14: mean
    15: max
    16: concat
    17: split
    18: gather
    255: custom
