// How far the heap grows while something long is written, in a process of its own, since V8's flags are a whole process's.
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const module = new URL("../../src/limits/heap-growth.ts", import.meta.url).href;

/**
 * Rows that live for a while and are dropped, 60 pages of them, next to 40 MiB that stay. Prints the peak size of the old generation, in
 * MiB.
 */
const writing = `
  import { getHeapSpaceStatistics } from "node:v8";
  import { openHeapHold } from ${JSON.stringify(module)};
  const stays = Array.from({ length: 300_000 }, (_, n) => ({ n, text: "row " + n }));
  const oldBytes = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space").space_used_size;
  const write = (hold) => {
    const recent = [];
    let most = 0;
    for (let page = 0; page < 120; page += 1) {
      hold.page();
      recent.push(Array.from({ length: 20_000 }, (_, n) => ({ page, n, text: page + " " + n })));
      if (recent.length > 8) recent.shift();
      most = Math.max(most, oldBytes());
    }
    return most / 2 ** 20;
  };
  const hold = openHeapHold();
  const held = write(hold);
  hold.release();
  hold.release();
  console.log(JSON.stringify({ held, free: write({ page() {} }), stays: stays.length }));
`;

test("a long list leaves less garbage in the heap than what is written without holding it, and afterwards V8's own rule holds again", () => {
  const run = spawnSync(process.execPath, ["--input-type=module", "--eval", writing], { encoding: "utf8" });
  expect(run.stderr).toBe("");
  const { held, free } = JSON.parse(run.stdout) as { held: number; free: number };
  expect(held * 1.15).toBeLessThan(free);
});
