// svc verify: proves that the log is whole, that the books are exactly what it says and that their trial balance is zero, and with
// --against that log and books are what was signed. Exit code 1 when they are not.
import { isAbsolute, resolve } from "node:path";
import { openSecrets } from "../../../access/secrets/secrets.ts";
import { imbalanceKinds } from "../../../engine/books/trial-balance.ts";
import { type Against, checkAgainst } from "../../../engine/integrity/against.ts";
import { readPublished } from "../../../engine/integrity/published-checkpoints.ts";
import { NoteRefused, readVerifierKey, type Verifier } from "../../../engine/integrity/signed-note.ts";
import { isVerified, type VerifiedProgram, verifyPrograms } from "../../../engine/replay/verify.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { differenceText } from "../difference-text.ts";
import { CommandFailed } from "../failures.ts";
import { idFlag, optional, textFlag } from "../input/flags.ts";
import { tableOf } from "../output.ts";
import { counted, replayPartsOf, watchOf } from "../replaying.ts";

export const command = defineCommand({
  example: "verify --program 1 --against .svc/checkpoints",
  flags: {
    program: optional(idFlag("Only this program; all of them by default")),
    against: optional(textFlag("Published checkpoints: a file, or a folder of them", "path")),
    key: optional(textFlag("Trust only this public key, as name+id+key; the installation's own by default", "key")),
    since: optional(idFlag("Only checkpoints from this number on")),
  },
  run: async (context, { program, against, key, since }) => {
    const held = against === undefined ? null : await holdAgainst(context, against, { program, key, since });
    const programs = await verifyPrograms(
      await replayPartsOf(context),
      program === undefined ? null : [program],
      watchOf(context),
    );
    const wrong = programs.filter((each) => !isVerified(each));
    const events = programs.reduce((sum, each) => sum + each.events, 0);
    const faults = held?.faults.length ?? 0;
    const isFine = wrong.length === 0 && faults === 0;
    const found = wrong.length === 0 ? "" : `${wrong.length} of ${counted(programs.length, "program")}`;
    const signed = faults === 0 ? "" : `${counted(faults, "thing")} that checkpoints contradict`;
    return {
      json: { verified: isFine, events, programs, ...(held === null ? {} : { against: held }) },
      text: () =>
        [
          wrong.length === 0
            ? `Verified ${counted(programs.length, "program")}, ${counted(events, "event")}: the log is intact and the books match it.`
            : wrong.map(faultText).join("\n"),
          ...programs.flatMap(earlierRulesText),
          ...(held === null ? [] : [againstText(held)]),
        ].join("\n"),
      ...(isFine ? {} : { failure: `Not verified: ${[found, signed].filter((part) => part !== "").join(", ")}.` }),
    };
  },
});

type Asked = {
  readonly program: number | undefined;
  readonly key: string | undefined;
  readonly since: number | undefined;
};

async function holdAgainst(context: Context, path: string, { program, key, since }: Asked): Promise<Against> {
  const { config, database } = context;
  const signers = config.checkpoints.signers.reveal();
  const verifiers = key === undefined ? signers.map(({ verifier }) => verifier) : [verifierOf(key)];
  if (verifiers.length === 0) {
    throw new CommandFailed("No public key given. Pass the checkpoint key with --key.");
  }
  const published = await readPublished(isAbsolute(path) ? path : resolve(path), verifiers).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandFailed(`The checkpoints cannot be read: ${why}.`);
  });
  if (published.programs.size === 0 && published.faults.length === 0) {
    throw new CommandFailed(
      `There is no checkpoint in ${path}: files are called *.checkpoints, *.checkpoint or *.ndjson.`,
    );
  }
  const parts = { database, signers, secrets: openSecrets(config.secretKeys.reveal()) };
  return checkAgainst(parts, published, { programId: program ?? null, sinceNumber: since ?? 1 });
}

function verifierOf(key: string): Verifier {
  try {
    return readVerifierKey(key);
  } catch (error) {
    if (error instanceof NoteRefused) throw new CommandFailed(error.message, { cause: error });
    throw error;
  }
}

function againstText({ programs, faults, notes }: Against): string {
  const checkpoints = programs.reduce((sum, each) => sum + each.checkpoints, 0);
  const lines = [`Held against ${counted(checkpoints, "checkpoint")} of ${counted(programs.length, "program")}.`];
  if (faults.length > 0) lines.push(tableOf(faults, ["program_id", "kind", "detail"]));
  else if (checkpoints > 0)
    lines.push("The log matches every signature, and nothing else was changed without a record.");
  return [...lines, ...notes].join("\n");
}

function earlierRulesText({ program_id, earlier_rules }: VerifiedProgram): string[] {
  if (earlier_rules === null) return [];
  return [
    `Program ${program_id}: written by rules ${earlier_rules.written_by}, and differs only by what changed since; ` +
      `svc replay --program ${program_id} shows what today's would change. Amounts of sales that changed with the rules cannot be compared.`,
  ];
}

function faultText({ program_id, log_faults, books_difference, imbalances }: VerifiedProgram): string {
  const lines = [`Program ${program_id}:`];
  if (log_faults.length > 0) lines.push(tableOf(log_faults, ["kind", "seq", "event_id", "detail"]));
  if (books_difference !== null) {
    lines.push(`Its books differ from its log. To correct them: svc replay --program ${program_id}`);
    lines.push(differenceText([{ programId: program_id, difference: books_difference }]));
  }
  if (imbalances.length > 0) {
    lines.push("Its trial balance is not zero:");
    lines.push(tableOf(imbalances, ["kind", "partner_id", "currency", "difference_cents"]));
    const kinds = new Set(imbalances.map(({ kind }) => kind));
    lines.push(...[...kinds].map((kind) => `${kind}: ${imbalanceKinds[kind]}.`));
  }
  return lines.join("\n");
}
