// Generated from schemas/mep.ksy (sha256 eb9578c8944e44be95d5cb4220d2a7da7cd720c2d0d42373ee552188af843fc1) by `nacformats generate`. Do not edit.
// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'));
  } else {
    factory(root.Mep || (root.Mep = {}), root.KaitaiStream);
  }
})(typeof self !== 'undefined' ? self : this, function (Mep_, KaitaiStream) {
/**
 * A program that prepares inputs, runs models and shows what comes out: the
 * bytecode of section ORCH of a NAC file. It works on 256 slots, which are empty
 * at first, and takes constants from the pool of the section by their ids.
 *
 * Instructions have no length of their own: the opcode decides what follows, so
 * nothing behind an unknown one can be read. Jumps are in bytes, from the end of
 * the instruction.
 *
 * `-role` says what the number in an operand is: `result` (a slot that is
 * written), `slot` (one that is read), `constant` (an id in the pool), `model`
 * (the number that RES_LOAD_MODEL gave), `jump`, or a `literal`. With `_or_none`
 * behind it, 0 means that there is none.
 *
 * `-since` names the first version of NAC that has an instruction or a choice;
 * what has no such hint is in v1.6 already.
 * @see NAC v1.6, section 9
 */

var Mep = (function() {
  Mep.Aggregation = Object.freeze({
    ARGMAX: 0,

    0: "ARGMAX",
  });

  Mep.BinaryOperation = Object.freeze({
    ADD: 0,
    SUB: 1,
    MUL: 2,
    DIV: 3,
    POW: 4,
    MAX: 5,
    MIN: 6,

    0: "ADD",
    1: "SUB",
    2: "MUL",
    3: "DIV",
    4: "POW",
    5: "MAX",
    6: "MIN",
  });

  Mep.Combination = Object.freeze({
    CONCAT: 0,

    0: "CONCAT",
  });

  Mep.Comparison = Object.freeze({
    EQ: 0,
    NE: 1,
    GT: 2,
    LT: 3,

    0: "EQ",
    1: "NE",
    2: "GT",
    3: "LT",
  });

  Mep.Creation = Object.freeze({
    VALUES: 0,
    ARANGE: 1,
    ONES: 2,
    ZEROS: 3,

    0: "VALUES",
    1: "ARANGE",
    2: "ONES",
    3: "ZEROS",
  });

  Mep.Destination = Object.freeze({
    STDOUT: 0,
    STDERR: 1,
    FILE: 2,

    0: "STDOUT",
    1: "STDERR",
    2: "FILE",
  });

  Mep.Dtype = Object.freeze({
    FLOAT32: 0,
    INT64: 5,

    0: "FLOAT32",
    5: "INT64",
  });

  Mep.ExternKind = Object.freeze({
    TOKENIZER: 0,
    CONSTANT: 1,

    0: "TOKENIZER",
    1: "CONSTANT",
  });

  Mep.FileKind = Object.freeze({
    ARRAY: 2,
    IMAGE: 3,

    2: "ARRAY",
    3: "IMAGE",
  });

  Mep.LossKind = Object.freeze({
    CROSS_ENTROPY: 0,
    MSE: 1,
    NONE: 255,

    0: "CROSS_ENTROPY",
    1: "MSE",
    255: "NONE",
  });

  Mep.Manipulation = Object.freeze({
    PAD: 1,
    UNSQUEEZE: 2,
    SQUEEZE: 3,

    1: "PAD",
    2: "UNSQUEEZE",
    3: "SQUEEZE",
  });

  Mep.Opcode = Object.freeze({
    SRC_USER_PROMPT: 2,
    SRC_CONSTANT: 4,
    SRC_EXEC_MODE: 5,
    RES_LOAD_MODEL: 16,
    RES_LOAD_DATAFILE: 17,
    RES_LOAD_EXTERN: 18,
    RES_LOAD_DYNAMIC: 19,
    RES_LOAD_ARRAY: 20,
    RES_UNLOAD: 31,
    PREPROC_ENCODE: 32,
    PREPROC_DECODE: 33,
    PREPROC_GET_ID: 34,
    STRING_FORMAT: 42,
    TENSOR_CREATE: 48,
    TENSOR_MANIPULATE: 56,
    TENSOR_COMBINE: 57,
    TENSOR_INFO: 58,
    TENSOR_EXTRACT: 59,
    SYS_COPY: 89,
    SYS_DEBUG_PRINT: 95,
    MATH_UNARY: 96,
    MATH_BINARY: 97,
    MATH_AGGREGATE: 98,
    LOGIC_COMPARE: 104,
    ANALYSIS_TOP_K: 112,
    ANALYSIS_SAMPLE: 113,
    MODEL_RUN_STATIC: 128,
    MODEL_TRAIN_STEP: 130,
    MODEL_ZERO_GRAD: 131,
    MODEL_SAVE_WEIGHTS: 133,
    FLOW_LOOP_START: 160,
    FLOW_LOOP_END: 161,
    FLOW_BRANCH_IF: 168,
    FLOW_BREAK_LOOP_IF: 169,
    SERIALIZE_OBJECT: 224,
    IO_WRITE: 240,
    EXEC_RETURN: 254,
    EXEC_HALT: 255,

    2: "SRC_USER_PROMPT",
    4: "SRC_CONSTANT",
    5: "SRC_EXEC_MODE",
    16: "RES_LOAD_MODEL",
    17: "RES_LOAD_DATAFILE",
    18: "RES_LOAD_EXTERN",
    19: "RES_LOAD_DYNAMIC",
    20: "RES_LOAD_ARRAY",
    31: "RES_UNLOAD",
    32: "PREPROC_ENCODE",
    33: "PREPROC_DECODE",
    34: "PREPROC_GET_ID",
    42: "STRING_FORMAT",
    48: "TENSOR_CREATE",
    56: "TENSOR_MANIPULATE",
    57: "TENSOR_COMBINE",
    58: "TENSOR_INFO",
    59: "TENSOR_EXTRACT",
    89: "SYS_COPY",
    95: "SYS_DEBUG_PRINT",
    96: "MATH_UNARY",
    97: "MATH_BINARY",
    98: "MATH_AGGREGATE",
    104: "LOGIC_COMPARE",
    112: "ANALYSIS_TOP_K",
    113: "ANALYSIS_SAMPLE",
    128: "MODEL_RUN_STATIC",
    130: "MODEL_TRAIN_STEP",
    131: "MODEL_ZERO_GRAD",
    133: "MODEL_SAVE_WEIGHTS",
    160: "FLOW_LOOP_START",
    161: "FLOW_LOOP_END",
    168: "FLOW_BRANCH_IF",
    169: "FLOW_BREAK_LOOP_IF",
    224: "SERIALIZE_OBJECT",
    240: "IO_WRITE",
    254: "EXEC_RETURN",
    255: "EXEC_HALT",
  });

  Mep.Serialization = Object.freeze({
    TEXT: 0,
    JSON: 1,
    PNG: 2,

    0: "TEXT",
    1: "JSON",
    2: "PNG",
  });

  Mep.TensorProperty = Object.freeze({
    SHAPE: 0,
    SIZE: 1,
    ITEM: 2,

    0: "SHAPE",
    1: "SIZE",
    2: "ITEM",
  });

  Mep.UnaryOperation = Object.freeze({
    SOFTMAX: 0,
    SQRT: 1,
    ABS: 2,
    NEG: 3,
    EXP: 4,
    RECIPROCAL: 5,

    0: "SOFTMAX",
    1: "SQRT",
    2: "ABS",
    3: "NEG",
    4: "EXP",
    5: "RECIPROCAL",
  });

  Mep.UnloadKind = Object.freeze({
    MODEL: 0,
    SLOT: 1,

    0: "MODEL",
    1: "SLOT",
  });

  Mep.ValueKind = Object.freeze({
    TEXT: 0,
    INTEGER: 1,
    NUMBER: 2,

    0: "TEXT",
    1: "INTEGER",
    2: "NUMBER",
  });

  Mep.WeightsKind = Object.freeze({
    NAC: 0,

    0: "NAC",
  });

  Mep.WriteMode = Object.freeze({
    PLAIN: 0,
    APPEND: 1,
    NO_NEWLINE: 2,

    0: "PLAIN",
    1: "APPEND",
    2: "NO_NEWLINE",
  });

  function Mep(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  Mep.prototype._read = function() {
    this.instructions = [];
    var i = 0;
    while (!this._io.isEof()) {
      this.instructions.push(new PlanInstruction(this._io, this, this._root));
      i++;
    }
  }

  /**
   * What MATH_AGGREGATE takes.
   */

  var AggregateOperands = Mep.AggregateOperands = (function() {
    function AggregateOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    AggregateOperands.prototype._read = function() {
      this.operation = this._io.readU1();
      this.out = this._io.readU1();
      this.source = this._io.readU1();
    }

    return AggregateOperands;
  })();

  /**
   * What RES_LOAD_ARRAY takes.
   */

  var ArrayOperands = Mep.ArrayOperands = (function() {
    function ArrayOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    ArrayOperands.prototype._read = function() {
      this.out = this._io.readU1();
      this.array = this._io.readU2le();
    }

    /**
     * The name that the array has in the file.
     */

    return ArrayOperands;
  })();

  /**
   * What MATH_BINARY takes.
   */

  var BinaryOperands = Mep.BinaryOperands = (function() {
    function BinaryOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    BinaryOperands.prototype._read = function() {
      this.operation = this._io.readU1();
      this.out = this._io.readU1();
      this.left = this._io.readU1();
      this.right = this._io.readU1();
    }

    return BinaryOperands;
  })();

  /**
   * What FLOW_BRANCH_IF and FLOW_BREAK_LOOP_IF take.
   */

  var BranchOperands = Mep.BranchOperands = (function() {
    function BranchOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    BranchOperands.prototype._read = function() {
      this.condition = this._io.readU1();
      this.jump = this._io.readS2le();
    }

    return BranchOperands;
  })();

  /**
   * What TENSOR_COMBINE takes.
   */

  var CombinationOperands = Mep.CombinationOperands = (function() {
    function CombinationOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    CombinationOperands.prototype._read = function() {
      this.operation = this._io.readU1();
      this.out = this._io.readU1();
      this.numTensors = this._io.readU1();
      this.tensors = [];
      for (var i = 0; i < this.numTensors; i++) {
        this.tensors.push(this._io.readU1());
      }
      this.axis = this._io.readU1();
    }

    return CombinationOperands;
  })();

  /**
   * What LOGIC_COMPARE takes.
   */

  var ComparisonOperands = Mep.ComparisonOperands = (function() {
    function ComparisonOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    ComparisonOperands.prototype._read = function() {
      this.operation = this._io.readU1();
      this.out = this._io.readU1();
      this.left = this._io.readU1();
      this.right = this._io.readU1();
    }

    return ComparisonOperands;
  })();

  /**
   * What SRC_CONSTANT takes.
   */

  var ConstantOperands = Mep.ConstantOperands = (function() {
    function ConstantOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    ConstantOperands.prototype._read = function() {
      this.out = this._io.readU1();
      this.constant = this._io.readU2le();
    }

    return ConstantOperands;
  })();

  /**
   * What SYS_COPY takes.
   */

  var CopyOperands = Mep.CopyOperands = (function() {
    function CopyOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    CopyOperands.prototype._read = function() {
      this.out = this._io.readU1();
      this.source = this._io.readU1();
    }

    return CopyOperands;
  })();

  /**
   * What TENSOR_CREATE takes.
   */

  var CreationOperands = Mep.CreationOperands = (function() {
    function CreationOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    CreationOperands.prototype._read = function() {
      this.out = this._io.readU1();
      this.dtype = this._io.readU1();
      this.kind = this._io.readU1();
      this.source = this._io.readU1();
    }

    /**
     * Any other number means float32.
     */

    return CreationOperands;
  })();

  /**
   * What RES_LOAD_DATAFILE takes.
   */

  var DatafileOperands = Mep.DatafileOperands = (function() {
    function DatafileOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    DatafileOperands.prototype._read = function() {
      this.out = this._io.readU1();
      this.kind = this._io.readU1();
      this.path = this._io.readU2le();
    }

    /**
     * What the file holds.
     */

    return DatafileOperands;
  })();

  /**
   * What SYS_DEBUG_PRINT takes.
   */

  var DebugOperands = Mep.DebugOperands = (function() {
    function DebugOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    DebugOperands.prototype._read = function() {
      this.source = this._io.readU1();
      this.message = this._io.readU2le();
    }

    return DebugOperands;
  })();

  /**
   * What RES_LOAD_DYNAMIC takes.
   */

  var DynamicOperands = Mep.DynamicOperands = (function() {
    function DynamicOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    DynamicOperands.prototype._read = function() {
      this.out = this._io.readU1();
      this.name = this._io.readU1();
      this.kind = this._io.readU1();
    }

    /**
     * What the file holds.
     */

    return DynamicOperands;
  })();

  /**
   * What RES_LOAD_EXTERN takes.
   */

  var ExternOperands = Mep.ExternOperands = (function() {
    function ExternOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    ExternOperands.prototype._read = function() {
      this.out = this._io.readU1();
      this.kind = this._io.readU1();
      this.resource = this._io.readU2le();
    }

    /**
     * The number of the model whose tokenizer it is, or the value itself.
     */

    return ExternOperands;
  })();

  /**
   * What TENSOR_EXTRACT takes.
   */

  var ExtractionOperands = Mep.ExtractionOperands = (function() {
    function ExtractionOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    ExtractionOperands.prototype._read = function() {
      this.out = this._io.readU1();
      this.tensor = this._io.readU1();
      this.index = this._io.readU1();
    }

    return ExtractionOperands;
  })();

  /**
   * What STRING_FORMAT takes.
   */

  var FormatOperands = Mep.FormatOperands = (function() {
    function FormatOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    FormatOperands.prototype._read = function() {
      this.out = this._io.readU1();
      this.pattern = this._io.readU2le();
      this.numValues = this._io.readU1();
      this.values = [];
      for (var i = 0; i < this.numValues; i++) {
        this.values.push(this._io.readU1());
      }
    }

    /**
     * Text with `{}` for each value.
     */

    return FormatOperands;
  })();

  /**
   * What MODEL_ZERO_GRAD takes.
   */

  var GradientOperands = Mep.GradientOperands = (function() {
    function GradientOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    GradientOperands.prototype._read = function() {
      this.model = this._io.readU1();
    }

    return GradientOperands;
  })();

  /**
   * What TENSOR_INFO takes.
   */

  var InfoOperands = Mep.InfoOperands = (function() {
    function InfoOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    InfoOperands.prototype._read = function() {
      this.property = this._io.readU1();
      if (!Object.prototype.hasOwnProperty.call(Mep.TensorProperty, this.property)) {
        throw new KaitaiStream.ValidationNotInEnumError(this.property, this._io, "/types/info_operands/seq/0");
      }
      this.out = this._io.readU1();
      this.tensor = this._io.readU1();
      if (this.property == Mep.TensorProperty.SIZE) {
        this.axis = this._io.readU1();
      }
    }

    /**
     * What is asked for; it decides what follows.
     */

    /**
     * The axis whose size is asked for.
     */

    return InfoOperands;
  })();

  /**
   * What FLOW_LOOP_START takes.
   */

  var LoopOperands = Mep.LoopOperands = (function() {
    function LoopOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    LoopOperands.prototype._read = function() {
      this.count = this._io.readU1();
    }

    /**
     * How often to run the body.
     */

    return LoopOperands;
  })();

  /**
   * What TENSOR_MANIPULATE takes.
   */

  var ManipulationOperands = Mep.ManipulationOperands = (function() {
    function ManipulationOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    ManipulationOperands.prototype._read = function() {
      this.operation = this._io.readU1();
      if (!Object.prototype.hasOwnProperty.call(Mep.Manipulation, this.operation)) {
        throw new KaitaiStream.ValidationNotInEnumError(this.operation, this._io, "/types/manipulation_operands/seq/0");
      }
      this.out = this._io.readU1();
      this.tensor = this._io.readU1();
      if (this.operation == Mep.Manipulation.PAD) {
        this.width = this._io.readU1();
      }
      if (this.operation == Mep.Manipulation.PAD) {
        this.value = this._io.readU1();
      }
      if (this.operation != Mep.Manipulation.PAD) {
        this.dim = this._io.readU1();
      }
    }

    /**
     * What to do; it decides what follows.
     */

    /**
     * Number of elements to pad with.
     */

    /**
     * What to pad with.
     */

    /**
     * The axis that is made or removed; from the end when it is negative.
     */

    return ManipulationOperands;
  })();

  /**
   * What SRC_EXEC_MODE takes.
   */

  var ModeOperands = Mep.ModeOperands = (function() {
    function ModeOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    ModeOperands.prototype._read = function() {
      this.out = this._io.readU1();
    }

    /**
     * Gets the text `infer`, `train` or `infer_train`.
     */

    return ModeOperands;
  })();

  /**
   * What RES_LOAD_MODEL takes.
   */

  var ModelOperands = Mep.ModelOperands = (function() {
    function ModelOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    ModelOperands.prototype._read = function() {
      this.model = this._io.readU1();
      this.path = this._io.readU2le();
    }

    /**
     * The number by which the program refers to the model.
     */

    /**
     * The file; the model in the same file when it is empty or that file's name.
     */

    return ModelOperands;
  })();

  /**
   * EXEC_HALT stands alone.
   */

  var NoOperands = Mep.NoOperands = (function() {
    function NoOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    NoOperands.prototype._read = function() {
    }

    return NoOperands;
  })();

  /**
   * One instruction.
   */

  var PlanInstruction = Mep.PlanInstruction = (function() {
    function PlanInstruction(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    PlanInstruction.prototype._read = function() {
      this.opcode = this._io.readU1();
      if (!Object.prototype.hasOwnProperty.call(Mep.Opcode, this.opcode)) {
        throw new KaitaiStream.ValidationNotInEnumError(this.opcode, this._io, "/types/plan_instruction/seq/0");
      }
      switch (this.opcode) {
      case Mep.Opcode.ANALYSIS_SAMPLE:
        this.operands = new SamplingOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.ANALYSIS_TOP_K:
        this.operands = new TopKOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.EXEC_HALT:
        this.operands = new NoOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.EXEC_RETURN:
        this.operands = new ReturnOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.FLOW_BRANCH_IF:
        this.operands = new BranchOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.FLOW_BREAK_LOOP_IF:
        this.operands = new BranchOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.FLOW_LOOP_END:
        this.operands = new RepetitionOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.FLOW_LOOP_START:
        this.operands = new LoopOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.IO_WRITE:
        this.operands = new WriteOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.LOGIC_COMPARE:
        this.operands = new ComparisonOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.MATH_AGGREGATE:
        this.operands = new AggregateOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.MATH_BINARY:
        this.operands = new BinaryOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.MATH_UNARY:
        this.operands = new UnaryOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.MODEL_RUN_STATIC:
        this.operands = new RunOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.MODEL_SAVE_WEIGHTS:
        this.operands = new SavingOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.MODEL_TRAIN_STEP:
        this.operands = new TrainingOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.MODEL_ZERO_GRAD:
        this.operands = new GradientOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.PREPROC_DECODE:
        this.operands = new ProcessingOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.PREPROC_ENCODE:
        this.operands = new ProcessingOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.PREPROC_GET_ID:
        this.operands = new TokenOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.RES_LOAD_ARRAY:
        this.operands = new ArrayOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.RES_LOAD_DATAFILE:
        this.operands = new DatafileOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.RES_LOAD_DYNAMIC:
        this.operands = new DynamicOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.RES_LOAD_EXTERN:
        this.operands = new ExternOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.RES_LOAD_MODEL:
        this.operands = new ModelOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.RES_UNLOAD:
        this.operands = new UnloadOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.SERIALIZE_OBJECT:
        this.operands = new SerializationOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.SRC_CONSTANT:
        this.operands = new ConstantOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.SRC_EXEC_MODE:
        this.operands = new ModeOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.SRC_USER_PROMPT:
        this.operands = new PromptOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.STRING_FORMAT:
        this.operands = new FormatOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.SYS_COPY:
        this.operands = new CopyOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.SYS_DEBUG_PRINT:
        this.operands = new DebugOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.TENSOR_COMBINE:
        this.operands = new CombinationOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.TENSOR_CREATE:
        this.operands = new CreationOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.TENSOR_EXTRACT:
        this.operands = new ExtractionOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.TENSOR_INFO:
        this.operands = new InfoOperands(this._io, this, this._root);
        break;
      case Mep.Opcode.TENSOR_MANIPULATE:
        this.operands = new ManipulationOperands(this._io, this, this._root);
        break;
      }
    }

    /**
     * What to do. An instruction with an unknown opcode has an unknown size.
     */

    return PlanInstruction;
  })();

  /**
   * What PREPROC_ENCODE and PREPROC_DECODE take.
   */

  var ProcessingOperands = Mep.ProcessingOperands = (function() {
    function ProcessingOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    ProcessingOperands.prototype._read = function() {
      this.processor = this._io.readU1();
      this.source = this._io.readU1();
      this.out = this._io.readU1();
    }

    /**
     * The tokenizer.
     */

    return ProcessingOperands;
  })();

  /**
   * What SRC_USER_PROMPT takes.
   */

  var PromptOperands = Mep.PromptOperands = (function() {
    function PromptOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    PromptOperands.prototype._read = function() {
      this.out = this._io.readU1();
      this.kind = this._io.readU1();
      this.prompt = this._io.readU2le();
    }

    /**
     * What the answer is read as. Runtimes of v1.6 ignore it.
     */

    /**
     * The question.
     */

    return PromptOperands;
  })();

  /**
   * What FLOW_LOOP_END takes.
   */

  var RepetitionOperands = Mep.RepetitionOperands = (function() {
    function RepetitionOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    RepetitionOperands.prototype._read = function() {
      this.jump = this._io.readS2le();
    }

    /**
     * To the first instruction of the body.
     */

    return RepetitionOperands;
  })();

  /**
   * What EXEC_RETURN takes.
   */

  var ReturnOperands = Mep.ReturnOperands = (function() {
    function ReturnOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    ReturnOperands.prototype._read = function() {
      this.numValues = this._io.readU1();
      this.values = [];
      for (var i = 0; i < this.numValues; i++) {
        this.values.push(this._io.readU1());
      }
    }

    return ReturnOperands;
  })();

  /**
   * What MODEL_RUN_STATIC takes.
   */

  var RunOperands = Mep.RunOperands = (function() {
    function RunOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    RunOperands.prototype._read = function() {
      this.model = this._io.readU1();
      this.numInputs = this._io.readU1();
      this.inputs = [];
      for (var i = 0; i < this.numInputs; i++) {
        this.inputs.push(this._io.readU1());
      }
      this.numOutputs = this._io.readU1();
      this.outputs = [];
      for (var i = 0; i < this.numOutputs; i++) {
        this.outputs.push(this._io.readU1());
      }
    }

    return RunOperands;
  })();

  /**
   * What ANALYSIS_SAMPLE takes.
   */

  var SamplingOperands = Mep.SamplingOperands = (function() {
    function SamplingOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    SamplingOperands.prototype._read = function() {
      this.logits = this._io.readU1();
      this.temperature = this._io.readU1();
      this.topK = this._io.readU1();
      this.out = this._io.readU1();
    }

    /**
     * What the logits are divided by when it is positive.
     */

    /**
     * How many of the largest logits take part.
     */

    return SamplingOperands;
  })();

  /**
   * What MODEL_SAVE_WEIGHTS takes.
   */

  var SavingOperands = Mep.SavingOperands = (function() {
    function SavingOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    SavingOperands.prototype._read = function() {
      this.model = this._io.readU1();
      this.name = this._io.readU1();
      this.kind = this._io.readU1();
    }

    /**
     * Name of the file; empty for that of the model.
     */

    return SavingOperands;
  })();

  /**
   * What SERIALIZE_OBJECT takes.
   */

  var SerializationOperands = Mep.SerializationOperands = (function() {
    function SerializationOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    SerializationOperands.prototype._read = function() {
      this.out = this._io.readU1();
      this.source = this._io.readU1();
      this.format = this._io.readU1();
    }

    return SerializationOperands;
  })();

  /**
   * What PREPROC_GET_ID takes.
   */

  var TokenOperands = Mep.TokenOperands = (function() {
    function TokenOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    TokenOperands.prototype._read = function() {
      this.processor = this._io.readU1();
      this.token = this._io.readU2le();
      this.out = this._io.readU1();
    }

    /**
     * The tokenizer.
     */

    return TokenOperands;
  })();

  /**
   * What ANALYSIS_TOP_K takes.
   */

  var TopKOperands = Mep.TopKOperands = (function() {
    function TopKOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    TopKOperands.prototype._read = function() {
      this.source = this._io.readU1();
      this.count = this._io.readU1();
      this.indices = this._io.readU1();
      this.elements = this._io.readU1();
    }

    /**
     * How many.
     */

    /**
     * Where they are, in the flat tensor.
     */

    /**
     * The elements.
     */

    return TopKOperands;
  })();

  /**
   * What MODEL_TRAIN_STEP takes.
   */

  var TrainingOperands = Mep.TrainingOperands = (function() {
    function TrainingOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    TrainingOperands.prototype._read = function() {
      this.model = this._io.readU1();
      this.loss = this._io.readU1();
      this.numInputs = this._io.readU1();
      this.inputs = [];
      for (var i = 0; i < this.numInputs; i++) {
        this.inputs.push(this._io.readU1());
      }
      this.numTargets = this._io.readU1();
      this.targets = [];
      for (var i = 0; i < this.numTargets; i++) {
        this.targets.push(this._io.readU1());
      }
      this.out = this._io.readU1();
      this.rate = this._io.readU1();
      this.logits = this._io.readU1();
      this.weight = this._io.readU2le();
      this.bias = this._io.readU2le();
    }

    /**
     * What is computed of the outputs and the targets.
     */

    /**
     * Gets the loss before the update.
     */

    /**
     * The learning rate.
     */

    /**
     * Where the program keeps the output of the model, for runtimes that need it.
     */

    /**
     * Name of the weight of the last layer, for runtimes that train nothing else.
     */

    /**
     * Name of the bias of the last layer.
     */

    return TrainingOperands;
  })();

  /**
   * What MATH_UNARY takes.
   */

  var UnaryOperands = Mep.UnaryOperands = (function() {
    function UnaryOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    UnaryOperands.prototype._read = function() {
      this.operation = this._io.readU1();
      this.out = this._io.readU1();
      this.source = this._io.readU1();
    }

    return UnaryOperands;
  })();

  /**
   * What RES_UNLOAD takes.
   */

  var UnloadOperands = Mep.UnloadOperands = (function() {
    function UnloadOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    UnloadOperands.prototype._read = function() {
      this.kind = this._io.readU1();
      if (!Object.prototype.hasOwnProperty.call(Mep.UnloadKind, this.kind)) {
        throw new KaitaiStream.ValidationNotInEnumError(this.kind, this._io, "/types/unload_operands/seq/0");
      }
      if (this.kind == Mep.UnloadKind.MODEL) {
        this.model = this._io.readU1();
      }
      if (this.kind == Mep.UnloadKind.SLOT) {
        this.slot = this._io.readU1();
      }
    }

    /**
     * The slot, which is empty afterwards.
     */

    return UnloadOperands;
  })();

  /**
   * What IO_WRITE takes.
   */

  var WriteOperands = Mep.WriteOperands = (function() {
    function WriteOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    WriteOperands.prototype._read = function() {
      this.source = this._io.readU1();
      this.destination = this._io.readU1();
      if (this.destination == Mep.Destination.FILE) {
        this.name = this._io.readU1();
      }
      if (this.destination != Mep.Destination.FILE) {
        this.unused = this._io.readU1();
      }
      this.mode = this._io.readU1();
    }

    /**
     * Name of the file.
     */

    /**
     * A slot that means nothing, since no file is named.
     */

    return WriteOperands;
  })();

  /**
   * In the order of the bytes; execution begins with the first one.
   */

  return Mep;
})();
Mep_.Mep = Mep;
});
