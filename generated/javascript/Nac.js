// Generated from schemas/nac.ksy (sha256 97986397b1cdb9bf9bec323551b8ae63a8935d8b50c81953c62549041af00cd9) by `nacformats generate`. Do not edit.
// It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
// It imports schemas/mep.ksy (sha256 eb9578c8944e44be95d5cb4220d2a7da7cd720c2d0d42373ee552188af843fc1).
// It imports schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769).
// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream', './Mep', './Binary32', './Tisa'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'), require('./Mep'), require('./Binary32'), require('./Tisa'));
  } else {
    factory(root.Nac || (root.Nac = {}), root.KaitaiStream, root.Mep || (root.Mep = {}), root.Binary32 || (root.Binary32 = {}), root.Tisa || (root.Tisa = {}));
  }
})(typeof self !== 'undefined' ? self : this, function (Nac_, KaitaiStream, Mep_, Binary32_, Tisa_) {
/**
 * A neural network as a program: a header with the offsets of up to eleven
 * sections, and the sections, each of which begins with a tag of four letters.
 * `ops` holds the instructions; the other sections hold what they refer to.
 *
 * v1.6 has nine sections. v1.7 adds `trng`, a program that computes gradients,
 * and v1.8 adds `arrs`, arrays by name. Both have the same version number: where
 * the first section begins tells them apart, see `header_size`.
 *
 * Sections carry no size: where one ends is only known after reading it. A reader
 * has to check that sections do not overlap and have nothing but zeros between
 * them, that the ids of a table differ, and that the ids in instructions exist.
 *
 * Instructions have no length either. How many words follow an instruction
 * depends on its signature, which is in `perm`. `lookups` has tables in which
 * each instruction finds its signature, and its name, in one step.
 *
 * Floating point numbers are kept as their bytes: reading a signalling NaN as a
 * number and writing it again would change it.
 * @see NAC v1.6
 */

var Nac = (function() {
  Nac.ArgumentKind = Object.freeze({
    AXIS: 65,
    BIAS: 66,
    KEY: 75,
    MASK: 77,
    PARAMETER: 80,
    QUERY: 81,
    SHAPE: 83,
    TENSOR: 84,
    VALUE: 86,
    WEIGHT: 87,
    BOOLEAN: 98,
    OTHER: 99,
    FLOATING: 102,
    INTEGER: 105,
    TEXT: 115,

    65: "AXIS",
    66: "BIAS",
    75: "KEY",
    77: "MASK",
    80: "PARAMETER",
    81: "QUERY",
    83: "SHAPE",
    84: "TENSOR",
    86: "VALUE",
    87: "WEIGHT",
    98: "BOOLEAN",
    99: "OTHER",
    102: "FLOATING",
    105: "INTEGER",
    115: "TEXT",
  });

  Nac.ConstantKind = Object.freeze({
    NONE: 0,
    TRUTH: 1,
    INT64: 2,
    FLOAT64: 3,
    TEXT: 4,
    INT32_LIST: 5,
    FLOAT32_LIST: 6,

    0: "NONE",
    1: "TRUTH",
    2: "INT64",
    3: "FLOAT64",
    4: "TEXT",
    5: "INT32_LIST",
    6: "FLOAT32_LIST",
  });

  Nac.Dtype = Object.freeze({
    FLOAT32: 0,
    FLOAT64: 1,
    FLOAT16: 2,
    BFLOAT16: 3,
    INT32: 4,
    INT64: 5,
    INT16: 6,
    INT8: 7,
    UINT8: 8,
    BOOL: 9,
    UNKNOWN: 255,

    0: "FLOAT32",
    1: "FLOAT64",
    2: "FLOAT16",
    3: "BFLOAT16",
    4: "INT32",
    5: "INT64",
    6: "INT16",
    7: "INT8",
    8: "UINT8",
    9: "BOOL",
    255: "UNKNOWN",
  });

  Nac.HeaderSize = Object.freeze({
    V1_6: 88,
    V1_7: 92,
    V1_8: 100,

    88: "V1_6",
    92: "V1_7",
    100: "V1_8",
  });

  Nac.InputSource = Object.freeze({
    USER: 0,
    PARAMETER: 1,
    STATE: 2,
    CONSTANT: 3,
    SAVED: 4,
    TARGET: 5,

    0: "USER",
    1: "PARAMETER",
    2: "STATE",
    3: "CONSTANT",
    4: "SAVED",
    5: "TARGET",
  });

  Nac.InstructionLayout = Object.freeze({
    INPUT: 2,
    OUTPUT: 3,
    CONTROL_FLOW: 6,
    CONVERGENCE: 7,
    CALL: 10,
    ELEMENT: 20,
    UPDATE: 33,
    FINISH: 34,

    2: "INPUT",
    3: "OUTPUT",
    6: "CONTROL_FLOW",
    7: "CONVERGENCE",
    10: "CALL",
    20: "ELEMENT",
    33: "UPDATE",
    34: "FINISH",
  });

  Nac.LookupKey = Object.freeze({
    SIGNATURE: 0,
    OPERATION: 1,
    ELEMENT: 2,

    0: "SIGNATURE",
    1: "OPERATION",
    2: "ELEMENT",
  });

  Nac.MemoryAction = Object.freeze({
    SAVE_RESULT: 10,
    SAVE_FOR_GRAD: 15,
    FREE: 20,
    FREE_AFTER_TRNG: 25,
    FORWARD: 30,
    PRELOAD: 40,

    10: "SAVE_RESULT",
    15: "SAVE_FOR_GRAD",
    20: "FREE",
    25: "FREE_AFTER_TRNG",
    30: "FORWARD",
    40: "PRELOAD",
  });

  Nac.Operation = Object.freeze({
    INPUT: 2,
    OUTPUT: 3,
    CONTROL_FLOW: 6,
    CONVERGENCE: 7,
    NAC_PASS: 10,
    NAC_ADD: 11,
    NAC_SUB: 12,
    NAC_GT: 13,
    NAC_NEG: 14,
    NAC_WHERE: 15,
    NAC_CLONE: 16,
    NAC_VIEW: 17,
    NAC_LE: 18,
    NAC_ARANGE: 19,
    NAC_MUL: 20,
    NAC_DIV: 21,
    NAC_MATMUL: 22,
    NAC_TRANSPOSE: 23,
    NAC_ZEROS: 24,
    NAC_ZEROS_LIKE: 25,
    NAC_NEW_ZEROS: 26,
    NAC_ONES: 27,
    NAC_ONES_LIKE: 28,
    NAC_NEW_ONES: 29,
    NAC_FULL: 30,
    NAC_FULL_LIKE: 31,

    2: "INPUT",
    3: "OUTPUT",
    6: "CONTROL_FLOW",
    7: "CONVERGENCE",
    10: "NAC_PASS",
    11: "NAC_ADD",
    12: "NAC_SUB",
    13: "NAC_GT",
    14: "NAC_NEG",
    15: "NAC_WHERE",
    16: "NAC_CLONE",
    17: "NAC_VIEW",
    18: "NAC_LE",
    19: "NAC_ARANGE",
    20: "NAC_MUL",
    21: "NAC_DIV",
    22: "NAC_MATMUL",
    23: "NAC_TRANSPOSE",
    24: "NAC_ZEROS",
    25: "NAC_ZEROS_LIKE",
    26: "NAC_NEW_ZEROS",
    27: "NAC_ONES",
    28: "NAC_ONES_LIKE",
    29: "NAC_NEW_ONES",
    30: "NAC_FULL",
    31: "NAC_FULL_LIKE",
  });

  Nac.OutputKind = Object.freeze({
    RESULT: 0,
    SUBGRAPH: 1,
    UPDATE: 3,
    FINISH: 4,

    0: "RESULT",
    1: "SUBGRAPH",
    3: "UPDATE",
    4: "FINISH",
  });

  Nac.Quantization = Object.freeze({
    NONE: 0,
    FP16: 1,
    INT8_TENSOR: 2,
    INT8_CHANNEL: 3,
    BLOCK_FP8: 4,

    0: "NONE",
    1: "FP16",
    2: "INT8_TENSOR",
    3: "INT8_CHANNEL",
    4: "BLOCK_FP8",
  });

  function Nac(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  Nac.prototype._read = function() {
    this.magic = this._io.readBytes(3);
    if (!((KaitaiStream.byteArrayCompare(this.magic, new Uint8Array([78, 65, 67])) == 0))) {
      throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([78, 65, 67]), this.magic, this._io, "/seq/0");
    }
    this.version = this._io.readU1();
    if (!( ((this.version == 1) || (this.version == 2)) )) {
      throw new KaitaiStream.ValidationNotAnyOfError(this.version, this._io, "/seq/1");
    }
    this.hasInternalWeights = this._io.readBitsIntBe(1) != 0;
    this.hasTraining = this._io.readBitsIntBe(1) != 0;
    var _ = this.hasTraining;
    if (!( ((this.version != 1) || (!(_))) )) {
      throw new KaitaiStream.ValidationExprError(this.hasTraining, this._io, "/seq/3");
    }
    this.quantizationMethod = this._io.readBitsIntBe(6);
    if (!Object.prototype.hasOwnProperty.call(Nac.Quantization, this.quantizationMethod)) {
      throw new KaitaiStream.ValidationNotInEnumError(this.quantizationMethod, this._io, "/seq/4");
    }
    this._io.alignToByte();
    this.numInputs = this._io.readU2le();
    this.numOutputs = this._io.readU2le();
    this.reserved1 = this._io.readU1();
    if (!(this.reserved1 == 0)) {
      throw new KaitaiStream.ValidationNotEqualError(0, this.reserved1, this._io, "/seq/7");
    }
    this.dModel = this._io.readU2le();
    this.ofsMmap = this._io.readU8le();
    this.ofsOps = this._io.readU8le();
    this.ofsCmap = this._io.readU8le();
    this.ofsCnst = this._io.readU8le();
    this.ofsPerm = this._io.readU8le();
    this.ofsData = this._io.readU8le();
    this.ofsProc = this._io.readU8le();
    this.ofsOrch = this._io.readU8le();
    if (this.version != 1) {
      this.ofsTrng = this._io.readU8le();
    }
    this.ofsRsrc = this._io.readU8le();
    if ( ((this.version != 1) && (!(this.isV17))) ) {
      this.ofsArrs = this._io.readU8le();
      var _ = this.ofsArrs;
      if (!(this.isV18)) {
        throw new KaitaiStream.ValidationExprError(this.ofsArrs, this._io, "/seq/19");
      }
    }
    if (this.version == 1) {
      this.reserved2 = this._io.readU4le();
      if (!(this.reserved2 == 0)) {
        throw new KaitaiStream.ValidationNotEqualError(0, this.reserved2, this._io, "/seq/20");
      }
    }
  }

  /**
   * A letter that says what an argument is.
   * @see NAC v1.6, section 5.2.3
   */

  var ArgumentCode = Nac.ArgumentCode = (function() {
    function ArgumentCode(_io, _parent, _root, idx) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.idx = idx;

      this._read();
    }
    ArgumentCode.prototype._read = function() {
      this.code = this._io.readU1();
    }

    /**
     * Whether the argument is a constant unless D says otherwise.
     */
    Object.defineProperty(ArgumentCode.prototype, 'isConstant', {
      get: function() {
        if (this._m_isConstant !== undefined)
          return this._m_isConstant;
        this._m_isConstant =  ((this.code == Nac.ArgumentKind.AXIS) || (this.code == Nac.ArgumentKind.SHAPE) || (this.code == Nac.ArgumentKind.INTEGER) || (this.code == Nac.ArgumentKind.FLOATING) || (this.code == Nac.ArgumentKind.BOOLEAN) || (this.code == Nac.ArgumentKind.TEXT) || (this.code == Nac.ArgumentKind.OTHER)) ;
        return this._m_isConstant;
      }
    });

    /**
     * Number of constants among the codes up to this one.
     */
    Object.defineProperty(ArgumentCode.prototype, 'numConstants', {
      get: function() {
        if (this._m_numConstants !== undefined)
          return this._m_numConstants;
        this._m_numConstants = (this.idx == 0 ? 0 : this._parent.codes[this.idx - 1].numConstants) + (this.isConstant ? 1 : 0);
        return this._m_numConstants;
      }
    });

    return ArgumentCode;
  })();

  /**
   * Numbers of IEEE 754 binary32, as many as there is room for.
   */

  var Binary32List = Nac.Binary32List = (function() {
    function Binary32List(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Binary32List.prototype._read = function() {
      this.elements = [];
      var i = 0;
      while (!this._io.isEof()) {
        this.elements.push(new Binary32_.Binary32(this._io, null, null));
        i++;
      }
    }

    return Binary32List;
  })();

  /**
   * A number of IEEE 754 binary64. Its bits count; `number` shows them.
   */

  var Binary64 = Nac.Binary64 = (function() {
    function Binary64(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Binary64.prototype._read = function() {
      this.lowBits = this._io.readU4le();
      this.highBits = this._io.readU4le();
    }

    /**
     * As it is stored, biased by 1023; 0 and 2047 are special.
     */
    Object.defineProperty(Binary64.prototype, 'exponent', {
      get: function() {
        if (this._m_exponent !== undefined)
          return this._m_exponent;
        this._m_exponent = KaitaiStream.mod(Math.floor(this.highBits / 1048576), 2048);
        return this._m_exponent;
      }
    });

    /**
     * The number; exact, but all NaNs look the same.
     */
    Object.defineProperty(Binary64.prototype, 'number', {
      get: function() {
        if (this._m_number !== undefined)
          return this._m_number;
        this._m_number = (this.highBits < 2147483648 ? 1.0 : -1.0) * (this.exponent == 2047 ? ( ((KaitaiStream.mod(this.highBits, 1048576) == 0) && (this.lowBits == 0))  ? this.exponent * 1.0E+308 : this.exponent * 1.0E+308 - this.exponent * 1.0E+308) : (this.exponent >= 1075 ? this.significand * this.scale : ((this.significand * (1.0 / this.scale)) * (this.shift < 1024 ? 1.0 : 7.458340731200207E-155)) * (this.shift < 1024 ? 1.0 : 7.458340731200207E-155)));
        return this._m_number;
      }
    });

    /**
     * 2 to the power of `shift`, of its lower ten bits.
     */
    Object.defineProperty(Binary64.prototype, 'scale', {
      get: function() {
        if (this._m_scale !== undefined)
          return this._m_scale;
        this._m_scale = (((((((((KaitaiStream.mod(this.shift, 2) == 0 ? 1.0 : 2.0) * (KaitaiStream.mod(Math.floor(this.shift / 2), 2) == 0 ? 1.0 : 4.0)) * (KaitaiStream.mod(Math.floor(this.shift / 4), 2) == 0 ? 1.0 : 16.0)) * (KaitaiStream.mod(Math.floor(this.shift / 8), 2) == 0 ? 1.0 : 256.0)) * (KaitaiStream.mod(Math.floor(this.shift / 16), 2) == 0 ? 1.0 : 65536.0)) * (KaitaiStream.mod(Math.floor(this.shift / 32), 2) == 0 ? 1.0 : 4294967296.0)) * (KaitaiStream.mod(Math.floor(this.shift / 64), 2) == 0 ? 1.0 : 1.8446744073709552E+19)) * (KaitaiStream.mod(Math.floor(this.shift / 128), 2) == 0 ? 1.0 : 3.402823669209385E+38)) * (KaitaiStream.mod(Math.floor(this.shift / 256), 2) == 0 ? 1.0 : 1.157920892373162E+77)) * (KaitaiStream.mod(Math.floor(this.shift / 512), 2) == 0 ? 1.0 : 1.3407807929942597E+154);
        return this._m_scale;
      }
    });

    /**
     * Distance in bits from the lowest bit of the significand to the binary point.
     */
    Object.defineProperty(Binary64.prototype, 'shift', {
      get: function() {
        if (this._m_shift !== undefined)
          return this._m_shift;
        this._m_shift = (this.exponent < 1075 ? 1075 - this.exponent : this.exponent - 1075);
        return this._m_shift;
      }
    });

    /**
     * As an integer.
     */
    Object.defineProperty(Binary64.prototype, 'significand', {
      get: function() {
        if (this._m_significand !== undefined)
          return this._m_significand;
        this._m_significand = (this.exponent == 0 ? KaitaiStream.mod(this.highBits, 1048576) * 2 : KaitaiStream.mod(this.highBits, 1048576) + 1048576) * 4294967296.0 + (this.exponent == 0 ? this.lowBits * 2.0 : this.lowBits * 1.0);
        return this._m_significand;
      }
    });

    /**
     * Sign, exponent and the upper 20 bits of the significand.
     */

    return Binary64;
  })();

  /**
   * One scale for each run of elements. The tensor is stored flat, padded
   * to whole blocks.
   */

  var BlockScaling = Nac.BlockScaling = (function() {
    function BlockScaling(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    BlockScaling.prototype._read = function() {
      this.lenBlock = this._io.readU2le();
      this.rank = this._io.readU1();
      this.dims = [];
      for (var i = 0; i < this.rank; i++) {
        this.dims.push(this._io.readU4le());
      }
      this.numScales = this._io.readU4le();
      this._raw_scales = this._io.readBytes(this.numScales * 4);
      var _io__raw_scales = new KaitaiStream(this._raw_scales);
      this.scales = new Binary32List(_io__raw_scales, this, this._root);
    }

    /**
     * The first dimensions, for the Web IDE.
     */
    Object.defineProperty(BlockScaling.prototype, 'shapeText', {
      get: function() {
        if (this._m_shapeText !== undefined)
          return this._m_shapeText;
        this._m_shapeText = (this.rank < 1 ? "" : (this.dims[0]).toString() + (this.rank < 2 ? "" : ("," + (this.dims[1]).toString()) + (this.rank < 3 ? "" : ("," + (this.dims[2]).toString()) + (this.rank < 4 ? "" : ("," + (this.dims[3]).toString()) + (this.rank < 5 ? "" : ",...")))));
        return this._m_shapeText;
      }
    });

    /**
     * Number of elements of a block.
     */

    /**
     * Shape of the tensor.
     */

    /**
     * The scales.
     */

    return BlockScaling;
  })();

  /**
   * C and D of a regular operation.
   * @see NAC v1.6, sections 3.4 and 3.5
   */

  var CallFields = Nac.CallFields = (function() {
    function CallFields(_io, _parent, _root, idSignature) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.idSignature = idSignature;

      this._read();
    }
    CallFields.prototype._read = function() {
      if (this.signature.hasConstants) {
        this.numConstants = this._io.readS2le();
        if (!(this.numConstants >= 0)) {
          throw new KaitaiStream.ValidationLessThanError(0, this.numConstants, this._io, "/types/call_fields/seq/0");
        }
      }
      if (this.signature.hasConstants) {
        this.constants = [];
        for (var i = 0; i < this.numConstants; i++) {
          this.constants.push(this._io.readS2le());
        }
      }
      this.distances = [];
      for (var i = 0; i < this.signature.numArguments; i++) {
        this.distances.push(this._io.readS2le());
      }
    }

    /**
     * The first words of D, for the Web IDE.
     */
    Object.defineProperty(CallFields.prototype, 'distanceText', {
      get: function() {
        if (this._m_distanceText !== undefined)
          return this._m_distanceText;
        this._m_distanceText = (this.signature.numArguments < 1 ? "" : (this.distances[0]).toString() + (this.signature.numArguments < 2 ? "" : ("," + (this.distances[1]).toString()) + (this.signature.numArguments < 3 ? "" : ("," + (this.distances[2]).toString()) + (this.signature.numArguments < 4 ? "" : ("," + (this.distances[3]).toString()) + (this.signature.numArguments < 5 ? "" : ",...")))));
        return this._m_distanceText;
      }
    });
    Object.defineProperty(CallFields.prototype, 'signature', {
      get: function() {
        if (this._m_signature !== undefined)
          return this._m_signature;
        this._m_signature = this._root.lookups.signatureTable[this.idSignature];
        return this._m_signature;
      }
    });

    /**
     * First word of C. Without constants in the signature there is no C.
     */

    /**
     * The rest of C, ids of constants.
     */

    /**
     * D, one word for each argument: the distance to the instruction whose
     * result it is, or 0 for the next constant of C.
     */

    return CallFields;
  })();

  /**
   * Names of the operations whose number has no fixed name.
   * @see NAC v1.6, section 5.1
   */

  var CanonicalMap = Nac.CanonicalMap = (function() {
    function CanonicalMap(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    CanonicalMap.prototype._read = function() {
      this.magic = this._io.readBytes(4);
      if (!((KaitaiStream.byteArrayCompare(this.magic, new Uint8Array([67, 77, 65, 80])) == 0))) {
        throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([67, 77, 65, 80]), this.magic, this._io, "/types/canonical_map/seq/0");
      }
      this.numEntries = this._io.readU4le();
      if (!(this.numEntries <= (this._root.version == 1 ? 65536 : 256))) {
        throw new KaitaiStream.ValidationGreaterThanError((this._root.version == 1 ? 65536 : 256), this.numEntries, this._io, "/types/canonical_map/seq/1");
      }
      this.entries = [];
      for (var i = 0; i < this.numEntries; i++) {
        this.entries.push(new OperationName(this._io, this, this._root));
      }
    }

    /**
     * Number of names; there cannot be more than there are ids, and since
     * v1.7, where names are searched, than A of an instruction tells apart.
     */

    return CanonicalMap;
  })();

  /**
   * One scale for each index along an axis.
   */

  var ChannelScaling = Nac.ChannelScaling = (function() {
    function ChannelScaling(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    ChannelScaling.prototype._read = function() {
      this.axis = this._io.readU1();
      this.numScales = this._io.readU4le();
      this._raw_scales = this._io.readBytes(this.numScales * 4);
      var _io__raw_scales = new KaitaiStream(this._raw_scales);
      this.scales = new Binary32List(_io__raw_scales, this, this._root);
    }

    /**
     * The scales.
     */

    return ChannelScaling;
  })();

  /**
   * A constant of `cnst` or of `orch`.
   * @see NAC v1.6, section 5.3.2
   */

  var Constant = Nac.Constant = (function() {
    function Constant(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Constant.prototype._read = function() {
      this.idConstant = this._io.readU2le();
      this.kind = this._io.readU1();
      if (!Object.prototype.hasOwnProperty.call(Nac.ConstantKind, this.kind)) {
        throw new KaitaiStream.ValidationNotInEnumError(this.kind, this._io, "/types/constant/seq/1");
      }
      this.length = this._io.readU2le();
      var _ = this.length;
      if (!( ((_ == 8) || ( ((this.kind != Nac.ConstantKind.INT64) && (this.kind != Nac.ConstantKind.FLOAT64)) )) )) {
        throw new KaitaiStream.ValidationExprError(this.length, this._io, "/types/constant/seq/2");
      }
      switch (this.kind) {
      case Nac.ConstantKind.FLOAT32_LIST:
        this.body = new Float32ListBody(this._io, this, this._root, this.length);
        break;
      case Nac.ConstantKind.FLOAT64:
        this.body = new Float64Body(this._io, this, this._root);
        break;
      case Nac.ConstantKind.INT32_LIST:
        this.body = new Int32ListBody(this._io, this, this._root, this.length);
        break;
      case Nac.ConstantKind.INT64:
        this.body = new Int64Body(this._io, this, this._root);
        break;
      case Nac.ConstantKind.NONE:
        this.body = new NullBody(this._io, this, this._root);
        break;
      case Nac.ConstantKind.TEXT:
        this.body = new TextBody(this._io, this, this._root, this.length);
        break;
      case Nac.ConstantKind.TRUTH:
        this.body = new TruthBody(this._io, this, this._root);
        break;
      }
    }

    /**
     * Type of the value. A value of an unknown type has an unknown size.
     */

    /**
     * Number of bytes (int64, float64, string) or of elements (lists); null
     * and boolean ignore it.
     */

    return Constant;
  })();

  /**
   * The constants that instructions refer to.
   * @see NAC v1.6, section 5.3
   */

  var ConstantTable = Nac.ConstantTable = (function() {
    function ConstantTable(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    ConstantTable.prototype._read = function() {
      this.magic = this._io.readBytes(4);
      if (!((KaitaiStream.byteArrayCompare(this.magic, new Uint8Array([67, 78, 83, 84])) == 0))) {
        throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([67, 78, 83, 84]), this.magic, this._io, "/types/constant_table/seq/0");
      }
      this.numEntries = this._io.readU4le();
      if (!(this.numEntries <= 65536)) {
        throw new KaitaiStream.ValidationGreaterThanError(65536, this.numEntries, this._io, "/types/constant_table/seq/1");
      }
      this.entries = [];
      for (var i = 0; i < this.numEntries; i++) {
        this.entries.push(new Constant(this._io, this, this._root));
      }
    }

    /**
     * Number of constants; there cannot be more than there are ids.
     */

    return ConstantTable;
  })();

  /**
   * C and D of a CONTROL_FLOW.
   * @see NAC v1.6, section 7.3.1
   */

  var ControlFlowFields = Nac.ControlFlowFields = (function() {
    function ControlFlowFields(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    ControlFlowFields.prototype._read = function() {
      this.prefix = this._io.readS2le();
      this.lenTrue = this._io.readS2le();
      this.lenFalse = this._io.readS2le();
      this.predicate = this._io.readS2le();
    }

    /**
     * Number of words of C, 3.
     */

    /**
     * Length of the branch that runs when the predicate holds.
     */

    /**
     * Length of the other branch.
     */

    /**
     * Distance to the instruction whose result is the predicate.
     */

    return ControlFlowFields;
  })();

  /**
   * C and D of a CONVERGENCE.
   * @see NAC v1.6, section 7.3.2
   */

  var ConvergenceFields = Nac.ConvergenceFields = (function() {
    function ConvergenceFields(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    ConvergenceFields.prototype._read = function() {
      this.input = this._io.readS2le();
      this.blockEnd = this._io.readS2le();
      this.numBranches = this._io.readS2le();
      if (!(this.numBranches >= 0)) {
        throw new KaitaiStream.ValidationLessThanError(0, this.numBranches, this._io, "/types/convergence_fields/seq/2");
      }
      this.branches = [];
      for (var i = 0; i < this.numBranches; i++) {
        this.branches.push(this._io.readS2le());
      }
    }

    /**
     * C, distance to the input of the branches.
     */

    /**
     * Distance to the end of the block.
     */

    /**
     * Distances to the branches.
     */

    return ConvergenceFields;
  })();

  /**
   * C and D of an operation that takes an element of a value and has no signature.
   * @see NAC v1.7
   */

  var ElementFields = Nac.ElementFields = (function() {
    function ElementFields(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    ElementFields.prototype._read = function() {
      this.numConstants = this._io.readS2le();
      if (!(this.numConstants >= 0)) {
        throw new KaitaiStream.ValidationLessThanError(0, this.numConstants, this._io, "/types/element_fields/seq/0");
      }
      this.constants = [];
      for (var i = 0; i < this.numConstants; i++) {
        this.constants.push(this._io.readS2le());
      }
      this.distance = this._io.readS2le();
    }

    /**
     * First word of C.
     */

    /**
     * The rest of C, ids of constants.
     */

    /**
     * D, the distance to the instruction whose result the element is of.
     */

    return ElementFields;
  })();

  /**
   * Search for a number in a part of `perm` or `cmap`, by bisection, so that
   * the depth stays small. Of two entries with the same one, the last is found.
   */

  var EntrySearch = Nac.EntrySearch = (function() {
    function EntrySearch(_io, _parent, _root, key, sought, idxFirst, idxEnd) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.key = key;
      this.sought = sought;
      this.idxFirst = idxFirst;
      this.idxEnd = idxEnd;

      this._read();
    }
    EntrySearch.prototype._read = function() {
      if (this.idxEnd - this.idxFirst > 1) {
        this.upper = new EntrySearch(this._io, this, this._root, this.key, this.sought, this.idxMiddle, this.idxEnd);
      }
      if ((this.idxEnd - this.idxFirst > 1 ? this.upper.idxEntry < 0 : false)) {
        this.lower = new EntrySearch(this._io, this, this._root, this.key, this.sought, this.idxFirst, this.idxMiddle);
      }
    }

    /**
     * Index in the section, or -1.
     */
    Object.defineProperty(EntrySearch.prototype, 'idxEntry', {
      get: function() {
        if (this._m_idxEntry !== undefined)
          return this._m_idxEntry;
        this._m_idxEntry = (this.idxEnd - this.idxFirst > 1 ? (this.upper.idxEntry < 0 ? this.lower.idxEntry : this.upper.idxEntry) : (this.isMatch ? this.idxFirst : -1));
        return this._m_idxEntry;
      }
    });
    Object.defineProperty(EntrySearch.prototype, 'idxMiddle', {
      get: function() {
        if (this._m_idxMiddle !== undefined)
          return this._m_idxMiddle;
        this._m_idxMiddle = this.idxFirst + Math.floor((this.idxEnd - this.idxFirst) / 2);
        return this._m_idxMiddle;
      }
    });
    Object.defineProperty(EntrySearch.prototype, 'isMatch', {
      get: function() {
        if (this._m_isMatch !== undefined)
          return this._m_isMatch;
        this._m_isMatch = (this.idxEnd - this.idxFirst != 1 ? false : (this.key == Nac.LookupKey.SIGNATURE ? this._root.perm.entries[this.idxFirst].idSignature == this.sought : (this.key == Nac.LookupKey.OPERATION ? this._root.cmap.entries[this.idxFirst].idOperation == this.sought : this._root.cmap.entries[this.idxFirst].elementKind == this.sought)));
        return this._m_isMatch;
      }
    });

    return EntrySearch;
  })();

  /**
   * D of an OUTPUT that ends the program of gradients; there is no C.
   * @see NAC v1.7
   */

  var FinishFields = Nac.FinishFields = (function() {
    function FinishFields(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    FinishFields.prototype._read = function() {
      this.distance = this._io.readS2le();
    }

    /**
     * Nothing depends on it.
     */

    return FinishFields;
  })();

  var Float32ListBody = Nac.Float32ListBody = (function() {
    function Float32ListBody(_io, _parent, _root, length) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.length = length;

      this._read();
    }
    Float32ListBody.prototype._read = function() {
      this._raw_raw = this._io.readBytes(this.length * 4);
      var _io__raw_raw = new KaitaiStream(this._raw_raw);
      this.raw = new Binary32List(_io__raw_raw, this, this._root);
    }

    /**
     * The elements.
     */

    return Float32ListBody;
  })();

  var Float64Body = Nac.Float64Body = (function() {
    function Float64Body(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Float64Body.prototype._read = function() {
      this._raw_raw = this._io.readBytes(8);
      var _io__raw_raw = new KaitaiStream(this._raw_raw);
      this.raw = new Binary64(_io__raw_raw, this, this._root);
    }

    return Float64Body;
  })();

  /**
   * Counts the entries in a part of `perm` or `cmap` that break the run of
   * consecutive ids which compilers write; by bisection, so that the depth
   * stays small.
   */

  var IdRun = Nac.IdRun = (function() {
    function IdRun(_io, _parent, _root, key, idxFirst, idxEnd) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.key = key;
      this.idxFirst = idxFirst;
      this.idxEnd = idxEnd;

      this._read();
    }
    IdRun.prototype._read = function() {
      if (this.idxEnd - this.idxFirst > 1) {
        this.upper = new IdRun(this._io, this, this._root, this.key, this.idxMiddle, this.idxEnd);
      }
      if (this.idxEnd - this.idxFirst > 1) {
        this.lower = new IdRun(this._io, this, this._root, this.key, this.idxFirst, this.idxMiddle);
      }
    }
    Object.defineProperty(IdRun.prototype, 'idxMiddle', {
      get: function() {
        if (this._m_idxMiddle !== undefined)
          return this._m_idxMiddle;
        this._m_idxMiddle = this.idxFirst + Math.floor((this.idxEnd - this.idxFirst) / 2);
        return this._m_idxMiddle;
      }
    });

    /**
     * Whether the first entry of the part breaks the run.
     */
    Object.defineProperty(IdRun.prototype, 'isBreak', {
      get: function() {
        if (this._m_isBreak !== undefined)
          return this._m_isBreak;
        this._m_isBreak = (this.idxEnd == this.idxFirst ? false : (this.key == Nac.LookupKey.SIGNATURE ? this._root.perm.entries[this.idxFirst].idSignature != this._root.perm.entries[0].idSignature + this.idxFirst : this._root.cmap.entries[this.idxFirst].idOperation != this._root.cmap.entries[0].idOperation + this.idxFirst));
        return this._m_isBreak;
      }
    });
    Object.defineProperty(IdRun.prototype, 'numBreaks', {
      get: function() {
        if (this._m_numBreaks !== undefined)
          return this._m_numBreaks;
        this._m_numBreaks = (this.idxEnd - this.idxFirst > 1 ? this.upper.numBreaks + this.lower.numBreaks : (this.isBreak ? 1 : 0));
        return this._m_numBreaks;
      }
    });

    return IdRun;
  })();

  /**
   * C of an INPUT; there is no D.
   * @see NAC v1.6, section 7.1
   */

  var InputFields = Nac.InputFields = (function() {
    function InputFields(_io, _parent, _root, variant) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.variant = variant;

      this._read();
    }
    InputFields.prototype._read = function() {
      if (this.hasId) {
        this.prefix = this._io.readS2le();
        if (!( ((this.prefix == 1) || (this.prefix == 2)) )) {
          throw new KaitaiStream.ValidationNotAnyOfError(this.prefix, this._io, "/types/input_fields/seq/0");
        }
      }
      if (this.hasId) {
        this.id = this._io.readS2le();
      }
    }
    Object.defineProperty(InputFields.prototype, 'hasId', {
      get: function() {
        if (this._m_hasId !== undefined)
          return this._m_hasId;
        this._m_hasId =  ((this.variant >= 1) && (this.variant <= (this._root.version == 1 ? 3 : 5))) ;
        return this._m_hasId;
      }
    });
    Object.defineProperty(InputFields.prototype, 'source', {
      get: function() {
        if (this._m_source !== undefined)
          return this._m_source;
        this._m_source = this.variant;
        return this._m_source;
      }
    });

    /**
     * Number of words, 1 (without itself, as compilers write it) or 2.
     */

    /**
     * Id of the parameter, of the state or of the constant; index of the
     * instruction of `ops`; number of the target.
     */

    return InputFields;
  })();

  /**
   * @see NAC v1.6, section 6.1
   */

  var InputName = Nac.InputName = (function() {
    function InputName(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    InputName.prototype._read = function() {
      this.idxInstruction = this._io.readU2le();
      this.lenName = this._io.readU2le();
      this.name = KaitaiStream.bytesToStr(this._io.readBytes(this.lenName), "UTF-8");
    }

    /**
     * Index of the INPUT instruction.
     */

    return InputName;
  })();

  /**
   * One instruction: A and B, then C and D as the operation and its signature
   * require. Others refer to its result by its index.
   * @see NAC v1.6, section 3.1
   */

  var Instruction = Nac.Instruction = (function() {
    function Instruction(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Instruction.prototype._read = function() {
      this.a = this._io.readU1();
      this.b = this._io.readU1();
      switch (this.kind) {
      case Nac.InstructionLayout.CALL:
        this.fields = new CallFields(this._io, this, this._root, this.b);
        break;
      case Nac.InstructionLayout.CONTROL_FLOW:
        this.fields = new ControlFlowFields(this._io, this, this._root);
        break;
      case Nac.InstructionLayout.CONVERGENCE:
        this.fields = new ConvergenceFields(this._io, this, this._root);
        break;
      case Nac.InstructionLayout.ELEMENT:
        this.fields = new ElementFields(this._io, this, this._root);
        break;
      case Nac.InstructionLayout.FINISH:
        this.fields = new FinishFields(this._io, this, this._root);
        break;
      case Nac.InstructionLayout.INPUT:
        this.fields = new InputFields(this._io, this, this._root, this.b);
        break;
      case Nac.InstructionLayout.OUTPUT:
        this.fields = new OutputFields(this._io, this, this._root, this.b);
        break;
      case Nac.InstructionLayout.UPDATE:
        this.fields = new UpdateFields(this._io, this, this._root);
        break;
      default:
        this.fields = new NoFields(this._io, this, this._root);
        break;
      }
    }

    /**
     * The layout of C and D. Regular operations share one.
     */
    Object.defineProperty(Instruction.prototype, 'kind', {
      get: function() {
        if (this._m_kind !== undefined)
          return this._m_kind;
        this._m_kind = (this._root.version == 1 ? (this.a < 10 ? this.a : 10) : (this.a >= 10 ? (this.takesElement ? 20 : 10) : ( ((this.a == 3) && ( ((this.b == 3) || (this.b == 4)) ))  ? (30 + this.b) : this.a)));
        return this._m_kind;
      }
    });

    /**
     * Its name, for the Web IDE.
     */
    Object.defineProperty(Instruction.prototype, 'nameText', {
      get: function() {
        if (this._m_nameText !== undefined)
          return this._m_nameText;
        this._m_nameText = this._root.lookups.operationTable[this.a].nameText;
        return this._m_nameText;
      }
    });

    /**
     * The operation; a number that has no fixed name is named by `cmap`.
     */
    Object.defineProperty(Instruction.prototype, 'operation', {
      get: function() {
        if (this._m_operation !== undefined)
          return this._m_operation;
        this._m_operation = this.a;
        return this._m_operation;
      }
    });

    /**
     * Whether it takes an element of a value, and has no signature.
     * @see NAC v1.7
     */
    Object.defineProperty(Instruction.prototype, 'takesElement', {
      get: function() {
        if (this._m_takesElement !== undefined)
          return this._m_takesElement;
        this._m_takesElement =  ((this._root.lookups.signatureTable[this.b].numArguments == 0) && ( ((this.a == this._root.lookups.idGetitem) || (this.a == this._root.lookups.idOperatorGetitem) || (this.a == this._root.lookups.idSelect)) )) ;
        return this._m_takesElement;
      }
    });

    /**
     * The operation, see `operation` and `cmap`.
     * @see NAC v1.6, section 3.2
     */

    /**
     * Signature id of a regular operation, variant of a system operation.
     * @see NAC v1.6, section 3.3
     */

    /**
     * C and D. System operations that are not listed have neither.
     */

    return Instruction;
  })();

  var Int32ListBody = Nac.Int32ListBody = (function() {
    function Int32ListBody(_io, _parent, _root, length) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.length = length;

      this._read();
    }
    Int32ListBody.prototype._read = function() {
      this.numbers = [];
      for (var i = 0; i < this.length; i++) {
        this.numbers.push(this._io.readS4le());
      }
    }

    /**
     * The first elements, for the Web IDE.
     */
    Object.defineProperty(Int32ListBody.prototype, 'numberText', {
      get: function() {
        if (this._m_numberText !== undefined)
          return this._m_numberText;
        this._m_numberText = (this.length < 1 ? "" : (this.numbers[0]).toString() + (this.length < 2 ? "" : ("," + (this.numbers[1]).toString()) + (this.length < 3 ? "" : ("," + (this.numbers[2]).toString()) + (this.length < 4 ? "" : ("," + (this.numbers[3]).toString()) + (this.length < 5 ? "" : ",...")))));
        return this._m_numberText;
      }
    });

    /**
     * The elements. An empty list of any type is of this one.
     */

    return Int32ListBody;
  })();

  var Int64Body = Nac.Int64Body = (function() {
    function Int64Body(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Int64Body.prototype._read = function() {
      this.number = this._io.readS8le();
    }

    return Int64Body;
  })();

  /**
   * Tables over `perm` and `cmap` and searches in them. They have no bytes of
   * their own.
   */

  var LookupTables = Nac.LookupTables = (function() {
    function LookupTables(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    LookupTables.prototype._read = function() {
    }

    /**
     * Where `cmap` has the operation getitem.
     * @see NAC v1.7
     */
    Object.defineProperty(LookupTables.prototype, 'getitemSearch', {
      get: function() {
        if (this._m_getitemSearch !== undefined)
          return this._m_getitemSearch;
        if ( ((this._root.version != 1) && (this._root.ofsCmap != 0)) ) {
          var _pos = this._io.pos;
          this._io.seek(0);
          this._m_getitemSearch = new EntrySearch(this._io, this, this._root, Nac.LookupKey.ELEMENT, 1, 0, this._root.cmap.entries.length);
          this._io.seek(_pos);
        }
        return this._m_getitemSearch;
      }
    });

    /**
     * Number of the operation getitem, or -1.
     * @see NAC v1.7
     */
    Object.defineProperty(LookupTables.prototype, 'idGetitem', {
      get: function() {
        if (this._m_idGetitem !== undefined)
          return this._m_idGetitem;
        this._m_idGetitem = ( ((this._root.version == 1) || (this._root.ofsCmap == 0))  ? -1 : (this.getitemSearch.idxEntry < 0 ? -1 : this._root.cmap.entries[this.getitemSearch.idxEntry].idOperation));
        return this._m_idGetitem;
      }
    });

    /**
     * Number of the operation operator.getitem, or -1.
     * @see NAC v1.7
     */
    Object.defineProperty(LookupTables.prototype, 'idOperatorGetitem', {
      get: function() {
        if (this._m_idOperatorGetitem !== undefined)
          return this._m_idOperatorGetitem;
        this._m_idOperatorGetitem = ( ((this._root.version == 1) || (this._root.ofsCmap == 0))  ? -1 : (this.operatorGetitemSearch.idxEntry < 0 ? -1 : this._root.cmap.entries[this.operatorGetitemSearch.idxEntry].idOperation));
        return this._m_idOperatorGetitem;
      }
    });

    /**
     * Number of the operation aten.select.int, or -1.
     * @see NAC v1.7
     */
    Object.defineProperty(LookupTables.prototype, 'idSelect', {
      get: function() {
        if (this._m_idSelect !== undefined)
          return this._m_idSelect;
        this._m_idSelect = ( ((this._root.version == 1) || (this._root.ofsCmap == 0))  ? -1 : (this.selectSearch.idxEntry < 0 ? -1 : this._root.cmap.entries[this.selectSearch.idxEntry].idOperation));
        return this._m_idSelect;
      }
    });

    /**
     * Number of names in `cmap`. Of more than A of an instruction tells apart,
     * which v1.6 permits, none is looked up.
     */
    Object.defineProperty(LookupTables.prototype, 'numNames', {
      get: function() {
        if (this._m_numNames !== undefined)
          return this._m_numNames;
        this._m_numNames = ( ((this._root.ofsCmap == 0) || (this._root.cmap.entries.length > 256))  ? 0 : this._root.cmap.entries.length);
        return this._m_numNames;
      }
    });

    /**
     * Whether `cmap` can be indexed without a search, as above.
     * @see NAC v1.6, section 5.1
     */
    Object.defineProperty(LookupTables.prototype, 'operationOrder', {
      get: function() {
        if (this._m_operationOrder !== undefined)
          return this._m_operationOrder;
        if (this.numNames != 0) {
          var _pos = this._io.pos;
          this._io.seek(0);
          this._m_operationOrder = new IdRun(this._io, this, this._root, Nac.LookupKey.OPERATION, 0, this._root.cmap.entries.length);
          this._io.seek(_pos);
        }
        return this._m_operationOrder;
      }
    });

    /**
     * Names of operations, by A of an instruction.
     * @see NAC v1.6, section 3.2
     */
    Object.defineProperty(LookupTables.prototype, 'operationTable', {
      get: function() {
        if (this._m_operationTable !== undefined)
          return this._m_operationTable;
        var _pos = this._io.pos;
        this._io.seek(0);
        this._m_operationTable = [];
        for (var i = 0; i < 256; i++) {
          this._m_operationTable.push(new OperationSlot(this._io, this, this._root, i));
        }
        this._io.seek(_pos);
        return this._m_operationTable;
      }
    });

    /**
     * Where `cmap` has the operation operator.getitem.
     * @see NAC v1.7
     */
    Object.defineProperty(LookupTables.prototype, 'operatorGetitemSearch', {
      get: function() {
        if (this._m_operatorGetitemSearch !== undefined)
          return this._m_operatorGetitemSearch;
        if ( ((this._root.version != 1) && (this._root.ofsCmap != 0)) ) {
          var _pos = this._io.pos;
          this._io.seek(0);
          this._m_operatorGetitemSearch = new EntrySearch(this._io, this, this._root, Nac.LookupKey.ELEMENT, 2, 0, this._root.cmap.entries.length);
          this._io.seek(_pos);
        }
        return this._m_operatorGetitemSearch;
      }
    });

    /**
     * Where `cmap` has the operation aten.select.int.
     * @see NAC v1.7
     */
    Object.defineProperty(LookupTables.prototype, 'selectSearch', {
      get: function() {
        if (this._m_selectSearch !== undefined)
          return this._m_selectSearch;
        if ( ((this._root.version != 1) && (this._root.ofsCmap != 0)) ) {
          var _pos = this._io.pos;
          this._io.seek(0);
          this._m_selectSearch = new EntrySearch(this._io, this, this._root, Nac.LookupKey.ELEMENT, 3, 0, this._root.cmap.entries.length);
          this._io.seek(_pos);
        }
        return this._m_selectSearch;
      }
    });

    /**
     * Whether `perm` can be indexed without a search. The entries that were read
     * count: where `perm` is damaged, its number of entries may be anything.
     * @see NAC v1.6, section 3.3.1
     */
    Object.defineProperty(LookupTables.prototype, 'signatureOrder', {
      get: function() {
        if (this._m_signatureOrder !== undefined)
          return this._m_signatureOrder;
        if (this._root.ofsPerm != 0) {
          var _pos = this._io.pos;
          this._io.seek(0);
          this._m_signatureOrder = new IdRun(this._io, this, this._root, Nac.LookupKey.SIGNATURE, 0, this._root.perm.entries.length);
          this._io.seek(_pos);
        }
        return this._m_signatureOrder;
      }
    });

    /**
     * What an instruction needs to know of its signature, by signature id.
     * @see NAC v1.6, section 3.3.1
     */
    Object.defineProperty(LookupTables.prototype, 'signatureTable', {
      get: function() {
        if (this._m_signatureTable !== undefined)
          return this._m_signatureTable;
        var _pos = this._io.pos;
        this._io.seek(0);
        this._m_signatureTable = [];
        for (var i = 0; i < 256; i++) {
          this._m_signatureTable.push(new SignatureSlot(this._io, this, this._root, i));
        }
        this._io.seek(_pos);
        return this._m_signatureTable;
      }
    });

    return LookupTables;
  })();

  /**
   * One thing for the coprocessor to do.
   * @see NAC v1.6, section 4.4
   */

  var MemoryCommand = Nac.MemoryCommand = (function() {
    function MemoryCommand(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    MemoryCommand.prototype._read = function() {
      this.action = this._io.readU1();
      this.target = this._io.readU2le();
    }

    /**
     * Index of the instruction whose result the action is about.
     * @see NAC v1.6, section 4.5
     */

    return MemoryCommand;
  })();

  /**
   * Commands for the memory coprocessor, by the instruction at which they are due.
   * @see NAC v1.6, section 4.2
   */

  var MemoryMap = Nac.MemoryMap = (function() {
    function MemoryMap(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    MemoryMap.prototype._read = function() {
      this.magic = this._io.readBytes(4);
      if (!((KaitaiStream.byteArrayCompare(this.magic, new Uint8Array([77, 77, 65, 80])) == 0))) {
        throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([77, 77, 65, 80]), this.magic, this._io, "/types/memory_map/seq/0");
      }
      this.numRecords = this._io.readU4le();
      if (!(this.numRecords <= 65536)) {
        throw new KaitaiStream.ValidationGreaterThanError(65536, this.numRecords, this._io, "/types/memory_map/seq/1");
      }
      this.records = [];
      for (var i = 0; i < this.numRecords; i++) {
        this.records.push(new ScheduleRecord(this._io, this, this._root));
      }
    }

    /**
     * Number of records; there cannot be more than there are ticks.
     */

    return MemoryMap;
  })();

  /**
   * An array.
   * @see NAC v1.8
   */

  var NamedArray = Nac.NamedArray = (function() {
    function NamedArray(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    NamedArray.prototype._read = function() {
      this.lenName = this._io.readU2le();
      this.name = KaitaiStream.bytesToStr(this._io.readBytes(this.lenName), "UTF-8");
      this.dtype = this._io.readU1();
      this.rank = this._io.readU1();
      this.dims = [];
      for (var i = 0; i < this.rank; i++) {
        this.dims.push(this._io.readU4le());
      }
      this.lenData = this._io.readU8le();
      this.data = this._io.readBytes(this.lenData);
    }

    /**
     * The first dimensions, for the Web IDE.
     */
    Object.defineProperty(NamedArray.prototype, 'shapeText', {
      get: function() {
        if (this._m_shapeText !== undefined)
          return this._m_shapeText;
        this._m_shapeText = (this.rank < 1 ? "" : (this.dims[0]).toString() + (this.rank < 2 ? "" : ("," + (this.dims[1]).toString()) + (this.rank < 3 ? "" : ("," + (this.dims[2]).toString()) + (this.rank < 4 ? "" : ("," + (this.dims[3]).toString()) + (this.rank < 5 ? "" : ",...")))));
        return this._m_shapeText;
      }
    });

    /**
     * Type of an element. Writers label types that the format has no number
     * for as float32.
     */

    /**
     * The shape.
     */

    /**
     * The elements in C order, little-endian.
     */

    return NamedArray;
  })();

  /**
   * Arrays by name.
   * @see NAC v1.8
   */

  var NamedArrays = Nac.NamedArrays = (function() {
    function NamedArrays(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    NamedArrays.prototype._read = function() {
      this.magic = this._io.readBytes(4);
      if (!((KaitaiStream.byteArrayCompare(this.magic, new Uint8Array([65, 82, 82, 83])) == 0))) {
        throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([65, 82, 82, 83]), this.magic, this._io, "/types/named_arrays/seq/0");
      }
      this.numArrays = this._io.readU4le();
      if (!(this.numArrays <= 65536)) {
        throw new KaitaiStream.ValidationGreaterThanError(65536, this.numArrays, this._io, "/types/named_arrays/seq/1");
      }
      this.arrays = [];
      for (var i = 0; i < this.numArrays; i++) {
        this.arrays.push(new NamedArray(this._io, this, this._root));
      }
    }

    /**
     * Number of arrays; a larger number is refused.
     */

    return NamedArrays;
  })();

  /**
   * A system operation without C and D.
   */

  var NoFields = Nac.NoFields = (function() {
    function NoFields(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    NoFields.prototype._read = function() {
    }

    return NoFields;
  })();

  /**
   * Stored elements are the numbers.
   */

  var NoScaling = Nac.NoScaling = (function() {
    function NoScaling(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    NoScaling.prototype._read = function() {
    }

    return NoScaling;
  })();

  /**
   * The null constant has no bytes, whatever its length says.
   */

  var NullBody = Nac.NullBody = (function() {
    function NullBody(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    NullBody.prototype._read = function() {
    }

    return NullBody;
  })();

  /**
   * @see NAC v1.6, section 5.1.2
   */

  var OperationName = Nac.OperationName = (function() {
    function OperationName(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    OperationName.prototype._read = function() {
      this.idOperation = this._io.readU2le();
      this.lenName = this._io.readU1();
      this.name = KaitaiStream.bytesToStr(this._io.readBytes(this.lenName), "UTF-8");
    }

    /**
     * Which of the operations it is that take an element of a value and may
     * be without signature; 0 for others.
     * @see NAC v1.7
     */
    Object.defineProperty(OperationName.prototype, 'elementKind', {
      get: function() {
        if (this._m_elementKind !== undefined)
          return this._m_elementKind;
        this._m_elementKind = (this.name == "getitem" ? 1 : (this.name == "operator.getitem" ? 2 : (this.name == "aten.select.int" ? 3 : 0)));
        return this._m_elementKind;
      }
    });

    /**
     * What A of an instruction holds, 10 to 255.
     */

    /**
     * Canonical name, such as aten.relu.default.
     */

    return OperationName;
  })();

  /**
   * What `cmap` says about one operation.
   */

  var OperationSlot = Nac.OperationSlot = (function() {
    function OperationSlot(_io, _parent, _root, idOperation) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.idOperation = idOperation;

      this._read();
    }
    OperationSlot.prototype._read = function() {
    }

    /**
     * Index in `cmap`, or -1.
     */
    Object.defineProperty(OperationSlot.prototype, 'idxEntry', {
      get: function() {
        if (this._m_idxEntry !== undefined)
          return this._m_idxEntry;
        this._m_idxEntry = (this._root.lookups.numNames == 0 ? -1 : (this._root.lookups.operationOrder.numBreaks != 0 ? this.lookup.idxEntry : (this.idOperation < this._root.cmap.entries[0].idOperation ? -1 : (this.idOperation - this._root.cmap.entries[0].idOperation >= this._root.lookups.numNames ? -1 : (this.idOperation - this._root.cmap.entries[0].idOperation)))));
        return this._m_idxEntry;
      }
    });

    /**
     * Where it is, if the entries are in no order.
     */
    Object.defineProperty(OperationSlot.prototype, 'lookup', {
      get: function() {
        if (this._m_lookup !== undefined)
          return this._m_lookup;
        if ((this._root.lookups.numNames == 0 ? false : this._root.lookups.operationOrder.numBreaks != 0)) {
          var _pos = this._io.pos;
          this._io.seek(0);
          this._m_lookup = new EntrySearch(this._io, this, this._root, Nac.LookupKey.OPERATION, this.idOperation, 0, this._root.lookups.numNames);
          this._io.seek(_pos);
        }
        return this._m_lookup;
      }
    });

    /**
     * Its name in `cmap`, or the one of `operation`; a number without a name
     * is shown as such.
     */
    Object.defineProperty(OperationSlot.prototype, 'nameText', {
      get: function() {
        if (this._m_nameText !== undefined)
          return this._m_nameText;
        this._m_nameText = (this.idxEntry >= 0 ? this._root.cmap.entries[this.idxEntry].name : ( ((this.idOperation < 10) || (this.idOperation > (this._root.version == 1 ? 19 : 31)))  ? "A=" + (this.idOperation).toString() : "nac." + (this.idOperation < 20 ? (this.idOperation == 10 ? "pass" : (this.idOperation == 11 ? "add" : (this.idOperation == 12 ? "sub" : (this.idOperation == 13 ? "gt" : (this.idOperation == 14 ? "neg" : (this.idOperation == 15 ? "where" : (this.idOperation == 16 ? "clone" : (this.idOperation == 17 ? "view" : (this.idOperation == 18 ? "le" : "arange"))))))))) : (this.idOperation == 20 ? "mul" : (this.idOperation == 21 ? "div" : (this.idOperation == 22 ? "matmul" : (this.idOperation == 23 ? "transpose" : (this.idOperation == 24 ? "zeros" : (this.idOperation == 25 ? "zeros_like" : (this.idOperation == 26 ? "new_zeros" : (this.idOperation == 27 ? "ones" : (this.idOperation == 28 ? "ones_like" : (this.idOperation == 29 ? "new_ones" : (this.idOperation == 30 ? "full" : "full_like"))))))))))))));
        return this._m_nameText;
      }
    });

    return OperationSlot;
  })();

  /**
   * The instructions, in the order of execution.
   * @see NAC v1.6, section 3
   */

  var Operations = Nac.Operations = (function() {
    function Operations(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Operations.prototype._read = function() {
      this.magic = this._io.readBytes(4);
      if (!((KaitaiStream.byteArrayCompare(this.magic, new Uint8Array([79, 80, 83, 32])) == 0))) {
        throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([79, 80, 83, 32]), this.magic, this._io, "/types/operations/seq/0");
      }
      this.numInstructions = this._io.readU4le();
      if (!(this.numInstructions <= 2147483647)) {
        throw new KaitaiStream.ValidationGreaterThanError(2147483647, this.numInstructions, this._io, "/types/operations/seq/1");
      }
      this.instructions = [];
      for (var i = 0; i < this.numInstructions; i++) {
        this.instructions.push(new Instruction(this._io, this, this._root));
      }
    }

    /**
     * Number of instructions; a larger number is refused. The specification does not mention it.
     */

    return Operations;
  })();

  /**
   * A program that runs models, and its constants.
   * @see NAC v1.6, section 9.2
   */

  var Orchestrator = Nac.Orchestrator = (function() {
    function Orchestrator(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Orchestrator.prototype._read = function() {
      this.magic = this._io.readBytes(4);
      if (!((KaitaiStream.byteArrayCompare(this.magic, new Uint8Array([79, 82, 67, 72])) == 0))) {
        throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([79, 82, 67, 72]), this.magic, this._io, "/types/orchestrator/seq/0");
      }
      this.lenBytecode = this._io.readU4le();
      this.numConstants = this._io.readU4le();
      if (!(this.numConstants <= 65536)) {
        throw new KaitaiStream.ValidationGreaterThanError(65536, this.numConstants, this._io, "/types/orchestrator/seq/2");
      }
      this.bytecode = this._io.readBytes(this.lenBytecode);
      this.constants = [];
      for (var i = 0; i < this.numConstants; i++) {
        this.constants.push(new Constant(this._io, this, this._root));
      }
    }

    /**
     * What the bytecode says.
     */
    Object.defineProperty(Orchestrator.prototype, 'program', {
      get: function() {
        if (this._m_program !== undefined)
          return this._m_program;
        var io = this._root._io;
        var _pos = io.pos;
        io.seek(this._root.ofsOrch + 12);
        this._raw__m_program = io.readBytes(this.lenBytecode);
        var _io__raw__m_program = new KaitaiStream(this._raw__m_program);
        this._m_program = new Mep_.Mep(_io__raw__m_program, null, null);
        io.seek(_pos);
        return this._m_program;
      }
    });

    /**
     * Number of constants; there cannot be more than there are ids.
     */

    /**
     * The program; a reader may refuse to run it, but not the file.
     */

    return Orchestrator;
  })();

  /**
   * C and D of an OUTPUT.
   * @see NAC v1.6, section 7.2
   */

  var OutputFields = Nac.OutputFields = (function() {
    function OutputFields(_io, _parent, _root, variant) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.variant = variant;

      this._read();
    }
    OutputFields.prototype._read = function() {
      this.prefix = this._io.readS2le();
      if (!(this.prefix >= 0)) {
        throw new KaitaiStream.ValidationLessThanError(0, this.prefix, this._io, "/types/output_fields/seq/0");
      }
      this.reserved = [];
      for (var i = 0; i < this.numResults; i++) {
        this.reserved.push(this._io.readS2le());
      }
      this.distances = [];
      for (var i = 0; i < this.numResults; i++) {
        this.distances.push(this._io.readS2le());
      }
    }

    /**
     * The first words of D, for the Web IDE.
     */
    Object.defineProperty(OutputFields.prototype, 'distanceText', {
      get: function() {
        if (this._m_distanceText !== undefined)
          return this._m_distanceText;
        this._m_distanceText = (this.numResults < 1 ? "" : (this.distances[0]).toString() + (this.numResults < 2 ? "" : ("," + (this.distances[1]).toString()) + (this.numResults < 3 ? "" : ("," + (this.distances[2]).toString()) + (this.numResults < 4 ? "" : ("," + (this.distances[3]).toString()) + (this.numResults < 5 ? "" : ",...")))));
        return this._m_distanceText;
      }
    });

    /**
     * The number of outputs in the header where the prefix agrees with it,
     * otherwise the prefix.
     */
    Object.defineProperty(OutputFields.prototype, 'numResults', {
      get: function() {
        if (this._m_numResults !== undefined)
          return this._m_numResults;
        this._m_numResults = (this.prefix == this._root.numOutputs + 1 ? this._root.numOutputs : this.prefix);
        return this._m_numResults;
      }
    });
    Object.defineProperty(OutputFields.prototype, 'purpose', {
      get: function() {
        if (this._m_purpose !== undefined)
          return this._m_purpose;
        this._m_purpose = this.variant;
        return this._m_purpose;
      }
    });

    /**
     * Number of outputs (as compilers write it), or one more (the number of
     * words of C, as the specification has it).
     */

    /**
     * The rest of C, zeros.
     */

    /**
     * D, distances to the instructions whose results are the outputs.
     */

    return OutputFields;
  })();

  /**
   * Names of parameters, names of inputs, and the tensors.
   * @see NAC v1.6, section 6.1
   */

  var ParameterData = Nac.ParameterData = (function() {
    function ParameterData(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    ParameterData.prototype._read = function() {
      this.magic = this._io.readBytes(4);
      if (!((KaitaiStream.byteArrayCompare(this.magic, new Uint8Array([68, 65, 84, 65])) == 0))) {
        throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([68, 65, 84, 65]), this.magic, this._io, "/types/parameter_data/seq/0");
      }
      this.numParameters = this._io.readU4le();
      if (!(this.numParameters <= 65536)) {
        throw new KaitaiStream.ValidationGreaterThanError(65536, this.numParameters, this._io, "/types/parameter_data/seq/1");
      }
      this.parameters = [];
      for (var i = 0; i < this.numParameters; i++) {
        this.parameters.push(new ParameterName(this._io, this, this._root));
      }
      this.numInputs = this._io.readU4le();
      if (!(this.numInputs <= 65536)) {
        throw new KaitaiStream.ValidationGreaterThanError(65536, this.numInputs, this._io, "/types/parameter_data/seq/3");
      }
      this.inputs = [];
      for (var i = 0; i < this.numInputs; i++) {
        this.inputs.push(new InputName(this._io, this, this._root));
      }
      if (this._root.hasInternalWeights) {
        this.numTensors = this._io.readU4le();
        if (!(this.numTensors <= 65536)) {
          throw new KaitaiStream.ValidationGreaterThanError(65536, this.numTensors, this._io, "/types/parameter_data/seq/5");
        }
      }
      if (this._root.hasInternalWeights) {
        this.tensors = [];
        for (var i = 0; i < this.numTensors; i++) {
          this.tensors.push(new Tensor(this._io, this, this._root));
        }
      }
    }

    /**
     * Number of names; there cannot be more than there are ids.
     */

    /**
     * Number of names; there cannot be more than there are indices.
     */

    /**
     * Number of tensors; there cannot be more than there are ids.
     */

    return ParameterData;
  })();

  /**
   * @see NAC v1.6, section 6.1
   */

  var ParameterName = Nac.ParameterName = (function() {
    function ParameterName(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    ParameterName.prototype._read = function() {
      this.idParameter = this._io.readU2le();
      this.lenName = this._io.readU2le();
      this.name = KaitaiStream.bytesToStr(this._io.readBytes(this.lenName), "UTF-8");
    }

    /**
     * Name in the original model, such as layers.0.weight.
     */

    return ParameterName;
  })();

  /**
   * Signatures, what kinds of arguments operations take.
   * @see NAC v1.6, section 5.2
   */

  var Permutations = Nac.Permutations = (function() {
    function Permutations(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Permutations.prototype._read = function() {
      this.magic = this._io.readBytes(4);
      if (!((KaitaiStream.byteArrayCompare(this.magic, new Uint8Array([80, 69, 82, 77])) == 0))) {
        throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([80, 69, 82, 77]), this.magic, this._io, "/types/permutations/seq/0");
      }
      this.numEntries = this._io.readU4le();
      if (!(this.numEntries <= 256)) {
        throw new KaitaiStream.ValidationGreaterThanError(256, this.numEntries, this._io, "/types/permutations/seq/1");
      }
      this.entries = [];
      for (var i = 0; i < this.numEntries; i++) {
        this.entries.push(new Signature(this._io, this, this._root));
      }
    }

    /**
     * Number of signatures; B of an instruction tells 256 apart.
     */

    return Permutations;
  })();

  /**
   * The tokenizer.
   * @see NAC v1.6, section 6.2
   */

  var Preprocessing = Nac.Preprocessing = (function() {
    function Preprocessing(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Preprocessing.prototype._read = function() {
      this.magic = this._io.readBytes(4);
      if (!((KaitaiStream.byteArrayCompare(this.magic, new Uint8Array([80, 82, 79, 67])) == 0))) {
        throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([80, 82, 79, 67]), this.magic, this._io, "/types/preprocessing/seq/0");
      }
      this.lenManifest = this._io.readU4le();
      this.manifest = this._io.readBytes(this.lenManifest);
    }

    /**
     * What the manifest says.
     */
    Object.defineProperty(Preprocessing.prototype, 'steps', {
      get: function() {
        if (this._m_steps !== undefined)
          return this._m_steps;
        if (this.lenManifest != 0) {
          var io = this._root._io;
          var _pos = io.pos;
          io.seek(this._root.ofsProc + 8);
          this._raw__m_steps = io.readBytes(this.lenManifest);
          var _io__raw__m_steps = new KaitaiStream(this._raw__m_steps);
          this._m_steps = new Tisa_.Tisa(_io__raw__m_steps, null, null);
          io.seek(_pos);
        }
        return this._m_steps;
      }
    });

    /**
     * Compiled tokenizer manifest; a reader may refuse to use it, but not the file.
     */

    return Preprocessing;
  })();

  /**
   * A file.
   * @see NAC v1.6, section 6.3.2
   */

  var Resource = Nac.Resource = (function() {
    function Resource(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Resource.prototype._read = function() {
      this.lenName = this._io.readU2le();
      this.name = KaitaiStream.bytesToStr(this._io.readBytes(this.lenName), "UTF-8");
      this.lenData = this._io.readU4le();
      this.data = this._io.readBytes(this.lenData);
    }

    return Resource;
  })();

  /**
   * Files that belong to the model.
   * @see NAC v1.6, section 6.3
   */

  var Resources = Nac.Resources = (function() {
    function Resources(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Resources.prototype._read = function() {
      this.magic = this._io.readBytes(4);
      if (!((KaitaiStream.byteArrayCompare(this.magic, new Uint8Array([82, 83, 82, 67])) == 0))) {
        throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([82, 83, 82, 67]), this.magic, this._io, "/types/resources/seq/0");
      }
      this.numFiles = this._io.readU4le();
      if (!(this.numFiles <= 65536)) {
        throw new KaitaiStream.ValidationGreaterThanError(65536, this.numFiles, this._io, "/types/resources/seq/1");
      }
      this.files = [];
      for (var i = 0; i < this.numFiles; i++) {
        this.files.push(new Resource(this._io, this, this._root));
      }
    }

    /**
     * Number of files; a larger number is refused.
     */

    return Resources;
  })();

  /**
   * The commands of one tick.
   * @see NAC v1.6, section 4.3
   */

  var ScheduleRecord = Nac.ScheduleRecord = (function() {
    function ScheduleRecord(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    ScheduleRecord.prototype._read = function() {
      this.tick = this._io.readU2le();
      this.numCommands = this._io.readU1();
      this.commands = [];
      for (var i = 0; i < this.numCommands; i++) {
        this.commands.push(new MemoryCommand(this._io, this, this._root));
      }
    }

    /**
     * Index of the instruction at which the commands are due.
     */

    return ScheduleRecord;
  })();

  /**
   * One code for each argument of an operation.
   * @see NAC v1.6, section 5.2.2
   */

  var Signature = Nac.Signature = (function() {
    function Signature(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Signature.prototype._read = function() {
      this.idSignature = this._io.readU2le();
      this.numCodes = this._io.readU1();
      this.codes = [];
      for (var i = 0; i < this.numCodes; i++) {
        this.codes.push(new ArgumentCode(this._io, this, this._root, i));
      }
    }

    /**
     * Whether any argument is a constant.
     */
    Object.defineProperty(Signature.prototype, 'hasConstants', {
      get: function() {
        if (this._m_hasConstants !== undefined)
          return this._m_hasConstants;
        this._m_hasConstants = (this.numCodes == 0 ? false : this.codes[this.codes.length - 1].numConstants != 0);
        return this._m_hasConstants;
      }
    });

    /**
     * What B of an instruction holds; 0 means no signature.
     */

    return Signature;
  })();

  /**
   * What `perm` says about one signature id.
   */

  var SignatureSlot = Nac.SignatureSlot = (function() {
    function SignatureSlot(_io, _parent, _root, idSignature) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.idSignature = idSignature;

      this._read();
    }
    SignatureSlot.prototype._read = function() {
    }

    /**
     * Number of arguments, for the Web IDE.
     */
    Object.defineProperty(SignatureSlot.prototype, 'argumentText', {
      get: function() {
        if (this._m_argumentText !== undefined)
          return this._m_argumentText;
        this._m_argumentText = (this.idxEntry < 0 ? "no signature" : (this.numArguments == 1 ? "1 argument" : (this.numArguments).toString() + " arguments"));
        return this._m_argumentText;
      }
    });

    /**
     * Whether instructions with this signature have a C.
     */
    Object.defineProperty(SignatureSlot.prototype, 'hasConstants', {
      get: function() {
        if (this._m_hasConstants !== undefined)
          return this._m_hasConstants;
        this._m_hasConstants = (this.idxEntry < 0 ? false : this._root.perm.entries[this.idxEntry].hasConstants);
        return this._m_hasConstants;
      }
    });

    /**
     * Index in `perm`, or -1.
     */
    Object.defineProperty(SignatureSlot.prototype, 'idxEntry', {
      get: function() {
        if (this._m_idxEntry !== undefined)
          return this._m_idxEntry;
        this._m_idxEntry = ( ((this.idSignature == 0) || (this._root.ofsPerm == 0))  ? -1 : (this._root.lookups.signatureOrder.numBreaks != 0 ? this.lookup.idxEntry : (this._root.perm.entries.length == 0 ? -1 : (this.idSignature < this._root.perm.entries[0].idSignature ? -1 : (this.idSignature - this._root.perm.entries[0].idSignature >= this._root.perm.entries.length ? -1 : (this.idSignature - this._root.perm.entries[0].idSignature))))));
        return this._m_idxEntry;
      }
    });

    /**
     * Where it is, if the entries are in no order.
     */
    Object.defineProperty(SignatureSlot.prototype, 'lookup', {
      get: function() {
        if (this._m_lookup !== undefined)
          return this._m_lookup;
        if (( ((this.idSignature == 0) || (this._root.ofsPerm == 0))  ? false : this._root.lookups.signatureOrder.numBreaks != 0)) {
          var _pos = this._io.pos;
          this._io.seek(0);
          this._m_lookup = new EntrySearch(this._io, this, this._root, Nac.LookupKey.SIGNATURE, this.idSignature, 0, this._root.perm.entries.length);
          this._io.seek(_pos);
        }
        return this._m_lookup;
      }
    });

    /**
     * Number of arguments; an unknown signature has none.
     */
    Object.defineProperty(SignatureSlot.prototype, 'numArguments', {
      get: function() {
        if (this._m_numArguments !== undefined)
          return this._m_numArguments;
        this._m_numArguments = (this.idxEntry < 0 ? 0 : this._root.perm.entries[this.idxEntry].numCodes);
        return this._m_numArguments;
      }
    });

    return SignatureSlot;
  })();

  /**
   * A parameter.
   * @see NAC v1.6, section 6.1
   */

  var Tensor = Nac.Tensor = (function() {
    function Tensor(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Tensor.prototype._read = function() {
      this.idParameter = this._io.readU2le();
      this.lenMeta = this._io.readU4le();
      this.lenData = this._io.readU8le();
      this._raw_meta = this._io.readBytes(this.lenMeta);
      var _io__raw_meta = new KaitaiStream(this._raw_meta);
      this.meta = new TensorMeta(_io__raw_meta, this, this._root);
      this.data = this._io.readBytes(this.lenData);
    }

    /**
     * The elements in C order, little-endian.
     */

    return Tensor;
  })();

  /**
   * What the bytes of a tensor mean.
   * @see NAC v1.6, section 6.1.1
   */

  var TensorMeta = Nac.TensorMeta = (function() {
    function TensorMeta(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    TensorMeta.prototype._read = function() {
      this.dtype = this._io.readU1();
      this.rank = this._io.readU1();
      this.dims = [];
      for (var i = 0; i < this.rank; i++) {
        this.dims.push(this._io.readU4le());
      }
      this.quantization = this._io.readU1();
      if (!Object.prototype.hasOwnProperty.call(Nac.Quantization, this.quantization)) {
        throw new KaitaiStream.ValidationNotInEnumError(this.quantization, this._io, "/types/tensor_meta/seq/3");
      }
      switch (this.quantization) {
      case Nac.Quantization.BLOCK_FP8:
        this.scaling = new BlockScaling(this._io, this, this._root);
        break;
      case Nac.Quantization.INT8_CHANNEL:
        this.scaling = new ChannelScaling(this._io, this, this._root);
        break;
      case Nac.Quantization.INT8_TENSOR:
        this.scaling = new TensorScaling(this._io, this, this._root);
        break;
      default:
        this.scaling = new NoScaling(this._io, this, this._root);
        break;
      }
    }

    /**
     * The first dimensions, for the Web IDE.
     */
    Object.defineProperty(TensorMeta.prototype, 'shapeText', {
      get: function() {
        if (this._m_shapeText !== undefined)
          return this._m_shapeText;
        this._m_shapeText = (this.rank < 1 ? "" : (this.dims[0]).toString() + (this.rank < 2 ? "" : ("," + (this.dims[1]).toString()) + (this.rank < 3 ? "" : ("," + (this.dims[2]).toString()) + (this.rank < 4 ? "" : ("," + (this.dims[3]).toString()) + (this.rank < 5 ? "" : ",...")))));
        return this._m_shapeText;
      }
    });

    /**
     * Type of a stored element. Writers use 255 for a type that the format
     * has no number for.
     */

    /**
     * Shape as stored.
     */

    /**
     * How stored elements become numbers. The specification does not
     * describe it.
     */

    return TensorMeta;
  })();

  /**
   * One scale for all elements.
   */

  var TensorScaling = Nac.TensorScaling = (function() {
    function TensorScaling(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    TensorScaling.prototype._read = function() {
      this._raw_scale = this._io.readBytes(4);
      var _io__raw_scale = new KaitaiStream(this._raw_scale);
      this.scale = new Binary32_.Binary32(_io__raw_scale, null, null);
    }

    /**
     * The factor of every element.
     */

    return TensorScaling;
  })();

  var TextBody = Nac.TextBody = (function() {
    function TextBody(_io, _parent, _root, length) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.length = length;

      this._read();
    }
    TextBody.prototype._read = function() {
      this.text = KaitaiStream.bytesToStr(this._io.readBytes(this.length), "UTF-8");
    }

    return TextBody;
  })();

  /**
   * The instructions that compute gradients, in the order of execution. They
   * share the other sections with those of `ops`.
   * @see NAC v1.7
   */

  var Training = Nac.Training = (function() {
    function Training(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Training.prototype._read = function() {
      this.magic = this._io.readBytes(4);
      if (!((KaitaiStream.byteArrayCompare(this.magic, new Uint8Array([84, 82, 78, 71])) == 0))) {
        throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([84, 82, 78, 71]), this.magic, this._io, "/types/training/seq/0");
      }
      this.numInstructions = this._io.readU4le();
      if (!(this.numInstructions <= 2147483647)) {
        throw new KaitaiStream.ValidationGreaterThanError(2147483647, this.numInstructions, this._io, "/types/training/seq/1");
      }
      this.instructions = [];
      for (var i = 0; i < this.numInstructions; i++) {
        this.instructions.push(new Instruction(this._io, this, this._root));
      }
    }

    /**
     * Number of instructions; a larger number is refused.
     */

    return Training;
  })();

  var TruthBody = Nac.TruthBody = (function() {
    function TruthBody(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    TruthBody.prototype._read = function() {
      this.isTrue = this._io.readU1();
      if (!( ((this.isTrue == 0) || (this.isTrue == 1)) )) {
        throw new KaitaiStream.ValidationNotAnyOfError(this.isTrue, this._io, "/types/truth_body/seq/0");
      }
    }

    /**
     * One byte, whatever the length says.
     */

    return TruthBody;
  })();

  /**
   * C and D of an OUTPUT that updates a parameter.
   * @see NAC v1.7
   */

  var UpdateFields = Nac.UpdateFields = (function() {
    function UpdateFields(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    UpdateFields.prototype._read = function() {
      this.prefix = this._io.readS2le();
      if (!( ((this.prefix == 1) || (this.prefix == 2)) )) {
        throw new KaitaiStream.ValidationNotAnyOfError(this.prefix, this._io, "/types/update_fields/seq/0");
      }
      this.id = this._io.readS2le();
      this.gradient = this._io.readS2le();
      this.rate = this._io.readS2le();
    }

    /**
     * Number of words of C, 1 (without itself, as compilers write it) or 2.
     */

    /**
     * Id of the parameter.
     */

    /**
     * Distance to the instruction whose result is the gradient of the parameter.
     */

    /**
     * Distance to the instruction whose result is the learning rate.
     */

    return UpdateFields;
  })();

  /**
   * Arrays by name, for plans.
   * @see NAC v1.8
   */
  Object.defineProperty(Nac.prototype, 'arrs', {
    get: function() {
      if (this._m_arrs !== undefined)
        return this._m_arrs;
      if ( ((this.version != 1) && (!(this.isV17)) && (this.ofsArrs != 0)) ) {
        var _pos = this._io.pos;
        this._io.seek(this.ofsArrs);
        this._m_arrs = new NamedArrays(this._io, this, this._root);
        this._io.seek(_pos);
      }
      return this._m_arrs;
    }
  });

  /**
   * Names of operations.
   * @see NAC v1.6, section 5.1
   */
  Object.defineProperty(Nac.prototype, 'cmap', {
    get: function() {
      if (this._m_cmap !== undefined)
        return this._m_cmap;
      if (this.ofsCmap != 0) {
        var _pos = this._io.pos;
        this._io.seek(this.ofsCmap);
        this._m_cmap = new CanonicalMap(this._io, this, this._root);
        this._io.seek(_pos);
      }
      return this._m_cmap;
    }
  });

  /**
   * Constant arguments.
   * @see NAC v1.6, section 5.3
   */
  Object.defineProperty(Nac.prototype, 'cnst', {
    get: function() {
      if (this._m_cnst !== undefined)
        return this._m_cnst;
      if (this.ofsCnst != 0) {
        var _pos = this._io.pos;
        this._io.seek(this.ofsCnst);
        this._m_cnst = new ConstantTable(this._io, this, this._root);
        this._io.seek(_pos);
      }
      return this._m_cnst;
    }
  });

  /**
   * Names of parameters and inputs, and tensors.
   * @see NAC v1.6, section 6.1
   */
  Object.defineProperty(Nac.prototype, 'data', {
    get: function() {
      if (this._m_data !== undefined)
        return this._m_data;
      if (this.ofsData != 0) {
        var _pos = this._io.pos;
        this._io.seek(this.ofsData);
        this._m_data = new ParameterData(this._io, this, this._root);
        this._io.seek(_pos);
      }
      return this._m_data;
    }
  });

  /**
   * Whether a section begins where the header of v1.7 ends, inside that of v1.8.
   * @see NAC v1.7
   */
  Object.defineProperty(Nac.prototype, 'isV17', {
    get: function() {
      if (this._m_isV17 !== undefined)
        return this._m_isV17;
      this._m_isV17 =  ((this.version != 1) && ( ((this.ofsMmap == Nac.HeaderSize.V1_7) || (this.ofsOps == Nac.HeaderSize.V1_7) || (this.ofsCmap == Nac.HeaderSize.V1_7) || (this.ofsCnst == Nac.HeaderSize.V1_7) || (this.ofsPerm == Nac.HeaderSize.V1_7) || (this.ofsData == Nac.HeaderSize.V1_7) || (this.ofsProc == Nac.HeaderSize.V1_7) || (this.ofsOrch == Nac.HeaderSize.V1_7) || (this.ofsTrng == Nac.HeaderSize.V1_7) || (this.ofsRsrc == Nac.HeaderSize.V1_7)) )) ;
      return this._m_isV17;
    }
  });

  /**
   * Whether a section begins where the header of v1.8 ends.
   * @see NAC v1.8
   */
  Object.defineProperty(Nac.prototype, 'isV18', {
    get: function() {
      if (this._m_isV18 !== undefined)
        return this._m_isV18;
      this._m_isV18 =  ((this.version != 1) && ( ((this.ofsMmap == Nac.HeaderSize.V1_8) || (this.ofsOps == Nac.HeaderSize.V1_8) || (this.ofsCmap == Nac.HeaderSize.V1_8) || (this.ofsCnst == Nac.HeaderSize.V1_8) || (this.ofsPerm == Nac.HeaderSize.V1_8) || (this.ofsData == Nac.HeaderSize.V1_8) || (this.ofsProc == Nac.HeaderSize.V1_8) || (this.ofsOrch == Nac.HeaderSize.V1_8) || (this.ofsTrng == Nac.HeaderSize.V1_8) || (this.ofsRsrc == Nac.HeaderSize.V1_8)) )) ;
      return this._m_isV18;
    }
  });

  /**
   * What `perm` and `cmap` say, by the numbers that instructions hold.
   * @see NAC v1.6, section 3
   */
  Object.defineProperty(Nac.prototype, 'lookups', {
    get: function() {
      if (this._m_lookups !== undefined)
        return this._m_lookups;
      var _pos = this._io.pos;
      this._io.seek(0);
      this._m_lookups = new LookupTables(this._io, this, this._root);
      this._io.seek(_pos);
      return this._m_lookups;
    }
  });

  /**
   * Schedule of a memory coprocessor.
   * @see NAC v1.6, section 4
   */
  Object.defineProperty(Nac.prototype, 'mmap', {
    get: function() {
      if (this._m_mmap !== undefined)
        return this._m_mmap;
      if (this.ofsMmap != 0) {
        var _pos = this._io.pos;
        this._io.seek(this.ofsMmap);
        this._m_mmap = new MemoryMap(this._io, this, this._root);
        this._io.seek(_pos);
      }
      return this._m_mmap;
    }
  });

  /**
   * The program.
   * @see NAC v1.6, section 3
   */
  Object.defineProperty(Nac.prototype, 'ops', {
    get: function() {
      if (this._m_ops !== undefined)
        return this._m_ops;
      if (this.ofsOps != 0) {
        var _pos = this._io.pos;
        this._io.seek(this.ofsOps);
        this._m_ops = new Operations(this._io, this, this._root);
        this._io.seek(_pos);
      }
      return this._m_ops;
    }
  });

  /**
   * A plan that runs models.
   * @see NAC v1.6, section 9
   */
  Object.defineProperty(Nac.prototype, 'orch', {
    get: function() {
      if (this._m_orch !== undefined)
        return this._m_orch;
      if (this.ofsOrch != 0) {
        var _pos = this._io.pos;
        this._io.seek(this.ofsOrch);
        this._m_orch = new Orchestrator(this._io, this, this._root);
        this._io.seek(_pos);
      }
      return this._m_orch;
    }
  });

  /**
   * Signatures of operations.
   * @see NAC v1.6, section 5.2
   */
  Object.defineProperty(Nac.prototype, 'perm', {
    get: function() {
      if (this._m_perm !== undefined)
        return this._m_perm;
      if (this.ofsPerm != 0) {
        var _pos = this._io.pos;
        this._io.seek(this.ofsPerm);
        this._m_perm = new Permutations(this._io, this, this._root);
        this._io.seek(_pos);
      }
      return this._m_perm;
    }
  });

  /**
   * The tokenizer, which prepares the inputs.
   * @see NAC v1.6, section 6.2
   */
  Object.defineProperty(Nac.prototype, 'proc', {
    get: function() {
      if (this._m_proc !== undefined)
        return this._m_proc;
      if (this.ofsProc != 0) {
        var _pos = this._io.pos;
        this._io.seek(this.ofsProc);
        this._m_proc = new Preprocessing(this._io, this, this._root);
        this._io.seek(_pos);
      }
      return this._m_proc;
    }
  });

  /**
   * Files that belong to the model.
   * @see NAC v1.6, section 6.3
   */
  Object.defineProperty(Nac.prototype, 'rsrc', {
    get: function() {
      if (this._m_rsrc !== undefined)
        return this._m_rsrc;
      if (this.ofsRsrc != 0) {
        var _pos = this._io.pos;
        this._io.seek(this.ofsRsrc);
        this._m_rsrc = new Resources(this._io, this, this._root);
        this._io.seek(_pos);
      }
      return this._m_rsrc;
    }
  });

  /**
   * The program that computes gradients and updates parameters.
   * @see NAC v1.7
   */
  Object.defineProperty(Nac.prototype, 'trng', {
    get: function() {
      if (this._m_trng !== undefined)
        return this._m_trng;
      if ( ((this.version != 1) && (this.ofsTrng != 0)) ) {
        var _pos = this._io.pos;
        this._io.seek(this.ofsTrng);
        this._m_trng = new Training(this._io, this, this._root);
        this._io.seek(_pos);
      }
      return this._m_trng;
    }
  });

  /**
   * @see NAC v1.6, section 2.2.1
   */

  /**
   * Version of the format, 1 for v1.6, 2 for v1.7 and v1.8.
   * @see NAC v1.6, section 2.2.1
   */

  /**
   * Whether the tensors are in this file (`data`) or in a file of the same
   * name with the suffix .safetensors beside it.
   * @see NAC v1.6, section 2.2.2
   */

  /**
   * Whether there is a program that computes gradients (`trng`).
   * @see NAC v1.7
   */

  /**
   * How the weights were quantized; the metadata of a tensor decide for that tensor.
   * @see NAC v1.6, section 2.2.2
   */

  /**
   * Number of inputs that the caller gives.
   * @see NAC v1.6, section 2.2.3
   */

  /**
   * Number of outputs that the model returns.
   * @see NAC v1.6, section 2.2.3
   */

  /**
   * @see NAC v1.6, section 2.2.3
   */

  /**
   * Size of the embedding or hidden state; 0 when there is none.
   * @see NAC v1.6, section 2.2.4
   */

  /**
   * Start of `mmap`, from the start of the file; 0 when there is none.
   * @see NAC v1.6, section 2.2.5
   */

  /**
   * Start of `ops`, or 0.
   * @see NAC v1.6, section 2.2.5
   */

  /**
   * Start of `cmap`, or 0.
   * @see NAC v1.6, section 2.2.5
   */

  /**
   * Start of `cnst`, or 0.
   * @see NAC v1.6, section 2.2.5
   */

  /**
   * Start of `perm`, or 0.
   * @see NAC v1.6, section 2.2.5
   */

  /**
   * Start of `data`, or 0.
   * @see NAC v1.6, section 2.2.5
   */

  /**
   * Start of `proc`, or 0.
   * @see NAC v1.6, section 2.2.5
   */

  /**
   * Start of `orch`, or 0.
   * @see NAC v1.6, section 2.2.5
   */

  /**
   * Start of `trng`, or 0.
   * @see NAC v1.7
   */

  /**
   * Start of `rsrc`, or 0.
   * @see NAC v1.6, section 2.2.5
   */

  /**
   * Start of `arrs`, or 0. A header that is not followed by a section is of no version.
   * @see NAC v1.8
   */

  /**
   * @see NAC v1.6, section 2.2.5
   */

  return Nac;
})();
Nac_.Nac = Nac;
});
