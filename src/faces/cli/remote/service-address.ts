// Where the running service of this installation answers, for the demo and for commands that print addresses.
// The service on the embedded database leaves its address in the data directory while it runs, since its port may not be
// the usual one. A note left by a process that was killed is not believed.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Config } from "../../../config/config.ts";

const noteSchema = z.object({ url: z.url(), pid: z.int().positive() });

type Note = z.infer<typeof noteSchema>;

export function findServiceUrl(config: Pick<Config, "baseUrl" | "port" | "portIsFixed" | "dataDir">): string {
  if (config.baseUrl !== null) return config.baseUrl;
  const noted = config.portIsFixed ? null : readNote(config.dataDir);
  return noted?.url ?? `http://127.0.0.1:${config.port}`;
}

export function noteServiceUrl(dataDir: string, url: string): void {
  writeFileSync(noteFile(dataDir), `${JSON.stringify({ url, pid: process.pid } satisfies Note)}\n`, { mode: 0o600 });
}

export function forgetServiceUrl(dataDir: string): void {
  if (readNote(dataDir)?.pid === process.pid) rmSync(noteFile(dataDir), { force: true });
}

const noteFile = (dataDir: string): string => join(dataDir, "service.json");

function readNote(dataDir: string): Note | null {
  let text: string;
  try {
    text = readFileSync(noteFile(dataDir), "utf8");
  } catch {
    return null;
  }
  const note = noteSchema.safeParse(parseJson(text)).data;
  return note !== undefined && isAlive(note.pid) ? note : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It lives and belongs to someone else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
