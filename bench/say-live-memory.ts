// Loaded before a program whose memory is measured: twice a second it collects all garbage and records the maximum that stays alive, in
// bytes: the heap and its buffers. Collecting costs time, so times are measured without it.
import { writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const file = process.env.BENCH_LIVE_MEMORY;
const everyMilliseconds = 500;

if (file !== undefined) {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect !== "function") throw new Error("V8 offers no collection");
  let most = 0;
  const look = (): void => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    most = Math.max(most, heapUsed + arrayBuffers);
    writeFileSync(file, String(most));
  };
  setInterval(look, everyMilliseconds).unref();
}
