// How Node's garbage collector counts what lies outside of its heap: the bytes of every request and of every row.
import { setFlagsFromString } from "node:v8";

/**
 * V8 13 starts a full collection at 64 MB of buffers since the last one, but collects young ones only at 128 MB: under steady load
 * a small heap then goes through full collections several times a second (nodejs/node#61967). Counted together with the heap, as
 * later versions do by themselves, buffers die young.
 */
export function countBuffersWithHeap(): void {
  if (process.versions.v8.startsWith("13.")) setFlagsFromString("--external-memory-accounted-in-global-limit");
}
