// The request to stop from the operating system: Ctrl-C, `kill`, a closed terminal. The first signal requests the stop; one that comes a
// second or more later means that the sender will not wait, and ends the process at once. Signals in between are duplicates: a terminal
// signals the whole group, and npm signals us again.

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
