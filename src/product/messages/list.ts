// What was sent to an endpoint, newest first, and of one message what it said and what each attempt came to.
import type { Kysely } from "kysely";
import { z } from "zod";
import {
  count,
  givenTime,
  id,
  oneOf,
  text,
  time,
  timeOrNull,
  words,
  wordsOrNull,
} from "../../core/vocabulary/fields.ts";
import { messageStatuses } from "../../core/vocabulary/outbound-types.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

/** Of one message, the newest; it has more only if it was resent manually many times. */
const attemptsShownMax = 100;

const messageFields = {
  message_no: id("The message, by its number among all that were made"),
  message_id: words("Its webhook-id: the same however often it is sent"),
  type: words("Its type, such as sale.recorded"),
  subject: words("Its subject: messages about the same subject are sent in order"),
  seq: count("The event's place in the log; null where it follows from none").nullable(),
  status: z.enum(messageStatuses).meta({ description: "failed: it was abandoned" }),
  attempts: count("Attempts since it was created or last resent"),
  made_at: time("When it was made"),
  next_attempt_at: timeOrNull("When it is sent next; null where it has ended"),
  ended_at: timeOrNull("When it was delivered or abandoned"),
};
export const messageLine = z.strictObject(messageFields);
export type MessageLine = z.output<typeof messageLine>;

const attempt = z.strictObject({
  attempted_at: time("When it was sent"),
  milliseconds: count("How long that took"),
  status_code: count("The answer").nullable(),
  fault: wordsOrNull("Why there was no answer"),
  response: wordsOrNull("The first 1,024 bytes of the answer"),
  next_attempt_at: timeOrNull("When it was to be sent next"),
});

export const messageDetail = z.strictObject({
  ...messageFields,
  body: words("The exact body; a GET postback fills its URL from it"),
  tries: z
    .array(attempt)
    .readonly()
    .meta({ description: `The newest ${attemptsShownMax} attempts, newest first` }),
});
export type MessageDetail = z.output<typeof messageDetail>;

export const messageFilters = {
  status: oneOf(messageStatuses, "Only those with this status").optional(),
  type: text("Only of this type, such as sale.recorded").optional(),
  since: givenTime("Only those created since then").optional(),
};
export type MessageFilter = Filter<typeof messageFilters>;

const newestFirst = keyset("messages", numberKey);
const behindAll = Number.MAX_SAFE_INTEGER;

export async function listMessages(
  db: Kysely<Tables>,
  { programId, endpointId }: { readonly programId: number; readonly endpointId: number },
  request: PageRequest,
  filter: MessageFilter = {},
): Promise<Page<MessageLine>> {
  const [before] = newestFirst.after(request, [behindAll]);
  let query = selectMessages(db, programId, endpointId).where("message_no", "<", before);
  if (filter.status !== undefined) query = query.where("status", "=", filter.status);
  if (filter.type !== undefined) query = query.where("type", "=", filter.type);
  if (filter.since !== undefined) query = query.where("made_at", ">=", filter.since);
  const rows = await query
    .orderBy("message_no", "desc")
    .limit(request.limit + 1)
    .execute();
  return newestFirst.page(rows.map(lineOf), request, (message) => [message.message_no]);
}

export async function findMessageDetail(
  db: Kysely<Tables>,
  programId: number,
  endpointId: number,
  messageNo: number,
): Promise<MessageDetail | undefined> {
  const row = await selectMessages(db, programId, endpointId)
    .select("body")
    .where("message_no", "=", messageNo)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const tries = await db
    .selectFrom("outbound_attempt")
    .select(["attempted_at", "milliseconds", "status_code", "fault", "response", "next_attempt_at"])
    .where("program_id", "=", programId)
    .where("endpoint_id", "=", endpointId)
    .where("message_no", "=", messageNo)
    .orderBy("attempt_no", "desc")
    .limit(attemptsShownMax)
    .execute();
  return { ...lineOf(row), body: row.body, tries };
}

function selectMessages(db: Kysely<Tables>, programId: number, endpointId: number) {
  return db
    .selectFrom("outbound_message")
    .select([
      ...(["message_no", "message_id", "type", "subject", "seq", "status", "attempts", "made_at"] as const),
      ...(["next_attempt_at", "ended_at"] as const),
    ])
    .where("program_id", "=", programId)
    .where("endpoint_id", "=", endpointId);
}

function lineOf<Row extends MessageLine>(row: Row): Row {
  return { ...row, next_attempt_at: row.status === "pending" ? row.next_attempt_at : null };
}
