// Generated from schemas/merges.ksy (sha256 da3f2e4390a052398605c9bfd862235886c0eb1b04704f2894791cd6896fc11a) by `nacformats generate`. Do not edit.
// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'));
  } else {
    factory(root.Merges || (root.Merges = {}), root.KaitaiStream);
  }
})(typeof self !== 'undefined' ? self : this, function (Merges_, KaitaiStream) {
/**
 * Which neighbours BPE_ENCODE joins: pairs in the order of their rank, the best
 * one first.
 *
 * Nothing in the file says that it is one; it goes by its name, merges.b.
 * @see NAC v1.6, section 6.3
 */

var Merges = (function() {
  function Merges(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  Merges.prototype._read = function() {
    this.numLines = this._io.readU4le();
    if (!(this.numLines <= 16777216)) {
      throw new KaitaiStream.ValidationGreaterThanError(16777216, this.numLines, this._io, "/seq/0");
    }
    this.pairs = [];
    var i = 0;
    while (!this._io.isEof()) {
      this.pairs.push(new Pair(this._io, this, this._root));
      i++;
    }
  }

  /**
   * Two tokens that become one.
   */

  var Pair = Merges.Pair = (function() {
    function Pair(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Pair.prototype._read = function() {
      this.lenLeft = this._io.readU2le();
      this.left = KaitaiStream.bytesToStr(this._io.readBytes(this.lenLeft), "UTF-8");
      this.lenRight = this._io.readU2le();
      this.right = KaitaiStream.bytesToStr(this._io.readBytes(this.lenRight), "UTF-8");
    }

    return Pair;
  })();

  /**
   * Number of lines of the text that the pairs come from. Writers count lines
   * that are no pair as well: there may be fewer pairs.
   */

  return Merges;
})();
Merges_.Merges = Merges;
});
