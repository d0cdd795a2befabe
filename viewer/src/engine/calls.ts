/** Calls of the engine as messages between the page and its worker. */
import type { Engine, Failure } from "../protocol.js";

interface Call {
  readonly id: number;
  readonly method: keyof Engine;
  readonly args: readonly unknown[];
}
/** What the worker says: with `begun`, that it works on a call; with an id that is 0, that it is there. */
interface Answer {
  readonly id: number;
  readonly begun?: true;
  readonly value?: unknown;
  readonly failure?: Failure;
}
/** Where messages go and come from: a worker, and what a worker sees of the page. */
interface Channel {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown): void;
}

/** What the engine says when it cannot do something; of a file, with the path and the byte. */
export class Refused extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** A call without an answer. */
interface Waiting {
  readonly call: Call;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Refused) => void;
}

const A_SECOND = 1000;
/** Seconds in which a worker has to say something: what takes longer takes turns with other messages. */
const MOST_SILENCE = 30;
const THERE = 0;

/**
 * The engine in a worker. One that says nothing for too long, or that breaks, is ended: the call that it worked on is
 * refused, and another worker learns the schemas, opens the files and goes on with the other calls.
 */
class WorkedEngine {
  readonly #start: () => Worker;
  #worker: Worker | undefined;
  #last = THERE;
  #begun = THERE;
  #silence = 0;
  #clock: number | undefined;
  readonly #waiting = new Map<number, Waiting>();
  /** Calls that are made anew in another worker: all of `learn`, and the last `open` of each file. */
  readonly #learned: Call[] = [];
  readonly #opened = new Map<unknown, Call>();

  constructor(start: () => Worker) {
    this.#start = start;
  }

  call(method: keyof Engine, args: readonly unknown[]): Promise<unknown> {
    this.#last += 1;
    const call: Call = { id: this.#last, method, args };
    return new Promise((resolve, reject) => {
      this.#running().postMessage(call);
      this.#waiting.set(call.id, { call, resolve, reject });
      if (this.#clock === undefined) this.#silence = 0;
      this.#clock ??= setInterval(() => this.#tick(), A_SECOND);
    });
  }

  /** Return the worker; a new one knows the schemas and files of the one before. */
  #running(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = this.#start();
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#heard(data);
    worker.onerror = ({ message }) => this.#end(`Files cannot be read: ${message || "the browser allows no worker here"}`);
    [...this.#learned, ...this.#opened.values()].forEach((call) => worker.postMessage(call));
    this.#worker = worker;
    return worker;
  }

  #tick(): void {
    if (this.#waiting.size === 0) {
      clearInterval(this.#clock);
      this.#clock = undefined;
      return;
    }
    this.#silence += 1;
    if (this.#silence > MOST_SILENCE) this.#end(`ended: no answer for ${MOST_SILENCE} seconds`);
    else this.#worker?.postMessage({ id: THERE, method: "learn", args: [[]] } satisfies Call);
  }

  #heard({ id, begun, value, failure }: Answer): void {
    this.#silence = 0;
    if (id === THERE) return;
    this.#begun = begun ? id : THERE;
    const asked = this.#waiting.get(id);
    if (begun || asked === undefined) return;
    const { call, resolve, reject } = asked;
    this.#waiting.delete(id);
    if (call.method === "open") this.#opened.delete(call.args[0]);
    if (failure !== undefined) return reject(new Refused(failure));
    if (call.method === "learn") this.#learned.push(call);
    if (call.method === "open") this.#opened.set(call.args[0], call);
    resolve(value);
  }

  /** End the worker, refuse what it worked on, and let another one go on. */
  #end(message: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const [oldest = THERE] = this.#waiting.keys();
    const id = this.#waiting.has(this.#begun) ? this.#begun : oldest;
    const asked = this.#waiting.get(id);
    this.#waiting.delete(id);
    this.#begun = THERE;
    this.#silence = 0;
    if (asked?.call.method === "open") this.#opened.delete(asked.call.args[0]);
    asked?.reject(new Refused({ message }));
    this.#waiting.forEach(({ call }) => this.#running().postMessage(call));
  }
}

/** Return an engine in a worker. */
export function engineIn(start: () => Worker): Engine {
  const worked = new WorkedEngine(start);
  return new Proxy({} as Engine, { get: (_, method) => (...args: unknown[]) => worked.call(method as keyof Engine, args) });
}

/** Answer the calls that come over a channel. */
export function serve(channel: Channel, engine: Engine, failureOf: (error: unknown) => Failure): void {
  const methods = engine as unknown as Record<string, (...args: readonly unknown[]) => Promise<unknown>>;
  channel.onmessage = async ({ data: { id, method, args } }: MessageEvent<Call>) => {
    channel.postMessage({ id, begun: true } satisfies Answer);
    try {
      channel.postMessage({ id, value: await methods[method]!.apply(engine, [...args]) } satisfies Answer);
    } catch (error) {
      channel.postMessage({ id, failure: failureOf(error) } satisfies Answer);
    }
  };
}
