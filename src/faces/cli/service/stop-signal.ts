// The wish to stop, as the operating system tells it: Ctrl-C, `kill`, a closed terminal.
// The first signal is the wish; one that comes a second or more later means that whoever sends it will not wait, and ends
// the process at once. Signals in between are the same wish: a terminal tells the whole group, and npm tells us again.

const sameWishMilliseconds = 1000;
const impatientExitCode = 130;

/** For the whole process, from now on. */
export function listenForStop(): AbortSignal {
  const stop = new AbortController();
  let wishedAt: number | null = null;
  const onSignal = (): void => {
    wishedAt ??= performance.now();
    if (performance.now() - wishedAt > sameWishMilliseconds) process.exit(impatientExitCode);
    stop.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  return stop.signal;
}
