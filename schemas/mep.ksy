meta:
  id: mep
  title: Model Execution Plan (MEP) bytecode of NAC v1.6 to v1.8
  application: NAC runtime
  tags:
    - executable
  license: MIT
  ks-version: '0.11'
  endian: le
doc: |
  A program that prepares inputs, runs models and shows what comes out: the
  bytecode of section ORCH of a NAC file. It works on 256 slots, which are empty
  at first, and takes constants from the pool of the section by their ids.

  Instructions have no length of their own: the opcode decides what follows, so
  nothing behind an unknown one can be read. Jumps are in bytes, from the end of
  the instruction.

  `-role` says what the number in an operand is: `result` (a slot that is
  written), `slot` (one that is read), `constant` (an id in the pool), `model`
  (the number that RES_LOAD_MODEL gave), `jump`, or a `literal`. With `_or_none`
  behind it, 0 means that there is none.

  `-since` names the first version of NAC that has an instruction or a choice;
  what has no such hint is in v1.6 already.
doc-ref: NAC v1.6, section 9
seq:
  - id: instructions
    type: plan_instruction
    repeat: eos
    doc: In the order of the bytes; execution begins with the first one.
types:
  plan_instruction:
    -webide-representation: '{opcode} {operands}'
    doc: One instruction.
    seq:
      - id: opcode
        type: u1
        enum: opcode
        valid:
          in-enum: true
        doc: What to do. An instruction with an unknown opcode has an unknown size.
      - id: operands
        type:
          switch-on: opcode
          cases:
            opcode::src_user_prompt: prompt_operands
            opcode::src_constant: constant_operands
            opcode::src_exec_mode: mode_operands
            opcode::res_load_model: model_operands
            opcode::res_load_datafile: datafile_operands
            opcode::res_load_extern: extern_operands
            opcode::res_load_dynamic: dynamic_operands
            opcode::res_load_array: array_operands
            opcode::res_unload: unload_operands
            opcode::preproc_encode: processing_operands
            opcode::preproc_decode: processing_operands
            opcode::preproc_get_id: token_operands
            opcode::string_format: format_operands
            opcode::tensor_create: creation_operands
            opcode::tensor_manipulate: manipulation_operands
            opcode::tensor_combine: combination_operands
            opcode::tensor_info: info_operands
            opcode::tensor_extract: extraction_operands
            opcode::sys_copy: copy_operands
            opcode::sys_debug_print: debug_operands
            opcode::math_unary: unary_operands
            opcode::math_binary: binary_operands
            opcode::math_aggregate: aggregate_operands
            opcode::logic_compare: comparison_operands
            opcode::analysis_top_k: top_k_operands
            opcode::analysis_sample: sampling_operands
            opcode::model_run_static: run_operands
            opcode::model_train_step: training_operands
            opcode::model_zero_grad: gradient_operands
            opcode::model_save_weights: saving_operands
            opcode::flow_loop_start: loop_operands
            opcode::flow_loop_end: repetition_operands
            opcode::flow_branch_if: branch_operands
            opcode::flow_break_loop_if: branch_operands
            opcode::serialize_object: serialization_operands
            opcode::io_write: write_operands
            opcode::exec_return: return_operands
            opcode::exec_halt: no_operands
  no_operands:
    -webide-representation: ''
    doc: EXEC_HALT stands alone.
    seq: []
  prompt_operands:
    -webide-representation: 's{out:dec} {kind} c{prompt:dec}'
    doc: What SRC_USER_PROMPT takes.
    seq:
      - id: out
        -role: result
        type: u1
      - id: kind
        -role: literal
        type: u1
        enum: value_kind
        doc: What the answer is read as. Runtimes of v1.6 ignore it.
      - id: prompt
        -role: constant
        type: u2
        doc: The question.
  constant_operands:
    -webide-representation: 's{out:dec} c{constant:dec}'
    doc: What SRC_CONSTANT takes.
    seq:
      - id: out
        -role: result
        type: u1
      - id: constant
        -role: constant
        type: u2
  mode_operands:
    -webide-representation: 's{out:dec}'
    doc: What SRC_EXEC_MODE takes.
    seq:
      - id: out
        -role: result
        type: u1
        doc: Gets the text `infer`, `train` or `infer_train`.
  model_operands:
    -webide-representation: 'm{model:dec} c{path:dec}'
    doc: What RES_LOAD_MODEL takes.
    seq:
      - id: model
        -role: model
        type: u1
        doc: The number by which the program refers to the model.
      - id: path
        -role: constant
        type: u2
        doc: The file; the model in the same file when it is empty or that file's name.
  datafile_operands:
    -webide-representation: 's{out:dec} {kind} c{path:dec}'
    doc: What RES_LOAD_DATAFILE takes.
    seq:
      - id: out
        -role: result
        type: u1
      - id: kind
        -role: literal
        type: u1
        enum: file_kind
        doc: What the file holds.
      - id: path
        -role: constant
        type: u2
  extern_operands:
    -webide-representation: 's{out:dec} {kind} c{resource:dec}'
    doc: What RES_LOAD_EXTERN takes.
    seq:
      - id: out
        -role: result
        type: u1
      - id: kind
        -role: literal
        type: u1
        enum: extern_kind
      - id: resource
        -role: constant
        type: u2
        doc: The number of the model whose tokenizer it is, or the value itself.
  dynamic_operands:
    -webide-representation: 's{out:dec} s{name:dec} {kind}'
    doc: What RES_LOAD_DYNAMIC takes.
    seq:
      - id: out
        -role: result
        type: u1
      - id: name
        -role: slot
        type: u1
      - id: kind
        -role: literal
        type: u1
        enum: file_kind
        doc: What the file holds.
  array_operands:
    -webide-representation: 's{out:dec} c{array:dec}'
    doc: What RES_LOAD_ARRAY takes.
    seq:
      - id: out
        -role: result
        type: u1
      - id: array
        -role: constant
        type: u2
        doc: The name that the array has in the file.
  unload_operands:
    -webide-representation: '{kind}'
    doc: What RES_UNLOAD takes.
    seq:
      - id: kind
        -role: literal
        type: u1
        enum: unload_kind
        valid:
          in-enum: true
      - id: model
        -role: model
        type: u1
        if: kind == unload_kind::model
      - id: slot
        -role: slot
        type: u1
        if: kind == unload_kind::slot
        doc: The slot, which is empty afterwards.
  processing_operands:
    -webide-representation: 's{processor:dec} s{source:dec} s{out:dec}'
    doc: What PREPROC_ENCODE and PREPROC_DECODE take.
    seq:
      - id: processor
        -role: slot
        type: u1
        doc: The tokenizer.
      - id: source
        -role: slot
        type: u1
      - id: out
        -role: result
        type: u1
  token_operands:
    -webide-representation: 's{processor:dec} c{token:dec} s{out:dec}'
    doc: What PREPROC_GET_ID takes.
    seq:
      - id: processor
        -role: slot
        type: u1
        doc: The tokenizer.
      - id: token
        -role: constant
        type: u2
      - id: out
        -role: result
        type: u1
  format_operands:
    -webide-representation: 's{out:dec} c{pattern:dec} {num_values:dec} values'
    doc: What STRING_FORMAT takes.
    seq:
      - id: out
        -role: result
        type: u1
      - id: pattern
        -role: constant
        type: u2
        doc: Text with `{}` for each value.
      - id: num_values
        type: u1
      - id: values
        -role: slot
        type: u1
        repeat: expr
        repeat-expr: num_values
  creation_operands:
    -webide-representation: 's{out:dec} {dtype} {kind} s{source:dec}'
    doc: What TENSOR_CREATE takes.
    seq:
      - id: out
        -role: result
        type: u1
      - id: dtype
        -role: literal
        type: u1
        enum: dtype
        doc: Any other number means float32.
      - id: kind
        -role: literal
        type: u1
        enum: creation
      - id: source
        -role: slot
        type: u1
  manipulation_operands:
    -webide-representation: '{operation} s{out:dec} s{tensor:dec}'
    doc: What TENSOR_MANIPULATE takes.
    seq:
      - id: operation
        -role: literal
        type: u1
        enum: manipulation
        valid:
          in-enum: true
        doc: What to do; it decides what follows.
      - id: out
        -role: result
        type: u1
      - id: tensor
        -role: slot
        type: u1
      - id: width
        -role: slot
        type: u1
        if: operation == manipulation::pad
        doc: Number of elements to pad with.
      - id: value
        -role: slot
        type: u1
        if: operation == manipulation::pad
        doc: What to pad with.
      - id: dim
        -role: slot
        type: u1
        if: operation != manipulation::pad
        doc: |
          The axis that is made or removed; from the end when it is negative.
  combination_operands:
    -webide-representation: '{operation} s{out:dec} {num_tensors:dec} tensors s{axis:dec}'
    doc: What TENSOR_COMBINE takes.
    seq:
      - id: operation
        -role: literal
        type: u1
        enum: combination
      - id: out
        -role: result
        type: u1
      - id: num_tensors
        type: u1
      - id: tensors
        -role: slot
        type: u1
        repeat: expr
        repeat-expr: num_tensors
      - id: axis
        -role: slot
        type: u1
  info_operands:
    -webide-representation: '{property} s{out:dec} s{tensor:dec}'
    doc: What TENSOR_INFO takes.
    seq:
      - id: property
        -role: literal
        type: u1
        enum: tensor_property
        valid:
          in-enum: true
        doc: What is asked for; it decides what follows.
      - id: out
        -role: result
        type: u1
      - id: tensor
        -role: slot
        type: u1
      - id: axis
        -role: slot
        type: u1
        if: property == tensor_property::size
        doc: The axis whose size is asked for.
  extraction_operands:
    -webide-representation: 's{out:dec} s{tensor:dec} s{index:dec}'
    doc: What TENSOR_EXTRACT takes.
    seq:
      - id: out
        -role: result
        type: u1
      - id: tensor
        -role: slot
        type: u1
      - id: index
        -role: slot
        type: u1
  copy_operands:
    -webide-representation: 's{out:dec} s{source:dec}'
    doc: What SYS_COPY takes.
    seq:
      - id: out
        -role: result
        type: u1
      - id: source
        -role: slot
        type: u1
  debug_operands:
    -webide-representation: 's{source:dec} c{message:dec}'
    doc: What SYS_DEBUG_PRINT takes.
    seq:
      - id: source
        -role: slot
        type: u1
      - id: message
        -role: constant
        type: u2
  unary_operands:
    -webide-representation: '{operation} s{out:dec} s{source:dec}'
    doc: What MATH_UNARY takes.
    seq:
      - id: operation
        -role: literal
        type: u1
        enum: unary_operation
      - id: out
        -role: result
        type: u1
      - id: source
        -role: slot
        type: u1
  binary_operands:
    -webide-representation: '{operation} s{out:dec} s{left:dec} s{right:dec}'
    doc: What MATH_BINARY takes.
    seq:
      - id: operation
        -role: literal
        type: u1
        enum: binary_operation
      - id: out
        -role: result
        type: u1
      - id: left
        -role: slot
        type: u1
      - id: right
        -role: slot
        type: u1
  aggregate_operands:
    -webide-representation: '{operation} s{out:dec} s{source:dec}'
    doc: What MATH_AGGREGATE takes.
    seq:
      - id: operation
        -role: literal
        type: u1
        enum: aggregation
      - id: out
        -role: result
        type: u1
      - id: source
        -role: slot
        type: u1
  comparison_operands:
    -webide-representation: '{operation} s{out:dec} s{left:dec} s{right:dec}'
    doc: What LOGIC_COMPARE takes.
    seq:
      - id: operation
        -role: literal
        type: u1
        enum: comparison
      - id: out
        -role: result
        type: u1
      - id: left
        -role: slot
        type: u1
      - id: right
        -role: slot
        type: u1
  top_k_operands:
    -webide-representation: 's{source:dec} s{count:dec} s{indices:dec} s{elements:dec}'
    doc: What ANALYSIS_TOP_K takes.
    seq:
      - id: source
        -role: slot
        type: u1
      - id: count
        -role: slot
        type: u1
        doc: How many.
      - id: indices
        -role: result
        type: u1
        doc: Where they are, in the flat tensor.
      - id: elements
        -role: result
        type: u1
        doc: The elements.
  sampling_operands:
    -webide-representation: 's{logits:dec} s{temperature:dec} s{top_k:dec} s{out:dec}'
    doc: What ANALYSIS_SAMPLE takes.
    seq:
      - id: logits
        -role: slot
        type: u1
      - id: temperature
        -role: slot
        type: u1
        doc: What the logits are divided by when it is positive.
      - id: top_k
        -role: slot
        type: u1
        doc: How many of the largest logits take part.
      - id: out
        -role: result
        type: u1
  run_operands:
    -webide-representation: 'm{model:dec} {num_inputs:dec} inputs {num_outputs:dec} outputs'
    doc: What MODEL_RUN_STATIC takes.
    seq:
      - id: model
        -role: model
        type: u1
      - id: num_inputs
        type: u1
      - id: inputs
        -role: slot
        type: u1
        repeat: expr
        repeat-expr: num_inputs
      - id: num_outputs
        type: u1
      - id: outputs
        -role: result
        type: u1
        repeat: expr
        repeat-expr: num_outputs
  training_operands:
    -webide-representation: 'm{model:dec} {loss} {num_inputs:dec} inputs {num_targets:dec} targets s{out:dec} s{rate:dec}'
    doc: What MODEL_TRAIN_STEP takes.
    seq:
      - id: model
        -role: model
        type: u1
      - id: loss
        -role: literal
        type: u1
        enum: loss_kind
        doc: What is computed of the outputs and the targets.
      - id: num_inputs
        type: u1
      - id: inputs
        -role: slot
        type: u1
        repeat: expr
        repeat-expr: num_inputs
      - id: num_targets
        type: u1
      - id: targets
        -role: slot
        type: u1
        repeat: expr
        repeat-expr: num_targets
      - id: out
        -role: result
        type: u1
        doc: Gets the loss before the update.
      - id: rate
        -role: slot
        type: u1
        doc: The learning rate.
      - id: logits
        -role: slot_or_none
        type: u1
        doc: Where the program keeps the output of the model, for runtimes that need it.
      - id: weight
        -role: constant_or_none
        type: u2
        doc: Name of the weight of the last layer, for runtimes that train nothing else.
      - id: bias
        -role: constant_or_none
        type: u2
        doc: Name of the bias of the last layer.
  gradient_operands:
    -webide-representation: 'm{model:dec}'
    doc: What MODEL_ZERO_GRAD takes.
    seq:
      - id: model
        -role: model
        type: u1
  saving_operands:
    -webide-representation: 'm{model:dec} s{name:dec} {kind}'
    doc: What MODEL_SAVE_WEIGHTS takes.
    seq:
      - id: model
        -role: model
        type: u1
      - id: name
        -role: slot
        type: u1
        doc: Name of the file; empty for that of the model.
      - id: kind
        -role: literal
        type: u1
        enum: weights_kind
  loop_operands:
    -webide-representation: 's{count:dec}'
    doc: What FLOW_LOOP_START takes.
    seq:
      - id: count
        -role: slot
        type: u1
        doc: How often to run the body.
  repetition_operands:
    -webide-representation: '{jump:dec}'
    doc: What FLOW_LOOP_END takes.
    seq:
      - id: jump
        -role: jump
        type: s2
        doc: To the first instruction of the body.
  branch_operands:
    -webide-representation: 's{condition:dec} {jump:dec}'
    doc: What FLOW_BRANCH_IF and FLOW_BREAK_LOOP_IF take.
    seq:
      - id: condition
        -role: slot
        type: u1
      - id: jump
        -role: jump
        type: s2
  serialization_operands:
    -webide-representation: 's{out:dec} s{source:dec} {format}'
    doc: What SERIALIZE_OBJECT takes.
    seq:
      - id: out
        -role: result
        type: u1
      - id: source
        -role: slot
        type: u1
      - id: format
        -role: literal
        type: u1
        enum: serialization
  write_operands:
    -webide-representation: 's{source:dec} {destination} {mode}'
    doc: What IO_WRITE takes.
    seq:
      - id: source
        -role: slot
        type: u1
      - id: destination
        -role: literal
        type: u1
        enum: destination
      - id: name
        -role: slot
        type: u1
        if: destination == destination::file
        doc: Name of the file.
      - id: unused
        -role: literal
        type: u1
        if: destination != destination::file
        doc: A slot that means nothing, since no file is named.
      - id: mode
        -role: literal
        type: u1
        enum: write_mode
  return_operands:
    -webide-representation: '{num_values:dec} values'
    doc: What EXEC_RETURN takes.
    seq:
      - id: num_values
        type: u1
      - id: values
        -role: slot
        type: u1
        repeat: expr
        repeat-expr: num_values
