// svc restore: brings a backup into a database that holds nothing yet, and proves that log and books are whole before it says so.
import { resolve } from "node:path";
import { forgetLostHashKeys } from "../../../access/secrets/kept-secrets.ts";
import { requireFile, restoreBackup } from "../../../engine/backup/restore-backup.ts";
import { catchUpAll } from "../../../engine/books/catch-up.ts";
import { openInstallation } from "../../../engine/postgres/installation.ts";
import { logFaultMeanings } from "../../../engine/postgres/log-protection.ts";
import { isVerified, type VerifiedProgram, verifyPrograms } from "../../../engine/replay/verify.ts";
import { type BackingUp, withServer } from "../backing-up.ts";
import type { Command, CommandShell } from "../command.ts";
import { parseFlags, switchFlag, textFlag } from "../input/flags.ts";
import type { Output } from "../output.ts";
import { counted, replayPartsOf, watchOf } from "../replaying.ts";
import { untilStopped } from "../service/until-stopped.ts";

const flags = {
  from: textFlag("File that svc backup wrote", "path"),
  acceptOtherKeys: switchFlag("Continue without the backup's secret keys; enter the encrypted values again"),
};

export const command: Command = {
  example: "restore --from svc-20261122T204600Z.backup.gz",
  flags,
  execute: async (options, shell) => {
    const { from, acceptOtherKeys } = parseFlags(flags, options);
    const file = resolve(from);
    await requireFile(file);
    return withServer(shell, (parts) =>
      untilStopped(shell.stop, () => restore(shell, parts, { file, acceptsOtherKeys: acceptOtherKeys })),
    );
  },
};

type Options = { readonly file: string; readonly acceptsOtherKeys: boolean };

async function restore(shell: CommandShell, parts: BackingUp, options: Options): Promise<Output> {
  const { server, secretKeyMarks, progress } = parts;
  const restored = await restoreBackup({
    url: server.url,
    ...options,
    secretKeyMarks,
    onTable: (step) => progress.show("Restoring", "tables", step),
  });
  const { migrated, logFaults, programs, lostHashes } = await bringUp(shell, parts, options);
  const wrong = programs.filter((program) => !isVerified(program)).map(({ program_id }) => program_id);
  const { madeAt, rows } = restored;
  return {
    json: {
      made_at: madeAt.toISOString(),
      rows,
      programs: restored.programs,
      events: restored.events,
      migrated,
      verified: wrong.length === 0,
      programs_wrong: wrong,
      missing: logFaults,
      lost_hashes: lostHashes,
    },
    text: () =>
      [
        `Restored ${counted(restored.programs, "program")}, ${counted(restored.events, "event")} and ${counted(rows, "row")} ` +
          `into ${server.location}, as they were at ${madeAt.toISOString()}.`,
        ...(migrated.length === 0 ? [] : [`Applied ${migrated.join(", ")}.`]),
        ...(wrong.length === 0 ? ["Verified: the log is intact and the books match it."] : []),
        ...logFaults.map((fault) => `Still missing, an administrator's rights are needed: ${logFaultMeanings[fault]}.`),
        ...(lostHashes
          ? ["Without the backup's secret keys, e-mails and references recorded before are not recognised any more."]
          : []),
        "Later events are not in the backup: fetch providers' events with svc reconcile.",
      ].join("\n"),
    ...(wrong.length === 0 ? {} : { failure: `Not verified: program ${wrong.join(", ")}. See: svc verify` }),
  };
}

type BroughtUp = Pick<Awaited<ReturnType<typeof openInstallation>>, "migrated" | "logFaults"> & {
  readonly programs: readonly VerifiedProgram[];
  /** Whether the keys of hashes went with the secrets that are not here. */
  readonly lostHashes: boolean;
};

/** To this version's schema, role and rights; then the books are held against the log. */
async function bringUp(shell: CommandShell, { config, progress }: BackingUp, options: Options): Promise<BroughtUp> {
  const installation = await openInstallation({
    databaseUrl: config.databaseUrl?.reveal() ?? null,
    dataDir: config.dataDir,
    as: "command",
    migrates: true,
    repairs: true,
    clock: config.clock,
  });
  try {
    const { database, url: ownerUrl, migrated, logFaults } = installation;
    const lostHashes = options.acceptsOtherKeys && (await forgetLostHashKeys(ownerUrl, config.secretKeys.reveal()));
    await catchUpAll(database);
    const anyProgram = await database.kysely.selectFrom("program").select("program_id").limit(1).executeTakeFirst();
    const programs =
      anyProgram === undefined
        ? []
        : await verifyPrograms(await replayPartsOf({ shell, config, database, ownerUrl }), null, watchOf({ progress }));
    return { migrated, logFaults, programs, lostHashes };
  } finally {
    await installation.close();
  }
}
