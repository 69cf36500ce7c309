// Where a command runs an operation: on this installation's database, as its operator, or at a running service over HTTP, as the account
// that is logged in there. Both return the same JSON, so a script need not care.
import { z } from "zod";
import { operator } from "../../access/permission.ts";
import { openKeptSecrets } from "../../access/secrets/kept-secrets.ts";
import { readClientConfig } from "../../config/config.ts";
import { verifierKeysOf } from "../../engine/integrity/signed-note.ts";
import { ImportPlaces } from "../../product/imports/import-places.ts";
import { loadOperation } from "../../product/operation/groups.ts";
import type { OperationName } from "../../product/operation/names.ts";
import type { Operation, OperationParts } from "../../product/operation/operation.ts";
import { openScopedReads } from "../../product/reads/scoped-reads.ts";
import { commandsRebuilds } from "../../product/replays/rebuilds.ts";
import { asTyped } from "./called.ts";
import type { CommandShell } from "./command.ts";
import { type Context, withContext } from "./context.ts";
import type { JsonRecord } from "./output.ts";
import { createProgress, noProgress, type Progress } from "./progress.ts";
import { type AnyPaths, requestOf } from "./remote/remote-request.ts";
import { findServiceUrl } from "./remote/service-address.ts";
import { openServiceApi, ownHeaders } from "./remote/service-api.ts";
import { chooseService, requireLogin } from "./remote/service-choice.ts";
import type { SentFile } from "./send-file.ts";
import { untilStopped } from "./service/until-stopped.ts";

const answerSchema = z.record(z.string(), z.unknown());

/** Answers what goes over the wire. Rejects with a `Refusal`, or with `CommandFailed` where the service refused. */
export type Ask = (operation: Operation | OperationName, input: object) => Promise<JsonRecord>;

export type Asked = {
  readonly shell: CommandShell;
  /** Null where a service is asked. */
  readonly context: Context | null;
  /** The content types that a service may answer here in addition to JSON. */
  readText(path: string): Promise<string>;
  /** A file as the body of a call to the service that is asked; what it answers as `data`. */
  send<Data>(path: string, data: z.ZodType<Data>, file: SentFile): Promise<Data>;
  /** How far long work is; not shown where the answer is for a program. */
  readonly progress: Progress;
  /** A line about what is done; not shown where the answer is for a program. */
  say(line: string): void;
};

type Chosen = {
  readonly remote?: boolean;
  readonly baseUrl?: string | undefined;
  /** An operator-only command works on the database, regardless of other flags. */
  readonly isOperators?: boolean;
  /** Whether to create a missing installation. */
  readonly makes?: boolean;
};

export async function withAsk<Result>(
  shell: CommandShell,
  chosen: Chosen,
  run: (ask: Ask, asked: Asked) => Promise<Result>,
): Promise<Result> {
  const client = readClientConfig(shell.env);
  const { remote = false, baseUrl, isOperators = false, makes = false } = chosen;
  const url = isOperators ? null : chooseService({ remote, baseUrl }, client);
  const say = (line: string): void => {
    if (!shell.isQuiet) shell.stdout.write(`${asTyped(line, shell.called)}\n`);
  };
  if (url === null) {
    return withContext({ shell, migrates: false, makes }, async (context) =>
      run(await askDatabase(context), {
        shell,
        context,
        say,
        readText: () => Promise.reject(new Error("no service is asked")),
        send: () => Promise.reject(new Error("no service is asked")),
        progress: context.progress,
      }),
    );
  }
  const { token } = requireLogin(url, client);
  const api = openServiceApi(url);
  const { createManagementClient } = await import("../../../sdk/src/management.ts");
  const management = createManagementClient<AnyPaths>({ baseUrl: url, token, headers: ownHeaders, fetch: api.fetch });
  const ask: Ask = async (named, input) => {
    const { method, path, init } = requestOf(await resolve(named), input);
    const { data } = await management.request(method, path, init);
    return answerSchema.parse(data);
  };
  const readText = (path: string) => api.readText(path, { token });
  const send: Asked["send"] = async (path, data, file) => (await api.send(path, z.object({ data }), file, token)).data;
  const progress = shell.isQuiet ? noProgress : createProgress(shell.stderr, Date.now);
  return untilStopped(shell.stop, () => run(ask, { shell, context: null, say, readText, send, progress })).finally(() =>
    progress.end(),
  );
}

async function askDatabase({ config, database, db, ownerUrl }: Context): Promise<Ask> {
  const work: OperationParts = {
    database,
    reads: openScopedReads(db),
    secrets: await openKeptSecrets(database, config.secretKeys.reveal()),
    forgetConnection: () => undefined,
    baseUrl: findServiceUrl(config),
    now: () => Date.now(),
    verify: null,
    mailInvitation: null,
    mailApplicant: null,
    sendsMail: config.mail !== null,
    exportFolder: config.exportFolder,
    railUrls: config.railUrls,
    imports: new ImportPlaces(config.imports),
    invitationDays: config.invitationDays,
    checkpointKeys: verifierKeysOf(config.checkpoints.signers.reveal()),
    outbound: config.outbound,
    caps: config.caps,
    rebuilds: commandsRebuilds({ database, ownerUrl }),
  };
  return async (named, input) => {
    const operation = await resolve(named);
    return JSON.parse(JSON.stringify(await operation.run({ ...work, actor: operator }, input)));
  };
}

async function resolve(named: Operation | OperationName): Promise<Operation> {
  return typeof named === "string" ? loadOperation(named) : named;
}
