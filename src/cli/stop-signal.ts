// The wish to stop, as the operating system tells it: Ctrl-C, `kill`, a closed terminal.
// The first signal is the wish; one that comes a second or more later means that whoever sends it will not wait, and ends
// the process at once. Signals in between are the same wish: a terminal tells the whole group, and npm tells us again.

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const sameWishMilliseconds = 1000;
const impatientExitCode = 130;

export type StopSignal = {
  readonly wished: boolean;
  /** Resolves when the wish is made. */
  readonly wish: Promise<void>;
  ignore(): void;
};

export function listenForStop(): StopSignal {
  let wishedAt: number | null = null;
  const { promise, resolve } = Promise.withResolvers<void>();
  const onSignal = (): void => {
    wishedAt ??= performance.now();
    if (performance.now() - wishedAt > sameWishMilliseconds) process.exit(impatientExitCode);
    resolve();
  };
  for (const signal of signals) process.on(signal, onSignal);
  return {
    get wished() {
      return wishedAt !== null;
    },
    wish: promise,
    ignore: () => {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}
