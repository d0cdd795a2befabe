// Bridge to the npm package kaitai-struct-compiler 0.11.0.
// stdin:  {"schemas": {name: ksy object}, "jobs": [{"schema", "language", "debug", "pythonPackage"}]}
// stdout: [{"file name": "text"}, ...], one object a job.
'use strict';
const path = require('path');
const { createRequire } = require('module');
const requireFromRoot = createRequire(path.join(process.argv[2], 'package.json'));
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

async function main() {
  let text = '';
  for await (const chunk of process.stdin) text += chunk;
  const { schemas, jobs } = JSON.parse(text);
  const importer = { importYaml: (name) => Promise.resolve(schemas[name.replace(/^.*\//, '')]) };
  const results = [];
  for (const job of jobs) {
    const compile = () => compiler.compile(job.language, schemas[job.schema], importer, job.debug);
    results.push(job.pythonPackage === undefined
      ? await compile()
      : await withOption('pythonPackage', job.pythonPackage, compile));
  }
  process.stdout.write(JSON.stringify(results));
}

main().catch((error) => {
  process.stderr.write(String((error && error.message) || error) + '\n');
  process.exit(1);
});
