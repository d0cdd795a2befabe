// Generated from schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769) by `nacformats generate`. Do not edit.
// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'));
  } else {
    factory(root.Tisa || (root.Tisa = {}), root.KaitaiStream);
  }
})(typeof self !== 'undefined' ? self : this, function (Tisa_, KaitaiStream) {
/**
 * How text becomes token ids: steps that run one after another, first on the
 * text, then on the fragments into which a partition cuts it, then on ids. The
 * vocabulary is in files of its own, see `vocab`, `vidx` and `merges`.
 *
 * Section PROC of a NAC file holds a manifest. Every step has a length, so that
 * an unknown one does not keep those behind it from being read.
 * @see NAC v1.6, section 6.2
 */

var Tisa = (function() {
  Tisa.Behavior = Object.freeze({
    KEEP: 0,
    REMOVE: 1,
    ISOLATE: 2,

    0: "KEEP",
    1: "REMOVE",
    2: "ISOLATE",
  });

  Tisa.Opcode = Object.freeze({
    LOWERCASE: 1,
    UNICODE_NORM: 2,
    REPLACE: 3,
    FILTER_CATEGORY: 4,
    PREPEND: 7,
    PARTITION_RULES: 16,
    BYTE_ENCODE: 21,
    BPE_ENCODE: 32,
    WORDPIECE_ENCODE: 33,
    UNIGRAM_ENCODE: 34,
    COMPOSE: 48,

    1: "LOWERCASE",
    2: "UNICODE_NORM",
    3: "REPLACE",
    4: "FILTER_CATEGORY",
    7: "PREPEND",
    16: "PARTITION_RULES",
    21: "BYTE_ENCODE",
    32: "BPE_ENCODE",
    33: "WORDPIECE_ENCODE",
    34: "UNIGRAM_ENCODE",
    48: "COMPOSE",
  });

  function Tisa(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  Tisa.prototype._read = function() {
    this.magic = this._io.readBytes(4);
    if (!((KaitaiStream.byteArrayCompare(this.magic, new Uint8Array([84, 73, 83, 65])) == 0))) {
      throw new KaitaiStream.ValidationNotEqualError(new Uint8Array([84, 73, 83, 65]), this.magic, this._io, "/seq/0");
    }
    this.version = this._io.readU1();
    if (!(this.version == 1)) {
      throw new KaitaiStream.ValidationNotEqualError(1, this.version, this._io, "/seq/1");
    }
    this.steps = [];
    var i = 0;
    while (!this._io.isEof()) {
      this.steps.push(new Step(this._io, this, this._root));
      i++;
    }
  }

  /**
   * A step that needs nothing but its name.
   */

  var BareOperands = Tisa.BareOperands = (function() {
    function BareOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    BareOperands.prototype._read = function() {
    }

    return BareOperands;
  })();

  /**
   * What BPE_ENCODE takes.
   */

  var BpeOperands = Tisa.BpeOperands = (function() {
    function BpeOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    BpeOperands.prototype._read = function() {
      this.suffixes = [];
      var i = 0;
      while (!this._io.isEof()) {
        this.suffixes.push(new WordSuffix(this._io, this, this._root));
        i++;
      }
    }

    /**
     * None in manifests of v1.6 and v1.7, one in those of v1.8.
     */

    return BpeOperands;
  })();

  /**
   * A category of characters that are dropped.
   */

  var Category = Tisa.Category = (function() {
    function Category(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Category.prototype._read = function() {
      this.lenName = this._io.readU1();
      this.name = KaitaiStream.bytesToStr(this._io.readBytes(this.lenName), "UTF-8");
    }

    /**
     * As Unicode abbreviates it, such as Mn.
     */

    return Category;
  })();

  /**
   * What COMPOSE takes.
   */

  var ComposeOperands = Tisa.ComposeOperands = (function() {
    function ComposeOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    ComposeOperands.prototype._read = function() {
      this.numItems = this._io.readU1();
      this.items = [];
      for (var i = 0; i < this.numItems; i++) {
        this.items.push(new TemplateItem(this._io, this, this._root));
      }
    }

    return ComposeOperands;
  })();

  /**
   * What FILTER_CATEGORY takes.
   */

  var FilterCategoryOperands = Tisa.FilterCategoryOperands = (function() {
    function FilterCategoryOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    FilterCategoryOperands.prototype._read = function() {
      this.numCategories = this._io.readU1();
      this.categories = [];
      for (var i = 0; i < this.numCategories; i++) {
        this.categories.push(new Category(this._io, this, this._root));
      }
    }

    return FilterCategoryOperands;
  })();

  /**
   * What PARTITION_RULES takes: the alternatives of one regular expression, of
   * which the leftmost one wins. Without any, the text is one fragment.
   */

  var PartitionOperands = Tisa.PartitionOperands = (function() {
    function PartitionOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    PartitionOperands.prototype._read = function() {
      this.numRules = this._io.readU2le();
      this.rules = [];
      for (var i = 0; i < this.numRules; i++) {
        this.rules.push(new PartitionRule(this._io, this, this._root));
      }
    }

    return PartitionOperands;
  })();

  /**
   * An alternative.
   */

  var PartitionRule = Tisa.PartitionRule = (function() {
    function PartitionRule(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    PartitionRule.prototype._read = function() {
      this.flags = this._io.readU1();
      if (!(this.flags <= 7)) {
        throw new KaitaiStream.ValidationGreaterThanError(7, this.flags, this._io, "/types/partition_rule/seq/0");
      }
      this.lenPattern = this._io.readU2le();
      this.pattern = KaitaiStream.bytesToStr(this._io.readBytes(this.lenPattern), "UTF-8");
      if (this.hasBehavior) {
        this.behavior = this._io.readU1();
      }
      if (this.hasTrim) {
        this.lenTrim = this._io.readU1();
      }
      if (this.hasTrim) {
        this.trim = KaitaiStream.bytesToStr(this._io.readBytes(this.lenTrim), "UTF-8");
      }
    }

    /**
     * Whether it is said what becomes of a match.
     */
    Object.defineProperty(PartitionRule.prototype, 'hasBehavior', {
      get: function() {
        if (this._m_hasBehavior !== undefined)
          return this._m_hasBehavior;
        this._m_hasBehavior = KaitaiStream.mod(Math.floor(this.flags / 2), 2) == 1;
        return this._m_hasBehavior;
      }
    });

    /**
     * Whether something is cut from the text in front of a match.
     */
    Object.defineProperty(PartitionRule.prototype, 'hasTrim', {
      get: function() {
        if (this._m_hasTrim !== undefined)
          return this._m_hasTrim;
        this._m_hasTrim = Math.floor(this.flags / 4) == 1;
        return this._m_hasTrim;
      }
    });

    /**
     * Whether a match is a token, which later steps leave alone.
     */
    Object.defineProperty(PartitionRule.prototype, 'isProtected', {
      get: function() {
        if (this._m_isProtected !== undefined)
          return this._m_isProtected;
        this._m_isProtected = KaitaiStream.mod(this.flags, 2) == 1;
        return this._m_isProtected;
      }
    });

    /**
     * The sum of 1 (`is_protected`), 2 (`has_behavior`) and 4 (`has_trim`).
     */

    /**
     * A regular expression.
     */

    /**
     * What the text in front of a match loses when it ends with it.
     */

    return PartitionRule;
  })();

  /**
   * What PREPEND takes.
   */

  var PrependOperands = Tisa.PrependOperands = (function() {
    function PrependOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    PrependOperands.prototype._read = function() {
      this.lenValue = this._io.readU2le();
      this.value = KaitaiStream.bytesToStr(this._io.readBytes(this.lenValue), "UTF-8");
    }

    /**
     * What every text begins with afterwards.
     */

    return PrependOperands;
  })();

  /**
   * What REPLACE takes.
   */

  var ReplaceOperands = Tisa.ReplaceOperands = (function() {
    function ReplaceOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    ReplaceOperands.prototype._read = function() {
      this.lenPattern = this._io.readU2le();
      this.pattern = KaitaiStream.bytesToStr(this._io.readBytes(this.lenPattern), "UTF-8");
      this.lenValue = this._io.readU2le();
      this.value = KaitaiStream.bytesToStr(this._io.readBytes(this.lenValue), "UTF-8");
    }

    /**
     * A text, not a regular expression.
     */

    /**
     * What takes its place.
     */

    return ReplaceOperands;
  })();

  /**
   * One step.
   */

  var Step = Tisa.Step = (function() {
    function Step(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    Step.prototype._read = function() {
      this.opcode = this._io.readU1();
      this.lenOperands = this._io.readU4le();
      var _ = this.lenOperands;
      if (!( ((_ == 0) || ( ((this.opcode != Tisa.Opcode.LOWERCASE) && (this.opcode != Tisa.Opcode.BYTE_ENCODE) && (this.opcode != Tisa.Opcode.UNIGRAM_ENCODE)) )) )) {
        throw new KaitaiStream.ValidationExprError(this.lenOperands, this._io, "/types/step/seq/1");
      }
      switch (this.opcode) {
      case Tisa.Opcode.BPE_ENCODE:
        this._raw_operands = this._io.readBytes(this.lenOperands);
        var _io__raw_operands = new KaitaiStream(this._raw_operands);
        this.operands = new BpeOperands(_io__raw_operands, this, this._root);
        break;
      case Tisa.Opcode.BYTE_ENCODE:
        this._raw_operands = this._io.readBytes(this.lenOperands);
        var _io__raw_operands = new KaitaiStream(this._raw_operands);
        this.operands = new BareOperands(_io__raw_operands, this, this._root);
        break;
      case Tisa.Opcode.COMPOSE:
        this._raw_operands = this._io.readBytes(this.lenOperands);
        var _io__raw_operands = new KaitaiStream(this._raw_operands);
        this.operands = new ComposeOperands(_io__raw_operands, this, this._root);
        break;
      case Tisa.Opcode.FILTER_CATEGORY:
        this._raw_operands = this._io.readBytes(this.lenOperands);
        var _io__raw_operands = new KaitaiStream(this._raw_operands);
        this.operands = new FilterCategoryOperands(_io__raw_operands, this, this._root);
        break;
      case Tisa.Opcode.LOWERCASE:
        this._raw_operands = this._io.readBytes(this.lenOperands);
        var _io__raw_operands = new KaitaiStream(this._raw_operands);
        this.operands = new BareOperands(_io__raw_operands, this, this._root);
        break;
      case Tisa.Opcode.PARTITION_RULES:
        this._raw_operands = this._io.readBytes(this.lenOperands);
        var _io__raw_operands = new KaitaiStream(this._raw_operands);
        this.operands = new PartitionOperands(_io__raw_operands, this, this._root);
        break;
      case Tisa.Opcode.PREPEND:
        this._raw_operands = this._io.readBytes(this.lenOperands);
        var _io__raw_operands = new KaitaiStream(this._raw_operands);
        this.operands = new PrependOperands(_io__raw_operands, this, this._root);
        break;
      case Tisa.Opcode.REPLACE:
        this._raw_operands = this._io.readBytes(this.lenOperands);
        var _io__raw_operands = new KaitaiStream(this._raw_operands);
        this.operands = new ReplaceOperands(_io__raw_operands, this, this._root);
        break;
      case Tisa.Opcode.UNICODE_NORM:
        this._raw_operands = this._io.readBytes(this.lenOperands);
        var _io__raw_operands = new KaitaiStream(this._raw_operands);
        this.operands = new UnicodeNormOperands(_io__raw_operands, this, this._root);
        break;
      case Tisa.Opcode.UNIGRAM_ENCODE:
        this._raw_operands = this._io.readBytes(this.lenOperands);
        var _io__raw_operands = new KaitaiStream(this._raw_operands);
        this.operands = new BareOperands(_io__raw_operands, this, this._root);
        break;
      case Tisa.Opcode.WORDPIECE_ENCODE:
        this._raw_operands = this._io.readBytes(this.lenOperands);
        var _io__raw_operands = new KaitaiStream(this._raw_operands);
        this.operands = new WordpieceOperands(_io__raw_operands, this, this._root);
        break;
      default:
        this._raw_operands = this._io.readBytes(this.lenOperands);
        var _io__raw_operands = new KaitaiStream(this._raw_operands);
        this.operands = new UnknownOperands(_io__raw_operands, this, this._root);
        break;
      }
    }

    /**
     * What the step does. Numbers that are not listed have operands of any kind.
     */

    /**
     * 0 for steps that need nothing but their name.
     */

    return Step;
  })();

  /**
   * A part of the result.
   */

  var TemplateItem = Tisa.TemplateItem = (function() {
    function TemplateItem(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    TemplateItem.prototype._read = function() {
      this.isFixed = this._io.readU1();
      if (!( ((this.isFixed == 0) || (this.isFixed == 1)) )) {
        throw new KaitaiStream.ValidationNotAnyOfError(this.isFixed, this._io, "/types/template_item/seq/0");
      }
      if (this.isFixed == 1) {
        this.isId = this._io.readU1();
        if (!( ((this.isId == 0) || (this.isId == 1)) )) {
          throw new KaitaiStream.ValidationNotAnyOfError(this.isId, this._io, "/types/template_item/seq/1");
        }
      }
      if (this.givesId) {
        this.idToken = this._io.readS4le();
      }
      if (this.givesToken) {
        this.lenToken = this._io.readU1();
      }
      if (this.givesToken) {
        this.token = KaitaiStream.bytesToStr(this._io.readBytes(this.lenToken), "UTF-8");
      }
    }

    /**
     * Whether an id follows.
     */
    Object.defineProperty(TemplateItem.prototype, 'givesId', {
      get: function() {
        if (this._m_givesId !== undefined)
          return this._m_givesId;
        this._m_givesId = (this.isFixed == 1 ? this.isId == 1 : false);
        return this._m_givesId;
      }
    });

    /**
     * Whether a token follows.
     */
    Object.defineProperty(TemplateItem.prototype, 'givesToken', {
      get: function() {
        if (this._m_givesToken !== undefined)
          return this._m_givesToken;
        this._m_givesToken = (this.isFixed == 1 ? this.isId == 0 : false);
        return this._m_givesToken;
      }
    });

    /**
     * The part in a word, for the Web IDE.
     */
    Object.defineProperty(TemplateItem.prototype, 'text', {
      get: function() {
        if (this._m_text !== undefined)
          return this._m_text;
        this._m_text = (this.isFixed == 0 ? "ids" : (this.isId == 1 ? (this.idToken).toString() : this.token));
        return this._m_text;
      }
    });

    /**
     * 0 for the ids of the text, 1 for one id that is always there.
     */

    /**
     * Whether that one is given by its number, 1, or by its token, 0.
     */

    return TemplateItem;
  })();

  /**
   * What UNICODE_NORM takes.
   */

  var UnicodeNormOperands = Tisa.UnicodeNormOperands = (function() {
    function UnicodeNormOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    UnicodeNormOperands.prototype._read = function() {
      this.lenForm = this._io.readU1();
      this.form = KaitaiStream.bytesToStr(this._io.readBytes(this.lenForm), "UTF-8");
    }

    /**
     * NFC, NFD, NFKC or NFKD.
     */

    return UnicodeNormOperands;
  })();

  /**
   * Operands of a step that is not known.
   */

  var UnknownOperands = Tisa.UnknownOperands = (function() {
    function UnknownOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    UnknownOperands.prototype._read = function() {
      this.data = this._io.readBytesFull();
    }

    return UnknownOperands;
  })();

  /**
   * What the last symbol of every fragment ends with, such as `</w>`.
   */

  var WordSuffix = Tisa.WordSuffix = (function() {
    function WordSuffix(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    WordSuffix.prototype._read = function() {
      this.lenText = this._io.readU1();
      this.text = KaitaiStream.bytesToStr(this._io.readBytes(this.lenText), "UTF-8");
    }

    /**
     * Empty for tokens that say nothing about the end of a word.
     */

    return WordSuffix;
  })();

  /**
   * What WORDPIECE_ENCODE takes.
   */

  var WordpieceOperands = Tisa.WordpieceOperands = (function() {
    function WordpieceOperands(_io, _parent, _root) {
      this._io = _io;
      this._parent = _parent;
      this._root = _root;

      this._read();
    }
    WordpieceOperands.prototype._read = function() {
      this.lenMarker = this._io.readU1();
      this.marker = KaitaiStream.bytesToStr(this._io.readBytes(this.lenMarker), "UTF-8");
    }

    /**
     * How tokens begin that continue a word.
     */

    return WordpieceOperands;
  })();

  /**
   * In the order in which they run.
   */

  return Tisa;
})();
Tisa_.Tisa = Tisa;
});
