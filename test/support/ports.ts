// Ports for what is started by another process a moment later. They are taken from below those that the system gives to connections,
// so that no connection has one by then.
import { createServer } from "node:net";

export const lowestPort = 12_000;
export const highestPort = 30_000;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowestPort + Math.floor(Math.random() * (highestPort - lowestPort));
    if (await isFree(port)) return port;
  }
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
