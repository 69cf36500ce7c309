// Ctrl-C, or SIGTERM: work in progress is aborted, and what it started is ended and removed before the process ends.

const signals = ["SIGINT", "SIGTERM"] as const;

export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/** As `run`, but rejects as soon as a stop is requested. What `run` still does then is not awaited. */
export async function unlessInterrupted<T>(run: () => Promise<T>): Promise<T> {
  const interrupted = Promise.withResolvers<never>();
  const interrupt = (signal: NodeJS.Signals): void => interrupted.reject(new Interrupted(signal));
  for (const signal of signals) process.on(signal, interrupt);
  try {
    return await Promise.race([run(), interrupted.promise]);
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
  }
}
