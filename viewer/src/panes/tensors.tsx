/** The tensors of the file: a table, and statistics of the one that is chosen. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Statistics, Tensor } from "../protocol.js";
import { failureOf, mark, select } from "./actions.js";
import { HeatMap, Histogram } from "./charts.js";
import { numberUnder, numbersOf } from "./following.js";
import { Long } from "./named.js";
import { type FileState, shownFile, usePart, useStore } from "./store.js";
import { type Column, Table } from "./table.js";
import { added, brief, counted, plural, short, sized } from "./text.js";
import type { ListHandle } from "./virtual.js";

/** Return how many elements a tensor has, as far as that is known. */
const elements = ({ shape }: Tensor) => shape.reduce<number>((product, size) => product * (typeof size === "number" ? size : 1), 1);

const NAME: Column<Tensor> = { title: "Name", value: (tensor) => tensor.name, cell: ({ name }) => <bdi>{brief(name)}</bdi>, width: "minmax(120px, 1fr)" };
const DTYPE: Column<Tensor> = { title: "Type", value: (tensor) => tensor.dtype, cell: ({ dtype }) => brief(dtype, 24), width: "80px" };
const SHAPE: Column<Tensor> = { title: "Shape", value: elements, cell: ({ shape }) => brief(shape.join(" × "), 60), width: "130px", isNumber: true };
const BYTES: Column<Tensor> = { title: "Bytes", value: (tensor) => tensor.bytes ?? null, cell: ({ bytes }) => sized(bytes), width: "84px", isNumber: true };
const WIDE = [NAME, DTYPE, SHAPE, BYTES];
const NARROW = [NAME, SHAPE, BYTES];

export function Tensors() {
  const file = usePart(shownFile);
  return file ? <TensorsOf file={file} key={file.name} /> : null;
}

function TensorsOf({ file }: { file: FileState }) {
  const store = useStore();
  const isWide = usePart((state) => state.isWide);
  const list = useRef<ListHandle>(null);
  const [filter, setFilter] = useState("");
  const [chosen, setChosen] = useState<Tensor | undefined>();
  const { tensors } = file;
  const numbers = useMemo(() => numbersOf(tensors), [tensors]);
  const shown = useMemo(() => {
    const text = filter.toLowerCase();
    return text === "" ? tensors : tensors.filter(({ name, dtype }) => name.toLowerCase().includes(text) || dtype.toLowerCase().includes(text));
  }, [tensors, filter]);

  useEffect(() => {
    const number = numberUnder(numbers, file.selected);
    const tensor = tensors[number];
    if (!tensor || tensor.path === chosen?.path) return;
    setChosen(tensor);
    const at = shown.indexOf(tensor);
    if (at >= 0) list.current?.reveal(at);
  }, [file.selected, numbers]);

  function choose(tensor: Tensor): void {
    setChosen(tensor);
    if (tensor.path) void select(store, tensor.path);
  }
  return (
    <div class="beside">
      <div class="split">
        <div class="toolbar">
          <input
            type="text"
            aria-label="Filter tensors by name or type"
            placeholder="Filter by name or type"
            value={filter}
            onInput={(event) => setFilter(event.currentTarget.value)}
          />
          <span class="dim">
            {plural(shown.length, "tensor")}, {sized(added(shown.map(({ bytes }) => bytes)))}
          </span>
        </div>
        <Table label="Tensors" columns={isWide ? WIDE : NARROW} things={shown} chosen={chosen} onChoose={choose} handle={list} />
      </div>
      {chosen && <Chosen file={file} tensor={chosen} key={`${chosen.path} ${chosen.name}`} />}
    </div>
  );
}

function Chosen({ file, tensor }: { file: FileState; tensor: Tensor }) {
  const store = useStore();
  const [found, setFound] = useState<Statistics | null>(null);
  const [said, say] = useState("");
  const canRead = file.opened !== null && tensor.start !== undefined;
  useEffect(() => {
    if (!canRead) return;
    let isOurs = true;
    say("Reading …");
    store.engine.statistics(store.state.shown, tensor).then(
      (statistics) => {
        if (!isOurs) return;
        setFound(statistics);
        say("");
      },
      (error) => isOurs && say(failureOf(error).message),
    );
    return () => {
      isOurs = false;
    };
  }, [tensor, canRead]);
  return (
    <div class="details side" role="region" tabIndex={0} aria-label="Chosen tensor">
      <b class="path">
        <Long text={tensor.name} limit={120} />
      </b>
      <dl>
        <dt>Type</dt>
        <dd>
          {brief(tensor.dtype)}[{brief(tensor.shape.join(", "))}]
        </dd>
        <dt>Bytes</dt>
        <dd>
          {sized(tensor.bytes)}
          {tensor.start === undefined && ", not in this file"}{" "}
          {canRead && tensor.stop !== undefined && (
            <button type="button" class="small" onClick={() => mark(store, tensor.start!, tensor.stop!)}>
              Show
            </button>
          )}
        </dd>
        {tensor.note && (
          <>
            <dt>Note</dt>
            <dd>
              <Long text={tensor.note} />
            </dd>
          </>
        )}
      </dl>
      {said && <p class="dim">{brief(said, 300)}</p>}
      {found && <Measured found={found} />}
      {!file.opened && <p class="dim">Statistics need the bytes of the file.</p>}
    </div>
  );
}

function Measured({ found }: { found: Statistics }) {
  const facts: readonly (readonly [string, string])[] = [
    ["Elements", counted(found.count)],
    ["Range", `${short(found.minimum)} to ${short(found.maximum)}`],
    ["Mean", short(found.mean)],
    ["Deviation", short(found.deviation)],
    ["Zeros", counted(found.zeros)],
    ["NaN, infinite", `${counted(found.nans)}, ${counted(found.infinities)}`],
  ];
  return (
    <>
      <dl>
        {facts.map(([label, text]) => (
          <>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </>
        ))}
      </dl>
      {found.step > 1 && <p class="dim">One of {counted(found.step)} elements was read.</p>}
      {found.histogram.counts.length > 0 && <Histogram data={found.histogram} label="Values" />}
      {found.map.means.length > 0 && <HeatMap data={found.map} label="Means" />}
    </>
  );
}
