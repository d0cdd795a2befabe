// Compiles schemas with the npm package kaitai-struct-compiler as it is.
// argv:   the folder that holds node_modules.
// stdin:  one JSON object a line: {"main": name, "schemas": {name: ksy object}}
// stdout: one JSON object a line: {"files": {"name.py": "text"}} or {"error": "message"}
'use strict';
const path = require('path');
const readline = require('readline');
const { createRequire } = require('module');
const compiler = createRequire(path.resolve(process.argv[2], 'package.json'))('kaitai-struct-compiler');

// Of some schemas that are wrong the compiler's promise never ends.
const PATIENCE = 3000;

function inTime(promise) {
  let timer;
  const late = new Promise((_, refuse) => {
    timer = setTimeout(() => refuse(new Error('the compiler gives no answer')), PATIENCE);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

async function compiled({ main, schemas }) {
  const importYaml = async (name) => {
    if (!(name in schemas)) throw new Error(`meta/imports: there is no schema ${name}.ksy`);
    return schemas[name];
  };
  try {
    return { files: await inTime(compiler.compile('python', schemas[main], { importYaml }, false)) };
  } catch (error) {
    return { error: String((error && error.message) || error) };
  }
}

async function all() {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    process.stdout.write(JSON.stringify(await compiled(JSON.parse(line))) + '\n');
  }
}

all();
