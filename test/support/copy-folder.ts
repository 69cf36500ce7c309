// Copies a folder with owners and modes.
import { execFile } from "node:child_process";
import { promisify } from "node:util";

export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)("cp", ["-a", from, to]);
}
