// Processor time from the kernel's own books: of one process with all its threads, and of a whole database server. Only where
// there is /proc; elsewhere null, and no figure is better than a wrong one.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { withClient } from "../../src/engine/postgres/database.ts";

/** What Linux counts in, on every architecture we run on. */
const ticksPerSecond = 100;
const microsecondsPerTick = 1_000_000 / ticksPerSecond;

/** Since it started; null if the system does not report it, or it has ended. */
export async function readProcessMicroseconds(pid: number): Promise<number | null> {
  const stat = await readStat(pid);
  return stat === null ? null : stat.ticks * microsecondsPerTick;
}

/** Of all processes of the server since it started; those that ended are in their postmaster's figure. */
export async function readServerMicroseconds(postmaster: number): Promise<number | null> {
  const own = await readStat(postmaster);
  if (own === null) return null;
  let ticks = own.ticks + own.endedChildrenTicks;
  for (const child of await childrenOf(postmaster)) ticks += (await readStat(child))?.ticks ?? 0;
  return ticks * microsecondsPerTick;
}

/** The kernel's list where it keeps one, else all processes are asked for their parent. */
export async function childrenOf(pid: number): Promise<number[]> {
  try {
    const listed = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
    return listed.trim().split(" ").filter(Boolean).map(Number);
  } catch {
    const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
    const parents = await Promise.all(pids.map(async (each) => [each, (await readStat(each))?.parent] as const));
    return parents.filter(([, parent]) => parent === pid).map(([each]) => each);
  }
}

/** Of the server behind this address, which must be on this machine. */
export async function findPostmaster(url: string): Promise<number> {
  const folder = await withClient(url, async (client) => {
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    return rows[0]?.data_directory ?? "";
  });
  const [pid = ""] = (await readFile(join(folder, "postmaster.pid"), "utf8")).split("\n");
  return Number(pid);
}

type Stat = { readonly parent: number; readonly ticks: number; readonly endedChildrenTicks: number };

/** Null for a process that has ended, and where there is no /proc. */
async function readStat(pid: number): Promise<Stat | null> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, "utf8");
    // The name is in parentheses and may contain spaces; the rest is numbered from the state, field 3.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const field = (number: number): number => Number(fields[number - 3]);
    return { parent: field(4), ticks: field(14) + field(15), endedChildrenTicks: field(16) + field(17) };
  } catch {
    return null;
  }
}
