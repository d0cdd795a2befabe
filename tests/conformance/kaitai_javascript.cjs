// The parsers for JavaScript of Kaitai's compiler, as a program that speaks the protocol of docs/languages.md.
// argv: a file of JSON with the folder of the parsers of each schema, its root, and the members of its types.
'use strict';
const fs = require('fs');
const path = require('path');
const readline = require('readline');
const { createRequire } = require('module');

const mend = require('../campaign/mended_runtime.cjs');
const described = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const streams = new Map();

function loaded(schema) {
  const requireGenerated = createRequire(path.join(schema.folder, 'index.js'));
  const KaitaiStream = requireGenerated('kaitai-struct/KaitaiStream');
  if (!streams.has(KaitaiStream)) {
    mend(KaitaiStream);
    streams.set(KaitaiStream, true);
  }
  return [KaitaiStream, requireGenerated(`./${schema.root}`)[schema.root]];
}

// Numbers of variable length have more digits than their `value`.
function varint(record) {
  const groups = record.tenth === undefined ? record.groups : [...record.groups, record.tenth];
  const value = groups.reduceRight((sum, group) => (sum << 7n) | BigInt(group & 127), 0n);
  const least = Math.max(1, Math.ceil(value.toString(2).length / 7));
  return groups.length > least ? `{"$varint":${value},"width":${groups.length}}` : `${value}`;
}

function real(value, width) {
  const bytes = Buffer.alloc(width);
  if (width === 4) bytes.writeFloatBE(value);
  else bytes.writeDoubleBE(value);
  return `{"$real":"${bytes.toString('hex')}"}`;
}

function valueJson(value, member, types) {
  if (typeof value === 'number') return member.real ? real(value, member.real) : String(value);
  if (typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (value instanceof Uint8Array) return `{"$hex":"${Buffer.from(value).toString('hex')}"}`;
  if (Array.isArray(value)) return `[${value.map((each) => valueJson(each, member, types)).join(',')}]`;
  if (value.constructor.name === 'Uleb128') return varint(value);
  return recordJson(value, types[member.uses[value.constructor.name]], types);
}

function isNothing(value, member) {
  const listed = Array.isArray(value) ? value : [value];
  return member.is_free && listed.every((each) => member.empty.includes(each.constructor.name));
}

function recordJson(record, members, types) {
  const parts = [];
  for (const member of members) {
    const value = record[member.name];
    if (value === undefined || value === null || isNothing(value, member)) continue;
    parts.push(`${JSON.stringify(member.id)}:${valueJson(value, member, types)}`);
  }
  return `{${parts.join(',')}}`;
}

function answer(name, file) {
  const schema = described[name];
  if (!schema) return '["error","no such schema"]';
  const data = fs.readFileSync(file);
  try {
    const [KaitaiStream, Root] = loaded(schema);
    const record = new Root(new KaitaiStream(data.buffer.slice(data.byteOffset, data.byteOffset + data.length)));
    return `["ok",${recordJson(record, schema.types[schema.type], schema.types)},false]`;
  } catch (error) {
    return JSON.stringify(['no', '', 0, `${error.name}: ${error.message}`]);
  }
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const [name, file] = line.split('\t');
  process.stdout.write(`${answer(name, file)}\n`);
});
