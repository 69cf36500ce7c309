// What a process has of the machine's memory, as the kernel counts it: now (`VmRSS`), or at most since it was last asked to forget.
import { readFile, writeFile } from "node:fs/promises";

const kibibytesPerMebibyte = 1_024;

export async function residentMebibytes(pid: number, field: "VmRSS" | "VmHWM"): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const kibibytes = new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(status)?.[1];
  if (kibibytes === undefined)
    throw new Error("this needs Linux: the kernel says how much memory a process had at most");
  return Number(kibibytes) / kibibytesPerMebibyte;
}

/** Restarts the peak from here. */
export function forgetHighest(pid: number): Promise<void> {
  return writeFile(`/proc/${pid}/clear_refs`, "5");
}
