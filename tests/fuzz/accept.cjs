// Reads files with JavaScript parsers, every instance of them, and prints for each "ok" or why it is refused.
// argv: the folder of the parsers, and the views (Class.instance, ...) that are left out. stdin: [[class name, bytes as base64], ...].
'use strict';
const fs = require('fs');
const path = require('path');

const folder = process.argv[2];
const LEFT_OUT = new Set((process.argv[3] || '').split(','));
const KaitaiStream = require('kaitai-struct/KaitaiStream');

function visit(value, owner) {
  if (Array.isArray(value)) return value.forEach((element) => visit(element, owner));
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return;
  if (value._parent && value._parent !== owner) return;
  const prototype = Object.getPrototypeOf(value);
  const getters = Object.entries(Object.getOwnPropertyDescriptors(prototype)).filter(([, descriptor]) => descriptor.get);
  const names = getters.map(([name]) => name);
  const instances = names.filter((name) => !LEFT_OUT.has(`${prototype.constructor.name}.${name}`));
  const fields = Object.keys(value).filter((name) => !name.startsWith('_'));
  for (const name of new Set([...fields, ...instances])) visit(value[name], value);
}

for (const [name, text] of JSON.parse(fs.readFileSync(0, 'utf8'))) {
  let verdict = 'ok';
  try {
    const Parser = require(path.join(folder, `${name}.js`))[name];
    const data = Buffer.from(text, 'base64');
    visit(new Parser(new KaitaiStream(data.buffer.slice(data.byteOffset, data.byteOffset + data.length))), null);
  } catch (error) {
    verdict = String(error.message || error);
  }
  process.stdout.write(JSON.stringify(verdict) + '\n');
}
