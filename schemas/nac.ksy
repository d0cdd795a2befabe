meta:
  id: nac
  title: Neural Architecture Code (NAC) v1.6, v1.7 and v1.8
  application: NAC compiler and runtime
  file-extension: nac
  tags:
    - executable
  license: MIT
  ks-version: '0.11'
  imports:
    - binary32
    - mep
    - tisa
  encoding: UTF-8
  endian: le
doc: |
  A neural network as a program: a header with the offsets of up to eleven
  sections, and the sections, each of which begins with a tag of four letters.
  `ops` holds the instructions; the other sections hold what they refer to.

  v1.6 has nine sections. v1.7 adds `trng`, a program that computes gradients,
  and v1.8 adds `arrs`, arrays by name. Both have the same version number: where
  the first section begins tells them apart, see `header_size`.

  Sections carry no size: where one ends is only known after reading it. A reader
  has to check that sections do not overlap and have nothing but zeros between
  them, that the ids of a table differ, and that the ids in instructions exist.

  Instructions have no length either. How many words follow an instruction
  depends on its signature, which is in `perm`. `lookups` has tables in which
  each instruction finds its signature, and its name, in one step.

  Floating point numbers are kept as their bytes: reading a signalling NaN as a
  number and writing it again would change it.
doc-ref: NAC v1.6
seq:
  - id: magic
    contents: NAC
    doc-ref: NAC v1.6, section 2.2.1
  - id: version
    -default: 1
    type: u1
    valid:
      any-of: [1, 2]
    doc: Version of the format, 1 for v1.6, 2 for v1.7 and v1.8.
    doc-ref: NAC v1.6, section 2.2.1
  - id: has_internal_weights
    type: b1
    doc: |
      Whether the tensors are in this file (`data`) or in a file of the same
      name with the suffix .safetensors beside it.
    doc-ref: NAC v1.6, section 2.2.2
  - id: has_training
    -since: '1.7'
    -default: 0
    type: b1
    valid:
      expr: version != 1 or not _
    doc: Whether there is a program that computes gradients (`trng`).
    doc-ref: NAC v1.7
  - id: quantization_method
    type: b6
    enum: quantization
    valid:
      in-enum: true
    doc: How the weights were quantized; the metadata of a tensor decide for that tensor.
    doc-ref: NAC v1.6, section 2.2.2
  - id: num_inputs
    type: u2
    doc: Number of inputs that the caller gives.
    doc-ref: NAC v1.6, section 2.2.3
  - id: num_outputs
    type: u2
    doc: Number of outputs that the model returns.
    doc-ref: NAC v1.6, section 2.2.3
  - id: reserved1
    type: u1
    valid: 0
    doc-ref: NAC v1.6, section 2.2.3
  - id: d_model
    type: u2
    doc: Size of the embedding or hidden state; 0 when there is none.
    doc-ref: NAC v1.6, section 2.2.4
  - id: ofs_mmap
    -orig-id: mmap_offset
    type: u8
    doc: Start of `mmap`, from the start of the file; 0 when there is none.
    doc-ref: NAC v1.6, section 2.2.5
  - id: ofs_ops
    -orig-id: ops_offset
    type: u8
    doc: Start of `ops`, or 0.
    doc-ref: NAC v1.6, section 2.2.5
  - id: ofs_cmap
    -orig-id: cmap_offset
    type: u8
    doc: Start of `cmap`, or 0.
    doc-ref: NAC v1.6, section 2.2.5
  - id: ofs_cnst
    -orig-id: cnst_offset
    type: u8
    doc: Start of `cnst`, or 0.
    doc-ref: NAC v1.6, section 2.2.5
  - id: ofs_perm
    -orig-id: perm_offset
    type: u8
    doc: Start of `perm`, or 0.
    doc-ref: NAC v1.6, section 2.2.5
  - id: ofs_data
    -orig-id: data_offset
    type: u8
    doc: Start of `data`, or 0.
    doc-ref: NAC v1.6, section 2.2.5
  - id: ofs_proc
    -orig-id: proc_offset
    type: u8
    doc: Start of `proc`, or 0.
    doc-ref: NAC v1.6, section 2.2.5
  - id: ofs_orch
    -orig-id: orch_offset
    type: u8
    doc: Start of `orch`, or 0.
    doc-ref: NAC v1.6, section 2.2.5
  - id: ofs_trng
    -since: '1.7'
    -orig-id: trng_offset
    type: u8
    if: version != 1
    doc: Start of `trng`, or 0.
    doc-ref: NAC v1.7
  - id: ofs_rsrc
    -orig-id: rsrc_offset
    type: u8
    doc: Start of `rsrc`, or 0.
    doc-ref: NAC v1.6, section 2.2.5
  - id: ofs_arrs
    -since: '1.8'
    -orig-id: arrs_offset
    type: u8
    valid:
      expr: is_v1_8
    if: version != 1 and not is_v1_7
    doc: Start of `arrs`, or 0. A header that is not followed by a section is of no version.
    doc-ref: NAC v1.8
  - id: reserved2
    type: u4
    valid: 0
    if: version == 1
    doc-ref: NAC v1.6, section 2.2.5
