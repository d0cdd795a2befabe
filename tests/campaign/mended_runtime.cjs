// What is wrong in the runtime library of Kaitai Struct for JavaScript, and in none of the schemas, is made right.
'use strict';

module.exports = function mend(KaitaiStream) {
  // The runtime replaces what is not in its encoding; those of other languages refuse it.
  const decoders = new Map();
  KaitaiStream.bytesToStr = (bytes, encoding) => {
    const label = encoding === 'ASCII' ? 'UTF-8' : encoding;
    if (!decoders.has(label)) decoders.set(label, new TextDecoder(label, { fatal: true, ignoreBOM: true }));
    return decoders.get(label).decode(bytes);
  };

  // The runtime takes the length of bytes modulo 2^32 before it looks whether there are so many.
  const { mapUint8Array } = KaitaiStream.prototype;
  KaitaiStream.prototype.mapUint8Array = function map(length) {
    this.ensureBytesLeft(length);
    return mapUint8Array.call(this, length);
  };

  // The runtime gives another number for negative ones of 64 bits.
  for (const order of ['le', 'be']) {
    KaitaiStream.prototype[`readS8${order}`] = function readS8() {
      const bytes = this.readBytes(8);
      const view = new DataView(bytes.buffer, bytes.byteOffset, 8);
      return Number(view.getBigInt64(0, order === 'le'));
    };
  }
};
