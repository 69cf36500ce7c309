// The thread in which one file is read: what a stranger sends is taken apart here, at the lowest priority and in a heap of its own, so
// that nothing that is recorded waits for it and nothing else ends with it.
import { parentPort, workerData } from "node:worker_threads";
import { lowerPriority } from "../../../engine/replay/lower-priority.ts";
import { FileRefused } from "../file-refused.ts";
import { type Line, openFile } from "./read-lines.ts";
import type { Answer, Reading, Said } from "./reading-messages.ts";

/** Lines whose events share a transaction. */
const batchLines = 500;

const { tool }: Reading = workerData;
const port = parentPort;
if (port === null) throw new Error("this is a thread's");

/** Bytes are asked for while lines are being taken. */
let giveBytes = (_bytes: Uint8Array | null): void => undefined;
let goOn = (): void => undefined;
port.on("message", (answer: Answer) => {
  if (answer.kind === "next") goOn();
  else giveBytes(answer.kind === "chunk" ? answer.bytes : null);
});

function say(said: Said): void {
  port?.postMessage(said);
}

async function* chunks(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const bytes = await new Promise<Uint8Array | null>((resolve) => {
      giveBytes = resolve;
      say({ kind: "more" });
    });
    if (bytes === null) return;
    yield bytes;
  }
}

/** Reads on when it is taken. */
function handOver(said: Said): Promise<void> {
  return new Promise((resolve) => {
    goOn = resolve;
    say(said);
  });
}

async function read(): Promise<void> {
  const { records, lines } = await openFile(tool, chunks());
  await handOver({ kind: "opened", records });
  let batch: Line[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < batchLines) continue;
    await handOver({ kind: "lines", lines: batch });
    batch = [];
  }
  if (batch.length > 0) await handOver({ kind: "lines", lines: batch });
}

if (process.platform === "linux") lowerPriority();
try {
  await read();
  say({ kind: "done" });
} catch (error) {
  if (!(error instanceof FileRefused)) throw error;
  say({ kind: "refused", message: error.message });
} finally {
  port.close();
}
