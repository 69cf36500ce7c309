// One rebuild in a process of its own: what is to be done goes in as one JSON argument, progress and the result come back as
// messages. A worker that ends without a result is an error, never a rate of nothing.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";

const message = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("progress"), done: z.number() }),
  z.object({ kind: z.literal("result"), result: z.unknown() }),
]);
type Message = z.infer<typeof message>;

export type Worker<Result> = {
  readonly result: Promise<Result>;
  /** Its first progress, or its end. */
  readonly underWay: Promise<void>;
  isRunning(): boolean;
  /** How many events it has reported so far. */
  done(): number;
  /** Ends it, finished or not. */
  stop(): Promise<void>;
};

export function startWorker<Result>(script: string, request: object, resultShape: z.ZodType<Result>): Worker<Result> {
  const child = fork(new URL(script, import.meta.url), [JSON.stringify(request)]);
  let done = 0;
  const underWay = new Promise<void>((resolve) => {
    child.once("message", () => resolve());
    child.once("close", () => resolve());
  });
  const result = new Promise<Result>((resolve, reject) => {
    child.on("message", (raw) => {
      const received = message.parse(raw);
      if (received.kind === "progress") done = received.done;
      else resolve(resultShape.parse(received.result));
    });
    child.on("error", reject);
    // `close` comes behind the last message; `exit` may overtake it.
    child.on("close", (code, signal) => reject(new Error(`${script} ended without a result: ${signal ?? code}`)));
  });
  // A caller that stops a worker does not wait for its result.
  result.catch(() => undefined);
  return { result, underWay, isRunning: () => !hasEnded(child), done: () => done, stop: () => stop(child) };
}

export async function runWorker<Result>(
  script: string,
  request: object,
  resultShape: z.ZodType<Result>,
): Promise<Result> {
  const worker = startWorker(script, request, resultShape);
  try {
    return await worker.result;
  } finally {
    await worker.stop();
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** In the worker: what it was asked to do. */
export function readRequest<Request>(shape: z.ZodType<Request>): Request {
  return shape.parse(JSON.parse(process.argv[2] ?? "null"));
}

/** In the worker. */
export function sendMessage(message: Message): void {
  process.send?.(message);
}
