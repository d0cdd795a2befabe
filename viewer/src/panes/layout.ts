/** Layouts of graphs, made by a worker of their own. */
import script from "given:layout";

export interface ToLay {
  readonly id: number;
  /** The width and height of each. */
  readonly nodes: readonly (readonly [width: number, height: number])[];
  /** Numbers of nodes. */
  readonly edges: readonly (readonly [from: number, to: number])[];
}

type Point = readonly [x: number, y: number];

export interface Laid {
  readonly width: number;
  readonly height: number;
  /** The middles of nodes. */
  readonly places: readonly Point[];
  readonly lines: readonly (readonly Point[])[];
}

interface Answer {
  readonly id: number;
  readonly laid?: Laid;
  readonly failure?: string;
}

const waiting = new Map<number, { resolve: (laid: Laid) => void; reject: (error: Error) => void }>();
let worker: Worker | undefined;
let last = 0;

function started(): Worker {
  const made = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  made.onmessage = ({ data: { id, laid, failure } }: MessageEvent<Answer>) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (laid) asked?.resolve(laid);
    else asked?.reject(new Error(`the graph cannot be laid out: ${failure}`));
  };
  return made;
}

export function layoutOf(nodes: ToLay["nodes"], edges: ToLay["edges"]): Promise<Laid> {
  worker ??= started();
  last += 1;
  worker.postMessage({ id: last, nodes, edges } satisfies ToLay);
  return new Promise((resolve, reject) => waiting.set(last, { resolve, reject }));
}
