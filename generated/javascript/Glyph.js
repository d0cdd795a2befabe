// Generated from schemas/glyph.ksy (sha256 3d6b6b4e58c73d3c4ef3f916c9e7d0ad19f7ca5b69f51bb94fb8f8f9200a40aa) by `nacformats generate`. Do not edit.
// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'));
  } else {
    factory(root.Glyph || (root.Glyph = {}), root.KaitaiStream);
  }
})(typeof self !== 'undefined' ? self : this, function (Glyph_, KaitaiStream) {
/**
 * One instruction of a KHΛNARY module (KHΛ-2-DENSE-32): a number of 32 bits, its
 * fields from the highest bit to the lowest, for the three glyphs that take
 * their operand from an STB file.
 *
 * The bytes are those of the number in big-endian order. Module files hold their
 * words in little-endian order.
 * @see STB v0.1, section 6
 */

var Glyph = (function() {
  Glyph.Operation = Object.freeze({
    G_LOAD_BIN_TENSOR: 48,
    G_MMAP_BIN_REGION: 49,
    G_PREFETCH_BIN: 50,

    48: "G_LOAD_BIN_TENSOR",
    49: "G_MMAP_BIN_REGION",
    50: "G_PREFETCH_BIN",
  });

  function Glyph(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  Glyph.prototype._read = function() {
    this.version = this._io.readBitsIntBe(4);
    if (!(this.version == 2)) {
      throw new KaitaiStream.ValidationNotEqualError(2, this.version, this._io, "/seq/0");
    }
    this.glyphId = this._io.readBitsIntBe(8);
    if (!Object.prototype.hasOwnProperty.call(Glyph.Operation, this.glyphId)) {
      throw new KaitaiStream.ValidationNotInEnumError(this.glyphId, this._io, "/seq/1");
    }
    this.arity = this._io.readBitsIntBe(4);
    if (!(this.arity <= this.highestArity)) {
      throw new KaitaiStream.ValidationGreaterThanError(this.highestArity, this.arity, this._io, "/seq/2");
    }
    this.reserved1 = this._io.readBitsIntBe(1) != 0;
    if (!(this.reserved1 == false)) {
      throw new KaitaiStream.ValidationNotEqualError(false, this.reserved1, this._io, "/seq/3");
    }
    this.hasShapeDesc = this._io.readBitsIntBe(1) != 0;
    this.hasBinRef = this._io.readBitsIntBe(1) != 0;
    if (!(this.hasBinRef == true)) {
      throw new KaitaiStream.ValidationNotEqualError(true, this.hasBinRef, this._io, "/seq/5");
    }
    this.isImmediate = this._io.readBitsIntBe(1) != 0;
    this.payload = this._io.readBitsIntBe(8);
    this.authClass = this._io.readBitsIntBe(3);
    if (!(this.authClass >= 1)) {
      throw new KaitaiStream.ValidationLessThanError(1, this.authClass, this._io, "/seq/8");
    }
    this.parity = this._io.readBitsIntBe(1) != 0;
    var _ = this.parity;
    if (!(_ == (KaitaiStream.mod(this.numOnes, 2) == 1))) {
      throw new KaitaiStream.ValidationExprError(this.parity, this._io, "/seq/9");
    }
  }

  /**
   * The file, by its row in the table of the module.
   * @see STB v0.1, section 6.1
   */
  Object.defineProperty(Glyph.prototype, 'binFileId', {
    get: function() {
      if (this._m_binFileId !== undefined)
        return this._m_binFileId;
      this._m_binFileId = (this.glyphId == Glyph.Operation.G_LOAD_BIN_TENSOR ? Math.floor(this.payload / 16) : this.payload);
      return this._m_binFileId;
    }
  });

  /**
   * Most operands that the glyph takes.
   */
  Object.defineProperty(Glyph.prototype, 'highestArity', {
    get: function() {
      if (this._m_highestArity !== undefined)
        return this._m_highestArity;
      this._m_highestArity = (this.glyphId == Glyph.Operation.G_MMAP_BIN_REGION ? 1 : 0);
      return this._m_highestArity;
    }
  });

  /**
   * Number of bits that are 1, but for the parity.
   */
  Object.defineProperty(Glyph.prototype, 'numOnes', {
    get: function() {
      if (this._m_numOnes !== undefined)
        return this._m_numOnes;
      this._m_numOnes = ((((((((((((((((((((((((((((KaitaiStream.mod(this.version, 2) + KaitaiStream.mod(Math.floor(this.version / 2), 2)) + KaitaiStream.mod(Math.floor(this.version / 4), 2)) + KaitaiStream.mod(Math.floor(this.version / 8), 2)) + KaitaiStream.mod(this.glyphId, 2)) + KaitaiStream.mod(Math.floor(this.glyphId / 2), 2)) + KaitaiStream.mod(Math.floor(this.glyphId / 4), 2)) + KaitaiStream.mod(Math.floor(this.glyphId / 8), 2)) + KaitaiStream.mod(Math.floor(this.glyphId / 16), 2)) + KaitaiStream.mod(Math.floor(this.glyphId / 32), 2)) + KaitaiStream.mod(Math.floor(this.glyphId / 64), 2)) + KaitaiStream.mod(Math.floor(this.glyphId / 128), 2)) + KaitaiStream.mod(this.arity, 2)) + KaitaiStream.mod(Math.floor(this.arity / 2), 2)) + KaitaiStream.mod(Math.floor(this.arity / 4), 2)) + KaitaiStream.mod(Math.floor(this.arity / 8), 2)) + (this.hasShapeDesc ? 1 : 0)) + 1) + (this.isImmediate ? 1 : 0)) + KaitaiStream.mod(this.payload, 2)) + KaitaiStream.mod(Math.floor(this.payload / 2), 2)) + KaitaiStream.mod(Math.floor(this.payload / 4), 2)) + KaitaiStream.mod(Math.floor(this.payload / 8), 2)) + KaitaiStream.mod(Math.floor(this.payload / 16), 2)) + KaitaiStream.mod(Math.floor(this.payload / 32), 2)) + KaitaiStream.mod(Math.floor(this.payload / 64), 2)) + KaitaiStream.mod(Math.floor(this.payload / 128), 2)) + KaitaiStream.mod(this.authClass, 2)) + KaitaiStream.mod(Math.floor(this.authClass / 2), 2)) + KaitaiStream.mod(Math.floor(this.authClass / 4), 2);
      return this._m_numOnes;
    }
  });

  /**
   * The tensor in the file.
   * @see STB v0.1, section 6.2
   */
  Object.defineProperty(Glyph.prototype, 'tensorId', {
    get: function() {
      if (this._m_tensorId !== undefined)
        return this._m_tensorId;
      if (this.glyphId == Glyph.Operation.G_LOAD_BIN_TENSOR) {
        this._m_tensorId = KaitaiStream.mod(this.payload, 16);
      }
      return this._m_tensorId;
    }
  });

  /**
   * The dialect of instruction words.
   */

  /**
   * What to do. The other glyphs do not use STB files.
   */

  /**
   * Number of operands.
   */

  /**
   * The highest bit of FLAGS.
   */

  /**
   * Whether a descriptor of the shape follows.
   */

  /**
   * Whether the operand is in a file; all three glyphs require it.
   */

  /**
   * The lowest bit of FLAGS, whether the payload is a number.
   */

  /**
   * See `bin_file_id` and `tensor_id`.
   * @see STB v0.1, sections 6.2, 6.3 and 6.4
   */

  /**
   * Authority, 1 for a user, 2 for the system, 3 for privileged code.
   */

  /**
   * Makes the number of bits that are 1 even.
   */

  return Glyph;
})();
Glyph_.Glyph = Glyph;
});
