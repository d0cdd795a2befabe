/** The tokenizer of the file: type a text, see its tokens. */
import { useEffect, useState } from "preact/hooks";
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

function Typed({ file }: { file: FileState }) {
  const store = useStore();
  const number = store.state.shown;
  const [text, setText] = useState(EXAMPLE);
  const [tokens, setTokens] = useState<readonly Token[]>([]);
  const [said, say] = useState("");
  const [marked, setMarked] = useState(-1);
  useEffect(() => {
    let isOurs = true;
    const timer = setTimeout(() => {
      store.engine.tokens(number, text).then(
        (found) => {
          if (!isOurs) return;
          setTokens(found);
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
  const shown = tokens.slice(0, MOST_SHOWN);
  return (
    <div class="page tokenizer">
      <textarea rows={4} aria-label="Text to encode" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      <p role="status">
        {said ? <span class="severity error">{brief(said, 300)}</span> : `${plural(tokens.length, "token")} of ${plural(text.length, "character")}`}
      </p>
      <div class="colours" aria-hidden="true">
        {shown.map(({ start, stop }, index) => (
          <bdi
            key={index}
            class={`colour${index % COLOURS} ${index === marked ? "chosen" : ""}`}
            onPointerEnter={() => setMarked(index)}
            onPointerLeave={() => setMarked(-1)}
          >
            {visible(text.slice(start, stop))}
          </bdi>
        ))}
      </div>
      <ol class="tokens" aria-label="Tokens">
        {shown.map(({ id, piece }, index) => (
          <li
            key={index}
            class={`colour${index % COLOURS} ${index === marked ? "chosen" : ""}`}
            onPointerEnter={() => setMarked(index)}
            onPointerLeave={() => setMarked(-1)}
          >
            <bdi>{brief(piece, 60)}</bdi> <span>{id}</span>
          </li>
        ))}
      </ol>
      {tokens.length > shown.length && <p class="dim">{counted(tokens.length - shown.length)} more are not shown.</p>}
    </div>
  );
}