instances:
  is_v1_7:
    value: >-
      version != 1 and (ofs_mmap == header_size::v1_7.to_i
      or ofs_ops == header_size::v1_7.to_i
      or ofs_cmap == header_size::v1_7.to_i
      or ofs_cnst == header_size::v1_7.to_i
      or ofs_perm == header_size::v1_7.to_i
      or ofs_data == header_size::v1_7.to_i
      or ofs_proc == header_size::v1_7.to_i
      or ofs_orch == header_size::v1_7.to_i
      or ofs_trng == header_size::v1_7.to_i
      or ofs_rsrc == header_size::v1_7.to_i)
    doc: Whether a section begins where the header of v1.7 ends, inside that of v1.8.
    doc-ref: NAC v1.7
  is_v1_8:
    value: >-
      version != 1 and (ofs_mmap == header_size::v1_8.to_i
      or ofs_ops == header_size::v1_8.to_i
      or ofs_cmap == header_size::v1_8.to_i
      or ofs_cnst == header_size::v1_8.to_i
      or ofs_perm == header_size::v1_8.to_i
      or ofs_data == header_size::v1_8.to_i
      or ofs_proc == header_size::v1_8.to_i
      or ofs_orch == header_size::v1_8.to_i
      or ofs_trng == header_size::v1_8.to_i
      or ofs_rsrc == header_size::v1_8.to_i)
    doc: Whether a section begins where the header of v1.8 ends.
    doc-ref: NAC v1.8
  mmap:
    pos: ofs_mmap
    type: memory_map
    if: ofs_mmap != 0
    doc: Schedule of a memory coprocessor.
    doc-ref: NAC v1.6, section 4
  ops:
    pos: ofs_ops
    type: operations
    if: ofs_ops != 0
    doc: The program.
    doc-ref: NAC v1.6, section 3
  cmap:
    pos: ofs_cmap
    type: canonical_map
    if: ofs_cmap != 0
    doc: Names of operations.
    doc-ref: NAC v1.6, section 5.1
  cnst:
    pos: ofs_cnst
    type: constant_table
    if: ofs_cnst != 0
    doc: Constant arguments.
    doc-ref: NAC v1.6, section 5.3
  perm:
    pos: ofs_perm
    type: permutations
    if: ofs_perm != 0
    doc: Signatures of operations.
    doc-ref: NAC v1.6, section 5.2
  data:
    pos: ofs_data
    type: parameter_data
    if: ofs_data != 0
    doc: Names of parameters and inputs, and tensors.
    doc-ref: NAC v1.6, section 6.1
  proc:
    pos: ofs_proc
    type: preprocessing
    if: ofs_proc != 0
    doc: The tokenizer, which prepares the inputs.
    doc-ref: NAC v1.6, section 6.2
  orch:
    pos: ofs_orch
    type: orchestrator
    if: ofs_orch != 0
    doc: A plan that runs models.
    doc-ref: NAC v1.6, section 9
  rsrc:
    pos: ofs_rsrc
    type: resources
    if: ofs_rsrc != 0
    doc: Files that belong to the model.
    doc-ref: NAC v1.6, section 6.3
  trng:
    -since: '1.7'
    pos: ofs_trng
    type: training
    if: version != 1 and ofs_trng != 0
    doc: The program that computes gradients and updates parameters.
    doc-ref: NAC v1.7
  arrs:
    -since: '1.8'
    pos: ofs_arrs
    type: named_arrays
    if: version != 1 and not is_v1_7 and ofs_arrs != 0
    doc: Arrays by name, for plans.
    doc-ref: NAC v1.8
  lookups:
    pos: 0
    type: lookup_tables
    doc: What `perm` and `cmap` say, by the numbers that instructions hold.
    doc-ref: NAC v1.6, section 3
