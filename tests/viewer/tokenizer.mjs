// Answers each line of JSON from standard input with the tokens of its texts, or with why there are none:
// {file} or {manifest, resources} as base64, and {texts}.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { Nac, openTokenizer, tokenizerOf } = await import(pathToFileURL(process.argv[2]).href);
const bytesOf = (text) => new Uint8Array(Buffer.from(text, "base64"));

function opened({ file, manifest, resources }) {
  if (file !== undefined) return tokenizerOf(Nac.read(bytesOf(file)));
  return openTokenizer(bytesOf(manifest), new Map(Object.entries(resources).map(([name, data]) => [name, bytesOf(data)])));
}

function said(call) {
  try {
    return call() ?? null;
  } catch (error) {
    if (error.reason === undefined) throw error; // neither TokenizerError nor FormatError
    return { refused: error.message };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const given = JSON.parse(line);
  const tokenizer = said(() => opened(given));
  const answers = tokenizer?.encode ? given.texts.map((text) => said(() => tokenizer.encode(text))) : tokenizer;
  process.stdout.write(`${JSON.stringify(answers)}\n`);
}
