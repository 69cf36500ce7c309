// Databases for a run outside the tests' own runner: the same server as theirs, and a migrated database for each piece.
import { randomBytes } from "node:crypto";
import { withClient } from "../../src/engine/postgres/database.ts";
import { databaseUrl, setup, type TestServer } from "../support/database-server.ts";

export type Databases = {
  /** Removed behind it. */
  use<Answer>(run: (url: string) => Promise<Answer>): Promise<Answer>;
  close(): Promise<void>;
};

export async function openDatabases(): Promise<Databases> {
  const started = Promise.withResolvers<TestServer>();
  const close = await setup({ provide: (_, server) => started.resolve(server) });
  const { url, template } = await started.promise;
  return {
    async use(run) {
      const name = `${template}_${randomBytes(6).toString("hex")}`;
      await withClient(url, (client) => client.query(`create database ${name} template ${template}`));
      try {
        return await run(databaseUrl(url, name));
      } finally {
        await withClient(url, (client) => client.query(`drop database ${name} with (force)`));
      }
    },
    close,
  };
}
