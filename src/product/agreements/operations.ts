// The agreement of a program with its partners: owners publish a version or end it, and see who accepted it.
import { z } from "zod";
import { bidiRule, count, hasBidiControl, rule, timeOrNull, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { answerOf, type Call, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { publishAgreement } from "./change.ts";
import { countAcceptances, findAgreement } from "./read.ts";

const path = "/programs/:program_id/agreement";
const charactersMax = 60_000;
const textRule = rule(`must have 1 to ${charactersMax} characters, and no control character but line ends and tabs`);

const agreementText = z
  .string(textRule)
  .trim()
  .min(1, textRule)
  .max(charactersMax, textRule)
  .regex(/^[^\p{Cc}]*(?:[\n\t]+[^\p{Cc}]*)*$/u, textRule)
  .refine((value) => !hasBidiControl(value), bidiRule)
  .meta({ description: "What partners read; paragraphs are separated by empty lines" });

const agreement = z.strictObject({
  version: z
    .int()
    .nullable()
    .meta({ description: "Counted from 1 in each program; null where nothing is to be accepted" }),
  text: wordsOrNull("What partners read"),
  sha256: wordsOrNull("SHA-256 of the text in UTF-8, in hex, as each acceptance holds it"),
  published_at: timeOrNull("When this version was published"),
  accepted: count("Active partners who accepted this version"),
  partners: count("Active partners"),
});

const answer = answerOf(agreement);
const nothing = { version: null, text: null, sha256: null, published_at: null };

export const operations: readonly Operation[] = [
  defineOperation({
    name: "agreements.show",
    description: "The version in force, and how many active partners accepted it.",
    access: inProgram("read"),
    tool: { name: "get_agreement", scope: "programs:read" },
    http: { method: "get", path },
    command: { example: "agreements show --program 1" },
    errors: [],
    input: { program_id: programId },
    output: answer,
    run: async (call, { program_id }) => ({ data: await read(call, program_id) }),
  }),
  defineOperation({
    name: "agreements.publish",
    description:
      "Partners are asked to accept the new version in their portal. With the program's setting terms_required, nothing new is paid out to a partner until then. The text in force, sent again, changes nothing.",
    access: inProgram("terms"),
    tool: { name: "publish_agreement", scope: "programs:terms" },
    http: { method: "put", path, example: { text: "Partners do not bid on our name." } },
    command: { example: 'agreements publish --program 1 --text "$(cat agreement.txt)"' },
    changes: true,
    input: { program_id: programId, text: agreementText },
    output: answer,
    run: async (call, { program_id, text }) => {
      await publishAgreement(call.database, { programId: program_id, text }, call.actor);
      return { data: await read(call, program_id) };
    },
  }),
  defineOperation({
    name: "agreements.end",
    description: "Nothing is left to accept. The log keeps every version and who accepted it.",
    access: inProgram("terms"),
    tool: { name: "end_agreement", scope: "programs:terms" },
    http: { method: "delete", path },
    command: { example: "agreements end --program 1" },
    changes: true,
    input: { program_id: programId },
    output: answer,
    run: async (call, { program_id }) => {
      await publishAgreement(call.database, { programId: program_id, text: "" }, call.actor);
      return { data: await read(call, program_id) };
    },
  }),
];

function read({ reads, actor }: Call, programId: number): Promise<z.output<typeof agreement>> {
  return reads.ofProgram(actor, programId, "read", async (db) => {
    const found = await findAgreement(db, programId);
    return { ...(found ?? nothing), ...(await countAcceptances(db, programId, found?.version ?? null)) };
  });
}
