// Generated from schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b) by `nacformats generate`. Do not edit.
// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'));
  } else {
    factory(root.Binary32 || (root.Binary32 = {}), root.KaitaiStream);
  }
})(typeof self !== 'undefined' ? self : this, function (Binary32_, KaitaiStream) {
/**
 * A floating point number of 32 bits. Its bits count; `number` shows them.
 * @see {@link https://en.wikipedia.org/wiki/Single-precision_floating-point_format|Source}
 */

var Binary32 = (function() {
  function Binary32(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  Binary32.prototype._read = function() {
    this.bits = this._io.readU4le();
  }

  /**
   * As it is stored, biased by 127; 0 and 255 are special.
   */
  Object.defineProperty(Binary32.prototype, 'exponent', {
    get: function() {
      if (this._m_exponent !== undefined)
        return this._m_exponent;
      this._m_exponent = KaitaiStream.mod(Math.floor(this.bits / 8388608), 256);
      return this._m_exponent;
    }
  });

  /**
   * The number; exact, but all NaNs look the same.
   */
  Object.defineProperty(Binary32.prototype, 'number', {
    get: function() {
      if (this._m_number !== undefined)
        return this._m_number;
      this._m_number = (this.bits < 2147483648 ? 1.0 : -1.0) * (this.exponent < 255 ? ((this.exponent == 0 ? KaitaiStream.mod(this.bits, 8388608) * 2 : KaitaiStream.mod(this.bits, 8388608) + 8388608) * this.scale) / 1.42724769270596E+45 : (KaitaiStream.mod(this.bits, 8388608) == 0 ? this.exponent * 1.0E+308 : this.exponent * 1.0E+308 - this.exponent * 1.0E+308));
      return this._m_number;
    }
  });

  /**
   * 2 to the power of `exponent`.
   */
  Object.defineProperty(Binary32.prototype, 'scale', {
    get: function() {
      if (this._m_scale !== undefined)
        return this._m_scale;
      this._m_scale = (((((((KaitaiStream.mod(this.exponent, 2) == 0 ? 1.0 : 2.0) * (KaitaiStream.mod(Math.floor(this.exponent / 2), 2) == 0 ? 1.0 : 4.0)) * (KaitaiStream.mod(Math.floor(this.exponent / 4), 2) == 0 ? 1.0 : 16.0)) * (KaitaiStream.mod(Math.floor(this.exponent / 8), 2) == 0 ? 1.0 : 256.0)) * (KaitaiStream.mod(Math.floor(this.exponent / 16), 2) == 0 ? 1.0 : 65536.0)) * (KaitaiStream.mod(Math.floor(this.exponent / 32), 2) == 0 ? 1.0 : 4294967296.0)) * (KaitaiStream.mod(Math.floor(this.exponent / 64), 2) == 0 ? 1.0 : 1.8446744073709552E+19)) * (KaitaiStream.mod(Math.floor(this.exponent / 128), 2) == 0 ? 1.0 : 3.402823669209385E+38);
      return this._m_scale;
    }
  });

  return Binary32;
})();
Binary32_.Binary32 = Binary32;
});
