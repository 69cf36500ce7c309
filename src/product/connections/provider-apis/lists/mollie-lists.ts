// Mollie's lists of payments, refunds and chargebacks, as the documents that a look-up of their payments answers.
// Mollie lists by the time of creation, from the newest to the oldest, and has no filter by time. A list is therefore read backwards
// once, to find the pages that matter, and those are read again from the oldest to the newest: at most one page is in memory.
// It guarantees that a refund or chargeback brings its payment, however old the payment is.
// Written from: https://docs.mollie.com/reference/list-payments, https://docs.mollie.com/reference/list-all-refunds,
// https://docs.mollie.com/reference/list-all-chargebacks (from, limit, embed=payment) and https://docs.mollie.com/overview/pagination.
import { z } from "zod";
import { addDays } from "../../../../core/rules/time.ts";
import type { Asking } from "../ask.ts";
import { AskFailed } from "../ask-failed.ts";
import { askJson, bearer } from "../ask-json.ts";
import type { EventPage, Window } from "../provider-api.ts";
import { type CursorPage, pagesByCursor } from "./list-pages.ts";

const documentsPerPage = "250";
/** A bank transfer may be paid, a refund fail and a chargeback be reversed this long after it is created. */
const daysToChange = 100;

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const paymentSchema = z.object({
  resource: z.literal("payment"),
  status: z.string(),
  createdAt: time,
  paidAt: time.nullish(),
});
const documentSchema = z.object({
  id: z.string().min(1),
  createdAt: time,
  status: z.string().nullish(),
  paidAt: time.nullish(),
  reversedAt: time.nullish(),
});
const pageSchema = z.object({
  _embedded: z.record(z.string(), z.array(z.looseObject({}))),
  _links: z.object({ next: z.object({ href: z.url() }).nullish() }).nullish(),
});

type Document = z.infer<typeof documentSchema> & {
  /** As Mollie lists it, without what is embedded in it. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly payment: unknown;
};

type Resource = {
  readonly name: "payments" | "refunds" | "chargebacks";
  /** Whether it is used, and something happened to it in the window. */
  readonly isOf: (document: Document, window: Window) => boolean;
};

const payments: Resource = { name: "payments", isOf: isPaidIn };
const refunds: Resource = {
  name: "refunds",
  // Mollie does not say when a refund failed or was canceled.
  isOf: ({ createdAt, status }, window) =>
    isIn(createdAt, window) || (createdAt < window.from && (status === "failed" || status === "canceled")),
};
const chargebacks: Resource = {
  name: "chargebacks",
  isOf: ({ createdAt, reversedAt }, window) =>
    isIn(createdAt, window) || (createdAt < window.from && !!reversedAt && isIn(reversedAt, window)),
};

/** Payments before what takes them back. */
export async function* listMollie(asking: Asking, window: Window): AsyncGenerator<EventPage> {
  for (const resource of [payments, refunds, chargebacks]) yield* listResource(asking, resource, window);
}

async function* listResource(asking: Asking, resource: Resource, window: Window): AsyncGenerator<EventPage> {
  // Only the end of the three lists covers a time after the start.
  const coveredUntil = window.from;
  for (const firstId of (await pagesOf(asking, resource, window)).toReversed()) {
    const { items } = await askPage(asking, resource, firstId);
    const used = items.filter((document) => resource.isOf(document, window)).toReversed();
    yield { events: used.flatMap((document) => documentsOf(document, window)), coveredUntil };
  }
}

/** The first ids of the pages that hold something of the window: a page that begins with an id stays the same. */
async function pagesOf(asking: Asking, resource: Resource, window: Window): Promise<readonly string[]> {
  const oldest = addDays(window.from, -daysToChange);
  const firstIds: string[] = [];
  for await (const page of pagesByCursor(asking, (from) => askPage(asking, resource, from))) {
    const [first] = page;
    if (first !== undefined && page.some((document) => resource.isOf(document, window))) firstIds.push(first.id);
    if (page.every(({ createdAt }) => createdAt < oldest)) break;
  }
  return firstIds;
}

async function askPage(asking: Asking, { name }: Resource, from: string | null): Promise<CursorPage<Document>> {
  const query = {
    limit: documentsPerPage,
    ...(from === null ? {} : { from }),
    ...(name === "payments" ? {} : { embed: "payment" }),
  };
  const question = { path: `/v2/${name}`, query, headers: bearer(asking), answer: pageSchema };
  const { _embedded: embedded, _links: links } = await askJson(asking, question);
  const listed = embedded[name];
  if (listed === undefined) throw new AskFailed(`Mollie answered with something that is not a list of ${name}.`);
  const href = links?.next?.href;
  if (!href) return { items: listed.map(read), next: null };
  const next = new URL(href).searchParams.get("from");
  if (!next) throw new AskFailed(`Mollie lists more ${name} and does not say where.`);
  return { items: listed.map(read), next };
}

const embeddedSchema = z.object({ payment: z.unknown() }).nullish().catch(null);

function read(listed: Readonly<Record<string, unknown>>): Document {
  const { _embedded: embedded, ...json } = listed;
  const { data } = documentSchema.safeParse(json);
  if (data === undefined) throw new AskFailed("Mollie listed something that has no id or time.");
  return { ...data, json, payment: embeddedSchema.parse(embedded)?.payment };
}

/** A payment of the window is in the list of payments. */
function documentsOf({ json, payment }: Document, window: Window): readonly unknown[] {
  const { data } = paymentSchema.safeParse(payment);
  const isElsewhere = data === undefined || data.status !== "paid" || isPaidIn(data, window);
  return isElsewhere ? [json] : [payment, json];
}

function isPaidIn(
  { status, paidAt, createdAt }: Pick<Document, "status" | "paidAt" | "createdAt">,
  window: Window,
): boolean {
  return status === "paid" && isIn(paidAt ?? createdAt, window);
}

function isIn(at: Date, { from, until }: Window): boolean {
  return at >= from && at < until;
}
