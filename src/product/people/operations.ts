// What the service holds of a person who asks for it, and its erasure. For owners and operators, and for no agent: it shows what
// nothing else does.
import { CompiledQuery, type Kysely } from "kysely";
import { z } from "zod";
import { keepTakenOut } from "../../access/taken-out.ts";
import type { JsonObject } from "../../core/rules/events/events.ts";
import { emailCharactersMax, idCharactersMax, isStorableText } from "../../core/vocabulary/facts.ts";
import { count, flag, id, rule, text, words } from "../../core/vocabulary/fields.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { answerOf, type Call, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { refuseFields } from "../operation/refusal.ts";
import { openAnswers } from "../partners/join-answers.ts";
import { erasePerson } from "./erase-person.ts";
import { findPerson } from "./person-export-read.ts";
import type { Ask, WhichPerson } from "./person-read.ts";

const path = "/programs/:program_id/people";

const keyRule = rule(`must have 1 to ${idCharactersMax} characters`);
const person = {
  customer_key: z
    .string(keyRule)
    .min(1, keyRule)
    .max(idCharactersMax, keyRule)
    .refine(isStorableText, keyRule)
    .optional()
    .meta({ description: "The brand's own id of the customer; this, email or both" }),
  email: z
    .email(rule("must be an e-mail address"))
    .max(emailCharactersMax, rule("is too long"))
    .optional()
    .meta({
      description: "The person's address: it is found by its keyed hash, and in what providers delivered",
      flag: { placeholder: "address" },
    }),
};

const foundRow = z.strictObject({
  table: words("The table of the database, as docs/privacy.md names it"),
  row: z.looseObject({}).meta({ description: "The row, as it is stored; a delivery's bytes as text" }),
});

const sharedNames = z.array(z.string()).readonly().meta({
  description:
    "Names in the person's events that other customers use too, a provider's customer id for example: they stay when the person is erased",
});

const exported = z.strictObject({
  customer_keys: z.array(z.string()).readonly().meta({ description: "The brand's ids of the person" }),
  provider_customer_ids: z.array(z.string()).readonly().meta({ description: "The person's ids at providers" }),
  click_ids: z.array(z.string()).readonly().meta({ description: "The person's clicks" }),
  shared_names: sharedNames,
  rows: z.array(foundRow).readonly().meta({ description: "Everything that was found, table by table" }),
  is_complete: flag("Whether these are all rows; no where a table has thousands of them"),
});

const erased = z.strictObject({
  customers: z
    .array(z.string())
    .readonly()
    .meta({ description: "The new name in the books for each customer key; none if nothing was found" }),
  events: count("Rows of the log whose personal data was erased"),
  deliveries: count("Deliveries that lost their bytes and headers"),
  shared_names: sharedNames,
  event_ids: z
    .array(id("An event"))
    .readonly()
    .meta({ description: "The events that record it; empty if nothing was found" }),
});

export const operations: readonly Operation[] = [
  defineOperation({
    name: "people.export",
    description:
      "By the brand's customer key, the e-mail, or both: rows of the log and the books, deliveries of providers, messages, and what the program's partners and the workspace's members have under the address. It reads the program's whole log.",
    access: inProgram("personal_data"),
    http: { method: "post", path: `${path}/export`, example: { customer_key: "customer-42" } },
    command: { example: "people export --program 1 --customer-key customer-42 --email anna@example.com" },
    input: { program_id: programId, ...person },
    output: answerOf(exported),
    run: async (call, { program_id, ...named }) => {
      const which = whichOf(call, program_id, named);
      const read = (db: Kysely<Tables>) => findPerson(askIn(db), which);
      const { names, shared, rows, isComplete } = await call.reads.ofProgram(
        call.actor,
        program_id,
        "personal_data",
        read,
      );
      await call.database.transaction(async (session) =>
        keepTakenOut(session, { change: "person_exported", programId: program_id }, call.actor),
      );
      return {
        data: {
          customer_keys: names.customer_keys,
          provider_customer_ids: names.payers,
          click_ids: names.click_ids,
          shared_names: shared,
          rows: rows.map(({ table, row }) => ({ table, row: withAnswers(call, program_id, table, row) })),
          is_complete: isComplete,
        },
      };
    },
  }),
  defineOperation({
    name: "people.erase",
    description:
      "Permanent. Data that identifies the person is removed from everything that people.export finds of a customer: names become the same random names everywhere, and browser data and provider payloads are deleted. Money, commissions and the log's hash chain stay, and a replay produces the same books. An event records the erasure. Later data of the person is stored again. A partner's address or an account are removed by their own operations.",
    access: inProgram("personal_data"),
    http: {
      method: "post",
      path: `${path}/erase`,
      example: { customer_key: "customer-42", reason: "request 17" },
    },
    command: { example: 'people erase --program 1 --customer-key customer-42 --reason "request 17"' },
    changes: true,
    input: {
      program_id: programId,
      ...person,
      reason: text("The reason, for later readers; it is kept permanently, so it must name no person"),
    },
    output: answerOf(erased),
    run: async (call, { program_id, reason, ...named }) => {
      const { database, actor } = call;
      return { data: await erasePerson(database, whichOf(call, program_id, named), reason, actor) };
    },
  }),
];

/** An application's answers are stored encrypted; their person reads them. */
function withAnswers({ secrets }: Call, programId: number, table: string, row: JsonObject): Record<string, unknown> {
  const { answers_encrypted: sealed, email_hash, ...rest } = row;
  if (table !== "partner_application") return { ...row };
  const bytes = typeof sealed === "string" ? Buffer.from(sealed.replace(/^\\x/, ""), "hex") : null;
  return { ...rest, answers: openAnswers(secrets, { programId, emailHash: String(email_hash) }, bytes) };
}

type Named = { readonly customer_key?: string | undefined; readonly email?: string | undefined };

function whichOf({ secrets }: Call, programId: number, { customer_key, email }: Named): WhichPerson {
  if (customer_key === undefined && email === undefined) {
    throw refuseFields([{ field: "customer_key", message: "or email is needed." }]);
  }
  return {
    programId,
    customerKey: customer_key ?? null,
    email: email ?? null,
    emailHashes: email === undefined ? [] : [secrets.hashEmail(email)],
  };
}

const askIn =
  (db: Kysely<Tables>): Ask =>
  async <Row extends object>(_: string, sql: string, values: readonly unknown[]) =>
    (await db.executeQuery<Row>(CompiledQuery.raw(sql, [...values]))).rows;
