// The cost of one rebuild. Each runs in a process of its own, so that the memory peak belongs only to it; the peak is the kernel's own
// figure, not a sample that may miss it.
import { z } from "zod";
import { findPostmaster, readServerMicroseconds } from "../measure/processor-time.ts";

export const measuredRebuild = z.object({
  seconds: z.number(),
  nodeCpuSeconds: z.number(),
  /** Null if the system does not report it. */
  databaseCpuSeconds: z.number().nullable(),
  /** Everything the process ever held, its modules included. */
  rssPeakMebibytes: z.number(),
});
export type MeasuredRebuild = z.infer<typeof measuredRebuild>;

const kibibytesPerMebibyte = 1024;
const microsecondsPerSecond = 1_000_000;

export async function measureRebuild(databaseUrl: string, run: () => Promise<void>): Promise<MeasuredRebuild> {
  const postmaster = await findPostmaster(databaseUrl);
  const databaseBefore = await readServerMicroseconds(postmaster);
  const nodeBefore = process.cpuUsage();
  const startedAt = performance.now();
  await run();
  const seconds = (performance.now() - startedAt) / 1000;
  const node = process.cpuUsage(nodeBefore);
  const databaseAfter = await readServerMicroseconds(postmaster);
  return {
    seconds,
    nodeCpuSeconds: (node.user + node.system) / microsecondsPerSecond,
    databaseCpuSeconds:
      databaseBefore === null || databaseAfter === null
        ? null
        : (databaseAfter - databaseBefore) / microsecondsPerSecond,
    rssPeakMebibytes: process.resourceUsage().maxRSS / kibibytesPerMebibyte,
  };
}
