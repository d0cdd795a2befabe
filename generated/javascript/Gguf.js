// Generated from schemas/gguf.ksy (sha256 14b79c3a1959e01c00550c972a954d7522d4c51fa35a7ad2f5211e13c5ab75d3) by `nacformats generate`. Do not edit.
// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'));
  } else {
    factory(root.Gguf || (root.Gguf = {}), root.KaitaiStream);
  }
})(typeof self !== 'undefined' ? self : this, function (Gguf_, KaitaiStream) {
/**
 * A model in one file: a header, metadata as keys with typed values (what the
 * model is, its sizes, its tokenizer), a table of tensors, and their elements.
 *
 * v2 and v3 have the same layout. In v1, counts and lengths have four bytes. v3
 * allows big-endian files, which are not described here: the bytes of their
 * version are in the other order.
 *
 * Four rules are not stated here: keys and names of tensors are each there once,
 * `ofs_body` is a multiple of the alignment, payloads do not overlap, and they
 * end where the file ends, but for padding.
 * @see GGUF, section File Structure
 */

var Gguf = (function() {
  Gguf.TensorType = Object.freeze({
    F32: 0,
    F16: 1,
    Q4_0: 2,
    Q4_1: 3,
    Q5_0: 6,
    Q5_1: 7,
    Q8_0: 8,
    Q8_1: 9,
    Q2_K: 10,
    Q3_K: 11,
    Q4_K: 12,
    Q5_K: 13,
    Q6_K: 14,
    Q8_K: 15,
    IQ2_XXS: 16,
    IQ2_XS: 17,
    IQ3_XXS: 18,
    IQ1_S: 19,
    IQ4_NL: 20,
    IQ3_S: 21,
    IQ2_S: 22,
    IQ4_XS: 23,
    I8: 24,
    I16: 25,
    I32: 26,
    I64: 27,
    F64: 28,
    IQ1_M: 29,
    BF16: 30,
    TQ1_0: 34,
    TQ2_0: 35,
    MXFP4: 39,
    NVFP4: 40,
    Q1_0: 41,

    0: "F32",
    1: "F16",
    2: "Q4_0",
    3: "Q4_1",
    6: "Q5_0",
    7: "Q5_1",
    8: "Q8_0",
    9: "Q8_1",
    10: "Q2_K",
    11: "Q3_K",
    12: "Q4_K",
    13: "Q5_K",
    14: "Q6_K",
    15: "Q8_K",
    16: "IQ2_XXS",
    17: "IQ2_XS",
    18: "IQ3_XXS",
    19: "IQ1_S",
    20: "IQ4_NL",
    21: "IQ3_S",
    22: "IQ2_S",
    23: "IQ4_XS",
    24: "I8",
    25: "I16",
    26: "I32",
    27: "I64",
    28: "F64",
    29: "IQ1_M",
    30: "BF16",
    34: "TQ1_0",
    35: "TQ2_0",
    39: "MXFP4",
    40: "NVFP4",
    41: "Q1_0",
  });

  Gguf.ValueType = Object.freeze({
    UINT8: 0,
    INT8: 1,
    UINT16: 2,
    INT16: 3,
    UINT32: 4,
    INT32: 5,
    FLOAT32: 6,
    BOOL: 7,
    STRING: 8,
    ARRAY: 9,
    UINT64: 10,
    INT64: 11,
    FLOAT64: 12,

    0: "UINT8",
    1: "INT8",
    2: "UINT16",
    3: "INT16",
    4: "UINT32",
    5: "INT32",
    6: "FLOAT32",
    7: "BOOL",
    8: "STRING",
    9: "ARRAY",
    10: "UINT64",
    11: "INT64",
    12: "FLOAT64",
  });

  function Gguf(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  Gguf.prototype._read = function() {
    this.magic = this._io.readBytes(4);
    if (!((KaitaiStream.byteArrayCompare(this.magic, new Uint8Array([71, 71, 85, 70])) == 0))) {
      throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([71, 71, 85, 70]), this.magic, this._io, "/seq/0");
    }
    this.version = this._io.readU4le();
    if (!( ((this.version == 2) || (this.version == 3)) )) {
      throw new KaitaiStream.ValidationNotAnyOfError(this.version, this._io, "/seq/1");
    }
    this.numTensors = this._io.readU8le();
    if (!(this.numTensors <= 2147483647)) {
      throw new KaitaiStream.ValidationGreaterThanError(2147483647, this.numTensors, this._io, "/seq/2");
    }
    this.numMetadata = this._io.readU8le();
    if (!(this.numMetadata <= 65536)) {
      throw new KaitaiStream.ValidationGreaterThanError(65536, this.numMetadata, this._io, "/seq/3");
    }
    this.metadata = [];
    for (var i = 0; i < this.numMetadata; i++) {
      this.metadata.push(new MetadataEntry(this._io, this, this._root, i));
    }
    this.tensors = [];
    for (var i = 0; i < this.numTensors; i++) {
      this.tensors.push(new TensorInfo(this._io, this, this._root));
    }
    this._raw_data = this._io.readBytesFull();
    var _io__raw_data = new KaitaiStream(this._raw_data);
    this.data = new DataRegion(_io__raw_data, this, this._root);
  }

  /**
   * Values of this type.
   */

  var BoolList = Gguf.BoolList = (function() {
    function BoolList(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    BoolList.prototype._read = function() {
      this.entries = [];
      for (var i = 0; i < this._parent.numEntries; i++) {
        this.entries.push(this._io.readU1());
      }
    }

    return BoolList;
  })();

  /**
   * A value of this type.
   */

  var BoolValue = Gguf.BoolValue = (function() {
    function BoolValue(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    BoolValue.prototype._read = function() {
      this.value = this._io.readU1();
      if (!(this.value <= 1)) {
        throw new KaitaiStream.ValidationGreaterThanError(1, this.value, this._io, "/types/bool_value/seq/0");
      }
    }

    /**
     * 0 is false, 1 is true.
     */

    return BoolValue;
  })();

  /**
   * Padding up to a multiple of the alignment, counted from the start of the
   * file, then the payloads, each padded likewise. A file without tensors may
   * end before the padding does.
   * @see GGUF, section File Structure
   */

  var DataRegion = Gguf.DataRegion = (function() {
    function DataRegion(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    DataRegion.prototype._read = function() {
      this.content = this._io.readBytesFull();
    }

    /**
     * Bytes up to the first multiple of the alignment.
     */
    Object.defineProperty(DataRegion.prototype, 'lenPadding', {
      get: function() {
        if (this._m_lenPadding !== undefined)
          return this._m_lenPadding;
        this._m_lenPadding = (this._root.alignment == 0 ? 0 : KaitaiStream.mod(this._root.alignment - KaitaiStream.mod(this.ofsContent, this._root.alignment), this._root.alignment));
        return this._m_lenPadding;
      }
    });

    /**
     * Where it begins in the file.
     */
    Object.defineProperty(DataRegion.prototype, 'ofsContent', {
      get: function() {
        if (this._m_ofsContent !== undefined)
          return this._m_ofsContent;
        this._m_ofsContent = this._root._io.size - this._io.size;
        return this._m_ofsContent;
      }
    });

    /**
     * All bytes.
     */

    return DataRegion;
  })();

  /**
   * Values of this type.
   */

  var Float32List = Gguf.Float32List = (function() {
    function Float32List(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Float32List.prototype._read = function() {
      this.entries = [];
      for (var i = 0; i < this._parent.numEntries; i++) {
        this.entries.push(this._io.readF4le());
      }
    }

    return Float32List;
  })();

  /**
   * A value of this type.
   */

  var Float32Value = Gguf.Float32Value = (function() {
    function Float32Value(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Float32Value.prototype._read = function() {
      this.value = this._io.readF4le();
    }

    return Float32Value;
  })();

  /**
   * Values of this type.
   */

  var Float64List = Gguf.Float64List = (function() {
    function Float64List(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Float64List.prototype._read = function() {
      this.entries = [];
      for (var i = 0; i < this._parent.numEntries; i++) {
        this.entries.push(this._io.readF8le());
      }
    }

    return Float64List;
  })();

  /**
   * A value of this type.
   */

  var Float64Value = Gguf.Float64Value = (function() {
    function Float64Value(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Float64Value.prototype._read = function() {
      this.value = this._io.readF8le();
    }

    return Float64Value;
  })();

  /**
   * Values of this type.
   */

  var Int16List = Gguf.Int16List = (function() {
    function Int16List(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Int16List.prototype._read = function() {
      this.entries = [];
      for (var i = 0; i < this._parent.numEntries; i++) {
        this.entries.push(this._io.readS2le());
      }
    }

    return Int16List;
  })();

  /**
   * A value of this type.
   */

  var Int16Value = Gguf.Int16Value = (function() {
    function Int16Value(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Int16Value.prototype._read = function() {
      this.value = this._io.readS2le();
    }

    return Int16Value;
  })();

  /**
   * Values of this type.
   */

  var Int32List = Gguf.Int32List = (function() {
    function Int32List(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Int32List.prototype._read = function() {
      this.entries = [];
      for (var i = 0; i < this._parent.numEntries; i++) {
        this.entries.push(this._io.readS4le());
      }
    }

    return Int32List;
  })();

  /**
   * A value of this type.
   */

  var Int32Value = Gguf.Int32Value = (function() {
    function Int32Value(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Int32Value.prototype._read = function() {
      this.value = this._io.readS4le();
    }

    return Int32Value;
  })();

  /**
   * Values of this type.
   */

  var Int64List = Gguf.Int64List = (function() {
    function Int64List(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Int64List.prototype._read = function() {
      this.entries = [];
      for (var i = 0; i < this._parent.numEntries; i++) {
        this.entries.push(this._io.readS8le());
      }
    }

    return Int64List;
  })();

  /**
   * A value of this type.
   */

  var Int64Value = Gguf.Int64Value = (function() {
    function Int64Value(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Int64Value.prototype._read = function() {
      this.value = this._io.readS8le();
    }

    return Int64Value;
  })();

  /**
   * Values of this type.
   */

  var Int8List = Gguf.Int8List = (function() {
    function Int8List(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Int8List.prototype._read = function() {
      this.entries = [];
      for (var i = 0; i < this._parent.numEntries; i++) {
        this.entries.push(this._io.readS1());
      }
    }

    return Int8List;
  })();

  /**
   * A value of this type.
   */

  var Int8Value = Gguf.Int8Value = (function() {
    function Int8Value(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Int8Value.prototype._read = function() {
      this.value = this._io.readS1();
    }

    return Int8Value;
  })();

  /**
   * An array of values of one type, which may be arrays.
   * @see GGUF, section File Structure
   */

  var ListValue = Gguf.ListValue = (function() {
    function ListValue(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    ListValue.prototype._read = function() {
      this.entryType = this._io.readU4le();
      if (!Object.prototype.hasOwnProperty.call(Gguf.ValueType, this.entryType)) {
        throw new KaitaiStream.ValidationNotInEnumError(this.entryType, this._io, "/types/list_value/seq/0");
      }
      this.numEntries = this._io.readU8le();
      if (!(this.numEntries <= 2147483647)) {
        throw new KaitaiStream.ValidationGreaterThanError(2147483647, this.numEntries, this._io, "/types/list_value/seq/1");
      }
      switch (this.entryType) {
      case Gguf.ValueType.ARRAY:
        this.content = new NestedList(this._io, this, this._root);
        break;
      case Gguf.ValueType.BOOL:
        this.content = new BoolList(this._io, this, this._root);
        break;
      case Gguf.ValueType.FLOAT32:
        this.content = new Float32List(this._io, this, this._root);
        break;
      case Gguf.ValueType.FLOAT64:
        this.content = new Float64List(this._io, this, this._root);
        break;
      case Gguf.ValueType.INT16:
        this.content = new Int16List(this._io, this, this._root);
        break;
      case Gguf.ValueType.INT32:
        this.content = new Int32List(this._io, this, this._root);
        break;
      case Gguf.ValueType.INT64:
        this.content = new Int64List(this._io, this, this._root);
        break;
      case Gguf.ValueType.INT8:
        this.content = new Int8List(this._io, this, this._root);
        break;
      case Gguf.ValueType.STRING:
        this.content = new TextList(this._io, this, this._root);
        break;
      case Gguf.ValueType.UINT16:
        this.content = new Uint16List(this._io, this, this._root);
        break;
      case Gguf.ValueType.UINT32:
        this.content = new Uint32List(this._io, this, this._root);
        break;
      case Gguf.ValueType.UINT64:
        this.content = new Uint64List(this._io, this, this._root);
        break;
      case Gguf.ValueType.UINT8:
        this.content = new Uint8List(this._io, this, this._root);
        break;
      }
    }

    /**
     * What each of them is.
     */

    /**
     * How many there are.
     */

    /**
     * The values.
     */

    return ListValue;
  })();

  /**
   * A key and its value.
   * @see GGUF, section File Structure
   */

  var MetadataEntry = Gguf.MetadataEntry = (function() {
    function MetadataEntry(_io, _parent, _root, index) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;
      this.index = index;

      this._read();
    }
    MetadataEntry.prototype._read = function() {
      this.lenKey = this._io.readU8le();
      this.key = KaitaiStream.bytesToStr(this._io.readBytes(this.lenKey), "UTF-8");
      this.valueType = this._io.readU4le();
      if (!Object.prototype.hasOwnProperty.call(Gguf.ValueType, this.valueType)) {
        throw new KaitaiStream.ValidationNotInEnumError(this.valueType, this._io, "/types/metadata_entry/seq/2");
      }
      switch (this.valueType) {
      case Gguf.ValueType.ARRAY:
        this.content = new ListValue(this._io, this, this._root);
        break;
      case Gguf.ValueType.BOOL:
        this.content = new BoolValue(this._io, this, this._root);
        break;
      case Gguf.ValueType.FLOAT32:
        this.content = new Float32Value(this._io, this, this._root);
        break;
      case Gguf.ValueType.FLOAT64:
        this.content = new Float64Value(this._io, this, this._root);
        break;
      case Gguf.ValueType.INT16:
        this.content = new Int16Value(this._io, this, this._root);
        break;
      case Gguf.ValueType.INT32:
        this.content = new Int32Value(this._io, this, this._root);
        break;
      case Gguf.ValueType.INT64:
        this.content = new Int64Value(this._io, this, this._root);
        break;
      case Gguf.ValueType.INT8:
        this.content = new Int8Value(this._io, this, this._root);
        break;
      case Gguf.ValueType.STRING:
        this.content = new Text(this._io, this, this._root);
        break;
      case Gguf.ValueType.UINT16:
        this.content = new Uint16Value(this._io, this, this._root);
        break;
      case Gguf.ValueType.UINT32:
        this.content = new Uint32Value(this._io, this, this._root);
        break;
      case Gguf.ValueType.UINT64:
        this.content = new Uint64Value(this._io, this, this._root);
        break;
      case Gguf.ValueType.UINT8:
        this.content = new Uint8Value(this._io, this, this._root);
        break;
      }
    }

    /**
     * What `general.alignment` is up to this key.
     */
    Object.defineProperty(MetadataEntry.prototype, 'alignment', {
      get: function() {
        if (this._m_alignment !== undefined)
          return this._m_alignment;
        this._m_alignment = (this.valueType == Gguf.ValueType.UINT32 ? (this.key == "general.alignment" ? this.content.value : this.alignmentBefore) : this.alignmentBefore);
        return this._m_alignment;
      }
    });

    /**
     * What `general.alignment` is before this key, for `alignment`.
     */
    Object.defineProperty(MetadataEntry.prototype, 'alignmentBefore', {
      get: function() {
        if (this._m_alignmentBefore !== undefined)
          return this._m_alignmentBefore;
        this._m_alignmentBefore = (this.index == 0 ? 32 : this._parent.metadata[this.index - 1].alignment);
        return this._m_alignmentBefore;
      }
    });

    /**
     * In bytes; the specification allows 65535.
     */

    /**
     * Words in snake_case with dots between them, such as `general.architecture`.
     */

    /**
     * What the value is.
     */

    /**
     * The value.
     */

    return MetadataEntry;
  })();

  /**
   * Arrays.
   */

  var NestedList = Gguf.NestedList = (function() {
    function NestedList(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    NestedList.prototype._read = function() {
      this.entries = [];
      for (var i = 0; i < this._parent.numEntries; i++) {
        this.entries.push(new ListValue(this._io, this, this._root));
      }
    }

    return NestedList;
  })();

  /**
   * What a tensor is, and where its payload is.
   * @see GGUF, section File Structure
   */

  var TensorInfo = Gguf.TensorInfo = (function() {
    function TensorInfo(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    TensorInfo.prototype._read = function() {
      this.lenName = this._io.readU8le();
      this.name = KaitaiStream.bytesToStr(this._io.readBytes(this.lenName), "UTF-8");
      this.numDims = this._io.readU4le();
      if (!(this.numDims <= 4)) {
        throw new KaitaiStream.ValidationGreaterThanError(4, this.numDims, this._io, "/types/tensor_info/seq/2");
      }
      this.dims = [];
      for (var i = 0; i < this.numDims; i++) {
        this.dims.push(this._io.readU8le());
      }
      this.dtype = this._io.readU4le();
      this.ofsBody = this._io.readU8le();
    }

    /**
     * The product of two dimensions, at most 2^52 - 1, which no file holds.
     */
    Object.defineProperty(TensorInfo.prototype, 'area', {
      get: function() {
        if (this._m_area !== undefined)
          return this._m_area;
        this._m_area = (this.numRows == 0 ? 0 : (this.numColumns > Math.floor(4503599627370495 / this.numRows) ? 4503599627370495 : this.numColumns * this.numRows));
        return this._m_area;
      }
    });

    /**
     * The payload, little-endian, its elements or blocks one after the other.
     */
    Object.defineProperty(TensorInfo.prototype, 'body', {
      get: function() {
        if (this._m_body !== undefined)
          return this._m_body;
        if (this.hasBody) {
          var io = this._root.data._io;
          var _pos = io.pos;
          io.seek(this._root.data.lenPadding + this.ofsBody);
          this._m_body = io.readBytes(this.lenBody);
          io.seek(_pos);
        }
        return this._m_body;
      }
    });

    /**
     * Whether the payload is in the file.
     */
    Object.defineProperty(TensorInfo.prototype, 'hasBody', {
      get: function() {
        if (this._m_hasBody !== undefined)
          return this._m_hasBody;
        this._m_hasBody = ( ((this.lenRun == 0) || (this.ofsBody > this._root.data._io.size))  ? false : (this._root.data.lenPadding + this.ofsBody) + this.lenBody <= this._root.data._io.size);
        return this._m_hasBody;
      }
    });

    /**
     * In how many bytes a run is stored; 0 for types that are not listed.
     */
    Object.defineProperty(TensorInfo.prototype, 'lenBlock', {
      get: function() {
        if (this._m_lenBlock !== undefined)
          return this._m_lenBlock;
        this._m_lenBlock = (this.lenRun == 1 ? this.lenNumber : (this.lenRun == 256 ? this.lenBlock256 : this.lenBlock32));
        return this._m_lenBlock;
      }
    });

    /**
     * In how many bytes a run of 256 is stored.
     */
    Object.defineProperty(TensorInfo.prototype, 'lenBlock256', {
      get: function() {
        if (this._m_lenBlock256 !== undefined)
          return this._m_lenBlock256;
        this._m_lenBlock256 = (this.dtype == Gguf.TensorType.IQ1_S ? 50 : (this.dtype == Gguf.TensorType.TQ1_0 ? 54 : (this.dtype == Gguf.TensorType.IQ1_M ? 56 : ( ((this.dtype == Gguf.TensorType.IQ2_XXS) || (this.dtype == Gguf.TensorType.TQ2_0))  ? 66 : (this.dtype == Gguf.TensorType.IQ2_XS ? 74 : (this.dtype == Gguf.TensorType.IQ2_S ? 82 : (this.dtype == Gguf.TensorType.Q2_K ? 84 : (this.dtype == Gguf.TensorType.IQ3_XXS ? 98 : ( ((this.dtype == Gguf.TensorType.Q3_K) || (this.dtype == Gguf.TensorType.IQ3_S))  ? 110 : (this.dtype == Gguf.TensorType.IQ4_XS ? 136 : (this.dtype == Gguf.TensorType.Q4_K ? 144 : (this.dtype == Gguf.TensorType.Q5_K ? 176 : (this.dtype == Gguf.TensorType.Q6_K ? 210 : (this.dtype == Gguf.TensorType.Q8_K ? 292 : 0))))))))))))));
        return this._m_lenBlock256;
      }
    });

    /**
     * In how many bytes a run of 32, 64 or 128 is stored.
     */
    Object.defineProperty(TensorInfo.prototype, 'lenBlock32', {
      get: function() {
        if (this._m_lenBlock32 !== undefined)
          return this._m_lenBlock32;
        this._m_lenBlock32 = (this.dtype == Gguf.TensorType.MXFP4 ? 17 : ( ((this.dtype == Gguf.TensorType.Q4_0) || (this.dtype == Gguf.TensorType.IQ4_NL) || (this.dtype == Gguf.TensorType.Q1_0))  ? 18 : (this.dtype == Gguf.TensorType.Q4_1 ? 20 : (this.dtype == Gguf.TensorType.Q5_0 ? 22 : (this.dtype == Gguf.TensorType.Q5_1 ? 24 : (this.dtype == Gguf.TensorType.Q8_0 ? 34 : (this.dtype == Gguf.TensorType.NVFP4 ? 36 : (this.dtype == Gguf.TensorType.Q8_1 ? 40 : 0))))))));
        return this._m_lenBlock32;
      }
    });

    /**
     * Bytes of the payload, at most 2^52 - 1; 0 for types that are not listed.
     */
    Object.defineProperty(TensorInfo.prototype, 'lenBody', {
      get: function() {
        if (this._m_lenBody !== undefined)
          return this._m_lenBody;
        this._m_lenBody = (this.lenRun == 0 ? 0 : (Math.floor(this.numElements / this.lenRun) > Math.floor(4503599627370495 / this.lenBlock) ? 4503599627370495 : Math.floor(this.numElements / this.lenRun) * this.lenBlock));
        return this._m_lenBody;
      }
    });

    /**
     * In how many bytes one element is stored, where `len_run` is 1.
     */
    Object.defineProperty(TensorInfo.prototype, 'lenNumber', {
      get: function() {
        if (this._m_lenNumber !== undefined)
          return this._m_lenNumber;
        this._m_lenNumber = (this.dtype == Gguf.TensorType.I8 ? 1 : ( ((this.dtype == Gguf.TensorType.F16) || (this.dtype == Gguf.TensorType.I16) || (this.dtype == Gguf.TensorType.BF16))  ? 2 : ( ((this.dtype == Gguf.TensorType.F32) || (this.dtype == Gguf.TensorType.I32))  ? 4 : ( ((this.dtype == Gguf.TensorType.I64) || (this.dtype == Gguf.TensorType.F64))  ? 8 : 0))));
        return this._m_lenNumber;
      }
    });

    /**
     * How many elements, which follow one another along the first dimension, are
     * stored together; 0 for types that are not listed.
     */
    Object.defineProperty(TensorInfo.prototype, 'lenRun', {
      get: function() {
        if (this._m_lenRun !== undefined)
          return this._m_lenRun;
        this._m_lenRun = ( ((this.dtype == Gguf.TensorType.F32) || (this.dtype == Gguf.TensorType.F16) || (this.dtype == Gguf.TensorType.I8) || (this.dtype == Gguf.TensorType.I16) || (this.dtype == Gguf.TensorType.I32) || (this.dtype == Gguf.TensorType.I64) || (this.dtype == Gguf.TensorType.F64) || (this.dtype == Gguf.TensorType.BF16))  ? 1 : ( ((this.dtype == Gguf.TensorType.Q4_0) || (this.dtype == Gguf.TensorType.Q4_1) || (this.dtype == Gguf.TensorType.Q5_0) || (this.dtype == Gguf.TensorType.Q5_1) || (this.dtype == Gguf.TensorType.Q8_0) || (this.dtype == Gguf.TensorType.Q8_1) || (this.dtype == Gguf.TensorType.IQ4_NL) || (this.dtype == Gguf.TensorType.MXFP4))  ? 32 : (this.dtype == Gguf.TensorType.NVFP4 ? 64 : (this.dtype == Gguf.TensorType.Q1_0 ? 128 : ( ((this.dtype == Gguf.TensorType.Q2_K) || (this.dtype == Gguf.TensorType.Q3_K) || (this.dtype == Gguf.TensorType.Q4_K) || (this.dtype == Gguf.TensorType.Q5_K) || (this.dtype == Gguf.TensorType.Q6_K) || (this.dtype == Gguf.TensorType.Q8_K) || (this.dtype == Gguf.TensorType.IQ2_XXS) || (this.dtype == Gguf.TensorType.IQ2_XS) || (this.dtype == Gguf.TensorType.IQ3_XXS) || (this.dtype == Gguf.TensorType.IQ1_S) || (this.dtype == Gguf.TensorType.IQ3_S) || (this.dtype == Gguf.TensorType.IQ2_S) || (this.dtype == Gguf.TensorType.IQ4_XS) || (this.dtype == Gguf.TensorType.IQ1_M) || (this.dtype == Gguf.TensorType.TQ1_0) || (this.dtype == Gguf.TensorType.TQ2_0))  ? 256 : 0)))));
        return this._m_lenRun;
      }
    });
    Object.defineProperty(TensorInfo.prototype, 'numColumns', {
      get: function() {
        if (this._m_numColumns !== undefined)
          return this._m_numColumns;
        this._m_numColumns = (this.numDims < 1 ? 1 : this.dims[0]);
        return this._m_numColumns;
      }
    });

    /**
     * That of all, likewise.
     */
    Object.defineProperty(TensorInfo.prototype, 'numElements', {
      get: function() {
        if (this._m_numElements !== undefined)
          return this._m_numElements;
        this._m_numElements = (this.numVolumes == 0 ? 0 : (this.volume > Math.floor(4503599627370495 / this.numVolumes) ? 4503599627370495 : this.volume * this.numVolumes));
        return this._m_numElements;
      }
    });
    Object.defineProperty(TensorInfo.prototype, 'numPlanes', {
      get: function() {
        if (this._m_numPlanes !== undefined)
          return this._m_numPlanes;
        this._m_numPlanes = (this.numDims < 3 ? 1 : this.dims[2]);
        return this._m_numPlanes;
      }
    });
    Object.defineProperty(TensorInfo.prototype, 'numRows', {
      get: function() {
        if (this._m_numRows !== undefined)
          return this._m_numRows;
        this._m_numRows = (this.numDims < 2 ? 1 : this.dims[1]);
        return this._m_numRows;
      }
    });
    Object.defineProperty(TensorInfo.prototype, 'numVolumes', {
      get: function() {
        if (this._m_numVolumes !== undefined)
          return this._m_numVolumes;
        this._m_numVolumes = (this.numDims < 4 ? 1 : this.dims[3]);
        return this._m_numVolumes;
      }
    });

    /**
     * The dimensions, for the Web IDE.
     */
    Object.defineProperty(TensorInfo.prototype, 'shapeText', {
      get: function() {
        if (this._m_shapeText !== undefined)
          return this._m_shapeText;
        this._m_shapeText = ( ((this.numColumns > 4503599627370495) || (this.numRows > 4503599627370495) || (this.numPlanes > 4503599627370495) || (this.numVolumes > 4503599627370495))  ? "huge" : (this.numDims == 0 ? "" : (this.dims[0]).toString() + (this.numDims < 2 ? "" : ("," + (this.dims[1]).toString()) + (this.numDims < 3 ? "" : ("," + (this.dims[2]).toString()) + (this.numDims < 4 ? "" : "," + (this.dims[3]).toString())))));
        return this._m_shapeText;
      }
    });

    /**
     * That of three, likewise.
     */
    Object.defineProperty(TensorInfo.prototype, 'volume', {
      get: function() {
        if (this._m_volume !== undefined)
          return this._m_volume;
        this._m_volume = (this.numPlanes == 0 ? 0 : (this.area > Math.floor(4503599627370495 / this.numPlanes) ? 4503599627370495 : this.area * this.numPlanes));
        return this._m_volume;
      }
    });

    /**
     * In bytes; the specification allows 64.
     */

    /**
     * Its name, such as `blk.0.attn_q.weight`.
     */

    /**
     * Number of dimensions; a scalar has none.
     */

    /**
     * The lengths of the dimensions, that which varies fastest first: the other
     * way round than NumPy and PyTorch have them.
     */

    /**
     * Type of the elements. Numbers that are not listed make the tensor opaque.
     */

    /**
     * Start of the payload, counted from where the data begins; a multiple of
     * the alignment.
     */

    return TensorInfo;
  })();

  /**
   * A text.
   * @see GGUF, section File Structure
   */

  var Text = Gguf.Text = (function() {
    function Text(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Text.prototype._read = function() {
      this.lenValue = this._io.readU8le();
      this.value = KaitaiStream.bytesToStr(this._io.readBytes(this.lenValue), "UTF-8");
    }

    /**
     * In bytes.
     */

    return Text;
  })();

  /**
   * Texts.
   */

  var TextList = Gguf.TextList = (function() {
    function TextList(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    TextList.prototype._read = function() {
      this.entries = [];
      for (var i = 0; i < this._parent.numEntries; i++) {
        this.entries.push(new Text(this._io, this, this._root));
      }
    }

    return TextList;
  })();

  /**
   * Values of this type.
   */

  var Uint16List = Gguf.Uint16List = (function() {
    function Uint16List(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Uint16List.prototype._read = function() {
      this.entries = [];
      for (var i = 0; i < this._parent.numEntries; i++) {
        this.entries.push(this._io.readU2le());
      }
    }

    return Uint16List;
  })();

  /**
   * A value of this type.
   */

  var Uint16Value = Gguf.Uint16Value = (function() {
    function Uint16Value(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Uint16Value.prototype._read = function() {
      this.value = this._io.readU2le();
    }

    return Uint16Value;
  })();

  /**
   * Values of this type.
   */

  var Uint32List = Gguf.Uint32List = (function() {
    function Uint32List(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Uint32List.prototype._read = function() {
      this.entries = [];
      for (var i = 0; i < this._parent.numEntries; i++) {
        this.entries.push(this._io.readU4le());
      }
    }

    return Uint32List;
  })();

  /**
   * A value of this type.
   */

  var Uint32Value = Gguf.Uint32Value = (function() {
    function Uint32Value(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Uint32Value.prototype._read = function() {
      this.value = this._io.readU4le();
    }

    return Uint32Value;
  })();

  /**
   * Values of this type.
   */

  var Uint64List = Gguf.Uint64List = (function() {
    function Uint64List(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Uint64List.prototype._read = function() {
      this.entries = [];
      for (var i = 0; i < this._parent.numEntries; i++) {
        this.entries.push(this._io.readU8le());
      }
    }

    return Uint64List;
  })();

  /**
   * A value of this type.
   */

  var Uint64Value = Gguf.Uint64Value = (function() {
    function Uint64Value(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Uint64Value.prototype._read = function() {
      this.value = this._io.readU8le();
    }

    return Uint64Value;
  })();

  /**
   * Values of this type.
   */

  var Uint8List = Gguf.Uint8List = (function() {
    function Uint8List(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Uint8List.prototype._read = function() {
      this.entries = [];
      for (var i = 0; i < this._parent.numEntries; i++) {
        this.entries.push(this._io.readU1());
      }
    }

    return Uint8List;
  })();

  /**
   * A value of this type.
   */

  var Uint8Value = Gguf.Uint8Value = (function() {
    function Uint8Value(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Uint8Value.prototype._read = function() {
      this.value = this._io.readU1();
    }

    return Uint8Value;
  })();

  /**
   * Where the data begins, and each payload in it, is a multiple of this. It is
   * the value of `general.alignment`, or 32.
   * @see GGUF, section Standardized key-value pairs
   */
  Object.defineProperty(Gguf.prototype, 'alignment', {
    get: function() {
      if (this._m_alignment !== undefined)
        return this._m_alignment;
      this._m_alignment = (this.numMetadata == 0 ? 32 : this.metadata[this.metadata.length - 1].alignment);
      return this._m_alignment;
    }
  });

  /**
   * @see GGUF, section File Structure
   */

  /**
   * Version of the format.
   * @see GGUF, section File Structure
   */

  /**
   * Number of tensors.
   */

  /**
   * Number of keys. The specification has no limit; the alignment is looked for
   * from key to key.
   */

  /**
   * Keys and values. The order means nothing.
   * @see GGUF, section Standardized key-value pairs
   */

  /**
   * What each tensor is, and where.
   */

  /**
   * Padding up to the alignment, then the payloads.
   */

  return Gguf;
})();
Gguf_.Gguf = Gguf;
});
