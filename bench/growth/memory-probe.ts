// Loaded into a service before it starts, by `--import`: answers on a port of its own, to the bench alone, how much memory the
// process has after everything that is garbage was collected. The service knows nothing of it.
import { createServer } from "node:http";

const port = Number(process.env.BENCH_MEMORY_PORT);

createServer((_, response) => {
  // Twice: what the first collection finalises, the second frees.
  globalThis.gc?.();
  globalThis.gc?.();
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ ...process.memoryUsage(), isCollected: globalThis.gc !== undefined }));
})
  .listen(port, "127.0.0.1")
  .unref();
