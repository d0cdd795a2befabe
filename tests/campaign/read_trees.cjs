// Reads files with the JavaScript parsers, as long as stdin lasts, and says what became of each in a line of JSON:
// [sha1 of the leaves, or null, kind of refusal, place of it], where the kind is null when the file is accepted.
// argv: the folder of the parsers, and the views (Class.instance, ...) that are left out. stdin: for each file the length
// of the schema's name (1 byte), the name, the length of the file (4 bytes, little-endian), the file.
'use strict';
const crypto = require('crypto');
const path = require('path');
const { createRequire } = require('module');

const requireGenerated = createRequire(path.join(process.argv[2], 'index.js'));
const KaitaiStream = requireGenerated('kaitai-struct/KaitaiStream');

require('./mended_runtime.cjs')(KaitaiStream);

// The runtime forgets where a rule is and where the stream was; the generated parsers tell it.
for (const name of Object.keys(KaitaiStream).filter((key) => key.startsWith('Validation'))) {
  KaitaiStream[name] = class extends KaitaiStream[name] {
    constructor(...details) {
      super(...details);
      const [io, rule] = details.slice(-2);
      Object.defineProperty(this, 'place', { value: `${rule} at ${io.pos}` });
    }
  };
}

// Numbers that a double may not hold exactly are compared by their kind only.
const LARGE = 2 ** 52;
const MISSING = '_', REFERENCE = '&', NUMBER = 'n', WIDE = 'w', TEXT = 's', BYTES = 'x', BEGIN = '{', END = '}';

const LEFT_OUT = new Set((process.argv[3] || '').split(','));

const parsers = new Map();
const getters = new Map();

function parserOf(schema) {
  if (!parsers.has(schema)) {
    const name = schema.split('_').map((word) => word[0].toUpperCase() + word.slice(1)).join('');
    parsers.set(schema, requireGenerated(`./${name}`)[name]);
  }
  return parsers.get(schema);
}

function gettersOf(prototype) {
  if (!getters.has(prototype)) {
    const found = Object.entries(Object.getOwnPropertyDescriptors(prototype));
    const names = found.filter(([, descriptor]) => descriptor.get).map(([name]) => name);
    getters.set(prototype, names.filter((name) => !LEFT_OUT.has(`${prototype.constructor.name}.${name}`)));
  }
  return getters.get(prototype);
}

function number(value) {
  if (Math.abs(value) >= LARGE) return WIDE;
  if (Number.isInteger(value)) return NUMBER + (value + 0);
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return Number.isNaN(value) ? 'nan' : NUMBER + bytes.toString('hex');
}

function leaves(value, owner, out) {
  switch (typeof value) {
    case 'number': out.push(number(value)); return;
    case 'bigint': out.push(number(Number(value))); return;
    case 'boolean': out.push(NUMBER + Number(value)); return;
    case 'string': out.push(TEXT + value); return;
    case 'undefined': out.push(MISSING); return;
  }
  if (value === null) out.push(MISSING);
  else if (value instanceof Uint8Array) {
    out.push(BYTES + Buffer.from(value.buffer, value.byteOffset, value.length).toString('latin1'));
  } else if (Array.isArray(value)) {
    out.push(BEGIN);
    for (const element of value) leaves(element, owner, out);
    out.push(END);
  } else if (value._parent && value._parent !== owner) out.push(REFERENCE);
  else leavesOfStruct(value, out);
}

function leavesOfStruct(struct, out) {
  out.push(BEGIN);
  for (const name of Object.keys(struct)) if (name[0] !== '_') leaves(struct[name], struct, out);
  for (const name of gettersOf(Object.getPrototypeOf(struct))) leaves(struct[name], struct, out);
  out.push(END);
}

function placeOf(error) {
  if (error.place) return [error.name, error.place];
  if (error.name === 'EOFError' && error.bytesReq < LARGE) return ['EOF', `${error.bytesReq} of ${error.bytesAvail}`];
  if (error.name === 'EOFError' || error.message.startsWith('End of stream')) return ['EOF', ''];
  return [error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'UnicodeDecodeError' : String(error), ''];
}

function read(schema, data) {
  const out = [];
  try {
    const stream = new KaitaiStream(data.buffer.slice(data.byteOffset, data.byteOffset + data.length));
    leavesOfStruct(new (parserOf(schema))(stream), out);
  } catch (error) {
    return [null, ...placeOf(error)];
  }
  return [crypto.createHash('sha1').update(out.join('\n')).digest('hex'), null, ''];
}

let pending = Buffer.alloc(0);
process.stdin.on('data', (chunk) => {
  pending = pending.length ? Buffer.concat([pending, chunk]) : chunk;
  let at = 0;
  let replies = '';
  for (;;) {
    const head = at + 1 + (pending.length > at ? pending[at] : 0);
    if (pending.length < head + 4) break;
    const end = head + 4 + pending.readUInt32LE(head);
    if (pending.length < end) break;
    replies += JSON.stringify(read(pending.toString('latin1', at + 1, head), pending.subarray(head + 4, end))) + '\n';
    at = end;
  }
  pending = pending.subarray(at);
  if (replies) process.stdout.write(replies);
});
