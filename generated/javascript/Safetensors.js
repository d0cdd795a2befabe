// Generated from schemas/safetensors.ksy (sha256 fc4d78d8e2c3d057667c7fff19aa14c6c9c951a8bc11b47849959c3c33a57025) by `nacformats generate`. Do not edit.
// This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild

(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['exports', 'kaitai-struct/KaitaiStream'], factory);
  } else if (typeof exports === 'object' && exports !== null && typeof exports.nodeType !== 'number') {
    factory(exports, require('kaitai-struct/KaitaiStream'));
  } else {
    factory(root.Safetensors || (root.Safetensors = {}), root.KaitaiStream);
  }
})(typeof self !== 'undefined' ? self : this, function (Safetensors_, KaitaiStream) {
/**
 * Tensors by name: the length of a header, the header, and the elements of the
 * tensors one after the other.
 *
 * The header is a JSON object. Each tensor is a member of it with `dtype`,
 * `shape` and `data_offsets`, which are where its elements begin and end, in
 * bytes from the start of `data`. The member `__metadata__` is none: it holds
 * texts by name.
 *
 * What the header says is not stated here: it has to be an object, every tensor
 * has to be as long as its shape and its dtype say, and together they have to
 * take every byte of `data` once.
 *
 * Nothing at the start of a file says that it is one.
 * @see safetensors, section Format
 */

var Safetensors = (function() {
  function Safetensors(_io, _parent, _root) {
    this._io = _io;
    this._parent = _parent;
    this._root = _root || this;

    this._read();
  }
  Safetensors.prototype._read = function() {
    this.lenHeader = this._io.readU8le();
    if (!(this.lenHeader <= 100000000)) {
      throw new KaitaiStream.ValidationGreaterThanError(100000000, this.lenHeader, this._io, "/seq/0");
    }
    this.header = KaitaiStream.bytesToStr(this._io.readBytes(this.lenHeader), "UTF-8");
    this.data = this._io.readBytesFull();
  }

  /**
   * Bytes of the header. The library reads no more than this.
   * @see safetensors, section Format
   */

  /**
   * A JSON object, which begins with `{`. Spaces may follow it, so that `data`
   * begins at a multiple of 8.
   * @see safetensors, section Format
   */

  /**
   * The elements of all tensors, little-endian and in C order, without anything
   * between them.
   * @see safetensors, section Format
   */

  return Safetensors;
})();
Safetensors_.Safetensors = Safetensors;
});
