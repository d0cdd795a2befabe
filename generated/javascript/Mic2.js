// Generated from schemas/mic2.ksy (sha256 d3ccddff2284fc7ea29448ad0980d4f3c0f72130e486f8eb11711a2345ef830a) by `nacformats generate`. Do not edit.
// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'));
  } else {
    factory(root.Mic2 || (root.Mic2 = {}), root.KaitaiStream);
  }
})(typeof self !== 'undefined' ? self : this, function (Mic2_, KaitaiStream) {
/**
 * Lines and tokens of a mic@2 text in canonical spelling: one blank between
 * tokens, no other white space, no empty lines, no comments, and no newline
 * after the last line. The tokens of such a text, joined by blanks, and its
 * lines, joined by newlines, are the text again.
 *
 * This is for the Web IDE. Other white space, and comments before the header, are
 * legal in mic@2 but not read here. The schema does not check what the tokens
 * mean (ids, arity, references).
 * @see mic@2 Text Format Specification, Grammar
 */

var Mic2 = (function() {
  Mic2.LineKind = Object.freeze({
    SYMBOL: 0,
    TENSOR_TYPE: 1,
    ARG: 2,
    PARAM: 3,
    NODE: 4,
    OUTPUT: 5,
    COMMENT: 6,

    0: "SYMBOL",
    1: "TENSOR_TYPE",
    2: "ARG",
    3: "PARAM",
    4: "NODE",
    5: "OUTPUT",
    6: "COMMENT",
  });

  function Mic2(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  Mic2.prototype._read = function() {
    this.magic = this._io.readBytes(5);
    if (!((KaitaiStream.byteArrayCompare(this.magic, new Uint8Array([109, 105, 99, 64, 50])) == 0))) {
      throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([109, 105, 99, 64, 50]), this.magic, this._io, "/seq/0");
    }
    this.lines = [];
    var i = 0;
    while (!this._io.isEof()) {
      this.lines.push(new Line(this._io, this, this._root));
      i++;
    }
  }

  /**
   * A declaration. Types count from 0 and carry their number; values count
   * from 0 in the order of their lines and do not.
   */

  var Declaration = Mic2.Declaration = (function() {
    function Declaration(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Declaration.prototype._read = function() {
      this.tokens = [];
      var i = 0;
      do {
        var _ = new Token(this._io, this, this._root);
        this.tokens.push(_);
        i++;
      } while (!(this._io.isEof()));
    }

    /**
     * What the line is, or the token of an operation.
     */
    Object.defineProperty(Declaration.prototype, 'head', {
      get: function() {
        if (this._m_head !== undefined)
          return this._m_head;
        this._m_head = this.tokens[0].text;
        return this._m_head;
      }
    });

    /**
     * What the first token says.
     */
    Object.defineProperty(Declaration.prototype, 'kind', {
      get: function() {
        if (this._m_kind !== undefined)
          return this._m_kind;
        this._m_kind = (this.head == "S" ? Mic2.LineKind.SYMBOL : (this.head == "a" ? Mic2.LineKind.ARG : (this.head == "p" ? Mic2.LineKind.PARAM : (this.head == "O" ? Mic2.LineKind.OUTPUT : (this.head.substring(0, 1) == "T" ? Mic2.LineKind.TENSOR_TYPE : (this.head.substring(0, 1) == "#" ? Mic2.LineKind.COMMENT : Mic2.LineKind.NODE))))));
        return this._m_kind;
      }
    });

    return Declaration;
  })();

  var Line = Mic2.Line = (function() {
    function Line(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Line.prototype._read = function() {
      this.newline = this._io.readBytes(1);
      if (!((KaitaiStream.byteArrayCompare(this.newline, new Uint8Array([10])) == 0))) {
        throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([10]), this.newline, this._io, "/types/line/seq/0");
      }
      this._raw_content = this._io.readBytesTerm(10, false, false, false);
      var _io__raw_content = new KaitaiStream(this._raw_content);
      this.content = new Declaration(_io__raw_content, this, this._root);
    }

    /**
     * The end of the line before this one.
     */

    return Line;
  })();

  var Token = Mic2.Token = (function() {
    function Token(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Token.prototype._read = function() {
      this.text = KaitaiStream.bytesToStr(this._io.readBytesTerm(32, false, true, false), "UTF-8");
      var _ = this.text;
      if (!(_.length > 0)) {
        throw new KaitaiStream.ValidationExprError(this.text, this._io, "/types/token/seq/0");
      }
    }

    /**
     * Never empty, or there would be two blanks or an empty line.
     */

    return Token;
  })();

  return Mic2;
})();
Mic2_.Mic2 = Mic2;
});
