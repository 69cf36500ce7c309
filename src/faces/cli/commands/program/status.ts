// svc status: a program's integration progress and the next step; for operators and, with a login, for brands. With --cluster, the state of
// a Citus cluster's nodes, for operators.

import { countOutdatedPrograms } from "../../../../engine/books/rules.ts";
import { readSigning, type Signing, signingText } from "../../../../engine/integrity/signing-key.ts";
import { openDatabase } from "../../../../engine/postgres/database.ts";
import { type LogFault, logFaultMeanings } from "../../../../engine/postgres/log-protection.ts";
import { lookAtReplica, type ReplicaState } from "../../../../engine/postgres/replica.ts";
import { loadOperation } from "../../../../product/operation/groups.ts";
import { answerOf } from "../../../../product/operation/operation.ts";
import { type ProgramStatus, programStatus } from "../../../../product/programs/status-read.ts";
import { clusterStatus } from "../../cluster-status.ts";
import type { Command } from "../../command.ts";
import type { Context } from "../../context.ts";
import { printable, UsageError } from "../../failures.ts";
import { parseFlags, switchFlag } from "../../input/flags.ts";
import { flagsOf, inputOf } from "../../input/operation-flags.ts";
import { defineAskingCommand } from "../../operation-command.ts";
import { recordOf, tableOf } from "../../output.ts";

const operation = await loadOperation("programs.status");
const { flags, names } = flagsOf(operation);
const answerSchema = answerOf(programStatus);

const ofProgram = defineAskingCommand({
  example: "status --program 1",
  names,
  flags,
  run: async (ask, given, { context }) => {
    const answer = await ask(operation, inputOf(names, given));
    const status = answerSchema.parse(answer).data;
    if (context === null) return { json: recordOf(answer.data), text: () => textOf(status) };
    const outdated = await countOutdatedPrograms(context.db);
    const { logFaults } = context.protection;
    const replica = await findReplica(context);
    const signing = await signingOf(context);
    const ofInstallation = {
      ...{ programs_projected_by_older_rules: outdated, log_faults: logFaults, replica },
      checkpoint_signing: signing.state,
    };
    return {
      json: { ...recordOf(answer.data), ...ofInstallation },
      text: () =>
        [
          textOf(status),
          ...outdatedText(outdated),
          ...logFaults.map(faultText),
          ...replicaText(replica),
          signingText(signing) ?? [],
        ]
          .flat()
          .join("\n"),
    };
  },
});

const ofCluster = {
  cluster: switchFlag("Instead of a program's: the status of each node of the Citus cluster"),
};

export const command: Command = {
  ...ofProgram,
  flags: { ...ofProgram.flags, ...ofCluster },
  execute: (options, shell) => {
    if (!parseFlags(ofCluster, options).cluster) return ofProgram.execute(options, shell);
    const others = Object.entries(recordOf(options)).filter(([name, value]) => name in ofProgram.flags && value);
    if (others.length > 0) throw new UsageError("--cluster takes no other flag.");
    return clusterStatus(shell);
  },
};

type ReplicaLine = { readonly state: ReplicaState; readonly lag_seconds: number | null };

/** Null where none is configured. */
async function findReplica({ config, database }: Context): Promise<ReplicaLine | null> {
  if (config.readUrl === null) return null;
  const url = config.readUrl.reveal();
  const standby = openDatabase({ url, connectionsMax: 2, applicationName: "svc command" });
  try {
    const waitMilliseconds = config.readWaitMilliseconds;
    const { state, lagSeconds } = await lookAtReplica({ primary: database, standby, waitMilliseconds });
    return { state, lag_seconds: lagSeconds };
  } finally {
    await standby.close();
  }
}

const replicaMeanings: { readonly [State in ReplicaState]: string } = {
  used: "Lists and reports are read from the replica",
  behind: "The replica is behind, so that the primary answers all reads",
  away: "The replica does not answer, so that the primary answers all reads",
  not_its_standby: "DATABASE_READ_URL names no standby of this database, so that the primary answers all reads",
};

function replicaText(replica: ReplicaLine | null): string[] {
  if (replica === null) return [];
  const { state, lag_seconds: lag } = replica;
  return [`${replicaMeanings[state]}${lag === null ? "" : ` (${lag.toFixed(1)} s)`}.`];
}

/** By the keys that this command has: those of the processes are in their environment. */
function signingOf({ config, database }: Context): Promise<Signing> {
  const { signers, unusedKeyFile } = config.checkpoints;
  return readSigning(database, { signers: signers.reveal(), unusedKeyFile });
}

function outdatedText(programs: number): string[] {
  if (programs === 0) return [];
  return [`Of all programs, ${programs} were projected by older rules. See the difference: svc replay --all`];
}

function faultText(fault: LogFault): string {
  return `${logFaultMeanings[fault]}; the log is not append-only. Run: svc migrate`;
}

function textOf(found: ProgramStatus): string {
  const steps = found.steps.map(({ step, live, test }) => ({
    step,
    first_seen_live: live?.first_seen_at ?? null,
    first_seen_in_test: test?.first_seen_at ?? null,
  }));
  const last = found.last_event;
  return [
    `Program ${found.program_id}, ${printable(found.name)}: ${found.status}`,
    tableOf(steps, ["step", "first_seen_live", "first_seen_in_test"]),
    `Partners: ${found.partner_count}. Connections: ${found.connection_count}.`,
    `Events that wait: ${found.parked_count}. Events that failed: ${found.failed_count}.`,
    ...(found.open_alarm_count > 0
      ? [`Open alarms: ${found.open_alarm_count}. See them with: svc alarms list --program ${found.program_id}`]
      : []),
    last === null
      ? "No event yet."
      : `Last event: ${last.event_id}, ${last.type} from ${last.source}, ${last.outcome}, at ${last.received_at.toISOString()}`,
    ...(found.versions.length > 1
      ? [`Processes of ${found.versions.join(" and ")} run on this database: replace those of the older release.`]
      : []),
    found.next_step === null ? "Everything was seen live." : `Next: ${found.next_step}`,
  ].join("\n");
}
