/** Calls of the engine as messages between the page and its worker. */
import type { Engine, Failure } from "../protocol.js";

interface Call {
  readonly id: number;
  readonly method: keyof Engine;
  readonly args: readonly unknown[];
}
interface Answer {
  readonly id: number;
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

/** Return an engine on the other side of a channel. */
export function engineAt(channel: Channel): Engine {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Refused) => void }>();
  let last = 0;
  channel.onmessage = ({ data }: MessageEvent<Answer>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    data.failure === undefined ? asked?.resolve(data.value) : asked?.reject(new Refused(data.failure));
  };
  const call = (method: keyof Engine, args: readonly unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      channel.postMessage({ id: last, method, args } satisfies Call);
    });
  return new Proxy({} as Engine, { get: (_, method) => (...args: unknown[]) => call(method as keyof Engine, args) });
}

/** Answer the calls that come over a channel. */
export function serve(channel: Channel, engine: Engine, failureOf: (error: unknown) => Failure): void {
  const methods = engine as unknown as Record<string, (...args: readonly unknown[]) => Promise<unknown>>;
  channel.onmessage = async ({ data }: MessageEvent<Call>) => {
    try {
      channel.postMessage({ id: data.id, value: await methods[data.method]!.apply(engine, [...data.args]) } satisfies Answer);
    } catch (error) {
      channel.postMessage({ id: data.id, failure: failureOf(error) } satisfies Answer);
    }
  };
}
