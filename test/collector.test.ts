// Buffers that live for a moment are collected with the young, not by going through the whole heap.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const seconds = 1;

/** How many full collections it takes to use and forget buffers for a while, two thousand of them at any time. */
async function fullCollections(before: string): Promise<number> {
  const script = `
    import { constants, PerformanceObserver } from "node:perf_hooks";
    import { countBuffersWithHeap } from ${JSON.stringify(new URL("../src/collector.ts", import.meta.url).href)};
    ${before}
    let count = 0;
    const isFull = ({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
    new PerformanceObserver((list) => (count += list.getEntries().filter(isFull).length)).observe({ entryTypes: ["gc"] });
    const held = [];
    const end = performance.now() + ${seconds * 1000};
    for (let next = 0; performance.now() < end; await new Promise(setImmediate)) {
      for (let index = 0; index < 200; index += 1) held[next++ % 2000] = Buffer.allocUnsafeSlow(16_384);
    }
    setTimeout(() => console.log(count), 50);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
  return Number(stdout);
}

test("short-lived buffers do not start full collections", async () => {
  const counted = await fullCollections("countBuffersWithHeap();");
  const otherwise = await fullCollections("");
  expect(otherwise).toBeGreaterThan(20);
  expect(counted).toBeLessThan(otherwise / 10);
});
