/**
 * A tokenizer in the browser: runs the manifest of a file, step by step, as `nacformats.Tokenizer` does.
 *
 * The trees of the manifest and of the resources are read by the parsers that the schemas make. What cannot be run
 * exactly as in Python, and what takes too long, is refused with a TokenizerError. White space, categories and
 * normalization are those of the Unicode version of the browser.
 */
import type { Nac } from "nacformats/nac.js";
import {
  Tisa,
  type BpeOperands,
  type ComposeOperands,
  type FilterCategoryOperands,
  type Opcode,
  type PartitionOperands,
  type PrependOperands,
  type ReplaceOperands,
  type Step,
  type UnicodeNormOperands,
  type WordpieceOperands,
} from "nacformats/tisa.js";
import type { Token } from "../protocol.js";
import { Budget, MAX_TEXT, TokenizerError } from "./errors.js";
import { Bpe, Unigram, WordPiece, type Model } from "./models.js";
import { Cutter, Recognizer, Trimmer, type Rule } from "./partitions.js";
import { Aligned, type Fragment, type Stage } from "./text.js";
import * as transforms from "./transforms.js";
import { readMerges, readVocabulary, type Resources, type Vocabulary } from "./vocabulary.js";

export { TokenizerError } from "./errors.js";
export type { Resources } from "./vocabulary.js";

/** Steps of a manifest. */
const MAX_STEPS = 1024;
/** Characters of a token that are told. */
const MAX_PIECE = 256;

/** Return the tokenizer of a file, with the resources that are in it; undefined if it has none. Errors as openTokenizer. */
export function tokenizerOf(file: Nac): Tokenizer | undefined {
  const manifest = file.proc?.manifest;
  if (manifest === undefined) return undefined;
  return openTokenizer(manifest, new Map(file.rsrc?.files.map((each) => [each.name, each.data])));
}

/**
 * Make a tokenizer.
 *
 * @param manifest the bytes of a manifest.
 * @param resources `vocab.b`, and `merges.b` for BPE, by name.
 *
 * Throws FormatError for bytes that cannot be read, and TokenizerError for what cannot be run.
 */
export function openTokenizer(manifest: Uint8Array, resources: Resources): Tokenizer {
  const tree = Tisa.read(manifest);
  if (tree.steps.length > MAX_STEPS) throw new TokenizerError("the manifest has too many steps");
  // What is written has no bytes that belong to no field: steps say how long they are, and may say too much.
  if (tree.write().length !== manifest.length) throw new TokenizerError("operands are left over", "steps");
  return new Tokenizer(tree.steps, resources);
}

export class Tokenizer {
  private readonly vocabulary: Vocabulary;
  private readonly stages: readonly Stage[];
  private readonly model: Model;
  /** Ids around the text: undefined stands for its own. */
  private readonly template: readonly (number | undefined)[];

  constructor(steps: readonly Step[], resources: Resources) {
    const at = steps.findIndex((step) => MODELS.has(step.opcode));
    steps.forEach((step, index) => checkOrder(step, index, at));
    if (at < 0) throw new TokenizerError("no step of the manifest is a model");
    this.vocabulary = readVocabulary(resources);
    this.model = modelOf(steps[at]!, this.vocabulary, resources);
    this.stages = stagesOf(steps.slice(0, at), this.vocabulary);
    this.template = this.templateOf(steps);
  }

  /** The number of tokens. */
  get size(): number {
    return this.vocabulary.ids.size;
  }

  /** Return the tokens of a text; those of the template have an empty place. Throws TokenizerError. */
  encode(text: string): Token[] {
    if (text.length > MAX_TEXT) throw new TokenizerError(`the text is longer than ${MAX_TEXT} characters`);
    if (/\p{Surrogate}/u.test(text)) throw new TokenizerError("the text holds half of a surrogate pair");
    const budget = new Budget();
    let fragments: readonly Fragment[] = text ? [Aligned.original(text)] : [];
    for (const stage of this.stages) fragments = stage.run(fragments, budget);
    const tokens = fragments.flatMap((each) => this.tokensOf(each, budget));
    return this.template.flatMap((id) => {
      if (id !== undefined) return [this.token(id, 0, 0)];
      budget.grow(tokens.length, "");
      return tokens;
    });
  }

  private tokensOf(fragment: Fragment, budget: Budget): Token[] {
    if (!(fragment instanceof Aligned)) return fragment.ids.map((id) => this.token(id, fragment.start, fragment.stop));
    const pieces = this.model.encode(fragment.characters, budget);
    return pieces.map(([id, start, stop]) => this.token(id, ...fragment.span(start, stop)));
  }

  private token(id: number, start: number, stop: number): Token {
    return { id, piece: this.vocabulary.tokens.get(id)?.slice(0, MAX_PIECE) ?? "", start, stop };
  }

