/** The tokenizer of the file: type a text, see its tokens. */
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Token } from "../protocol.js";
import { failureOf } from "./actions.js";
import { type FileState, shownFile, usePart, useStore } from "./store.js";
import { brief, counted, plural, visible } from "./text.js";

const PAUSE = 120;
const MOST_SHOWN = 2000;
const COLOURS = 8;
const EXAMPLE = "The quick brown fox jumps over the lazy dog.";

export function Tokenizer() {
  const file = usePart(shownFile);
  return file ? <Typed file={file} key={file.name} /> : null;
}

/** What a text was encoded to. */
interface Encoded {
  readonly text: string;
  readonly tokens: readonly Token[];
}

/** Characters that are shown together; `number` is -1 of those that no token is for. */
interface Piece {
  readonly number: number;
  readonly text: string;
}

/** Return the text in pieces, each character once, and the number of the piece that each token is for; -1 for none. */
function piecesOf({ text, tokens }: Encoded): { pieces: readonly Piece[]; numbers: readonly number[] } {
  const pieces: Piece[] = [];
  let [end, count] = [0, 0];
  const numbers = tokens.map(({ start, stop }) => {
    if (start === stop) return -1;
    if (stop <= end) return count - 1; // the bytes of one character
    if (start > end) pieces.push({ number: -1, text: text.slice(end, start) });
    pieces.push({ number: count, text: text.slice(Math.max(start, end), stop) });
    end = stop;
    count += 1;
    return count - 1;
  });
  return { pieces, numbers };
}

function Typed({ file }: { file: FileState }) {
  const store = useStore();
  const number = store.state.shown;
  const [text, setText] = useState(EXAMPLE);
  const [encoded, setEncoded] = useState<Encoded | null>(null);
  const [said, say] = useState("");
  const [marked, setMarked] = useState(-1);
  useEffect(() => {
    let isOurs = true;
    const timer = setTimeout(() => {
      store.engine.tokens(number, text).then(
        (tokens) => {
          if (!isOurs) return;
          setEncoded({ text, tokens });
          say("");
        },
        (error) => isOurs && say(failureOf(error).message),
      );
    }, PAUSE);
    return () => {
      isOurs = false;
      clearTimeout(timer);
    };
  }, [text, file.opened]);
  const tokens = encoded?.tokens ?? [];
  const shown = tokens.slice(0, MOST_SHOWN);
  const { pieces, numbers } = useMemo(() => piecesOf({ text: encoded?.text ?? "", tokens: shown }), [encoded]);
  const count = encoded && `${plural(tokens.length, "token")} of ${plural(encoded.text.length, "character")}`;
  const look = (piece: number) => ({
    class: piece < 0 ? "" : `colour${piece % COLOURS} ${piece === marked ? "chosen" : ""}`,
    onPointerEnter: () => setMarked(piece),
    onPointerLeave: () => setMarked(-1),
  });
  return (
    <div class="page tokenizer">
      <textarea rows={4} aria-label="Text to encode" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      <p role="status">{said ? <span class="severity error">{brief(said, 300)}</span> : (count ?? "Encoding …")}</p>
      <div class="colours" aria-hidden="true">
        {pieces.map((piece, index) => (
          <bdi key={index} {...look(piece.number)}>
            {visible(piece.text)}
          </bdi>
        ))}
      </div>
      <ol class="tokens" aria-label="Tokens">
        {shown.map(({ id, piece }, index) => (
          <li key={index} {...look(numbers[index]!)}>
            <bdi>{brief(piece, 60)}</bdi> <span>{id}</span>
          </li>
        ))}
      </ol>
      {tokens.length > shown.length && <p class="dim">{counted(tokens.length - shown.length)} more are not shown.</p>}
    </div>
  );
}
