// Uses every typed accessor of a file: see walking.py for what it prints.
import { readFileSync, writeSync } from "node:fs";
import { schemas, FormatError, View } from "../esm/_index.js";
import { askAll } from "../esm/_machine.js";

const TABLE = @table@;
const classes = new Map();
const enums = {};
for (const schema of schemas) {
    const module = await import(`../esm/${schema.name}.js`);
    for (const [name, members] of Object.entries(TABLE[schema.name])) {
        classes.set(module[name], members);
        for (const member of members.filter((each) => each[3].startsWith("#"))) {
            enums[`${schema.name}${member[3]}`] = module[member[3].slice(1)];
            member[3] = `${schema.name}${member[3]}`;
        }
    }
}
const scratch = new DataView(new ArrayBuffer(8));
const hex = (data) => Buffer.from(data).toString("hex");
const unhex = (text) => new Uint8Array(Buffer.from(text.slice(1), "hex"));

function real(value) {
    scratch.setFloat64(0, value);
    return Number.isNaN(value) ? "rnan" : `r${scratch.getBigUint64(0).toString(16).padStart(16, "0")}`;
}
function show(value, kind) {
    if (value === undefined) {
        return "";
    }
    switch (typeof value) {
        case "number": return kind === "real" || !Number.isInteger(value) || Object.is(value, -0) ? real(value) : `${BigInt(value)}`;
        case "string": return kind in enums ? `${enums[kind][value]}` : `t${hex(new TextEncoder().encode(value))}`;
        case "object": return value instanceof View ? "{}" : value instanceof Uint8Array ? `b${hex(value)}` : `[${value.map((each) => show(each, kind))}]`;
    }
    return `${value}`;
}
function toReal(text) {
    scratch.setBigUint64(0, BigInt(`0x${text.slice(1)}`));
    return scratch.getFloat64(0);
}
function parse(text, kind) {
    if (text === "true" || text === "false") {
        return text === "true";
    }
    switch (text[0]) {
        case "r": return text === "rnan" ? NaN : toReal(text);
        case "t": return new TextDecoder("utf-8", { ignoreBOM: true }).decode(unhex(text));
        case "b": return unhex(text);
    }
    const number = BigInt(text);
    return kind === "bigint" || (kind === "$.Any" && BigInt.asIntN(53, number) !== number) ? number : Number(number);
}

function visit(w, record, above) {
    for (const [id, name, mark, kind, isStored] of classes.get(record.constructor)) {
        if (w.wanted ? w.isDone : w.lines.length >= @most@) {
            return;
        }
        member(w, record, above + id, name, mark, kind, isStored);
    }
}
function member(w, record, path, name, mark, kind, isStored) {
    let value;
    try {
        value = record[name];
    } catch (error) {
        w.lines.push(`${path}${mark}${refused(error)}`);
        return;
    }
    w.lines.push(`${path}${mark}${show(value, kind)}`);
    if (!isStored || value === undefined) {
        return;
    }
    const isList = Array.isArray(value);
    if (!w.wanted) {
        record[name] = value;
    } else if (w.wanted === path) {
        record[name] = parse(w.value, kind);
        w.got = show(record[name], kind);
        w.isDone = true;
        return;
    }
    (isList ? value : [value]).forEach((each, k) => {
        const place = isList ? `${path}[${k}]` : path;
        if (each instanceof View) {
            visit(w, each, `${place}.`);
        } else if (isList && w.wanted === place) {
            record[name] = value.with ? value.with(k, parse(w.value, kind)) : value.map((old, at) => at === k ? parse(w.value, kind) : old);
            w.got = show(record[name][k], kind);
            w.isDone = true;
        }
    });
}
function refused(error) {
    if (!(error instanceof FormatError)) {
        throw error;
    }
    return `!${error.path}`;
}
function written(w, schema, path) {
    try {
        const root = schema.read(readFileSync(path));
        root.$tree.run((m) => askAll(m, 0));
        visit(w, root, "");
        const made = root.write();
        const sum = made.reduce((found, byte) => Math.imul(found ^ byte, 0x01000193), 0x811c9dc5 | 0) >>> 0;
        return `${sum.toString(16).padStart(8, "0")} ${made.length}`;
    } catch (error) {
        return refused(error);
    }
}
const lines = [];
for (const line of readFileSync(0, "utf8").split("\n").slice(0, -1)) {
    const [name, path, wanted, value] = line.split("\t");
    const w = { lines: [], wanted, value, got: "" };
    const end = written(w, schemas.find((each) => each.name === name), path);
    lines.push(...(wanted ? [w.got] : w.lines), end, ".");
}
const out = Buffer.from(lines.map((each) => `${each}\n`).join(""));
for (let at = 0; at < out.length;) {
    at += writeSync(1, out, at);
}
