// What the tests ask of the TypeScript package: node typescript.mjs PACKAGE REPOSITORY. Prints a line for each thing that is wrong.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, root] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(join(folder, "esm", `${name}.js`)));
const { schemas, FormatError } = await load("_index");
const machine = await load("_machine");
const { Stb } = await load("stb");
const { Micb, Tag } = await load("micb");

function expect(what, found, wanted) {
    const show = (value) => JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}n` : each));
    if (show(found) !== show(wanted)) {
        console.log(`${what}: ${show(found)?.slice(0, 300)}, expected ${show(wanted)?.slice(0, 300)}`);
    }
}

function outcome(work) {
    try {
        return work();
    } catch (error) {
        return error instanceof FormatError ? ["no", error.path, error.offset] : `broken: ${error.stack}`;
    }
}

/** Files that are read as users do, as columns where they can be, have the trees that those have which are read plainly. */
function vectors() {
    for (const schema of schemas) {
        for (const name of readdirSync(join(root, "conformance", schema.name))) {
            const data = readFileSync(join(root, "conformance", schema.name, name));
            if (name.endsWith(".json") || name.endsWith(".jsonl")) {
                continue;
            }
            const plain = outcome(() => schema.shown(data).trimEnd());
            const users = outcome(() => {
                const tree = schema.read(data);
                tree.$tree.run((m) => machine.askAll(m, 0));
                return tree.toJson();
            });
            expect(`${schema.name}/${name}`, users, plain);
        }
    }
}

function changes() {
    const data = readFileSync(join(root, "examples", "weights.stb"));
    const tree = Stb.read(data);
    expect("same list", tree.tensors === tree.tensors, true);
    expect("bytes", tree.write(), new Uint8Array(data));
    expect("unsigned of 64 bits", typeof tree.lenFile, "bigint");
    tree.tensors = [...tree.tensors].slice(0, 1);
    const less = Stb.read(tree.write());
    expect("count", [less.numTensors, less.tensors.length, less.tensors[0].dims], [1, 1, tree.tensors[0].dims]);
    expect("refused", outcome(() => Stb.read(data.subarray(0, 20))), ["no", "ofs_data", 16]);
}

function columns() {
    const tree = Micb.read(readFileSync(join(root, "examples", "residual.micb")));
    const found = tree.valuesColumns;
    expect("count", found.$count, tree.values.length);
    expect("tags", Array.from(found.tag), tree.values.map((each) => Tag[each.tag]));
}

function limits() {
    const numbers = new machine.U8s(1);
    numbers.push(2 ** 53 - 1);
    machine.addHalves(numbers, 0xffffffff, 0xffffffff);
    expect("elements", [numbers.get(0), numbers.get(1), numbers.get(2)], [0, 2 ** 53 - 1, 2 ** 53 - 1]);
    expect("all bits", machine.numberAt(numbers, 2), 2n ** 64n - 1n);
    expect("bits", [machine.bitsOfReal(-0.5, 8), machine.bitsOfReal(1e300, 4)], [0xbfe0000000000000n, 0x7f800000n]);
    expect("reals", [machine.realOfBits(0x3f800000n, 4), machine.realOfBits(0x3ff0000000000000n, 8)], [1, 1]);
    expect("whole parts", [NaN, 1.9, 1e30].map(machine.truncated), [0n, 1n, 2n ** 64n - 1n]);
    expect("a number below 0", machine.u64(-1), 2n ** 64n - 1n);
}

vectors();
changes();
columns();
limits();
console.log("done");
