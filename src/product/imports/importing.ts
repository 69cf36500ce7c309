// What every step of one import works with.
import type { Actor } from "../../access/permission.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { EventData } from "../../core/rules/events/events.ts";
import { authorText } from "../../core/vocabulary/access/author.ts";
import { type ImportTool, importSource } from "../../core/vocabulary/import-tools.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Result, Submission } from "../../engine/recording/submission.ts";
import { ConfigurationRefused } from "../operation/change-refused.ts";
import type { ImportPlaces } from "./import-places.ts";
import type { NamedRecruit } from "./import-row.ts";
import { KeySet } from "./key-set.ts";
import type { Tally } from "./tally.ts";

export type ImportParts = {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly imports: ImportPlaces;
};

export type ImportOf = {
  readonly programId: number;
  readonly tool: ImportTool;
  readonly actor: Actor;
  /** False: it only says what it would do. */
  readonly isApplied: boolean;
  /** Whether groups that are missing are made; without, a new partner of one is a fault. */
  readonly createsGroups: boolean;
};

export class Importing {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly programId: number;
  readonly tool: ImportTool;
  readonly actor: Actor;
  readonly isApplied: boolean;
  readonly createsGroups: boolean;
  readonly tally: Tally;
  /** Names of partners that a dry run would have added. */
  readonly wouldBe = new KeySet();
  /** Keys of events that a dry run would have recorded. */
  readonly wouldBeRecorded = new KeySet();
  /** Groups that a dry run would have made. */
  readonly wouldBeGroups = new Set<string>();
  /** Whose recruiters may come later in the file. */
  readonly recruitsToSettle: NamedRecruit[] = [];
  /** The payouts that represent what the tool paid, by partner and currency. */
  readonly payouts = new Map<string, number>();

  constructor({ database, secrets }: Omit<ImportParts, "imports">, of: ImportOf, tally: Tally) {
    this.database = database;
    this.secrets = secrets;
    this.programId = of.programId;
    this.tool = of.tool;
    this.actor = of.actor;
    this.isApplied = of.isApplied;
    this.createsGroups = of.createsGroups;
    this.tally = tally;
  }

  hashOf(email: string): string {
    return this.secrets.hashEmail(email);
  }

  /** `key` is unique among what is imported from this tool: a line that is imported again is known already. */
  submission({ key, occurredAt, data }: { key: string; occurredAt: Date | null; data: EventData }): Submission {
    return {
      event: {
        programId: this.programId,
        source: importSource,
        dedupKey: `${this.tool}:${key}`,
        isTest: false,
        occurredAt,
        data,
        by: authorText(this.actor),
      },
      delivery: null,
      keyHash: null,
      keep: "always",
      logged: null,
    };
  }

  requireRecorded(results: readonly Result[]): void {
    for (const result of results) {
      if (result.kind === "failed") throw result.error;
      if (result.kind === "unknown_program") {
        throw new ConfigurationRefused(`There is no program ${this.programId}.`, { code: "unknown_program" });
      }
    }
  }
}
