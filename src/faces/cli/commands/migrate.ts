// svc migrate: migrates the database to this version's schema, also while others use it, and restores missing protection of the log, as
// after restoring a dump. With --plan it changes nothing.

import { distribute } from "../../../engine/postgres/citus/distribute.ts";
import { logFaultMeanings } from "../../../engine/postgres/log-protection.ts";
import { type PlannedMigration, planMigrations } from "../../../engine/postgres/migrations/migration-plan.ts";
import { withServer } from "../backing-up.ts";
import { type Command, defineCommand } from "../command.ts";
import { CommandFailed } from "../failures.ts";
import { optional, parseFlags, switchFlag, wholeNumberFlag } from "../input/flags.ts";
import type { Output } from "../output.ts";
import { counted } from "../replaying.ts";

/** Citus' own. A cluster has at most as many workers that share the programs. */
const shardsDefault = 8;
const shardsMax = 1024;
const flags = {
  plan: switchFlag("Only show what would run, and what would wait"),
  citus: switchFlag(
    "Distribute the programs over the workers of this Citus cluster; run on its coordinator, as superuser",
  ),
  shards: optional(
    wholeNumberFlag([1, shardsMax], {
      meaning: `With --citus: into how many parts, ${shardsDefault} by default`,
      placeholder: "n",
    }),
  ),
};
const statementCharactersShown = 100;

const migrating = defineCommand({
  example: "migrate",
  flags: {},
  migrates: true,
  run: async ({ location, migrated, protection: { repaired, logFaults } }) => ({
    json: { migrated, repaired, missing: logFaults },
    text: () =>
      [
        migrated.length === 0 ? `Up to date: ${location}` : `Applied ${migrated.join(", ")}: ${location}`,
        ...repaired.map((fault) => `Repaired: ${logFaultMeanings[fault]}.`),
        ...logFaults.map((fault) => `Still missing, an administrator's rights are needed: ${logFaultMeanings[fault]}.`),
      ].join("\n"),
  }),
});

export const command: Command = {
  example: "migrate --plan",
  flags,
  execute: async (options, shell) => {
    const { plan, citus, shards } = parseFlags(flags, options);
    if (shards !== undefined && !citus) throw new CommandFailed("--shards requires --citus.");
    if (citus && plan) throw new CommandFailed("--plan lists migrations only: leave out --citus.");
    if (citus) {
      await migrating.execute({}, shell);
      return withServer(shell, async ({ server }) => {
        const spread = await distribute(server.url, shards ?? shardsDefault);
        return {
          json: { spread },
          text: () => (spread.length === 0 ? "Spread already." : `Spread by program: ${spread.join(", ")}.`),
        };
      });
    }
    if (!plan) return migrating.execute({}, shell);
    return withServer(shell, async ({ server }) => planOutput(await planMigrations(server.url), server.location));
  },
};

function planOutput(planned: readonly PlannedMigration[], location: string): Output {
  return {
    json: { planned },
    text: () =>
      planned.length === 0
        ? `Up to date: ${location}`
        : [
            `${counted(planned.length, "migration")} would be applied to ${location}. Nothing has been changed.`,
            ...planned.flatMap(linesOf),
          ].join("\n"),
  };
}

function linesOf({ name, in_transaction, statements }: PlannedMigration): string[] {
  return [
    "",
    `${name}${in_transaction ? ", in one transaction" : ", outside a transaction"}`,
    ...statements.flatMap(({ statement, locks }) => [
      `  ${shortened(statement)}`,
      ...locks.map(
        ({ relation, mode, waits, rows, bytes }) =>
          `    ${relation}: ${waits} waits (${mode}); about ${counted(rows, "row")}, ${counted(bytes, "byte")}`,
      ),
    ]),
  ];
}

function shortened(statement: string): string {
  const line = statement.replace(/\s+/g, " ");
  return line.length <= statementCharactersShown ? line : `${line.slice(0, statementCharactersShown - 1)}…`;
}
