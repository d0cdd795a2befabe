// Generated from schemas/stb.ksy (sha256 31e6bc78261a3f78922ec08e97a25dc0fc01477d67c5139cfae15978e6450078) by `nacformats generate`. Do not edit.
// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'));
  } else {
    factory(root.Stb || (root.Stb = {}), root.KaitaiStream);
  }
})(typeof self !== 'undefined' ? self : this, function (Stb_, KaitaiStream) {
/**
 * A container of raw tensors that a runtime maps into memory and uses in
 * place: a header of 32 bytes, a table with one descriptor of 32 bytes for
 * each tensor, and a data region that holds the payloads. Descriptors and
 * payloads refer to each other by byte offsets from the start of the file;
 * the order of the payloads is free, and two descriptors may share one.
 *
 * The specification does not name the byte order: it is little-endian in the
 * header, in the descriptors and in the payloads.
 *
 * Three rules are not stated here, because a file that breaks them can still
 * be read: `ofs_body` has to be a multiple of 64 (writers in use align the
 * data region only), `dtype` and `layout` may hold reserved numbers (that
 * tensor is opaque, the others are not), and `len_body` has to be the product
 * of the dimensions times the size of an element (the product can exceed 64
 * bits), or, where the dimensions are not in the file, a multiple of that size.
 * @see STB v0.1
 */

var Stb = (function() {
  Stb.Dtype = Object.freeze({
    FLOAT32: 0,
    FLOAT16: 1,
    INT8: 2,
    INT32: 3,

    0: "FLOAT32",
    1: "FLOAT16",
    2: "INT8",
    3: "INT32",
  });

  Stb.Layout = Object.freeze({
    ROW_MAJOR: 0,
    COL_MAJOR: 1,
    CHANNELS_LAST: 2,

    0: "ROW_MAJOR",
    1: "COL_MAJOR",
    2: "CHANNELS_LAST",
  });

  function Stb(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  Stb.prototype._read = function() {
    this.magic = this._io.readBytes(4);
    if (!((KaitaiStream.byteArrayCompare(this.magic, new Uint8Array([83, 84, 66, 48])) == 0))) {
      throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([83, 84, 66, 48]), this.magic, this._io, "/seq/0");
    }
    this.version = this._io.readU1();
    if (!(this.version == 1)) {
      throw new KaitaiStream.ValidationNotEqualError(1, this.version, this._io, "/seq/1");
    }
    this.flags = this._io.readU1();
    if (!(this.flags == 0)) {
      throw new KaitaiStream.ValidationNotEqualError(0, this.flags, this._io, "/seq/2");
    }
    this.numTensors = this._io.readU2le();
    this.reserved0 = this._io.readU4le();
    if (!(this.reserved0 == 0)) {
      throw new KaitaiStream.ValidationNotEqualError(0, this.reserved0, this._io, "/seq/4");
    }
    this.reserved1 = this._io.readU4le();
    if (!(this.reserved1 == 0)) {
      throw new KaitaiStream.ValidationNotEqualError(0, this.reserved1, this._io, "/seq/5");
    }
    this.ofsData = this._io.readU8le();
    var _ = this.ofsData;
    if (!( ((KaitaiStream.mod(_, 64) == 0) && (_ >= 32 + 32 * this.numTensors)) )) {
      throw new KaitaiStream.ValidationExprError(this.ofsData, this._io, "/seq/6");
    }
    this.lenFile = this._io.readU8le();
    var _ = this.lenFile;
    if (!( ((_ == this._io.size) && (_ >= this.ofsData)) )) {
      throw new KaitaiStream.ValidationExprError(this.lenFile, this._io, "/seq/7");
    }
  }

  /**
   * Where the payloads are. It has no structure of its own: any order, and
   * padding between them, which is zero in new files.
   * @see STB v0.1, section 5
   */

  var DataRegion = Stb.DataRegion = (function() {
    function DataRegion(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    DataRegion.prototype._read = function() {
    }

    /**
     * All payloads, and the padding between them.
     */
    Object.defineProperty(DataRegion.prototype, 'content', {
      get: function() {
        if (this._m_content !== undefined)
          return this._m_content;
        var _pos = this._io.pos;
        this._io.seek(this._root.ofsData);
        this._m_content = this._io.readBytesFull();
        this._io.seek(_pos);
        return this._m_content;
      }
    });

    return DataRegion;
  })();

  /**
   * What one tensor is and where its payload is.
   * @see STB v0.1, section 4
   */

  var TensorDescriptor = Stb.TensorDescriptor = (function() {
    function TensorDescriptor(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    TensorDescriptor.prototype._read = function() {
      this.tensorId = this._io.readU1();
      this.dtype = this._io.readU1();
      this.rank = this._io.readU1();
      if (!(this.rank <= 8)) {
        throw new KaitaiStream.ValidationGreaterThanError(8, this.rank, this._io, "/types/tensor_descriptor/seq/2");
      }
      this.layout = this._io.readU1();
      this.ofsBody = this._io.readU8le();
      if (!(this.ofsBody >= this._root.ofsData)) {
        throw new KaitaiStream.ValidationLessThanError(this._root.ofsData, this.ofsBody, this._io, "/types/tensor_descriptor/seq/4");
      }
      if (!(this.ofsBody <= this._root.lenFile)) {
        throw new KaitaiStream.ValidationGreaterThanError(this._root.lenFile, this.ofsBody, this._io, "/types/tensor_descriptor/seq/4");
      }
      this.lenBody = this._io.readU8le();
      if (!(this.lenBody <= this._root.lenFile - this.ofsBody)) {
        throw new KaitaiStream.ValidationGreaterThanError(this._root.lenFile - this.ofsBody, this.lenBody, this._io, "/types/tensor_descriptor/seq/5");
      }
      this.dims = [];
      for (var i = 0; i < 3; i++) {
        this.dims.push(this._io.readU4le());
      }
    }

    /**
     * The payload, little-endian, its elements in the order of `layout`.
     * @see STB v0.1, section 5
     */
    Object.defineProperty(TensorDescriptor.prototype, 'body', {
      get: function() {
        if (this._m_body !== undefined)
          return this._m_body;
        var io = this._root._io;
        var _pos = io.pos;
        io.seek(this.ofsBody);
        this._m_body = io.readBytes(this.lenBody);
        io.seek(_pos);
        return this._m_body;
      }
    });

    /**
     * Index of the shape in the shape table that the KHΛNARY module keeps as
     * metadata beside the file.
     * @see STB v0.1, section 4
     */
    Object.defineProperty(TensorDescriptor.prototype, 'idxShape', {
      get: function() {
        if (this._m_idxShape !== undefined)
          return this._m_idxShape;
        if (this.rank > 3) {
          this._m_idxShape = this.dims[0];
        }
        return this._m_idxShape;
      }
    });

    /**
     * The dimensions, or the index of the shape, for the Web IDE.
     */
    Object.defineProperty(TensorDescriptor.prototype, 'shapeText', {
      get: function() {
        if (this._m_shapeText !== undefined)
          return this._m_shapeText;
        this._m_shapeText = (this.rank == 0 ? "" : (this.rank > 3 ? "#" + (this.dims[0]).toString() : (this.dims[0]).toString() + (this.rank < 2 ? "" : ("," + (this.dims[1]).toString()) + (this.rank < 3 ? "" : "," + (this.dims[2]).toString()))));
        return this._m_shapeText;
      }
    });

    /**
     * Identifier by which glyphs refer to the tensor. A table of more than
     * 256 tensors has to repeat some.
     */

    /**
     * Type of an element. Reserved numbers make the tensor opaque.
     * @see STB v0.1, section 4.1
     */

    /**
     * Number of dimensions; a scalar has none.
     */

    /**
     * Order of the elements. Reserved numbers make the tensor opaque.
     * @see STB v0.1, section 4.2
     */

    /**
     * Start of the payload, counted from the start of the file. The table
     * in section 4 calls it an offset into the data region; the invariants
     * below that table and section 2 decide. A multiple of 64.
     * @see STB v0.1, section 4.2
     */

    /**
     * Size of the payload in bytes, without padding.
     * @see STB v0.1, section 4.2
     */

    /**
     * Up to rank 3 the lengths of the dimensions in logical order, whatever
     * the layout; the places past the rank are 0. From rank 4 on, the first
     * place is an index into a shape table outside the file (see
     * `idx_shape`), and the others are 0.
     * @see STB v0.1, section 4
     */

    return TensorDescriptor;
  })();

  /**
   * The data region, up to the end of the file. Its parts are the payloads,
   * which are in the descriptors that point to them, as `body`.
   * @see STB v0.1, section 5
   */
  Object.defineProperty(Stb.prototype, 'data', {
    get: function() {
      if (this._m_data !== undefined)
        return this._m_data;
      var _pos = this._io.pos;
      this._io.seek(this.ofsData);
      this._m_data = new DataRegion(this._io, this, this._root);
      this._io.seek(_pos);
      return this._m_data;
    }
  });

  /**
   * What is between the table and the data region, zeros in new files.
   * @see STB v0.1, section 3
   */
  Object.defineProperty(Stb.prototype, 'padding', {
    get: function() {
      if (this._m_padding !== undefined)
        return this._m_padding;
      var _pos = this._io.pos;
      this._io.seek(32 + 32 * this.numTensors);
      this._m_padding = this._io.readBytes((this.ofsData - 32) - 32 * this.numTensors);
      this._io.seek(_pos);
      return this._m_padding;
    }
  });

  /**
   * The tensor table.
   * @see STB v0.1, section 4
   */
  Object.defineProperty(Stb.prototype, 'tensors', {
    get: function() {
      if (this._m_tensors !== undefined)
        return this._m_tensors;
      var _pos = this._io.pos;
      this._io.seek(32);
      this._m_tensors = [];
      for (var i = 0; i < this.numTensors; i++) {
        this._m_tensors.push(new TensorDescriptor(this._io, this, this._root));
      }
      this._io.seek(_pos);
      return this._m_tensors;
    }
  });

  /**
   * @see STB v0.1, section 3
   */

  /**
   * Version of the format, 1 for v0.1.
   * @see STB v0.1, section 3
   */

  /**
   * No flag is defined.
   * @see STB v0.1, section 3
   */

  /**
   * Number of descriptors in the tensor table.
   * @see STB v0.1, section 3
   */

  /**
   * @see STB v0.1, section 3
   */

  /**
   * @see STB v0.1, section 3
   */

  /**
   * Start of the data region, a multiple of 64 past the tensor table.
   * @see STB v0.1, sections 3 and 7
   */

  /**
   * Size of the whole file in bytes.
   * @see STB v0.1, section 3
   */

  return Stb;
})();
Stb_.Stb = Stb;
});
