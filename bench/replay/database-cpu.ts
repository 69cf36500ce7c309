// Processor time of the whole database server, from the kernel's own books. Only where there is /proc; elsewhere null, and no
// figure is better than a wrong one.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { withClient } from "../../src/db/database.ts";

/** What Linux counts in, on every architecture we run on. */
const ticksPerSecond = 100;

/** Of all its processes since the server started, the ended ones included. */
export async function readDatabaseCpuSeconds(ownerUrl: string): Promise<number | null> {
  const postmaster = await findPostmaster(ownerUrl);
  const own = await readStat(postmaster);
  if (own === null) return null;
  let ticks = own.ticks + own.endedChildrenTicks;
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readStat(Number(name));
    if (stat?.parent === postmaster) ticks += stat.ticks;
  }
  return ticks / ticksPerSecond;
}

async function findPostmaster(ownerUrl: string): Promise<number> {
  const folder = await withClient(ownerUrl, async (client) => {
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
    // The name stands in parentheses and may hold spaces; what follows is numbered from the state, field 3.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const field = (number: number): number => Number(fields[number - 3]);
    return { parent: field(4), ticks: field(14) + field(15), endedChildrenTicks: field(16) + field(17) };
  } catch {
    return null;
  }
}
