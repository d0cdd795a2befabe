#!/usr/bin/env node
// Print files as JSON: nacdump [--schema NAME] FILE, or answer lines: nacdump --serve.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { schemas } from "../dist/_index.js";

function schemaOf(name, path) {
    const found = schemas.find((each) => (name ? each.name === name : each.suffix && path.endsWith(each.suffix)));
    if (!found) {
        throw new Error(`which schema? Say --schema NAME, one of ${schemas.map((each) => each.name).join(", ")}`);
    }
    return found;
}

function dump(name, path) {
    try {
        process.stdout.write(schemaOf(name, path).shown(readFileSync(path)));
    } catch (error) {
        process.stderr.write(`${path}: ${error.message}\n`);
        process.exitCode = 1;
    }
}

function answer(line) {
    const [name, path] = line.split("\t");
    try {
        return schemaOf(name, path).answer(readFileSync(path));
    } catch (error) {
        return JSON.stringify(["no", "", 0, error.message]);
    }
}

async function main(words) {
    if (words.length === 1 && words[0] === "--serve") {
        for await (const line of createInterface({ input: process.stdin })) {
            process.stdout.write(`${answer(line)}\n`);
        }
    } else if (words.length === 3 && words[0] === "--schema") {
        dump(words[1], words[2]);
    } else if (words.length === 1 && !words[0].startsWith("-")) {
        dump("", words[0]);
    } else {
        process.stderr.write("usage: nacdump [--schema NAME] FILE, or nacdump --serve\n");
        process.exitCode = 2;
    }
}

process.stdout.on("error", () => process.exit(1));
await main(process.argv.slice(2));
