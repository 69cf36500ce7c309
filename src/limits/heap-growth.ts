// Keeps the heap from growing while a long list is written. V8 lets a heap grow to four times the live size before it collects, and each
// page of a list leaves some rows in the old generation: a million rows took a hundred mebibytes more, all of them garbage. Meanwhile a
// collection starts after a growth of a quarter; each is small, and mostly runs on another thread. Without a long list the heap grows as
// usual.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const growthPercent = 25;
/** V8's own rule. */
const unbounded = 0;
/** What a shorter list leaves behind is not worth a collection. */
const shortPages = 20;

let holders = 0;

export type HeapHold = {
  /** Another page is written. */
  page(): void;
  release(): void;
};

export function openHeapHold(): HeapHold {
  let pages = 0;
  return {
    page() {
      pages += 1;
      if (pages === shortPages) hold();
    },
    release() {
      if (pages >= shortPages) letGo();
      pages = 0;
    },
  };
}

function hold(): void {
  holders += 1;
  if (holders > 1) return;
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
  // The limit is recomputed after each collection.
  collect();
}

function letGo(): void {
  holders -= 1;
  if (holders === 0) setFlagsFromString(`--heap-growing-percent=${unbounded}`);
}

function collect(): void {
  setFlagsFromString("--expose-gc");
  const collectAll: unknown = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  if (typeof collectAll === "function") collectAll();
}
