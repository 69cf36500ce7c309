// Buffers that live for a moment are collected with the young, not by going through the whole heap.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/**
 * Of 3.3 MB each: about a hundred times what starts a full collection. Counted and not timed, so that a busy machine does not change the
 * result.
 */
const rounds = 2_000;

/** How many full collections it takes to use and forget buffers, two thousand of them at any time. */
async function fullCollections(before: string): Promise<number> {
  const script = `
    import { constants, PerformanceObserver } from "node:perf_hooks";
    import { countBuffersWithHeap } from ${JSON.stringify(new URL("../../src/limits/collector.ts", import.meta.url).href)};
    ${before}
    let count = 0;
    const isFull = ({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
    const observer = new PerformanceObserver((list) => (count += list.getEntries().filter(isFull).length));
    observer.observe({ entryTypes: ["gc"] });
    const held = [];
    for (let round = 0, next = 0; round < ${rounds}; round += 1, await new Promise(setImmediate)) {
      for (let index = 0; index < 200; index += 1) held[next++ % 2000] = Buffer.allocUnsafeSlow(16_384);
    }
    await new Promise(setImmediate);
    count += observer.takeRecords().filter(isFull).length;
    console.log(count);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
  return Number(stdout);
}

test("short-lived buffers do not start full collections", async () => {
  const counted = await fullCollections("countBuffersWithHeap();");
  const otherwise = await fullCollections("");
  expect(otherwise).toBeGreaterThan(20);
  // 1 to 6 against about 80: some are started for other reasons, more of them on a busy machine.
  expect(counted).toBeLessThan(otherwise / 4);
});
