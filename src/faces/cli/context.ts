// What a command works with: the configuration and the database, which is opened first and always closed. It can share the embedded
// database with the running service. A new database is migrated first; one that processes of an older release may use is not. Ctrl-C ends
// the command and closes everything.
import type { Kysely } from "kysely";
import type { Config } from "../../config/config.ts";
import { readClientConfig, readConfig } from "../../config/config.ts";
import type { Database } from "../../engine/postgres/database.ts";
import { isPlaced } from "../../engine/postgres/embedded/cluster-folder.ts";
import { type Installation, openInstallation } from "../../engine/postgres/installation.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { asTyped } from "./called.ts";
import { CommandFailed } from "./failures.ts";
import { createProgress, noProgress, type Progress } from "./progress.ts";
import { untilStopped } from "./service/until-stopped.ts";
import type { Shell } from "./shell.ts";

export type Context = {
  readonly shell: Shell;
  readonly config: Config;
  readonly database: Database;
  /** For queries. */
  readonly db: Kysely<Tables>;
  /** The database as its owner, for what the service's role may not do. */
  readonly ownerUrl: string;
  /** Where the database is, for people. */
  readonly location: string;
  /** The migrations that were applied when it was opened. */
  readonly migrated: readonly string[];
  /** Log protection that was missing: what was restored, and what is still missing. */
  readonly protection: Pick<Installation, "repaired" | "logFaults">;
  /** A line about what is being done; not shown where the answer is for a program. */
  say(line: string): void;
  /** How far long work is; not shown where the answer is for a program. */
  readonly progress: Progress;
};

export type ContextOptions = {
  /** `isQuiet` where the answer is for a program. */
  readonly shell: Shell & { readonly isQuiet: boolean };
  /** Also a database that others may be using. */
  readonly migrates: boolean;
  /** May create an installation: for other commands a wrong folder would look like lost data. */
  readonly makes: boolean;
};

function requireInstallation(env: NodeJS.ProcessEnv): void {
  const { dataDir, isEmbedded } = readClientConfig(env);
  if (!isEmbedded || isPlaced(dataDir)) return;
  throw new CommandFailed(
    `There is no installation in ${dataDir}, and none was created. Set its folder with SVC_DATA_DIR or its database with DATABASE_URL, or start a new one: svc serve`,
  );
}

export async function withContext<Result>(
  { shell, migrates, makes }: ContextOptions,
  run: (context: Context) => Promise<Result>,
): Promise<Result> {
  const { env, stdout, stderr, called, stop, isQuiet } = shell;
  if (!makes) requireInstallation(env);
  const config = readConfig(env);
  const databaseUrl = config.databaseUrl?.reveal() ?? null;
  const installation = await openInstallation({
    databaseUrl,
    dataDir: config.dataDir,
    as: "command",
    migrates,
    repairs: migrates,
    clock: config.clock,
  });
  try {
    const { database, url: ownerUrl, location, migrated } = installation;
    const progress = isQuiet ? noProgress : createProgress(stderr, Date.now);
    const say = (line: string): void => {
      if (!isQuiet) stdout.write(`${asTyped(line, called)}\n`);
    };
    const db = database.kysely;
    const context: Context = {
      shell,
      config,
      database,
      db,
      ownerUrl,
      location,
      migrated,
      protection: installation,
      say,
      progress,
    };
    return await untilStopped(stop, () => run(context)).finally(() => progress.end());
  } finally {
    await installation.close();
  }
}
