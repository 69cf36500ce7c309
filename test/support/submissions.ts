// Turns a test's reports into ingest's input, and reads the books and the log from the database.
import { operator } from "../../src/access/permission.ts";
import { bookNames } from "../../src/core/rules/book-keys.ts";
import { defaultSettings, type Settings } from "../../src/core/rules/events/settings/settings.ts";
import { withClient } from "../../src/engine/postgres/database.ts";
import type { Submission } from "../../src/engine/recording/submission.ts";
import { addPartner, createProgram, createWorkspace } from "../../src/product/programs/change.ts";
import type { TestDatabase } from "./database.ts";
import type { TestEvent } from "./memory-program.ts";

export type TestProgram = { readonly programId: number; readonly partnerIds: readonly number[] };

export async function createTestProgram(
  { database }: TestDatabase,
  settings: Partial<Settings> = {},
  codes: readonly string[] = [],
): Promise<TestProgram> {
  const workspaceId = await createWorkspace(database, "Workspace");
  const programId = await createProgram(
    database,
    {
      workspaceId,
      name: "Program",
      settings: { ...defaultSettings, ...settings },
    },
    operator,
  );
  const partnerIds: number[] = [];
  for (const code of codes) partnerIds.push(await addPartner(database, { programId, name: code, code }, operator));
  return { programId, partnerIds };
}

export function submission(programId: number, event: TestEvent): Submission {
  const source = event.source ?? "api";
  const isCall = source === "api" || source === "browser";
  return {
    event: {
      programId,
      source,
      dedupKey: null,
      isTest: event.is_test ?? false,
      occurredAt: null,
      data: event.data,
    },
    delivery: isCall
      ? null
      : {
          connectionId: 1,
          connectionLivemode: true,
          providerEventId: null,
          providerEventType: event.data.type,
          adapterVersion: 1,
          headers: { "content-type": "application/json" },
          body: Buffer.from(JSON.stringify(event.data)),
        },
    keyHash: null,
    keep: isCall ? "when_it_changes_something" : "always",
    logged: isCall ? { call: event.data.type, transactionId: null } : null,
  };
}

/** Every row of every book as PostgreSQL writes it, in a fixed order. */
export async function dumpBooks(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const parts: string[] = [];
    for (const name of bookNames) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by t::text`);
      parts.push(name, ...rows.map(({ row }) => row));
    }
    return parts.join("\n");
  });
}

/** As if the books had never been written; the log stays. */
export async function emptyBooks(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`truncate ${bookNames.join(", ")}`);
    await client.query("update program_head set projected_seq = 0");
  });
}