  private templateOf(steps: readonly Step[]): readonly (number | undefined)[] {
    const found = steps.flatMap((step, at) => (step.opcode === "compose" ? [at] : []));
    if (!found.length) return [undefined];
    const path = pathOf(found[0]!);
    const { items } = steps[found[0]!]!.operands as ComposeOperands;
    if (found.length > 1 || items.every((item) => item.isFixed))
      throw new TokenizerError("a manifest has one template, with a place for the ids", path);
    return items.map((item) => {
      if (!item.isFixed) return undefined;
      const id = item.isId ? item.idToken : this.vocabulary.ids.get(item.token!);
      if (id === undefined) throw new TokenizerError(`the vocabulary does not have ${JSON.stringify(item.token)}`, path);
      return id;
    });
  }
}

function pathOf(index: number): string {
  return `steps[${index}]`;
}

type MakeModel = (step: Step, vocabulary: Vocabulary, resources: Resources) => Model;

const MODELS = new Map<Opcode, MakeModel>([
  ["bpe_encode", (step, vocabulary, resources) => new Bpe(vocabulary, readMerges(resources), suffixOf(step))],
  ["wordpiece_encode", (step, vocabulary) => new WordPiece(vocabulary, (step.operands as WordpieceOperands).marker)],
  ["unigram_encode", (_, vocabulary) => new Unigram(vocabulary)],
]);

function modelOf(step: Step, vocabulary: Vocabulary, resources: Resources): Model {
  return MODELS.get(step.opcode)!(step, vocabulary, resources);
}

function suffixOf(step: Step): string {
  const suffixes = (step.operands as BpeOperands | undefined)?.suffixes ?? [];
  if (suffixes.length > 1) throw new TokenizerError("a word has one suffix");
  return suffixes[0]?.text ?? "";
}

/** By opcode, the steps that change text. */
const TRANSFORMS = new Map<Opcode, (path: string, operands: Step["operands"]) => Stage>([
  ["lowercase", transforms.lowercase],
  ["unicode_norm", (path, operands) => transforms.normalize(path, (operands as UnicodeNormOperands).form)],
  ["replace", (path, operands) => replacement(path, operands as ReplaceOperands)],
  ["filter_category", (path, operands) => filter(path, operands as FilterCategoryOperands)],
  ["prepend", (path, operands) => transforms.prepend(path, (operands as PrependOperands).value)],
  ["byte_encode", transforms.byteEncode],
]);

function replacement(path: string, operands: ReplaceOperands): Stage {
  return transforms.replace(path, operands.pattern, operands.value);
}

function filter(path: string, operands: FilterCategoryOperands): Stage {
  return transforms.filterCategory(path, operands.categories.map((category) => category.name));
}

/** Throws TokenizerError for a step that is not known, or not where it can run. */
function checkOrder(step: Step, index: number, model: number): void {
  const isTemplate = step.opcode === "compose";
  const isKnown = isTemplate || step.opcode === "partition_rules" || TRANSFORMS.has(step.opcode) || MODELS.has(step.opcode);
  if (!isKnown) throw new TokenizerError(`step 0x${Number(step.opcode).toString(16)} is unknown`, pathOf(index));
  if (model < 0 || index === model || isTemplate === index > model) return;
  throw new TokenizerError(isTemplate ? "a template comes before the model" : "a step comes after the model", pathOf(index));
}

function stagesOf(steps: readonly Step[], vocabulary: Vocabulary): Stage[] {
  const stages: Stage[] = [];
  const first = steps.findIndex((step) => step.opcode === "partition_rules");
  // The protected rules of the first partition match the text as it is given as well.
  if (first > 0) stages.push(...recognizers(rulesOf(steps[first]!, first), vocabulary));
  steps.forEach((step, index) => {
    const transform = TRANSFORMS.get(step.opcode);
    if (transform !== undefined) stages.push(transform(pathOf(index), step.operands));
    else stages.push(...partition(rulesOf(step, index), vocabulary));
  });
  return stages;
}

function partition(rules: readonly Rule[], vocabulary: Vocabulary): Stage[] {
  const stages: Stage[] = recognizers(rules, vocabulary);
  if (rules.some((rule) => rule.isProtected && rule.trim)) stages.push(new Trimmer());
  const others = rules.filter((rule) => !rule.isProtected);
  return others.length ? [...stages, new Cutter(others)] : stages;
}

function recognizers(rules: readonly Rule[], vocabulary: Vocabulary): Stage[] {
  const found = rules.filter((rule) => rule.isProtected);
  return found.length ? [new Recognizer(found, vocabulary)] : [];
}

function rulesOf(step: Step, index: number): Rule[] {
  return (step.operands as PartitionOperands).rules.map((rule, at) => {
    const path = `${pathOf(index)}.operands.rules[${at}]`;
    const behavior = rule.behavior ?? "keep";
    if (typeof behavior === "number") throw new TokenizerError("unknown behavior", path);
    const isProtected = Boolean(rule.isProtected);
    return { pattern: rule.pattern, path, isProtected, isRemoved: behavior === "remove", trim: rule.trim ?? "" };
  });
}
