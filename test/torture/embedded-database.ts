// The database that the service itself starts and keeps: found by its files, as an operator's tools would.
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { userName } from "../../src/engine/postgres/embedded/server.ts";
import { childrenOf, kill } from "./cluster.ts";
import { fieldsOf } from "./fields.ts";

export type Database = {
  urlOf(): string | Promise<string>;
  withClient<T>(use: (client: Client) => Promise<T>): Promise<T>;
  signal(signal: NodeJS.Signals): Promise<void>;
  killPostmaster(): Promise<void>;
};

export class EmbeddedDatabase implements Database {
  readonly #dataDir: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  async urlOf(): Promise<string> {
    const record = fieldsOf(await readFile(join(this.#dataDir, "postgres.json"), "utf8"));
    const [, , , port] = await this.#postmasterFile();
    return `postgres://${userName}:${String(record.password)}@127.0.0.1:${port}/svc`;
  }

  async withClient<T>(use: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({
      connectionString: await this.urlOf(),
      connectionTimeoutMillis: 10_000,
      application_name: "torture",
    });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return await use(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async signal(signal: NodeJS.Signals): Promise<void> {
    const postmaster = await this.#postmaster();
    if (postmaster === null) return;
    for (const pid of [postmaster, ...(await childrenOf(postmaster))]) kill(pid, signal);
  }

  async killPostmaster(): Promise<void> {
    const postmaster = await this.#postmaster();
    if (postmaster !== null) kill(postmaster, "SIGKILL");
  }

  async remove(): Promise<void> {
    await this.signal("SIGCONT");
    await this.signal("SIGQUIT");
    const directory = await this.#directory().catch(() => null);
    if (directory !== null) await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  async #directory(): Promise<string> {
    const { directory } = fieldsOf(await readFile(join(this.#dataDir, "postgres.json"), "utf8"));
    return typeof directory === "string" ? directory : join(this.#dataDir, "postgres");
  }

  async #postmaster(): Promise<number | null> {
    const pid = Number((await this.#postmasterFile().catch(() => []))[0]);
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  }

  async #postmasterFile(): Promise<string[]> {
    return (await readFile(join(await this.#directory(), "data/postmaster.pid"), "utf8")).split("\n");
  }
}
