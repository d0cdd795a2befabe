/** Search in names and values of fields, in operators, tensors and findings. */
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { failureOf, select, showPane } from "./actions.js";
import { type FileState, type PaneId, type Store, findingsOf, programOf, shownFile, usePart, useStore } from "./store.js";
import { brief, plural } from "./text.js";

const MOST = 40;
const PAUSE = 200;

interface Hit {
  readonly where: PaneId;
  readonly title: string;
  readonly text: string;
  readonly path: string;
}

/** Yield all things that have a text in them, from what the report knows. */
function* reportedHits(file: FileState, text: string): Generator<Hit> {
  const holds = (name: string) => name.toLowerCase().includes(text);
  for (const tensor of file.tensors) {
    if (holds(tensor.name)) yield { where: "tensors", title: tensor.name, text: tensor.dtype, path: tensor.path };
  }
  for (const finding of findingsOf(file)) {
    const { path, rule, message } = finding;
    if (holds(message) || holds(rule)) yield { where: "findings", title: message, text: rule, path };
  }
  const program = programOf(file);
  if (!program) return;
  const operators = program.operators.map(holds);
  for (const [row, operator] of program.operator.entries()) {
    const name = program.names[row] ?? "";
    if (!operators[operator] && !holds(name)) continue;
    yield { where: "program", title: `${row} ${program.operators[operator]}`, text: name, path: `${program.path}[${row}]` };
  }
}

async function hitsOf(store: Store, file: FileState, text: string): Promise<readonly Hit[]> {
  const reported: Hit[] = [];
  for (const hit of reportedHits(file, text.toLowerCase())) {
    reported.push(hit);
    if (reported.length >= MOST) break;
  }
  if (!file.opened) return reported;
  const rows = await store.engine.search(store.state.shown, text, "", MOST);
  const fields: readonly Hit[] = rows.map((row) => ({ where: "tree", title: row.path, text: row.text, path: row.path }));
  return [...reported, ...fields];
}

export function Search() {
  const store = useStore();
  const file = usePart(shownFile);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [text, setText] = useState("");
  const [hits, setHits] = useState<readonly Hit[] | null>(null);
  const [active, setActive] = useState(0);
  const [isOpen, setOpen] = useState(false);
  /** Enter was pressed before the hits were there: the first is taken. */
  const isTaken = useRef(false);

  useEffect(() => {
    setHits(null);
    setActive(0);
    isTaken.current = false;
    if (!file || text.trim() === "") return;
    let isOurs = true;
    const timer = setTimeout(() => {
      hitsOf(store, file, text.trim()).then(
        (found) => {
          if (!isOurs) return;
          setHits(found);
          if (isTaken.current) take(found[0]);
          isTaken.current = false;
        },
        (error) => isOurs && store.set({ message: failureOf(error).message }),
      );
    }, PAUSE);
    return () => {
      isOurs = false;
      clearTimeout(timer);
    };
  }, [text, file?.opened, file?.report]);

  function take(hit: Hit | undefined): void {
    if (!hit) return;
    showPane(store, hit.where);
    void select(store, hit.path);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const count = hits?.length ?? 0;
    if (event.key === "ArrowDown" && count) setActive((active + 1) % count);
    else if (event.key === "ArrowUp" && count) setActive((active + count - 1) % count);
    else if (event.key === "Enter" && hits === null) isTaken.current = true;
    else if (event.key === "Enter") take(hits?.[active]);
    else if (event.key === "Escape") setOpen(false);
    else return setOpen(true);
    event.preventDefault();
  }
  const isShown = isOpen && text.trim() !== "";
  return (
    <div
      ref={box}
      class="search"
      role="search"
      onFocusOut={(event: FocusEvent) => {
        if (!box.current!.contains(event.relatedTarget as Node | null)) setOpen(false);
      }}
    >
      <input
        id="search"
        type="search"
        list={undefined}
        placeholder="Search ( / )"
        aria-label="Search fields, operators, tensors and findings"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={id}
        aria-activedescendant={isShown && hits?.length ? `${id}-${active}` : undefined}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onFocus={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      {isShown && (
        <div id={id} class="hits" role="listbox" aria-label="Found" tabIndex={-1}>
          {hits && (
            <p class="unseen" role="status">
              {plural(hits.length, "hit")}
            </p>
          )}
          {hits === null && <p class="dim">Searching …</p>}
          {hits && hits.length >= MOST && <p class="dim">There may be more: type more to find them.</p>}
          {hits?.length === 0 && <p class="dim">Nothing found.</p>}
          {hits?.map((hit, index) => (
            <div
              key={index}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              class={`hit ${index === active ? "chosen" : ""}`}
              onClick={() => {
                setActive(index);
                take(hit);
                setOpen(false);
              }}
            >
              <span class="where">{hit.where}</span>
              <bdi class="name">{brief(hit.title, 80)}</bdi>
              <bdi class="value">{brief(hit.text, 80)}</bdi>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
