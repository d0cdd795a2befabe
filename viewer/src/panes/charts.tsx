/** Charts: bars of a histogram, and a map of means. */
import { useEffect, useRef } from "preact/hooks";
import { counted, short } from "./text.js";

export interface HistogramData {
  readonly edges: readonly number[];
  readonly counts: readonly number[];
}

const WIDTH = 320;
const HEIGHT = 96;

export function Histogram({ data, label }: { data: HistogramData; label: string }) {
  const { edges, counts } = data;
  const most = Math.max(...counts, 1);
  const step = WIDTH / Math.max(counts.length, 1);
  const text = `${label}: ${counted(counts.reduce((sum, count) => sum + count, 0))} values from ${short(edges[0] ?? null)} to ${short(edges.at(-1) ?? null)}`;
  return (
    <figure class="histogram">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={text} preserveAspectRatio="none">
        {counts.map((count, number) => {
          const height = count === 0 ? 0 : Math.max(1, (count / most) * HEIGHT);
          return (
            <rect key={number} x={number * step} width={Math.max(step - 0.5, 0.5)} y={HEIGHT - height} height={height}>
              <title>{`${short(edges[number]!)} to ${short(edges[number + 1]!)}: ${counted(count)}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption>
        <span>{short(edges[0] ?? null)}</span>
        <span>{label}</span>
        <span>{short(edges.at(-1) ?? null)}</span>
      </figcaption>
    </figure>
  );
}

export interface MapData {
  readonly rows: number;
  readonly columns: number;
  readonly means: readonly number[];
}

/** Colours of negative and positive values, and of those that are no number. */
const NEGATIVE = [33, 102, 172] as const;
const POSITIVE = [178, 78, 24] as const;
const MIDDLE = [247, 247, 247] as const;
const NO_NUMBER = [120, 120, 120] as const;

function colourAt(share: number): readonly number[] {
  if (Number.isNaN(share)) return NO_NUMBER;
  const end = share < 0 ? NEGATIVE : POSITIVE;
  return MIDDLE.map((from, channel) => from + (end[channel]! - from) * Math.min(1, Math.abs(share)));
}

export function HeatMap({ data, label }: { data: MapData; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { rows, columns, means } = data;
  const most = means.reduce((so, mean) => (Number.isFinite(mean) ? Math.max(so, Math.abs(mean)) : so), 0);
  useEffect(() => {
    const context = canvas.current!.getContext("2d")!;
    const image = context.createImageData(columns, rows);
    means.forEach((mean, cell) => image.data.set([...colourAt(most ? mean / most : mean * 0), 255], cell * 4));
    context.putImageData(image, 0, 0);
  }, [data]);
  return (
    <figure class="map">
      <canvas ref={canvas} width={columns} height={rows} role="img" aria-label={`${label}: ${rows} rows of ${columns} cells, from ${short(-most)} to ${short(most)}`} />
      <figcaption>
        <span>{short(-most)}</span>
        <span class="scale" aria-hidden="true" />
        <span>{short(most)}</span>
      </figcaption>
    </figure>
  );
}