types:
  memory_map:
    doc: Commands for the memory coprocessor, by the instruction at which they are due.
    doc-ref: NAC v1.6, section 4.2
    seq:
      - id: magic
        contents: MMAP
      - id: num_records
        type: u4
        valid:
          max: 65536
        doc: Number of records; there cannot be more than there are ticks.
      - id: records
        type: schedule_record
        repeat: expr
        repeat-expr: num_records
  schedule_record:
    -columns: true
    -webide-representation: 'tick {tick:dec}: {commands}'
    doc: The commands of one tick.
    doc-ref: NAC v1.6, section 4.3
    seq:
      - id: tick
        type: u2
        doc: Index of the instruction at which the commands are due.
      - id: num_commands
        type: u1
      - id: commands
        type: memory_command
        repeat: expr
        repeat-expr: num_commands
  memory_command:
    -webide-representation: '{action} {target:dec}'
    doc: One thing for the coprocessor to do.
    doc-ref: NAC v1.6, section 4.4
    seq:
      - id: action
        type: u1
        enum: memory_action
      - id: target
        type: u2
        doc: Index of the instruction whose result the action is about.
        doc-ref: NAC v1.6, section 4.5
  operations:
    doc: The instructions, in the order of execution.
    doc-ref: NAC v1.6, section 3
    seq:
      - id: magic
        contents: 'OPS '
      - id: num_instructions
        type: u4
        valid:
          max: 0x7fffffff
        doc: Number of instructions; a larger number is refused. The specification does not mention it.
      - id: instructions
        type: instruction
        repeat: expr
        repeat-expr: num_instructions
  instruction:
    -columns: true
    -webide-representation: '{fields}'
    doc: |
      One instruction: A and B, then C and D as the operation and its signature
      require. Others refer to its result by its index.
    doc-ref: NAC v1.6, section 3.1
    seq:
      - id: a
        -orig-id: A
        type: u1
        doc: The operation, see `operation` and `cmap`.
        doc-ref: NAC v1.6, section 3.2
      - id: b
        -orig-id: B
        type: u1
        doc: |
          Signature id of a regular operation, variant of a system operation.
        doc-ref: NAC v1.6, section 3.3
      - id: fields
        type:
          switch-on: kind
          cases:
            instruction_layout::input: input_fields(b)
            instruction_layout::output: output_fields(b)
            instruction_layout::control_flow: control_flow_fields
            instruction_layout::convergence: convergence_fields
            instruction_layout::call: call_fields(b)
            instruction_layout::element: element_fields
            instruction_layout::update: update_fields
            instruction_layout::finish: finish_fields
            _: no_fields
        doc: C and D. System operations that are not listed have neither.
    instances:
      operation:
        value: a
        enum: operation
        doc: The operation; a number that has no fixed name is named by `cmap`.
      name_text:
        value: _root.lookups.operation_table[a].name_text
        doc: Its name, for the Web IDE.
      kind:
        value: >-
          _root.version == 1 ? (a < 10 ? a : 10.as<u1>)
          : (a >= 10 ? (takes_element ? 20.as<u1> : 10.as<u1>)
          : (a == 3 and (b == 3 or b == 4) ? (30 + b).as<u1> : a))
        enum: instruction_layout
        doc: The layout of C and D. Regular operations share one.
      takes_element:
        value: >-
          _root.lookups.signature_table[b].num_arguments == 0
          and (a == _root.lookups.id_getitem or a == _root.lookups.id_operator_getitem
          or a == _root.lookups.id_select)
        doc: Whether it takes an element of a value, and has no signature.
        doc-ref: NAC v1.7
  no_fields:
    -webide-representation: 'A={_parent.a:dec} B={_parent.b:dec}'
    doc: A system operation without C and D.
    seq: []
  call_fields:
    -webide-representation: '{_parent.name_text} ({distance_text})'
    doc: C and D of a regular operation.
    doc-ref: NAC v1.6, sections 3.4 and 3.5
    params:
      - id: id_signature
        type: u1
    seq:
      - id: num_constants
        type: s2
        valid:
          min: 0
        if: signature.has_constants
        doc: First word of C. Without constants in the signature there is no C.
      - id: constants
        type: s2
        repeat: expr
        repeat-expr: num_constants
        if: signature.has_constants
        doc: The rest of C, ids of constants.
      - id: distances
        type: s2
        repeat: expr
        repeat-expr: signature.num_arguments
        doc: |
          D, one word for each argument: the distance to the instruction whose
          result it is, or 0 for the next constant of C.
    instances:
      signature:
        value: _root.lookups.signature_table[id_signature]
      distance_text:
        value: >-
          signature.num_arguments < 1 ? "" : distances[0].to_s + (signature.num_arguments < 2 ? "" :
          "," + distances[1].to_s + (signature.num_arguments < 3 ? "" :
          "," + distances[2].to_s + (signature.num_arguments < 4 ? "" :
          "," + distances[3].to_s + (signature.num_arguments < 5 ? "" : ",..."))))
        doc: The first words of D, for the Web IDE.
  element_fields:
    -webide-representation: '{_parent.name_text} ({distance:dec})'
    doc: C and D of an operation that takes an element of a value and has no signature.
    doc-ref: NAC v1.7
    seq:
      - id: num_constants
        type: s2
        valid:
          min: 0
        doc: First word of C.
      - id: constants
        type: s2
        repeat: expr
        repeat-expr: num_constants
        doc: The rest of C, ids of constants.
      - id: distance
        type: s2
        doc: D, the distance to the instruction whose result the element is of.
  input_fields:
    -webide-representation: '{_parent.operation} {source} {id:dec}'
    doc: C of an INPUT; there is no D.
    doc-ref: NAC v1.6, section 7.1
    params:
      - id: variant
        type: u1
    seq:
      - id: prefix
        type: s2
        valid:
          any-of: [1, 2]
        if: has_id
        doc: Number of words, 1 (without itself, as compilers write it) or 2.
      - id: id
        type: s2
        if: has_id
        doc: |
          Id of the parameter, of the state or of the constant; index of the
          instruction of `ops`; number of the target.
    instances:
      source:
        value: variant
        enum: input_source
      has_id:
        value: 'variant >= 1 and variant <= (_root.version == 1 ? 3 : 5)'
  output_fields:
    -webide-representation: '{_parent.operation} {purpose} ({distance_text})'
    doc: C and D of an OUTPUT.
    doc-ref: NAC v1.6, section 7.2
    params:
      - id: variant
        type: u1
    seq:
      - id: prefix
        type: s2
        valid:
          min: 0
        doc: |
          Number of outputs (as compilers write it), or one more (the number of
          words of C, as the specification has it).
      - id: reserved
        type: s2
        repeat: expr
        repeat-expr: num_results
        doc: The rest of C, zeros.
      - id: distances
        type: s2
        repeat: expr
        repeat-expr: num_results
        doc: D, distances to the instructions whose results are the outputs.
    instances:
      purpose:
        value: variant
        enum: output_kind
      num_results:
        value: >-
          prefix == _root.num_outputs.as<s4> + 1 ? _root.num_outputs.as<s4>
          : prefix.as<s4>
        doc: |
          The number of outputs in the header where the prefix agrees with it,
          otherwise the prefix.
      distance_text:
        value: >-
          num_results < 1 ? "" : distances[0].to_s + (num_results < 2 ? "" :
          "," + distances[1].to_s + (num_results < 3 ? "" :
          "," + distances[2].to_s + (num_results < 4 ? "" :
          "," + distances[3].to_s + (num_results < 5 ? "" : ",..."))))
        doc: The first words of D, for the Web IDE.
  update_fields:
    -webide-representation: '{_parent.operation} update of {id:dec} by ({gradient:dec}) * ({rate:dec})'
    doc: C and D of an OUTPUT that updates a parameter.
    doc-ref: NAC v1.7
    seq:
      - id: prefix
        type: s2
        valid:
          any-of: [1, 2]
        doc: Number of words of C, 1 (without itself, as compilers write it) or 2.
      - id: id
        type: s2
        doc: Id of the parameter.
      - id: gradient
        type: s2
        doc: Distance to the instruction whose result is the gradient of the parameter.
      - id: rate
        type: s2
        doc: Distance to the instruction whose result is the learning rate.
  finish_fields:
    -webide-representation: '{_parent.operation} finish'
    doc: D of an OUTPUT that ends the program of gradients; there is no C.
    doc-ref: NAC v1.7
    seq:
      - id: distance
        type: s2
        doc: Nothing depends on it.
  control_flow_fields:
    -webide-representation: >-
      {_parent.operation} ({predicate:dec}) true {len_true:dec},
      false {len_false:dec}
    doc: C and D of a CONTROL_FLOW.
    doc-ref: NAC v1.6, section 7.3.1
    seq:
      - id: prefix
        type: s2
        doc: Number of words of C, 3.
      - id: len_true
        type: s2
        doc: Length of the branch that runs when the predicate holds.
      - id: len_false
        type: s2
        doc: Length of the other branch.
      - id: predicate
        type: s2
        doc: Distance to the instruction whose result is the predicate.
  convergence_fields:
    -webide-representation: '{_parent.operation} of {num_branches:dec} branches'
    doc: C and D of a CONVERGENCE.
    doc-ref: NAC v1.6, section 7.3.2
    seq:
      - id: input
        type: s2
        doc: C, distance to the input of the branches.
      - id: block_end
        type: s2
        doc: Distance to the end of the block.
      - id: num_branches
        type: s2
        valid:
          min: 0
      - id: branches
        type: s2
        repeat: expr
        repeat-expr: num_branches
        doc: Distances to the branches.
  training:
    doc: |
      The instructions that compute gradients, in the order of execution. They
      share the other sections with those of `ops`.
    doc-ref: NAC v1.7
    seq:
      - id: magic
        contents: TRNG
      - id: num_instructions
        type: u4
        valid:
          max: 0x7fffffff
        doc: Number of instructions; a larger number is refused.
      - id: instructions
        type: instruction
        repeat: expr
        repeat-expr: num_instructions
  canonical_map:
    doc: Names of the operations whose number has no fixed name.
    doc-ref: NAC v1.6, section 5.1
    seq:
      - id: magic
        contents: CMAP
      - id: num_entries
        type: u4
        valid:
          max: '_root.version == 1 ? 65536 : 256'
        doc: |
          Number of names; there cannot be more than there are ids, and since
          v1.7, where names are searched, than A of an instruction tells apart.
      - id: entries
        type: operation_name
        repeat: expr
        repeat-expr: num_entries
  operation_name:
    -columns: true
    -webide-representation: '{id_operation:dec}: {name}'
    doc-ref: NAC v1.6, section 5.1.2
    seq:
      - id: id_operation
        type: u2
        doc: What A of an instruction holds, 10 to 255.
      - id: len_name
        type: u1
      - id: name
        type: str
        size: len_name
        doc: Canonical name, such as aten.relu.default.
    instances:
      element_kind:
        value: >-
          name == "getitem" ? 1.as<u1> : (name == "operator.getitem" ? 2.as<u1>
          : (name == "aten.select.int" ? 3.as<u1> : 0.as<u1>))
        doc: |
          Which of the operations it is that take an element of a value and may
          be without signature; 0 for others.
        doc-ref: NAC v1.7
  constant_table:
    doc: The constants that instructions refer to.
    doc-ref: NAC v1.6, section 5.3
    seq:
      - id: magic
        contents: CNST
      - id: num_entries
        type: u4
        valid:
          max: 65536
        doc: Number of constants; there cannot be more than there are ids.
      - id: entries
        type: constant
        repeat: expr
        repeat-expr: num_entries
  constant:
    -columns: true
    -webide-representation: '#{id_constant:dec} {kind}: {body}'
    doc: A constant of `cnst` or of `orch`.
    doc-ref: NAC v1.6, section 5.3.2
    seq:
      - id: id_constant
        type: u2
      - id: kind
        type: u1
        enum: constant_kind
        valid:
          in-enum: true
        doc: Type of the value. A value of an unknown type has an unknown size.
      - id: length
        type: u2
        valid:
          expr: >-
            _ == 8 or (kind != constant_kind::int64
            and kind != constant_kind::float64)
        doc: |
          Number of bytes (int64, float64, string) or of elements (lists); null
          and boolean ignore it.
      - id: body
        type:
          switch-on: kind
          cases:
            constant_kind::none: null_body
            constant_kind::truth: truth_body
            constant_kind::int64: int64_body
            constant_kind::float64: float64_body
            constant_kind::text: text_body(length)
            constant_kind::int32_list: int32_list_body(length)
            constant_kind::float32_list: float32_list_body(length)
  null_body:
    -webide-representation: 'null'
    doc: The null constant has no bytes, whatever its length says.
    seq: []
  truth_body:
    -webide-representation: '{is_true:dec}'
    seq:
      - id: is_true
        type: u1
        valid:
          any-of: [0, 1]
        doc: One byte, whatever the length says.
  int64_body:
    -webide-representation: '{number:dec}'
    seq:
      - id: number
        type: s8
  float64_body:
    -webide-representation: '{raw}'
    seq:
      - id: raw
        type: binary64
        size: 8
  text_body:
    -webide-representation: '{text}'
    params:
      - id: length
        type: u2
    seq:
      - id: text
        type: str
        size: length
  int32_list_body:
    -webide-representation: '[{number_text}]'
    params:
      - id: length
        type: u2
    seq:
      - id: numbers
        type: s4
        repeat: expr
        repeat-expr: length
        doc: The elements. An empty list of any type is of this one.
    instances:
      number_text:
        value: >-
          length < 1 ? "" : numbers[0].to_s + (length < 2 ? "" :
          "," + numbers[1].to_s + (length < 3 ? "" :
          "," + numbers[2].to_s + (length < 4 ? "" :
          "," + numbers[3].to_s + (length < 5 ? "" : ",..."))))
        doc: The first elements, for the Web IDE.
  float32_list_body:
    -webide-representation: '[{raw}]'
    params:
      - id: length
        type: u2
    seq:
      - id: raw
        type: binary32_list
        size: length.as<u4> * 4
        doc: The elements.
  binary32_list:
    -webide-representation: '{elements}'
    doc: Numbers of IEEE 754 binary32, as many as there is room for.
    seq:
      - id: elements
        type: binary32
        repeat: eos
  binary64:
    -webide-representation: '{number:dec}'
    doc: |
      A number of IEEE 754 binary64. Its bits count; `number` shows them.
    seq:
      - id: low_bits
        type: u4
      - id: high_bits
        type: u4
        doc: Sign, exponent and the upper 20 bits of the significand.
    instances:
      exponent:
        value: high_bits / 0x100000 % 0x800
        doc: As it is stored, biased by 1023; 0 and 2047 are special.
      significand:
        value: >-
          (exponent == 0 ? high_bits % 0x100000 * 2
          : high_bits % 0x100000 + 0x100000) * 4294967296.0
          + (exponent == 0 ? low_bits * 2.0 : low_bits * 1.0)
        doc: As an integer.
      shift:
        value: 'exponent < 1075 ? 1075 - exponent : exponent - 1075'
        doc: Distance in bits from the lowest bit of the significand to the binary point.
      scale:
        value: >-
          (shift % 2 == 0 ? 1.0 : 2.0)
          * (shift / 2 % 2 == 0 ? 1.0 : 4.0)
          * (shift / 4 % 2 == 0 ? 1.0 : 16.0)
          * (shift / 8 % 2 == 0 ? 1.0 : 256.0)
          * (shift / 16 % 2 == 0 ? 1.0 : 65536.0)
          * (shift / 32 % 2 == 0 ? 1.0 : 4294967296.0)
          * (shift / 64 % 2 == 0 ? 1.0 : 1.8446744073709552e19)
          * (shift / 128 % 2 == 0 ? 1.0 : 3.402823669209385e38)
          * (shift / 256 % 2 == 0 ? 1.0 : 1.157920892373162e77)
          * (shift / 512 % 2 == 0 ? 1.0 : 1.3407807929942597e154)
        doc: 2 to the power of `shift`, of its lower ten bits.
      number:
        value: >-
          (high_bits < 0x80000000 ? 1.0 : -1.0)
          * (exponent == 2047
          ? (high_bits % 0x100000 == 0 and low_bits == 0 ? exponent * 1.0e308
          : exponent * 1.0e308 - exponent * 1.0e308)
          : (exponent >= 1075 ? significand * scale
          : significand * (1.0 / scale)
          * (shift < 1024 ? 1.0 : 7.458340731200207e-155)
          * (shift < 1024 ? 1.0 : 7.458340731200207e-155)))
        doc: The number; exact, but all NaNs look the same.
  permutations:
    doc: Signatures, what kinds of arguments operations take.
    doc-ref: NAC v1.6, section 5.2
    seq:
      - id: magic
        contents: PERM
      - id: num_entries
        type: u4
        valid:
          max: 256
        doc: Number of signatures; B of an instruction tells 256 apart.
      - id: entries
        type: signature
        repeat: expr
        repeat-expr: num_entries
  signature:
    -columns: true
    -webide-representation: '{id_signature:dec}: {codes}'
    doc: One code for each argument of an operation.
    doc-ref: NAC v1.6, section 5.2.2
    seq:
      - id: id_signature
        type: u2
        doc: What B of an instruction holds; 0 means no signature.
      - id: num_codes
        type: u1
      - id: codes
        type: argument_code(_index.as<u4>)
        repeat: expr
        repeat-expr: num_codes
    instances:
      has_constants:
        value: 'num_codes == 0 ? false : codes.last.num_constants != 0'
        doc: Whether any argument is a constant.
  argument_code:
    -webide-representation: '{code}'
    doc: A letter that says what an argument is.
    doc-ref: NAC v1.6, section 5.2.3
    params:
      - id: idx
        type: u4
    seq:
      - id: code
        type: u1
        enum: argument_kind
    instances:
      is_constant:
        value: >-
          code == argument_kind::axis or code == argument_kind::shape
          or code == argument_kind::integer or code == argument_kind::floating
          or code == argument_kind::boolean or code == argument_kind::text
          or code == argument_kind::other
        doc: Whether the argument is a constant unless D says otherwise.
      num_constants:
        value: >-
          (idx == 0 ? 0.as<u4> : _parent.codes[idx - 1].num_constants.as<u4>)
          + (is_constant ? 1 : 0)
        doc: Number of constants among the codes up to this one.
  lookup_tables:
    doc: |
      Tables over `perm` and `cmap` and searches in them. They have no bytes of
      their own.
    seq: []
    instances:
      signature_order:
        pos: 0
        type: id_run(lookup_key::signature, 0, _root.perm.entries.size.as<u4>)
        if: _root.ofs_perm != 0
        doc: |
          Whether `perm` can be indexed without a search. The entries that were read
          count: where `perm` is damaged, its number of entries may be anything.
        doc-ref: NAC v1.6, section 3.3.1
      signature_table:
        pos: 0
        type: signature_slot(_index.as<u2>)
        repeat: expr
        repeat-expr: 256
        doc: What an instruction needs to know of its signature, by signature id.
        doc-ref: NAC v1.6, section 3.3.1
      operation_order:
        pos: 0
        type: id_run(lookup_key::operation, 0, _root.cmap.entries.size.as<u4>)
        if: 'num_names != 0'
        doc: Whether `cmap` can be indexed without a search, as above.
        doc-ref: NAC v1.6, section 5.1
      operation_table:
        pos: 0
        type: operation_slot(_index.as<u2>)
        repeat: expr
        repeat-expr: 256
        doc: Names of operations, by A of an instruction.
        doc-ref: NAC v1.6, section 3.2
      num_names:
        value: >-
          _root.ofs_cmap == 0 or _root.cmap.entries.size > 256 ? 0.as<u4>
          : _root.cmap.entries.size.as<u4>
        doc: |
          Number of names in `cmap`. Of more than A of an instruction tells apart,
          which v1.6 permits, none is looked up.
      getitem_search:
        pos: 0
        type: entry_search(lookup_key::element, 1, 0, _root.cmap.entries.size.as<u4>)
        if: _root.version != 1 and _root.ofs_cmap != 0
        doc: Where `cmap` has the operation getitem.
        doc-ref: NAC v1.7
      id_getitem:
        value: >-
          _root.version == 1 or _root.ofs_cmap == 0 ? -1 : (getitem_search.idx_entry.as<s4> < 0 ? -1
          : _root.cmap.entries[getitem_search.idx_entry].id_operation.as<s4>)
        doc: Number of the operation getitem, or -1.
        doc-ref: NAC v1.7
      operator_getitem_search:
        pos: 0
        type: entry_search(lookup_key::element, 2, 0, _root.cmap.entries.size.as<u4>)
        if: _root.version != 1 and _root.ofs_cmap != 0
        doc: Where `cmap` has the operation operator.getitem.
        doc-ref: NAC v1.7
      id_operator_getitem:
        value: >-
          _root.version == 1 or _root.ofs_cmap == 0 ? -1 : (operator_getitem_search.idx_entry.as<s4> < 0 ? -1
          : _root.cmap.entries[operator_getitem_search.idx_entry].id_operation.as<s4>)
        doc: Number of the operation operator.getitem, or -1.
        doc-ref: NAC v1.7
      select_search:
        pos: 0
        type: entry_search(lookup_key::element, 3, 0, _root.cmap.entries.size.as<u4>)
        if: _root.version != 1 and _root.ofs_cmap != 0
        doc: Where `cmap` has the operation aten.select.int.
        doc-ref: NAC v1.7
      id_select:
        value: >-
          _root.version == 1 or _root.ofs_cmap == 0 ? -1 : (select_search.idx_entry.as<s4> < 0 ? -1
          : _root.cmap.entries[select_search.idx_entry].id_operation.as<s4>)
        doc: Number of the operation aten.select.int, or -1.
        doc-ref: NAC v1.7
  id_run:
    doc: |
      Counts the entries in a part of `perm` or `cmap` that break the run of
      consecutive ids which compilers write; by bisection, so that the depth
      stays small.
    params:
      - id: key
        type: u1
        enum: lookup_key
      - id: idx_first
        type: u4
      - id: idx_end
        type: u4
    seq:
      - id: upper
        type: id_run(key, idx_middle, idx_end)
        if: idx_end - idx_first > 1
      - id: lower
        type: id_run(key, idx_first, idx_middle)
        if: idx_end - idx_first > 1
    instances:
      idx_middle:
        value: idx_first + (idx_end - idx_first) / 2
      is_break:
        value: >-
          idx_end == idx_first ? false : (key == lookup_key::signature
          ? _root.perm.entries[idx_first].id_signature
          != _root.perm.entries[0].id_signature.as<u8> + idx_first
          : _root.cmap.entries[idx_first].id_operation
          != _root.cmap.entries[0].id_operation.as<u8> + idx_first)
        doc: Whether the first entry of the part breaks the run.
      num_breaks:
        value: >-
          idx_end - idx_first > 1
          ? upper.num_breaks.as<u4> + lower.num_breaks.as<u4>
          : (is_break ? 1.as<u4> : 0.as<u4>)
  signature_slot:
    -webide-representation: '{argument_text}'
    doc: What `perm` says about one signature id.
    params:
      - id: id_signature
        type: u2
    seq: []
    instances:
      lookup:
        pos: 0
        type: entry_search(lookup_key::signature, id_signature, 0, _root.perm.entries.size.as<u4>)
        if: >-
          id_signature == 0 or _root.ofs_perm == 0 ? false
          : _root.lookups.signature_order.num_breaks != 0
        doc: Where it is, if the entries are in no order.
      idx_entry:
        value: >-
          id_signature == 0 or _root.ofs_perm == 0 ? -1
          : (_root.lookups.signature_order.num_breaks != 0 ? lookup.idx_entry.as<s4>
          : (_root.perm.entries.size == 0 ? -1
          : (id_signature < _root.perm.entries[0].id_signature ? -1
          : (id_signature - _root.perm.entries[0].id_signature
          >= _root.perm.entries.size ? -1
          : (id_signature - _root.perm.entries[0].id_signature).as<s4>))))
        doc: Index in `perm`, or -1.
      num_arguments:
        value: >-
          idx_entry < 0 ? 0.as<u1> : _root.perm.entries[idx_entry].num_codes.as<u1>
        doc: Number of arguments; an unknown signature has none.
      has_constants:
        value: >-
          idx_entry < 0 ? false : _root.perm.entries[idx_entry].has_constants
        doc: Whether instructions with this signature have a C.
      argument_text:
        value: >-
          idx_entry < 0 ? "no signature"
          : (num_arguments == 1 ? "1 argument" : num_arguments.to_s + " arguments")
        doc: Number of arguments, for the Web IDE.
  operation_slot:
    -webide-representation: '{name_text}'
    doc: What `cmap` says about one operation.
    params:
      - id: id_operation
        type: u2
    seq: []
    instances:
      lookup:
        pos: 0
        type: entry_search(lookup_key::operation, id_operation, 0, _root.lookups.num_names)
        if: >-
          _root.lookups.num_names == 0 ? false
          : _root.lookups.operation_order.num_breaks != 0
        doc: Where it is, if the entries are in no order.
      idx_entry:
        value: >-
          _root.lookups.num_names == 0 ? -1
          : (_root.lookups.operation_order.num_breaks != 0 ? lookup.idx_entry.as<s4>
          : (id_operation < _root.cmap.entries[0].id_operation ? -1
          : (id_operation - _root.cmap.entries[0].id_operation
          >= _root.lookups.num_names ? -1
          : (id_operation - _root.cmap.entries[0].id_operation).as<s4>)))
        doc: Index in `cmap`, or -1.
      name_text:
        value: >-
          idx_entry >= 0 ? _root.cmap.entries[idx_entry].name
          : (id_operation < 10 or id_operation > (_root.version == 1 ? 19 : 31)
          ? "A=" + id_operation.to_s : "nac." + (id_operation < 20
          ? (id_operation == 10 ? "pass" : (id_operation == 11 ? "add"
          : (id_operation == 12 ? "sub" : (id_operation == 13 ? "gt"
          : (id_operation == 14 ? "neg" : (id_operation == 15 ? "where"
          : (id_operation == 16 ? "clone" : (id_operation == 17 ? "view"
          : (id_operation == 18 ? "le" : "arange")))))))))
          : (id_operation == 20 ? "mul" : (id_operation == 21 ? "div"
          : (id_operation == 22 ? "matmul" : (id_operation == 23 ? "transpose"
          : (id_operation == 24 ? "zeros" : (id_operation == 25 ? "zeros_like"
          : (id_operation == 26 ? "new_zeros" : (id_operation == 27 ? "ones"
          : (id_operation == 28 ? "ones_like" : (id_operation == 29 ? "new_ones"
          : (id_operation == 30 ? "full" : "full_like")))))))))))))
        doc: |
          Its name in `cmap`, or the one of `operation`; a number without a name
          is shown as such.
  entry_search:
    doc: |
      Search for a number in a part of `perm` or `cmap`, by bisection, so that
      the depth stays small. Of two entries with the same one, the last is found.
    params:
      - id: key
        type: u1
        enum: lookup_key
      - id: sought
        type: u2
      - id: idx_first
        type: u4
      - id: idx_end
        type: u4
    seq:
      - id: upper
        type: entry_search(key, sought, idx_middle, idx_end)
        if: idx_end - idx_first > 1
      - id: lower
        type: entry_search(key, sought, idx_first, idx_middle)
        if: 'idx_end - idx_first > 1 ? upper.idx_entry.as<s4> < 0 : false'
    instances:
      idx_middle:
        value: idx_first + (idx_end - idx_first) / 2
      is_match:
        value: >-
          idx_end - idx_first != 1 ? false
          : (key == lookup_key::signature
          ? _root.perm.entries[idx_first].id_signature == sought
          : (key == lookup_key::operation
          ? _root.cmap.entries[idx_first].id_operation == sought
          : _root.cmap.entries[idx_first].element_kind == sought))
      idx_entry:
        value: >-
          idx_end - idx_first > 1
          ? (upper.idx_entry.as<s4> < 0 ? lower.idx_entry.as<s4>
          : upper.idx_entry.as<s4>) : (is_match ? idx_first.as<s4> : -1)
        doc: Index in the section, or -1.
  parameter_data:
    doc: Names of parameters, names of inputs, and the tensors.
    doc-ref: NAC v1.6, section 6.1
    seq:
      - id: magic
        contents: DATA
      - id: num_parameters
        type: u4
        valid:
          max: 65536
        doc: Number of names; there cannot be more than there are ids.
      - id: parameters
        type: parameter_name
        repeat: expr
        repeat-expr: num_parameters
      - id: num_inputs
        type: u4
        valid:
          max: 65536
        doc: Number of names; there cannot be more than there are indices.
      - id: inputs
        type: input_name
        repeat: expr
        repeat-expr: num_inputs
      - id: num_tensors
        type: u4
        valid:
          max: 65536
        if: _root.has_internal_weights
        doc: Number of tensors; there cannot be more than there are ids.
      - id: tensors
        type: tensor
        repeat: expr
        repeat-expr: num_tensors
        if: _root.has_internal_weights
  parameter_name:
    -columns: true
    -webide-representation: '{id_parameter:dec}: {name}'
    doc-ref: NAC v1.6, section 6.1
    seq:
      - id: id_parameter
        type: u2
      - id: len_name
        type: u2
      - id: name
        type: str
        size: len_name
        doc: Name in the original model, such as layers.0.weight.
  input_name:
    -columns: true
    -webide-representation: '%{idx_instruction:dec}: {name}'
    doc-ref: NAC v1.6, section 6.1
    seq:
      - id: idx_instruction
        type: u2
        doc: Index of the INPUT instruction.
      - id: len_name
        type: u2
      - id: name
        type: str
        size: len_name
  tensor:
    -columns: true
    -webide-representation: '{id_parameter:dec}: {meta}'
    doc: A parameter.
    doc-ref: NAC v1.6, section 6.1
    seq:
      - id: id_parameter
        type: u2
      - id: len_meta
        type: u4
      - id: len_data
        type: u8
      - id: meta
        type: tensor_meta
        size: len_meta
      - id: data
        size: len_data
        doc: The elements in C order, little-endian.
  tensor_meta:
    -columns: true
    -webide-representation: '{dtype} [{shape_text}], quantization {quantization} {scaling}'
    doc: What the bytes of a tensor mean.
    doc-ref: NAC v1.6, section 6.1.1
    seq:
      - id: dtype
        type: u1
        enum: dtype
        doc: |
          Type of a stored element. Writers use 255 for a type that the format
          has no number for.
      - id: rank
        type: u1
      - id: dims
        type: u4
        repeat: expr
        repeat-expr: rank
        doc: Shape as stored.
      - id: quantization
        type: u1
        enum: quantization
        valid:
          in-enum: true
      - id: scaling
        type:
          switch-on: quantization
          cases:
            quantization::int8_tensor: tensor_scaling
            quantization::int8_channel: channel_scaling
            quantization::block_fp8: block_scaling
            _: no_scaling
        doc: |
          How stored elements become numbers. The specification does not
          describe it.
    instances:
      shape_text:
        value: >-
          rank < 1 ? "" : dims[0].to_s + (rank < 2 ? "" :
          "," + dims[1].to_s + (rank < 3 ? "" :
          "," + dims[2].to_s + (rank < 4 ? "" :
          "," + dims[3].to_s + (rank < 5 ? "" : ",..."))))
        doc: The first dimensions, for the Web IDE.
  no_scaling:
    -webide-representation: ''
    doc: Stored elements are the numbers.
    seq: []
  tensor_scaling:
    -webide-representation: '{scale}'
    doc: One scale for all elements.
    seq:
      - id: scale
        type: binary32
        size: 4
        doc: The factor of every element.
  channel_scaling:
    -webide-representation: '{num_scales:dec} scales along axis {axis:dec}'
    doc: One scale for each index along an axis.
    seq:
      - id: axis
        type: u1
      - id: num_scales
        type: u4
      - id: scales
        type: binary32_list
        size: num_scales.as<u8> * 4
        doc: The scales.
  block_scaling:
    -webide-representation: >-
      {num_scales:dec} scales, blocks of {len_block:dec} of [{shape_text}]
    doc: |
      One scale for each run of elements. The tensor is stored flat, padded
      to whole blocks.
    seq:
      - id: len_block
        type: u2
        doc: Number of elements of a block.
      - id: rank
        type: u1
      - id: dims
        type: u4
        repeat: expr
        repeat-expr: rank
        doc: Shape of the tensor.
      - id: num_scales
        type: u4
      - id: scales
        type: binary32_list
        size: num_scales.as<u8> * 4
        doc: The scales.
    instances:
      shape_text:
        value: >-
          rank < 1 ? "" : dims[0].to_s + (rank < 2 ? "" :
          "," + dims[1].to_s + (rank < 3 ? "" :
          "," + dims[2].to_s + (rank < 4 ? "" :
          "," + dims[3].to_s + (rank < 5 ? "" : ",..."))))
        doc: The first dimensions, for the Web IDE.
  preprocessing:
    doc: The tokenizer.
    doc-ref: NAC v1.6, section 6.2
    seq:
      - id: magic
        contents: PROC
      - id: len_manifest
        type: u4
      - id: manifest
        -holds: tisa
        size: len_manifest
        doc: Compiled tokenizer manifest; a reader may refuse to use it, but not the file.
    instances:
      steps:
        -view: true
        io: _root._io
        pos: _root.ofs_proc + 8
        type: tisa
        size: len_manifest
        if: len_manifest != 0
        doc: What the manifest says.
  orchestrator:
    doc: A program that runs models, and its constants.
    doc-ref: NAC v1.6, section 9.2
    seq:
      - id: magic
        contents: ORCH
      - id: len_bytecode
        type: u4
      - id: num_constants
        type: u4
        valid:
          max: 65536
        doc: Number of constants; there cannot be more than there are ids.
      - id: bytecode
        -holds: mep
        size: len_bytecode
        doc: The program; a reader may refuse to run it, but not the file.
      - id: constants
        type: constant
        repeat: expr
        repeat-expr: num_constants
    instances:
      program:
        -view: true
        io: _root._io
        pos: _root.ofs_orch + 12
        type: mep
        size: len_bytecode
        doc: What the bytecode says.
  resources:
    doc: Files that belong to the model.
    doc-ref: NAC v1.6, section 6.3
    seq:
      - id: magic
        contents: RSRC
      - id: num_files
        type: u4
        valid:
          max: 65536
        doc: Number of files; a larger number is refused.
      - id: files
        type: resource
        repeat: expr
        repeat-expr: num_files
  resource:
    -columns: true
    -webide-representation: '{name}: {len_data:dec} bytes'
    doc: A file.
    doc-ref: NAC v1.6, section 6.3.2
    seq:
      - id: len_name
        type: u2
      - id: name
        type: str
        size: len_name
      - id: len_data
        type: u4
      - id: data
        -holds: '{name}'
        size: len_data
  named_arrays:
    doc: Arrays by name.
    doc-ref: NAC v1.8
    seq:
      - id: magic
        contents: ARRS
      - id: num_arrays
        type: u4
        valid:
          max: 65536
        doc: Number of arrays; a larger number is refused.
      - id: arrays
        type: named_array
        repeat: expr
        repeat-expr: num_arrays
  named_array:
    -columns: true
    -webide-representation: '{name}: {dtype} [{shape_text}]'
    doc: An array.
    doc-ref: NAC v1.8
    seq:
      - id: len_name
        type: u2
      - id: name
        type: str
        size: len_name
      - id: dtype
        type: u1
        enum: dtype
        doc: |
          Type of an element. Writers label types that the format has no number
          for as float32.
      - id: rank
        type: u1
      - id: dims
        type: u4
        repeat: expr
        repeat-expr: rank
        doc: The shape.
      - id: len_data
        type: u8
      - id: data
        size: len_data
        doc: The elements in C order, little-endian.
    instances:
      shape_text:
        value: >-
          rank < 1 ? "" : dims[0].to_s + (rank < 2 ? "" :
          "," + dims[1].to_s + (rank < 3 ? "" :
          "," + dims[2].to_s + (rank < 4 ? "" :
          "," + dims[3].to_s + (rank < 5 ? "" : ",..."))))
        doc: The first dimensions, for the Web IDE.
