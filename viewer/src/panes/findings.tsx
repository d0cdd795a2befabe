/** What is wrong with the file, and where. */
import { useState } from "preact/hooks";
import type { Finding } from "../protocol.js";
import { select, selectOffset } from "./actions.js";
import { Long } from "./named.js";
import { findingsOf, shownFile, usePart, useStore } from "./store.js";
import { brief, offsetText } from "./text.js";
import { VirtualList } from "./virtual.js";

const ROW_HEIGHT = 26;

export function Findings() {
  const store = useStore();
  const file = usePart(shownFile);
  const [active, setActive] = useState(-1);
  const findings = file ? findingsOf(file) : [];
  if (findings.length === 0) return <p class="empty">No findings.</p>;

  function goTo(index: number): void {
    setActive(index);
    const finding = findings[index]!;
    if (finding.path === "" && finding.offset !== null) void selectOffset(store, finding.offset);
    else void select(store, finding.path);
  }
  const chosen = findings[active];
  return (
    <div class="split">
      <VirtualList
        label="Findings"
        role="listbox"
        count={findings.length}
        rowHeight={ROW_HEIGHT}
        active={active}
        onActive={goTo}
        row={(index, id) => {
          const finding = findings[index]!;
          return (
            <div
              id={id}
              key={index}
              class={`row ${index === active ? "chosen" : ""}`}
              role="option"
              aria-selected={index === active}
              aria-setsize={findings.length}
              aria-posinset={index + 1}
              onClick={() => goTo(index)}
            >
              <span class={`severity ${finding.severity}`}>{finding.severity}</span>
              <bdi class="value">{brief(finding.message)}</bdi>
              <span class="type">{brief(placeOf(finding), 60)}</span>
            </div>
          );
        }}
      />
      {chosen && <Chosen finding={chosen} />}
    </div>
  );
}

function Chosen({ finding }: { finding: Finding }) {
  return (
    <div class="details" role="region" tabIndex={0} aria-label="Chosen finding">
      <p>
        <span class={`severity ${finding.severity}`}>{finding.severity}</span> <Long text={finding.message} limit={1000} />
      </p>
      <dl>
        <dt>Rule</dt>
        <dd>{brief(finding.rule)}</dd>
        <dt>Place</dt>
        <dd class="mono">
          <Long text={placeOf(finding) || "the file"} />
        </dd>
      </dl>
    </div>
  );
}

function placeOf({ path, offset }: Finding): string {
  const at = offset === null ? "" : `0x${offsetText(offset, 1)}`;
  return path && at ? `${path} at ${at}` : path || at;
}
