// A payout's story: read from the log, the attempts and their requests, each by an index.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { flag, idOrNull, time, words, wordsOrNull } from "../../../core/vocabulary/fields.ts";
import type { Tables } from "../../../engine/postgres/tables/tables.ts";
import { namedAuthors } from "../../audit/author-names.ts";
import { findPayouts } from "../../payouts/list.ts";
import { attentionLine, listAttention } from "../attention-list.ts";
import {
  type PayoutEvent,
  type PayoutRequest,
  type PayoutStep,
  payoutEventTypes,
  payoutStepKinds,
  stepsOfPayout,
} from "./payout-steps.ts";

/** Of requests: a payout is asked about for weeks, and only news is kept. */
const requestsMax = 200;

const exchange = z.strictObject({
  method: words("The HTTP method"),
  path: words("The address at the provider"),
  sent: z.unknown().meta({ description: "What was sent; secrets, names and addresses are masked" }),
  status: z.int().nullable().meta({ description: "The HTTP status of the answer; null without one" }),
  answered: z.unknown().meta({ description: "What was answered, masked likewise, or why nothing was" }),
});

const payoutStep = z.strictObject({
  at: time("When; for the upcoming step, when it is expected"),
  kind: z.enum(payoutStepKinds).meta({ description: "What happened" }),
  is_upcoming: flag("It is still ahead"),
  summary: words("What happened, in a sentence"),
  event_id: idOrNull("The event behind it; null without one"),
  by_name: wordsOrNull("Who did it, by current name; null where no account did, or it was deleted"),
  attempt: z.int().nullable().meta({ description: "Which attempt to pay it; null where it is about none" }),
  exchanges: z
    .array(exchange)
    .readonly()
    .meta({ description: "The requests to the provider and its answers; none for other steps" }),
});

export const payoutStory = z.strictObject({
  attention: attentionLine
    .nullable()
    .meta({ description: "Why it needs a person and what to do; null where it does not" }),
  steps: z.array(payoutStep).readonly().meta({ description: "From its creation on, in the order of time" }),
});

export type PayoutStory = z.output<typeof payoutStory>;

export async function findPayoutStory(
  db: Kysely<Tables>,
  programId: number,
  payoutId: number,
): Promise<PayoutStory | undefined> {
  const [payout] = await findPayouts(db, programId, [payoutId]);
  if (payout === undefined) return undefined;
  const steps = stepsOfPayout({
    payout,
    createdBy: await findCreator(db, programId, payoutId),
    events: await findEvents(db, programId, payoutId),
    requests: await findRequests(db, programId, payoutId),
    nextLookAt: await findNextLook(db, programId, payoutId),
  });
  const authors = await namedAuthors(
    db,
    steps.map(({ by }) => by),
  );
  const { data } = await listAttention(db, programId, { limit: 1, cursor: null }, { payout_id: payoutId });
  return {
    attention: data[0] ?? null,
    steps: steps.map((step, index) => shown(step, authors[index]?.by_name ?? null)),
  };
}

function shown({ by: _, exchanges, ...step }: PayoutStep, by_name: string | null): PayoutStory["steps"][number] {
  return { ...step, by_name, exchanges: exchanges.map((one) => exchange.parse(one)) };
}

async function findCreator(db: Kysely<Tables>, programId: number, payoutId: number): Promise<unknown> {
  const row = await db
    .selectFrom("event")
    .select(sql<unknown>`data -> 'by'`.as("by"))
    .where("program_id", "=", programId)
    .where("id", "=", payoutId)
    .executeTakeFirst();
  return row?.by ?? null;
}

async function findEvents(db: Kysely<Tables>, programId: number, payoutId: number): Promise<PayoutEvent[]> {
  const types = sql.join(payoutEventTypes.map((type) => sql.lit(type)));
  const { rows } = await sql<PayoutEvent>`
    select id, type, source, received_at, data - 'items' - 'sale_ids' as data
      from event
     where program_id = ${programId} and type in (${types}) and (data ->> 'payout_id')::bigint = ${payoutId}
     order by seq`.execute(db);
  return rows;
}

function findRequests(db: Kysely<Tables>, programId: number, payoutId: number): Promise<PayoutRequest[]> {
  return db
    .selectFrom("payout_request as r")
    .innerJoin("payout_attempt as a", (join) =>
      join
        .onRef("a.program_id", "=", "r.program_id")
        .onRef("a.payout_id", "=", "r.payout_id")
        .onRef("a.attempt", "=", "r.attempt"),
    )
    .select(["r.attempt", "a.rail", "r.kind", "r.began_at", "r.ended_at", "r.exchanges", "r.conclusion"])
    .where("r.program_id", "=", programId)
    .where("r.payout_id", "=", payoutId)
    .orderBy("r.request_id")
    .limit(requestsMax)
    .execute();
}

async function findNextLook(db: Kysely<Tables>, programId: number, payoutId: number): Promise<Date | null> {
  const row = await db
    .selectFrom("payout_attempt")
    .select("next_look_at")
    .where("program_id", "=", programId)
    .where("payout_id", "=", payoutId)
    .orderBy("attempt", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.next_look_at ?? null;
}