enums:
  opcode:
    0x02:
      id: src_user_prompt
      doc: Ask the user.
    0x04:
      id: src_constant
      doc: Load a constant of the pool.
    0x05:
      id: src_exec_mode
      -since: '1.7'
      doc: Tell what the program was started for, "infer", "train" or "infer_train".
    0x10:
      id: res_load_model
      doc: Load a model.
    0x11:
      id: res_load_datafile
      doc: Load a file that the program names.
    0x12:
      id: res_load_extern
      doc: Take something that belongs to the file.
    0x13:
      id: res_load_dynamic
      doc: Load a file whose name was computed.
    0x14:
      id: res_load_array
      -since: '1.8'
      doc: Load an array that the file of the program holds.
    0x1f:
      id: res_unload
      doc: Release a model or empty a slot.
    0x20:
      id: preproc_encode
      doc: Encode a text as token ids.
    0x21:
      id: preproc_decode
      doc: Decode token ids to text, without special tokens.
    0x22:
      id: preproc_get_id
      doc: Look up the id of a token.
    0x2a:
      id: string_format
      doc: Put values into a template.
    0x30:
      id: tensor_create
      doc: Make a tensor. Values and arange have shape [1, n], ones and zeros the shape in the source.
    0x38:
      id: tensor_manipulate
      doc: Change the shape of a tensor.
    0x39:
      id: tensor_combine
      doc: Join tensors.
    0x3a:
      id: tensor_info
      doc: Tell the shape of a tensor, the size of an axis, or the only element.
    0x3b:
      id: tensor_extract
      doc: |
        Extract a part of a tensor: [0, index, :] of three axes, [0, index] of two,
        [index] of one.
    0x59:
      id: sys_copy
      doc: Copy a value to another slot.
    0x5f:
      id: sys_debug_print
      doc: Show a value to whoever debugs the program.
    0x60:
      id: math_unary
      doc: Apply a function to a tensor; softmax is along its last axis.
    0x61:
      id: math_binary
      doc: Combine two values by arithmetic.
    0x62:
      id: math_aggregate
      doc: Reduce the last axis of a tensor.
    0x68:
      id: logic_compare
      doc: Compare two values, for a condition.
    0x70:
      id: analysis_top_k
      doc: Find the largest elements of a tensor, in descending order.
    0x71:
      id: analysis_sample
      doc: Draw an index with the probabilities of a softmax.
    0x80:
      id: model_run_static
      doc: Run a model.
    0x82:
      id: model_train_step
      -since: '1.7'
      doc: Run a model and its training program, which updates parameters.
    0x83:
      id: model_zero_grad
      -since: '1.7'
      doc: Forget the gradients of a model.
    0x85:
      id: model_save_weights
      -since: '1.7'
      doc: Write a model with the parameters that it has now.
    0xa0:
      id: flow_loop_start
      doc: Begin a loop; a count of 0 or less skips it.
    0xa1:
      id: flow_loop_end
      doc: |
        End of the body: once more, or on.
    0xa8:
      id: flow_branch_if
      doc: Jump when a condition holds.
    0xa9:
      id: flow_break_loop_if
      doc: Leave a loop when a condition holds.
    0xe0:
      id: serialize_object
      doc: Serialize a value as text, as JSON, or as the bytes of a picture.
    0xf0:
      id: io_write
      doc: Write a value.
    0xfe:
      id: exec_return
      doc: |
        End with results: one as it is, several as a list.
    0xff:
      id: exec_halt
      doc: End without a result.
  value_kind:
    0: text
    1: integer
    2: number
  file_kind:
    2:
      id: array
      doc: A file of NumPy (.npy).
    3:
      id: image
      doc: A picture, scaled to 256, cut to 224 and normalised as for ImageNet.
  extern_kind:
    0: tokenizer
    1: constant
  loss_kind:
    0: cross_entropy
    1: mse
    255:
      id: none
      doc: No loss is asked for.
  weights_kind:
    0:
      id: nac
      doc: A NAC file like that of the model.
  unload_kind:
    0: model
    1: slot
  dtype:
    0: float32
    5: int64
  creation:
    0:
      id: values
      doc: Of a number or a list, with shape [1, n].
    1:
      id: arange
      doc: Numbers from 0 on, with shape [1, n].
    2:
      id: ones
      doc: Of the shape that is given.
    3:
      id: zeros
      -since: '1.8'
      doc: Of the shape that is given.
  manipulation:
    1:
      id: pad
      doc: Put a value in front along the last axis.
    2:
      id: unsqueeze
      -since: '1.8'
      doc: One more axis, of size 1.
    3:
      id: squeeze
      -since: '1.8'
      doc: Without an axis of size 1.
  combination:
    0:
      id: concat
      doc: One after another.
  tensor_property:
    0:
      id: shape
      doc: All sizes.
    1:
      id: size
      doc: The size of one axis.
    2:
      id: item
      doc: The only element.
  unary_operation:
    0:
      id: softmax
      doc: Along the last axis.
    1:
      id: sqrt
      -since: '1.8'
    2:
      id: abs
      -since: '1.8'
    3:
      id: neg
      -since: '1.8'
    4:
      id: exp
      -since: '1.8'
    5:
      id: reciprocal
      -since: '1.8'
  binary_operation:
    0: add
    1: sub
    2: mul
    3:
      id: div
      -since: '1.8'
    4:
      id: pow
      -since: '1.8'
    5:
      id: max
      -since: '1.8'
      doc: The larger one.
    6:
      id: min
      -since: '1.8'
      doc: The smaller one.
  aggregation:
    0: argmax
  comparison:
    0: eq
    1: ne
    2: gt
    3: lt
  serialization:
    0: text
    1: json
    2: png
  destination:
    0: stdout
    1: stderr
    2: file
  write_mode:
    0:
      id: plain
      doc: A line; a file is replaced.
    1:
      id: append
      doc: At the end of a file.
    2:
      id: no_newline
      doc: Text without a newline after it.
