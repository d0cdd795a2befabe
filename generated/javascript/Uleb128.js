// Generated from schemas/uleb128.ksy (sha256 94a08bd38c22b22d5945f850a28504b5fc32944d26824efa10279ce8866c0c94) by `nacformats generate`. Do not edit.
// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'));
  } else {
    factory(root.Uleb128 || (root.Uleb128 = {}), root.KaitaiStream);
  }
})(typeof self !== 'undefined' ? self : this, function (Uleb128_, KaitaiStream) {
/**
 * Variable-length unsigned integer: 7 bits a byte, least significant group
 * first. The high bit of a byte says that another one follows. At most 10 bytes;
 * the tenth one holds bit 63 only, so that every number fits 64 bits.
 *
 * Encodings padded with zero groups are read as well: `is_minimal` tells them apart.
 * `value` is exact in languages with 64-bit integers; JavaScript has 53 bits.
 * @see {@link https://en.wikipedia.org/wiki/LEB128|Source}
 */

var Uleb128 = (function() {
  function Uleb128(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  Uleb128.prototype._read = function() {
    this.groups = [];
    var i = 0;
    do {
      var _ = this._io.readU1();
      this.groups.push(_);
      i++;
    } while (!( ((_ < 128) || (this.groups.length == 9)) ));
    if (this.groups[this.groups.length - 1] >= 128) {
      this.tenth = this._io.readU1();
      if (!(this.tenth <= 1)) {
        throw new KaitaiStream.ValidationGreaterThanError(1, this.tenth, this._io, "/seq/1");
      }
    }
  }

  /**
   * Whether fewer bytes could not have held the number.
   */
  Object.defineProperty(Uleb128.prototype, 'isMinimal', {
    get: function() {
      if (this._m_isMinimal !== undefined)
        return this._m_isMinimal;
      this._m_isMinimal = (this.groups[this.groups.length - 1] < 128 ?  ((this.groups.length == 1) || (this.groups[this.groups.length - 1] != 0))  : this.tenth != 0);
      return this._m_isMinimal;
    }
  });

  /**
   * The unsigned number.
   */
  Object.defineProperty(Uleb128.prototype, 'value', {
    get: function() {
      if (this._m_value !== undefined)
        return this._m_value;
      this._m_value = (KaitaiStream.mod(this.groups[0], 128) + (this.groups.length < 2 ? 0 : 128 * (KaitaiStream.mod(this.groups[1], 128) + (this.groups.length < 3 ? 0 : 128 * (KaitaiStream.mod(this.groups[2], 128) + (this.groups.length < 4 ? 0 : 128 * (KaitaiStream.mod(this.groups[3], 128) + (this.groups.length < 5 ? 0 : 128 * (KaitaiStream.mod(this.groups[4], 128) + (this.groups.length < 6 ? 0 : 128 * (KaitaiStream.mod(this.groups[5], 128) + (this.groups.length < 7 ? 0 : 128 * (KaitaiStream.mod(this.groups[6], 128) + (this.groups.length < 8 ? 0 : 128 * (KaitaiStream.mod(this.groups[7], 128) + (this.groups.length < 9 ? 0 : 128 * (KaitaiStream.mod(this.groups[8], 128) + (this.groups[8] < 128 ? 0 : 128 * this.tenth))))))))))))))))));
      return this._m_value;
    }
  });

  /**
   * The signed number that `value` is the zigzag encoding of.
   */
  Object.defineProperty(Uleb128.prototype, 'zigzag', {
    get: function() {
      if (this._m_zigzag !== undefined)
        return this._m_zigzag;
      this._m_zigzag = (KaitaiStream.mod(this.groups[0], 2) == 0 ? Math.floor(this.value / 2) : -(Math.floor(this.value / 2)) - 1);
      return this._m_zigzag;
    }
  });

  /**
   * Bytes 1 to 9, each with 7 bits of the number and, above them, the
   * continuation bit.
   */

  /**
   * Byte 10, bit 63 of the number; there is no room for more.
   */

  return Uleb128;
})();
Uleb128_.Uleb128 = Uleb128;
});