enums:
  header_size:
    88:
      id: v1_6
      doc: Size of the header of v1.6 in bytes.
    92:
      id: v1_7
      doc: Size of the header of v1.7, where its first section begins.
    100:
      id: v1_8
      doc: Size of the header of v1.8, where its first section begins.
  quantization:
    0:
      id: none
      doc: The elements are the numbers.
    1:
      id: fp16
      -orig-id: FP16
      doc: Stored as binary16.
    2:
      id: int8_tensor
      -orig-id: INT8_TENSOR
      doc: Stored as 8-bit integers with one scale.
    3:
      id: int8_channel
      -orig-id: INT8_CHANNEL
      doc: Stored as 8-bit integers with one scale a channel.
    4:
      id: block_fp8
      -orig-id: BLOCK_FP8
      doc: Stored as 8-bit integers with one scale a block.
  operation:
    2:
      id: input
      doc: Entry of data.
      doc-ref: NAC v1.6, section 7.1
    3:
      id: output
      doc: Exit of data.
      doc-ref: NAC v1.6, section 7.2
    6:
      id: control_flow
      doc: Conditional execution, reserved.
      doc-ref: NAC v1.6, section 7.3.1
    7:
      id: convergence
      doc: Merging of branches, experimental.
      doc-ref: NAC v1.6, section 7.3.2
    10: nac_pass
    11: nac_add
    12: nac_sub
    13: nac_gt
    14: nac_neg
    15: nac_where
    16: nac_clone
    17: nac_view
    18: nac_le
    19: nac_arange
    20:
      id: nac_mul
      -since: '1.7'
      doc-ref: NAC v1.7
    21:
      id: nac_div
      -since: '1.7'
      doc-ref: NAC v1.7
    22:
      id: nac_matmul
      -since: '1.7'
      doc-ref: NAC v1.7
    23:
      id: nac_transpose
      -since: '1.7'
      doc-ref: NAC v1.7
    24:
      id: nac_zeros
      -since: '1.7'
      doc-ref: NAC v1.7
    25:
      id: nac_zeros_like
      -since: '1.7'
      doc-ref: NAC v1.7
    26:
      id: nac_new_zeros
      -since: '1.7'
      doc-ref: NAC v1.7
    27:
      id: nac_ones
      -since: '1.7'
      doc-ref: NAC v1.7
    28:
      id: nac_ones_like
      -since: '1.7'
      doc-ref: NAC v1.7
    29:
      id: nac_new_ones
      -since: '1.7'
      doc-ref: NAC v1.7
    30:
      id: nac_full
      -since: '1.7'
      doc-ref: NAC v1.7
    31:
      id: nac_full_like
      -since: '1.7'
      doc-ref: NAC v1.7
  instruction_layout:
    2: input
    3: output
    6: control_flow
    7: convergence
    10: call
    20:
      id: element
      doc: Of an operation that takes an element and has no signature.
    33:
      id: update
      doc: Of an OUTPUT that updates a parameter.
    34:
      id: finish
      doc: Of an OUTPUT that ends the program of gradients.
  lookup_key:
    0:
      id: signature
      doc: The id of an entry of `perm`.
    1:
      id: operation
      doc: The id of an entry of `cmap`.
    2:
      id: element
      doc: Which operation an entry of `cmap` is, of those that take an element.
  input_source:
    0:
      id: user
      doc: Given by the caller.
    1:
      id: parameter
      doc: A parameter of `data`.
    2:
      id: state
      doc: Kept from one run to the next.
    3:
      id: constant
      doc: Given by the caller, or a constant of `cnst`.
    4:
      id: saved
      -since: '1.7'
      doc: In `trng`, the result of an instruction of `ops`.
      doc-ref: NAC v1.7
    5:
      id: target
      -since: '1.7'
      doc: In `trng`, what an output is to become, given by the caller.
      doc-ref: NAC v1.7
  output_kind:
    0:
      id: result
      doc: What the model returns.
    1:
      id: subgraph
      doc: What a part of the program returns.
    3:
      id: update
      -since: '1.7'
      doc: In `trng`, a step of gradient descent of a parameter.
      doc-ref: NAC v1.7
    4:
      id: finish
      -since: '1.7'
      doc: In `trng`, its end.
      doc-ref: NAC v1.7
  memory_action:
    10:
      id: save_result
      -orig-id: SAVE_RESULT
      doc: Keep the result of this instruction in shared memory.
    15:
      id: save_for_grad
      -since: '1.7'
      -orig-id: SAVE_FOR_GRAD
      doc: Keep the result of this instruction for `trng`.
      doc-ref: NAC v1.7
    20:
      id: free
      -orig-id: FREE
      doc: Release the memory of an earlier result or parameter.
    25:
      id: free_after_trng
      -since: '1.7'
      -orig-id: FREE_AFTER_TRNG
      doc: Release the memory once `trng` has run.
      doc-ref: NAC v1.7
    30:
      id: forward
      -orig-id: FORWARD
      doc: Hand the result directly to the instruction that needs it.
    40:
      id: preload
      -orig-id: PRELOAD
      doc: Begin to load a parameter.
  argument_kind:
    65:
      id: axis
      -orig-id: A
    66:
      id: bias
      -orig-id: B
    75:
      id: key
      -orig-id: K
    77:
      id: mask
      -orig-id: M
    80:
      id: parameter
      -orig-id: P
    81:
      id: query
      -orig-id: Q
    83:
      id: shape
      -orig-id: S
    84:
      id: tensor
      -orig-id: T
    86:
      id: value
      -orig-id: V
    87:
      id: weight
      -orig-id: W
    98:
      id: boolean
      -orig-id: b
    99:
      id: other
      -orig-id: c
      doc: Anything else, such as the name of a dtype.
    102:
      id: floating
      -orig-id: f
    105:
      id: integer
      -orig-id: i
    115:
      id: text
      -orig-id: s
  constant_kind:
    0:
      id: none
      -orig-id: 'null'
    1:
      id: truth
      -orig-id: bool
    2: int64
    3: float64
    4:
      id: text
      -orig-id: string
    5:
      id: int32_list
      -orig-id: list[int32]
    6:
      id: float32_list
      -orig-id: list[float32]
  dtype:
    0: float32
    1: float64
    2: float16
    3: bfloat16
    4: int32
    5: int64
    6: int16
    7: int8
    8: uint8
    9: bool
    255:
      id: unknown
      doc: A type that the format has no number for.
