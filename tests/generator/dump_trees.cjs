// Parses files with the JavaScript parsers and prints their trees, one JSON text a line.
// argv: the folder of the parsers. stdin: [[class name, file], ...].
'use strict';
const fs = require('fs');
const path = require('path');
const { createRequire } = require('module');

const requireGenerated = createRequire(path.join(process.argv[2], 'index.js'));
const KaitaiStream = requireGenerated('kaitai-struct/KaitaiStream');

// Numbers that a double may not hold exactly are compared by their kind only.
const LARGE = 2 ** 52;

function dump(value, owner) {
  if (value === undefined || value === null) return null;
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('hex') };
  if (typeof value === 'number' && Math.abs(value) >= LARGE) return { large: true };
  if (Array.isArray(value)) return value.map((element) => dump(element, owner));
  if (typeof value !== 'object') return value;
  if (value._parent && value._parent !== owner) return { reference: true };
  return dumpStruct(value);
}

function dumpStruct(struct) {
  const fields = Object.keys(struct).filter((name) => !name.startsWith('_'));
  const getters = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(struct)));
  const instances = getters.filter(([, descriptor]) => descriptor.get).map(([name]) => name);
  return Object.fromEntries([...fields, ...instances].map((name) => [name, dump(struct[name], struct)]));
}

for (const [name, file] of JSON.parse(fs.readFileSync(0, 'utf8'))) {
  const parser = requireGenerated(`./${name}`)[name];
  const data = fs.readFileSync(file);
  const stream = new KaitaiStream(data.buffer.slice(data.byteOffset, data.byteOffset + data.length));
  process.stdout.write(JSON.stringify(dumpStruct(new parser(stream))) + '\n');
}
