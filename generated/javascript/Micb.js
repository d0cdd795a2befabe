// Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
// It imports schemas/uleb128.ksy (sha256 94a08bd38c22b22d5945f850a28504b5fc32944d26824efa10279ce8866c0c94).
// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream', './Uleb128'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'), require('./Uleb128'));
  } else {
    factory(root.Micb || (root.Micb = {}), root.KaitaiStream, root.Uleb128 || (root.Uleb128 = {}));
  }
})(typeof self !== 'undefined' ? self : this, function (Micb_, KaitaiStream, Uleb128_) {
/**
 * A dataflow graph of tensors, the binary twin of the text format mic@2: a table
 * of strings, then symbols, types and values that refer to it, then the value
 * that is the result. Values have no written ids; they count from 0 in file
 * order, and a node takes earlier values only, so the graph has no cycles.
 *
 * Every number but the version, the tags, the dtypes and the opcodes is an
 * unsigned LEB128; signed ones are zigzag encoded first. The specification calls
 * those sleb128, which is not the signed LEB128 of DWARF.
 *
 * The canonical form of a graph has shortest varints, and a string table
 * without duplicates in order of first use: symbols, dimensions of all types,
 * then the names of the values in order. This schema checks neither that nor how
 * many inputs an operation takes.
 * @see MIC-B v2 Binary Format
 */

var Micb = (function() {
  Micb.Dtype = Object.freeze({
    F16: 0,
    F32: 1,
    F64: 2,
    BF16: 3,
    I8: 4,
    I16: 5,
    I32: 6,
    I64: 7,
    U8: 8,
    U16: 9,
    U32: 10,
    U64: 11,
    BOOL: 12,

    0: "F16",
    1: "F32",
    2: "F64",
    3: "BF16",
    4: "I8",
    5: "I16",
    6: "I32",
    7: "I64",
    8: "U8",
    9: "U16",
    10: "U32",
    11: "U64",
    12: "BOOL",
  });

  Micb.Opcode = Object.freeze({
    MATMUL: 0,
    ADD: 1,
    SUB: 2,
    MUL: 3,
    DIV: 4,
    RELU: 5,
    SOFTMAX: 6,
    SIGMOID: 7,
    TANH: 8,
    GELU: 9,
    LAYERNORM: 10,
    TRANSPOSE: 11,
    RESHAPE: 12,
    SUM: 13,
    MEAN: 14,
    MAX: 15,
    CONCAT: 16,
    SPLIT: 17,
    GATHER: 18,
    CUSTOM: 255,

    0: "MATMUL",
    1: "ADD",
    2: "SUB",
    3: "MUL",
    4: "DIV",
    5: "RELU",
    6: "SOFTMAX",
    7: "SIGMOID",
    8: "TANH",
    9: "GELU",
    10: "LAYERNORM",
    11: "TRANSPOSE",
    12: "RESHAPE",
    13: "SUM",
    14: "MEAN",
    15: "MAX",
    16: "CONCAT",
    17: "SPLIT",
    18: "GATHER",
    255: "CUSTOM",
  });

  Micb.Tag = Object.freeze({
    ARG: 0,
    PARAM: 1,
    NODE: 2,

    0: "ARG",
    1: "PARAM",
    2: "NODE",
  });

  function Micb(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  Micb.prototype._read = function() {
    this.magic = this._io.readBytes(4);
    if (!((KaitaiStream.byteArrayCompare(this.magic, new Uint8Array([77, 73, 67, 66])) == 0))) {
      throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([77, 73, 67, 66]), this.magic, this._io, "/seq/0");
    }
    this.version = this._io.readU1();
    if (!(this.version == 2)) {
      throw new KaitaiStream.ValidationNotEqualError(2, this.version, this._io, "/seq/1");
    }
    this.numStrings = new Uleb128_.Uleb128(this._io, null, null);
    this.strings = [];
    for (var i = 0; i < this.numStrings.value; i++) {
      this.strings.push(new InternedString(this._io, this, this._root));
    }
    this.numSymbols = new Uleb128_.Uleb128(this._io, null, null);
    this.symbols = [];
    for (var i = 0; i < this.numSymbols.value; i++) {
      this.symbols.push(new StringRef(this._io, this, this._root));
    }
    this.numTypes = new Uleb128_.Uleb128(this._io, null, null);
    this.types = [];
    for (var i = 0; i < this.numTypes.value; i++) {
      this.types.push(new TensorType(this._io, this, this._root));
    }
    this.numValues = new Uleb128_.Uleb128(this._io, null, null);
    this.values = [];
    for (var i = 0; i < this.numValues.value; i++) {
      this.values.push(new GraphValue(this._io, this, this._root, i));
    }
    this.output = new ValueRef(this._io, this, this._root, this.numValues.value);
    this.trailing = this._io.readBytesFull();
    var _ = this.trailing;
    if (!(_.length == 0)) {
      throw new KaitaiStream.ValidationExprError(this.trailing, this._io, "/seq/11");
    }
  }

  var AxisParam = Micb.AxisParam = (function() {
    function AxisParam(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    AxisParam.prototype._read = function() {
      this.axis = new Zigzag(this._io, this, this._root);
    }

    /**
     * Negative axes count from the last dimension.
     */

    return AxisParam;
  })();

  /**
   * A value that comes from outside, with its name and its type.
   * @see MIC-B v2, Arg/Param Payload
   */

  var Binding = Micb.Binding = (function() {
    function Binding(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Binding.prototype._read = function() {
      this.name = new StringRef(this._io, this, this._root);
      this.typeRef = new TypeRef(this._io, this, this._root);
    }

    return Binding;
  })();

  var CustomParam = Micb.CustomParam = (function() {
    function CustomParam(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    CustomParam.prototype._read = function() {
      this.name = new StringRef(this._io, this, this._root);
    }

    /**
     * Name of an operation that the opcode table does not have.
     */

    return CustomParam;
  })();

  /**
   * One value of the graph.
   */

  var GraphValue = Micb.GraphValue = (function() {
    function GraphValue(_io, _parent, _root, id) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.id = id;

      this._read();
    }
    GraphValue.prototype._read = function() {
      this.tag = this._io.readU1();
      if (!Object.prototype.hasOwnProperty.call(Micb.Tag, this.tag)) {
        throw new KaitaiStream.ValidationNotInEnumError(this.tag, this._io, "/types/graph_value/seq/0");
      }
      switch (this.tag) {
      case Micb.Tag.ARG:
        this.body = new Binding(this._io, this, this._root);
        break;
      case Micb.Tag.NODE:
        this.body = new Node(this._io, this, this._root, this.id);
        break;
      case Micb.Tag.PARAM:
        this.body = new Binding(this._io, this, this._root);
        break;
      }
    }

    /**
     * Position in the value table, by which nodes refer to the value.
     */

    return GraphValue;
  })();

  /**
   * One entry of the string table, without a terminator.
   */

  var InternedString = Micb.InternedString = (function() {
    function InternedString(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    InternedString.prototype._read = function() {
      this.lenText = new Uleb128_.Uleb128(this._io, null, null);
      this.text = KaitaiStream.bytesToStr(this._io.readBytes(this.lenText.value), "UTF-8");
    }

    /**
     * Bytes, not characters.
     */

    return InternedString;
  })();

  /**
   * A permutation (transpose) or axes (reductions); may be empty.
   */

  var ListParam = Micb.ListParam = (function() {
    function ListParam(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    ListParam.prototype._read = function() {
      this.numElements = new Uleb128_.Uleb128(this._io, null, null);
      this.elements = [];
      for (var i = 0; i < this.numElements.value; i++) {
        this.elements.push(new Zigzag(this._io, this, this._root));
      }
    }

    return ListParam;
  })();

  /**
   * An operation that takes no parameters.
   */

  var NoParams = Micb.NoParams = (function() {
    function NoParams(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    NoParams.prototype._read = function() {
    }

    return NoParams;
  })();

  /**
   * A value that an operation computes from earlier values.
   * @see MIC-B v2, Node Payload
   */

  var Node = Micb.Node = (function() {
    function Node(_io, _parent, _root, id) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.id = id;

      this._read();
    }
    Node.prototype._read = function() {
      this.opcode = this._io.readU1();
      if (!Object.prototype.hasOwnProperty.call(Micb.Opcode, this.opcode)) {
        throw new KaitaiStream.ValidationNotInEnumError(this.opcode, this._io, "/types/node/seq/0");
      }
      switch (this.opcode) {
      case Micb.Opcode.CONCAT:
        this.params = new AxisParam(this._io, this, this._root);
        break;
      case Micb.Opcode.CUSTOM:
        this.params = new CustomParam(this._io, this, this._root);
        break;
      case Micb.Opcode.GATHER:
        this.params = new AxisParam(this._io, this, this._root);
        break;
      case Micb.Opcode.MAX:
        this.params = new ListParam(this._io, this, this._root);
        break;
      case Micb.Opcode.MEAN:
        this.params = new ListParam(this._io, this, this._root);
        break;
      case Micb.Opcode.SOFTMAX:
        this.params = new AxisParam(this._io, this, this._root);
        break;
      case Micb.Opcode.SPLIT:
        this.params = new SplitParams(this._io, this, this._root);
        break;
      case Micb.Opcode.SUM:
        this.params = new ListParam(this._io, this, this._root);
        break;
      case Micb.Opcode.TRANSPOSE:
        this.params = new ListParam(this._io, this, this._root);
        break;
      default:
        this.params = new NoParams(this._io, this, this._root);
        break;
      }
      this.numInputs = new Uleb128_.Uleb128(this._io, null, null);
      this.inputs = [];
      for (var i = 0; i < this.numInputs.value; i++) {
        this.inputs.push(new ValueRef(this._io, this, this._root, this.id));
      }
    }

    /**
     * @see MIC-B v2, Opcode Encoding
     */

    /**
     * Id of the value that the node computes.
     */

    return Node;
  })();

  var SplitParams = Micb.SplitParams = (function() {
    function SplitParams(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    SplitParams.prototype._read = function() {
      this.axis = new Zigzag(this._io, this, this._root);
      this.count = new Uleb128_.Uleb128(this._io, null, null);
    }

    /**
     * Number of pieces.
     */

    return SplitParams;
  })();

  /**
   * Reference to an entry of the string table.
   */

  var StringRef = Micb.StringRef = (function() {
    function StringRef(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    StringRef.prototype._read = function() {
      this.idx = new Uleb128_.Uleb128(this._io, null, null);
      var _ = this.idx;
      if (!(_.value < this._root.numStrings.value)) {
        throw new KaitaiStream.ValidationExprError(this.idx, this._io, "/types/string_ref/seq/0");
      }
    }

    /**
     * The string itself.
     */
    Object.defineProperty(StringRef.prototype, 'text', {
      get: function() {
        if (this._m_text !== undefined)
          return this._m_text;
        this._m_text = this._root.strings[this.idx.value].text;
        return this._m_text;
      }
    });

    return StringRef;
  })();

  /**
   * Element type and shape of a tensor. Dimensions are text as in mic@2: a
   * number, a symbol or `?`.
   */

  var TensorType = Micb.TensorType = (function() {
    function TensorType(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    TensorType.prototype._read = function() {
      this.dtype = this._io.readU1();
      if (!Object.prototype.hasOwnProperty.call(Micb.Dtype, this.dtype)) {
        throw new KaitaiStream.ValidationNotInEnumError(this.dtype, this._io, "/types/tensor_type/seq/0");
      }
      this.numDims = new Uleb128_.Uleb128(this._io, null, null);
      this.dims = [];
      for (var i = 0; i < this.numDims.value; i++) {
        this.dims.push(new StringRef(this._io, this, this._root));
      }
    }

    /**
     * The rank; 0 is a scalar.
     */

    return TensorType;
  })();

  /**
   * Reference to an entry of the type table.
   */

  var TypeRef = Micb.TypeRef = (function() {
    function TypeRef(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    TypeRef.prototype._read = function() {
      this.idx = new Uleb128_.Uleb128(this._io, null, null);
      var _ = this.idx;
      if (!(_.value < this._root.numTypes.value)) {
        throw new KaitaiStream.ValidationExprError(this.idx, this._io, "/types/type_ref/seq/0");
      }
    }

    /**
     * The type itself.
     */
    Object.defineProperty(TypeRef.prototype, 'target', {
      get: function() {
        if (this._m_target !== undefined)
          return this._m_target;
        this._m_target = this._root.types[this.idx.value];
        return this._m_target;
      }
    });

    return TypeRef;
  })();

  /**
   * Reference to a value by its position in the value table.
   */

  var ValueRef = Micb.ValueRef = (function() {
    function ValueRef(_io, _parent, _root, limit) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.limit = limit;

      this._read();
    }
    ValueRef.prototype._read = function() {
      this.idx = new Uleb128_.Uleb128(this._io, null, null);
      var _ = this.idx;
      if (!(_.value < this.limit)) {
        throw new KaitaiStream.ValidationExprError(this.idx, this._io, "/types/value_ref/seq/0");
      }
    }

    /**
     * Ids below this one may be referred to.
     */

    return ValueRef;
  })();

  /**
   * Signed integer of 64 bits: 0, -1, 1, -2, ... are written as the unsigned
   * 0, 1, 2, 3, ...
   * @see MIC-B v2, Zigzag Encoding
   */

  var Zigzag = Micb.Zigzag = (function() {
    function Zigzag(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Zigzag.prototype._read = function() {
      this.raw = new Uleb128_.Uleb128(this._io, null, null);
    }

    /**
     * The signed number.
     */
    Object.defineProperty(Zigzag.prototype, 'value', {
      get: function() {
        if (this._m_value !== undefined)
          return this._m_value;
        this._m_value = this.raw.zigzag;
        return this._m_value;
      }
    });

    return Zigzag;
  })();

  /**
   * A plain byte. Version 2.1 keeps it and appends a section.
   */

  /**
   * @see MIC-B v2, 1. String Table
   */

  /**
   * Names of symbolic dimensions. Advisory, nothing refers to them.
   * @see MIC-B v2, 2. Symbol Table
   */

  /**
   * @see MIC-B v2, 3. Type Table
   */

  /**
   * @see MIC-B v2, 4. Value Table
   */

  /**
   * The result of the graph. A graph without values has none and is invalid.
   */

  /**
   * Nothing follows the output. (MIC 2.1 appends a section that begins with
   * 0x4d, which is not part of this version.)
   */

  return Micb;
})();
Micb_.Micb = Micb;
});
