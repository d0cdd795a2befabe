// Writes the page's script and style as JSON to standard output: {"viewer.js": TEXT, "viewer.css": TEXT}.
// The worker is bundled first; the page has it as a text, and starts it from there.
import { build } from "esbuild";

const common = {
  absWorkingDir: import.meta.dirname,
  bundle: true,
  write: false,
  minify: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  logLevel: "error",
  jsx: "automatic",
  jsxImportSource: "preact",
};
const textOf = (result) => result.outputFiles[0].text;
const worker = textOf(await build({ ...common, entryPoints: ["src/engine/worker.ts"], format: "iife" }));
const given = {
  name: "given",
  setup(on) {
    on.onResolve({ filter: /^given:worker$/ }, () => ({ path: "worker", namespace: "given" }));
    on.onLoad({ filter: /.*/, namespace: "given" }, () => ({ contents: worker, loader: "text" }));
  },
};
const page = await build({ ...common, entryPoints: ["src/main.tsx"], format: "iife", plugins: [given] });
const style = await build({ ...common, entryPoints: ["src/style.css"] });
process.stdout.write(JSON.stringify({ "viewer.js": textOf(page), "viewer.css": textOf(style) }));
