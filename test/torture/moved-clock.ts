// Loaded into a service process by --import: it moves the process's clock by the given amount. Nothing of this is in the service.
import cluster from "node:cluster";

const RealDate = Date;
const realNow = Date.now;
let aheadMilliseconds = 0;

const now = (): number => realNow() + aheadMilliseconds;

class MovedDate extends Date {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(now());
    else super(...(given as [number]));
  }

  static override now = now;

  /** What another process sent, Node makes a date of by itself. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof RealDate;
  }
}

globalThis.Date = MovedDate as DateConstructor;

process.on("message", (message: unknown) => {
  if (typeof message === "number") aheadMilliseconds = message;
});
// It ends when the service does; a worker waits at its own for what it is to do.
if (cluster.isPrimary) process.channel?.unref();
