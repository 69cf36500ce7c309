// What `svc backup` and `svc restore` share: the database as its owner, opened as it is and never migrated by being looked at, and the
// secret keys that belong to it.
import { secretKeyMarks } from "../../access/secrets/sealed-value.ts";
import { type Config, readConfig } from "../../config/config.ts";
import { openServer, type Server } from "../../engine/postgres/installation.ts";
import type { CommandShell } from "./command.ts";
import { Interrupted } from "./failures.ts";
import { createProgress, noProgress, type Progress } from "./progress.ts";

export type BackingUp = {
  readonly config: Config;
  readonly server: Server;
  readonly secretKeyMarks: readonly string[];
  readonly progress: Progress;
};

export async function withServer<Result>(
  { env, stderr, stop, isQuiet }: CommandShell,
  run: (parts: BackingUp) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(env);
  const databaseUrl = config.databaseUrl?.reveal() ?? null;
  const server = await openServer({ databaseUrl, dataDir: config.dataDir, as: "command" });
  const progress = isQuiet ? noProgress : createProgress(stderr, Date.now);
  try {
    return await run({ config, server, secretKeyMarks: secretKeyMarks(config.secretKeys.reveal()), progress });
  } catch (error) {
    throw stop.aborted ? new Interrupted() : error;
  } finally {
    progress.end();
    await server.close();
  }
}

/** Where the operator finds the keys to keep. */
export function placeOfSecretKeys({ env }: CommandShell, { dataDir }: Config): string {
  return env.SVC_SECRET_KEYS === undefined ? `${dataDir}/secret-keys` : "SVC_SECRET_KEYS";
}
