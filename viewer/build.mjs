// Writes the page's script and style as JSON to standard output: {"viewer.js": TEXT, "viewer.css": TEXT}.
// The page has its workers as texts, and starts them from there. What TypeScript refuses is not bundled: esbuild looks at no
// types, and the machine that the page calls is generated.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const COMPILER = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
const checked = spawnSync(process.execPath, [COMPILER, "-p", import.meta.dirname], { encoding: "utf8" });
if (checked.status !== 0) {
  process.stderr.write(`viewer/ is not what TypeScript wants (npx tsc -p viewer):\n${checked.stdout}${checked.stderr}`);
  process.exit(1);
}

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
const WORKERS = { worker: "src/engine/worker.ts", layout: "src/panes/layout_worker.ts" };
const given = {
  name: "given",
  setup(on) {
    on.onResolve({ filter: /^given:/ }, ({ path }) => ({ path: path.slice("given:".length), namespace: "given" }));
    on.onLoad({ filter: /.*/, namespace: "given" }, async ({ path }) => {
      const worker = await build({ ...common, entryPoints: [WORKERS[path]], format: "iife" });
      return { contents: textOf(worker), loader: "text" };
    });
  },
};
// The licenses of the packages ask to be in every copy.
const PACKAGES = ["preact", "@dagrejs/dagre", "@dagrejs/graphlib"];
const licenses = PACKAGES.map((name) => `${name}\n\n${readFileSync(new URL(`../node_modules/${name}/LICENSE`, import.meta.url), "utf8")}`);
const banner = { js: `/*\n${licenses.join("\n").replaceAll("*/", "")}*/` };
const page = await build({ ...common, entryPoints: ["src/main.tsx"], format: "iife", plugins: [given], banner });
const style = await build({ ...common, entryPoints: ["src/style.css"] });
process.stdout.write(JSON.stringify({ "viewer.js": textOf(page), "viewer.css": textOf(style) }));
