// Reads files by parsers that Kaitai's compiler made. argv: the folder of the runtime library, that of the parsers, and
// the table of their members.
'use strict';
const fs = require('fs');
const path = require('path');
const readline = require('readline');
const [runtime, folder, table] = process.argv.slice(2);
const KaitaiStream = require(path.resolve(runtime, 'KaitaiStream'));
const Module = require('module');
const resolve = Module._resolveFilename;
Module._resolveFilename = (name, ...rest) => (name === 'kaitai-struct/KaitaiStream'
  ? path.resolve(runtime, 'KaitaiStream.js') : resolve(name, ...rest));

const roots = new Map();
const named = new Map();
let now;
for (const line of fs.readFileSync(table, 'utf8').trimEnd().split('\n')) {
  const cells = line.split('\t');
  if (cells[0] === 'ROOT') roots.set(cells[1], cells[2]);
  else if (cells[0] === 'TYPE') named.set(cells[1], now = []);
  else now.push(cells);
}
const members = new Map();
const classes = {};
for (const [name, listed] of named) {
  const [first, ...rest] = name.split('.');
  classes[first] = classes[first] || require(path.resolve(folder, first))[first];
  members.set(rest.reduce((found, each) => found[each], classes[first]), listed);
}

function tree(value, kind) {
  if (value === undefined || value === null) return 'null';
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number' && kind !== 'real') return BigInt(value).toString();
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return `"r${bytes.toString('hex')}"`;
  }
  if (typeof value === 'string') return `"${Buffer.from(value, 'utf8').toString('hex')}"`;
  if (value instanceof Uint8Array) {
    return `"${Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')}"`;
  }
  if (Array.isArray(value)) return `[${value.map((each) => tree(each, kind)).join(',')}]`;
  const shown = members.get(value.constructor).map(([, id, access, of]) => `"${id}":${tree(value[access], of)}`);
  return `{${shown.join(',')}}`;
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const [schema, file] = line.split('\t');
  let answer;
  try {
    const data = fs.readFileSync(file);
    const stream = new KaitaiStream(data.buffer.slice(data.byteOffset, data.byteOffset + data.length));
    answer = `["ok",${tree(new (classes[roots.get(schema)])(stream))}]`;
  } catch (error) {
    answer = `["no","${String(error).replace(/[^ !#-[\]-~]/g, '?').slice(0, 200)}"]`;
  }
  process.stdout.write(`${answer}\n`);
});
