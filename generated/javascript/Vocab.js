// Generated from schemas/vocab.ksy (sha256 ab00ae5d009815e4de6bf1001a2dce5766649c2084e408d592535163284b689e) by `nacformats generate`. Do not edit.
// It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream', './Binary32'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'), require('./Binary32'));
  } else {
    factory(root.Vocab || (root.Vocab = {}), root.KaitaiStream, root.Binary32 || (root.Binary32 = {}));
  }
})(typeof self !== 'undefined' ? self : this, function (Vocab_, KaitaiStream, Binary32_) {
/**
 * The tokens, in the order of their code points, so that one can be found by
 * bisection, with their ids and scores. `vidx` finds a token by its id.
 *
 * Nothing in the file says that it is one; it goes by its name, vocab.b.
 * @see NAC v1.6, section 6.3
 */

var Vocab = (function() {
  function Vocab(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  Vocab.prototype._read = function() {
    this.numEntries = this._io.readU4le();
    if (!(this.numEntries <= 16777216)) {
      throw new KaitaiStream.ValidationGreaterThanError(16777216, this.numEntries, this._io, "/seq/0");
    }
    this.offsets = [];
    for (var i = 0; i < this.numEntries; i++) {
      this.offsets.push(new EntryOffset(this._io, this, this._root));
    }
    this.entries = [];
    for (var i = 0; i < this.numEntries; i++) {
      this.entries.push(new Entry(this._io, this, this._root));
    }
  }

  /**
   * A token.
   */

  var Entry = Vocab.Entry = (function() {
    function Entry(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Entry.prototype._read = function() {
      this.lenToken = this._io.readU2le();
      this.token = KaitaiStream.bytesToStr(this._io.readBytes(this.lenToken), "UTF-8");
      this.idToken = this._io.readS4le();
      this.score = new Binary32_.Binary32(this._io, null, null);
    }

    /**
     * Logarithm of its probability, for UNIGRAM_ENCODE. Writers of v1.6 write
     * 0 for all tokens.
     */

    return Entry;
  })();

  /**
   * Where an entry is.
   */

  var EntryOffset = Vocab.EntryOffset = (function() {
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
     * In bytes, from the first entry on.
     */

    return EntryOffset;
  })();

  /**
   * Number of tokens.
   */

  /**
   * Where each entry is.
   */

  /**
   * One after the other, as the offsets say.
   */

  return Vocab;
})();
Vocab_.Vocab = Vocab;
});
