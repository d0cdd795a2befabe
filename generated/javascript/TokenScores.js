// Generated from schemas/token_scores.ksy (sha256 9e94dadb3ded333c66c3bb98950ad67b231a401bf1be7134fea50612baf79e00) by `nacformats generate`. Do not edit.
// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'));
  } else {
    factory(root.TokenScores || (root.TokenScores = {}), root.KaitaiStream);
  }
})(typeof self !== 'undefined' ? self : this, function (TokenScores_, KaitaiStream) {
/**
 * The scores of a Unigram model as numbers of 64 bits, where the 32 bits that
 * `vocab` has for them would change one, and with it what is the best way to
 * cut a text. NAC v1.6 knows no such file; who does not know it reads `vocab`.
 *
 * Nothing in the file says that it is one; it goes by its name, scores.b.
 */

var TokenScores = (function() {
  function TokenScores(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  TokenScores.prototype._read = function() {
    this.numScores = this._io.readU4le();
    if (!(this.numScores <= 16777216)) {
      throw new KaitaiStream.ValidationGreaterThanError(16777216, this.numScores, this._io, "/seq/0");
    }
    this.scores = [];
    for (var i = 0; i < this.numScores; i++) {
      this.scores.push(new Score(this._io, this, this._root));
    }
  }

  /**
   * Logarithm of the probability of a token.
   */

  var Score = TokenScores.Score = (function() {
    function Score(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Score.prototype._read = function() {
      this.bits = this._io.readU8le();
    }

    /**
     * Those of a floating point number, IEEE 754 binary64.
     */

    return Score;
  })();

  /**
   * As many as `vocab` has entries.
   */

  /**
   * In the order of the entries of `vocab`.
   */

  return TokenScores;
})();
TokenScores_.TokenScores = TokenScores;
});
