// What the Kaitai Web IDE does with files: its parser in debug mode, its tree with every node opened, and its texts.
// The real one is a web page that no package holds; this follows its rules (parse, export, reprObject, exportedToNodes).
// argv: the folder with the debug parsers. stdin: [{className, types, file}, ...], `types` being the webide keys by
// class. stdout: one JSON text a file: {error, nodes, texts: {path: text}, leaves: [[start, end], ...]}.
'use strict';
const fs = require('fs');
const path = require('path');
const { createRequire } = require('module');

const requireParser = createRequire(path.join(process.argv[2], 'index.js'));
const KaitaiStream = requireParser('kaitai-struct/KaitaiStream');
const camel = (name) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());
const isPublic = (name) => name[0] !== '_' && name !== 'constructor';

class Ide {
  constructor(types, enums) {
    Object.assign(this, { types, enums, nodes: 0, texts: {}, leaves: [] });
  }

  // An object as the worker exports it: fields, value instances and what was parsed already; the rest is lazy.
  exported(value, debug, parent) {
    if (value instanceof Uint8Array) return { kind: 'bytes', value, debug, parent };
    if (Array.isArray(value)) {
      const items = value.map((item, i) => this.exported(item, debug && debug.arr && debug.arr[i], parent));
      return { kind: 'array', items, debug, parent };
    }
    if (value === undefined) return { kind: 'undefined', debug, parent };
    if (value === null || typeof value !== 'object') {
      return { kind: 'primitive', value, name: this.enumName(value, debug), debug, parent };
    }
    const node = { kind: 'object', value, type: value.constructor.name, fields: {}, lazy: [], debug, parent };
    const names = new Set([...Object.keys(value), ...Object.keys(value._debug)].filter(isPublic));
    for (const name of names) node.fields[name] = this.exported(value[name], value._debug[name], node);
    const getters = Object.getOwnPropertyNames(Object.getPrototypeOf(value)).filter(isPublic);
    const keys = (this.types[node.type] || {}).instances || {};
    for (const name of getters) {
      const { mode, computed } = keys[name] || {};
      const isEager = mode === 'eager' || (mode !== 'lazy' && computed);
      if (isEager || Object.hasOwn(value, `_m_${name}`)) this.fetch(node, name);
      else node.lazy.push(name);
    }
    return node;
  }

  fetch(node, name) {
    const found = node.value[name];
    node.fields[name] = this.exported(found, node.value._debug[`_m_${name}`], node);
    return node.fields[name];
  }

  enumName(value, debug) {
    if (!debug || !debug.enumName) return undefined;
    const [root, ...steps] = debug.enumName.split('.');
    const scope = this.enums[root] || requireParser(`./${root}`)[root]; // that of an imported schema is a file of its own
    return steps.reduce((inner, step) => inner[step], scope)[value];
  }

  represent(node) {
    const template = (this.types[node.type] || {}).representation;
    if (!template) return '';
    return template.replace(/{(.*?)}/g, (_, placeholder) => {
      const [steps, options] = placeholder.split(':');
      const format = { sep: ', ' };
      for (const option of (options || '').split(',')) format[option.split('=')[0]] = option.split('=')[1] ?? true;
      let item = node;
      for (const step of steps.split('.')) {
        if (!item || item.kind !== 'object') return '';
        item = step === '_parent' ? item.parent : step === 'this' ? item : item.fields[camel(step)];
      }
      return item ? this.shown(item, format) : '';
    });
  }

  shown(item, format) {
    if (item.kind === 'object' && format.flags) {
      const set = Object.keys(item.fields).filter((name) => item.fields[name].value === true);
      return set.join('|') || '🚫';
    }
    if (item.kind === 'object') return this.represent(item);
    if (item.kind === 'bytes' && format.str) return `"${Buffer.from(item.value).toString('latin1')}"`;
    if (item.kind === 'bytes' && format.hex) return `0x${Buffer.from(item.value).toString('hex')}`;
    if (format.dec && Number.isInteger(item.value)) return `${item.value}`;
    if (item.kind !== 'array') return this.primitive(item);
    if (item.items.some((each) => each.kind !== 'object')) throw new Error('Cannot read properties of undefined');
    return item.items.map((each) => this.represent(each)).join(format.sep);
  }

  primitive(item) {
    if (item.kind === 'undefined') return '<no value>';
    if (item.kind === 'bytes') {
      return `[${[...item.value.slice(0, 8), ...(item.value.length > 8 ? ['...'] : [])].join(', ')}]`;
    }
    if (!Number.isInteger(item.value)) return `${item.value}`;
    return item.name || `${item.value < 0 ? '-' : ''}0x${Math.abs(item.value).toString(16).toUpperCase()}`;
  }

  // Every node that opening everything makes.
  open(node, steps) {
    this.nodes += 1;
    if (node.kind === 'object') {
      if (steps.length) this.texts[steps.join('/')] = this.represent(node);
      for (const name of node.lazy.splice(0)) this.fetch(node, name);
      for (const name of Object.keys(node.fields)) this.open(node.fields[name], [...steps, name]);
    } else if (node.kind === 'array') {
      node.items.forEach((item, i) => this.open(item, [...steps, i]));
    } else if (node.kind !== 'undefined') {
      const { start, end, ioOffset } = node.debug || {};
      if (start < end) this.leaves.push([ioOffset + start, ioOffset + end]);
    }
  }
}

for (const { className, types, file } of JSON.parse(fs.readFileSync(0, 'utf8'))) {
  const enums = requireParser(`./${className}`);
  const data = fs.readFileSync(file);
  const stream = new KaitaiStream(data.buffer.slice(data.byteOffset, data.byteOffset + data.length), 0);
  const ide = new Ide(types, enums);
  const result = {};
  try {
    const root = new enums[className](stream);
    root._read();
    ide.open(ide.exported(root, { start: 0, end: data.length, ioOffset: 0 }), []);
  } catch (error) {
    result.error = String(error);
  }
  process.stdout.write(JSON.stringify({ ...result, nodes: ide.nodes, texts: ide.texts, leaves: ide.leaves }) + '\n');
}
