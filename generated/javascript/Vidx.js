// Generated from schemas/vidx.ksy (sha256 b6212ead37d799475a7e1b2fbd32859b25dc6c31616175e41fa8fc75132db898) by `nacformats generate`. Do not edit.
// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'));
  } else {
    factory(root.Vidx || (root.Vidx = {}), root.KaitaiStream);
  }
})(typeof self !== 'undefined' ? self : this, function (Vidx_, KaitaiStream) {
/**
 * Where the entry of each token id is in `vocab`.
 *
 * Nothing in the file says that it is one; it goes by its name, vidx.b.
 * @see NAC v1.6, section 6.3
 */

var Vidx = (function() {
  function Vidx(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  Vidx.prototype._read = function() {
    this.numIds = this._io.readU4le();
    if (!(this.numIds <= 16777216)) {
      throw new KaitaiStream.ValidationGreaterThanError(16777216, this.numIds, this._io, "/seq/0");
    }
    this.offsets = [];
    for (var i = 0; i < this.numIds; i++) {
      this.offsets.push(new EntryOffset(this._io, this, this._root));
    }
  }

  /**
   * Where an entry is.
   */

  var EntryOffset = Vidx.EntryOffset = (function() {
    function EntryOffset(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    EntryOffset.prototype._read = function() {
      this.ofsEntry = this._io.readU4le();
    }

    /**
     * In bytes, from the first entry of the vocabulary on. Ids without a token
     * have 0, and so has the first entry.
     */

    return EntryOffset;
  })();

  /**
   * The largest id and 1.
   */

  /**
   * By id.
   */

  return Vidx;
})();
Vidx_.Vidx = Vidx;
});
