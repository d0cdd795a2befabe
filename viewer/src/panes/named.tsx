/** Texts of files, shown as what they are. */
import { useState } from "preact/hooks";
import { brief, counted, visible } from "./text.js";

/** A text that may be long: cut, with a button that shows all of it. */
export function Long({ text, limit = 300 }: { text: string; limit?: number }) {
  const [isWhole, setWhole] = useState(false);
  if (text.length <= limit) return <bdi>{visible(text)}</bdi>;
  return (
    <>
      <bdi class={isWhole ? "whole" : ""}>{isWhole ? visible(text) : brief(text, limit)}</bdi>{" "}
      <button type="button" class="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {isWhole ? "Show less" : `Show all ${counted(text.length)} characters`}
      </button>
    </>
  );
}
