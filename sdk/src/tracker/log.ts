// The tracker's messages in the browser's console: errors always, all others only with `data-svc-debug`. A network failure is no error: the
// call is retried.
export type Log = {
  debug(message: string, detail?: unknown): void;
  error(message: string, detail?: unknown): void;
};

const prefix = "[svc]";

export function openLog(isVerbose: boolean): Log {
  return {
    debug(message, detail) {
      // biome-ignore lint/suspicious/noConsole: the page's developer asked for it
      if (isVerbose) console.log(prefix, message, detail ?? "");
    },
    error(message, detail) {
      // biome-ignore lint/suspicious/noConsole: the only place a page's developer can see it
      console.error(prefix, message, detail ?? "");
    },
  };
}
