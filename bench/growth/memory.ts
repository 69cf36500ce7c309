// How much memory a service and its PostgreSQL have: the service says it itself, after a collection; of the server's processes it
// is what each has for itself, since the shared buffers are theirs together and of a fixed size.
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { z } from "zod";
import type { ServiceOptions } from "../installation.ts";
import type { Figures } from "../report/series.ts";

const bytesPerMebibyte = 1_048_576;
const kibibytesPerMebibyte = 1_024;

const usage = z.object({
  rss: z.number(),
  heapUsed: z.number(),
  external: z.number(),
  arrayBuffers: z.number(),
  isCollected: z.boolean(),
});

export type MemoryProbe = {
  /** For the service that is to be looked into. */
  readonly service: ServiceOptions;
  /** In MiB. */
  read(postmaster: number): Promise<Figures>;
};

export async function openMemoryProbe(): Promise<MemoryProbe> {
  const port = await findFreePort();
  const module = new URL("memory-probe.ts", import.meta.url).href;
  return {
    service: { env: { BENCH_MEMORY_PORT: String(port) }, execArgv: ["--expose-gc", "--import", module] },
    async read(postmaster) {
      const response = await fetch(`http://127.0.0.1:${port}/`);
      const { rss, heapUsed, external, isCollected } = usage.parse(await response.json());
      if (!isCollected) throw new Error("the service runs without --expose-gc");
      return {
        rss: rss / bytesPerMebibyte,
        heap: heapUsed / bytesPerMebibyte,
        external: external / bytesPerMebibyte,
        postgres: await readPrivateMebibytes(postmaster),
      };
    },
  };
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** Of the postmaster and all its processes; null where there is no /proc. */
async function readPrivateMebibytes(postmaster: number): Promise<number | null> {
  let sum = 0;
  try {
    for (const name of await readdir("/proc")) {
      if (!/^\d+$/.test(name)) continue;
      const status = await readFile(`/proc/${name}/status`, "utf8").catch(() => "");
      const isOfServer = Number(name) === postmaster || Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) === postmaster;
      if (isOfServer) sum += Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0);
    }
  } catch {
    return null;
  }
  return sum / kibibytesPerMebibyte;
}
