// Runs something until it ends or is to stop.
import { Interrupted } from "../failures.ts";

/** What is still under way when the wish to stop comes is left alone: whoever opened what it uses closes it. */
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
