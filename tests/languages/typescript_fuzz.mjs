// Damage files for some seconds: node typescript_fuzz.mjs PACKAGE REPOSITORY SECONDS SEED. Prints what is broken, then how many files.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, root, seconds, seed] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(join(folder, "esm", `${name}.js`)));
const { schemas: all, FormatError } = await load("_index");
const machine = await load("_machine");
const schemas = all.filter((schema) => existsSync(join(root, "conformance", schema.name)));
const MOST_MILLISECONDS = 2000;
const MOST_BYTES = 700 * 2 ** 20;

let state = Number(seed) >>> 0 || 1;
function random(below) {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
}

function damaged(data, other) {
    const made = [...data];
    for (let times = 1 + random(4); times > 0; times--) {
        const at = random(made.length + 1);
        switch (random(5)) {
            case 0: made[at] = random(256); break;
            case 1: made[at] = [0, 1, 127, 128, 255][random(5)]; break;
            case 2: made.splice(at, random(9)); break;
            case 3: made.splice(at, 0, ...other.subarray(random(other.length), random(other.length + 1))); break;
            case 4: made[at] ^= 1 << random(8); break;
        }
    }
    return Uint8Array.from(made);
}

function tryOne(schema, data) {
    const start = performance.now();
    try {
        const tree = schema.read(data);
        tree.$tree.run((m) => machine.askAll(m, 0));
        tree.toJson();
        tree.$tree.write();
    } catch (error) {
        if (!(error instanceof FormatError)) {
            return `${error.stack}`;
        }
    }
    const took = performance.now() - start;
    return took > MOST_MILLISECONDS ? `took ${took.toFixed(0)} ms` : "";
}

const seeds = schemas.map((schema) => {
    const place = join(root, "conformance", schema.name);
    const names = readdirSync(place).filter((name) => !/\.jsonl?$/.test(name));
    return names.map((name) => readFileSync(join(place, name))).filter((data) => data.length > 0 && data.length < 20000);
});
let count = 0;
for (const end = performance.now() + 1000 * Number(seconds); performance.now() < end; count++) {
    const k = count % schemas.length;
    const data = damaged(seeds[k][random(seeds[k].length)], seeds[k][random(seeds[k].length)]);
    const broken = tryOne(schemas[k], data);
    if (broken) {
        console.log(`${schemas[k].name}: ${broken}: ${Buffer.from(data).toString("hex").slice(0, 2000)}`);
    }
}
if (process.memoryUsage().rss > MOST_BYTES) {
    console.log(`too much memory: ${process.memoryUsage().rss}`);
}
console.log(`${count} files, ${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB`);
