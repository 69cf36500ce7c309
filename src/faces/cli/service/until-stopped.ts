// Runs something until it ends or is to stop.
import { Interrupted } from "../failures.ts";

/** Work in progress at the stop is left alone: the owner of its resources closes them. */
export async function untilStopped<Result>(stop: AbortSignal, run: () => Promise<Result>): Promise<Result> {
  if (stop.aborted) throw new Interrupted();
  const stopped = Promise.withResolvers<never>();
  const onAbort = (): void => stopped.reject(new Interrupted());
  stop.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([run(), stopped.promise]);
  } finally {
    stop.removeEventListener("abort", onAbort);
  }
}
