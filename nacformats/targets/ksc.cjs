// Bridge to the npm package kaitai-struct-compiler 0.11.0.
// argv:   the folder that holds node_modules.
// stdin:  {"schemas": {name: ksy object}, "jobs": [{"schema", "language", "debug", "pythonPackage"}]}
// stdout: [{"files": {"file name": "text"}} or {"error": "message"}, ...], one object a job.
'use strict';
const path = require('path');
const { createRequire } = require('module');
const requireFromRoot = createRequire(path.resolve(process.argv[2], 'package.json'));
const compiler = requireFromRoot('kaitai-struct-compiler');

// The package builds its RuntimeConfig itself and offers no way to set the package of Python imports.
// Its constructor assigns plain fields, so a setter on Object.prototype can replace one. The names are those of 0.11.0.
const OPTION = 'Lio_kaitai_struct_RuntimeConfig__f_';

function withOption(name, value, action) {
  const key = OPTION + name;
  Object.defineProperty(Object.prototype, key, {
    configurable: true,
    get() { return value; },
    set(_ignored) {},
  });
  return Promise.resolve(action()).finally(() => { delete Object.prototype[key]; });
}

async function run(job, schemas) {
  const importYaml = async (name) => {
    const base = path.basename(name); // ids are unique, wherever the files are
    if (!(base in schemas)) throw new Error(`meta/imports: there is no schema ${name}.ksy`);
    return schemas[base];
  };
  const compile = () => compiler.compile(job.language, schemas[job.schema], { importYaml }, job.debug);
  try {
    const files = await (job.pythonPackage === undefined
      ? compile()
      : withOption('pythonPackage', job.pythonPackage, compile));
    return { files };
  } catch (error) {
    return { error: String((error && error.message) || error) };
  }
}

async function main() {
  let text = '';
  for await (const chunk of process.stdin) text += chunk;
  const { schemas, jobs } = JSON.parse(text);
  const results = [];
  for (const job of jobs) results.push(await run(job, schemas)); // one at a time: withOption is global
  process.stdout.write(JSON.stringify(results));
}

main().catch((error) => {
  process.stderr.write(String((error && error.message) || error) + '\n');
  process.exit(1);
});
