// Where a driven history plays: two processes of the service on one database whose clock can be moved, programs with their
// partners, and everything that can be asked of them from outside, over HTTP at either process and by command. One program pays by
// PayPal, whose place a local server takes, after a second person's approval, and issues self-billing invoices.
import { setTimeout as sleep } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import { operator } from "../../src/access/permission.ts";
import { openSecrets } from "../../src/access/secrets/secrets.ts";
import type { Settings } from "../../src/core/rules/events/settings/settings.ts";
import { findImbalances } from "../../src/engine/books/trial-balance.ts";
import type { Database } from "../../src/engine/postgres/database.ts";
import { approveCommissions } from "../../src/product/commissions/approvals.ts";
import { issueInvoices } from "../../src/product/invoices/issue.ts";
import { chooseSelfBilling } from "../../src/product/invoices/self-billing-change.ts";
import { setPartnerEmail } from "../../src/product/partners/emails.ts";
import { paypalTrust } from "../../src/product/rails/apis/paypal-webhook.ts";
import { runSender } from "../../src/product/rails/payout-sender.ts";
import { openRailWebhooks } from "../../src/product/rails/webhooks.ts";
import { closeMonths } from "../../src/product/statements/month-closing.ts";
import { killChildren } from "../support/child.ts";
import { createTestDatabase } from "../support/database.ts";
import { farFromTheMachines, moveClock, openOnMovedClock } from "../support/movable-clock.ts";
import { password } from "../support/people.ts";
import { rootCertificate } from "../support/rails/certificates.ts";
import { paypalCredentials, type SignedWebhook, startPaypalPayouts } from "../support/rails/paypal-payouts.ts";
import { type Answer, type Call, fieldOf, secretKey, sendTo } from "../support/service.ts";
import { startServiceProcess } from "../support/service-process.ts";
import { stripeHeaders } from "../support/signing.ts";
import { type Run, runSvc, runSvcProcess } from "../support/svc.ts";
import { giveTaxDetails, w8beneFields, w8benFields } from "../support/tax-details.ts";

/** Of the database's clock: late in a month, so that the first one closes soon. */
export const startOfTime = new Date("2025-01-20T12:00:00.000Z");

const signingSecret = "whsec_of_the_driver";
/** On a machine that is busy with other things, waiting for long is no fault. */
const patient = { QUEUE_WAIT_SECONDS_MAX: "60", DATABASE_TIMEOUT_SECONDS: "60" };
const manyCalls = {
  RATE_LIMIT_BROWSER_PER_MINUTE: "1000000",
  RATE_LIMIT_KEY_PER_MINUTE: "1000000",
  RATE_LIMIT_MANAGEMENT_PER_MINUTE: "1000000",
};

/** While a process of the service has a payout in hand. */
const senderMillisecondsMax = 60_000;
const senderTurnsMax = 20;

const issuer: Partial<Settings> = {
  ...{ legal_name: "Acme GmbH", legal_address: "Hauptstrasse 1\n10115 Berlin", legal_country: "DE" },
  ...{ brand_vat_id: "DE123456789", invoice_prefix: "ACME" },
};

/** What a program is like from its first day. */
export type ProgramPlan = { readonly settings: Partial<Settings>; readonly paysByPaypal: boolean };

/** Which of the two processes. */
export type Side = 0 | 1;
export type Place = {
  readonly programId: number;
  readonly key: string;
  readonly connectionId: number;
  readonly plan: ProgramPlan;
  readonly partners: readonly { readonly partnerId: number; readonly code: string }[];
};
export type Setting = Awaited<ReturnType<typeof openSetting>>;

export async function openSetting(plans: readonly ProgramPlan[]) {
  const db = await createTestDatabase();
  const clock = await moveClock(db, startOfTime);
  const paypal = await startPaypalPayouts();
  const addresses = { PAYOUT_API_URLS: `paypal=${paypal.baseUrl}`, VIES_URL: "off" };
  const ours = { SVC_SECRET_KEYS: secretKey, DATABASE_URL: db.url };
  const env = { ...farFromTheMachines, ...manyCalls, ...patient, ...addresses, ...ours };
  const own = await openOnMovedClock(db);
  const processes = await Promise.all([startServiceProcess(db.url, env), startServiceProcess(db.url, env)] as const);
  const token = await signUp(processes[0].url);
  const secrets = openSecrets([secretKey]);
  const log = { warn: () => undefined, error: (details: object) => faults.push(details) };
  const faults: object[] = [];

  const request = (side: Side, path: string, call: Call & { readonly body?: string } = {}) =>
    sendTo(`${processes[side].url}${path}`, call);
  const asOwner = (side: Side, method: string, path: string, body?: object): Promise<Answer> =>
    request(side, path, { method, key: token, ...(body === undefined ? {} : json(body)) });
  const deliver = (side: Side, { connectionId }: Place, body: string): Promise<Answer> => {
    const headers = stripeHeaders(Buffer.from(body), [signingSecret], Math.floor(Date.now() / 1000));
    const path = `/webhooks/stripe/${connectionId}`;
    return request(side, path, { method: "POST", body, headers: { "content-type": "application/json", ...headers } });
  };
  const secondToken = await comeSecond(own, processes[0].url);
  const asSecond = (side: Side, method: string, path: string, body: object = {}): Promise<Answer> =>
    request(side, path, { method, key: secondToken, ...json(body) });
  const places: Place[] = [];
  for (const [index, plan] of plans.entries()) places.push(await openProgram(asOwner, index, plan));
  await joinWorkspace({ asOwner, asSecond });

  /** What is handed to PayPal is asked about until nothing of it is due, by a process of the service or here. */
  async function send(): Promise<void> {
    const over = performance.now() + senderMillisecondsMax;
    while (await isDue()) {
      if (performance.now() > over) throw new Error(`PayPal is asked and asked: ${JSON.stringify(faults)}`);
      if ((await runSender({ database: own, secrets, urls: { paypal: paypal.baseUrl }, log })) === 0) await sleep(20);
    }
    if (faults.length > 0) throw new Error(`the sender met ${JSON.stringify(faults)}`);
  }

  async function isDue(): Promise<boolean> {
    const { rows } = await own.kysely.executeQuery<{ is_due: boolean }>(CompiledQuery.raw(dueSql));
    return rows[0]?.is_due === true;
  }

  /** What waits for an answer is asked about now, and what a lost answer put off as well. */
  async function askPaypal(): Promise<void> {
    let unsent: readonly object[] = [];
    for (let turns = 0; turns < senderTurnsMax; turns += 1) {
      await send();
      const { rows } = await own.kysely.executeQuery<{ payout_id: number; fault: string | null }>(
        CompiledQuery.raw(hastenSql),
      );
      if (rows.length === 0) return;
      unsent = rows;
    }
    throw new Error(`PayPal was not reached: ${JSON.stringify(unsent)}, asked ${paypal.asked.slice(-20).join()}`);
  }

  const webhooks = openRailWebhooks({ database: own, secrets, urls: { paypal: paypal.baseUrl }, now: Date.now });
  const rootsBefore = paypalTrust.roots;
  paypalTrust.roots = [rootCertificate];

  const addressOf = ({ partners }: Place, index: number) => `${partners[index]?.code}@partners.test`;
  for (const place of places.filter(({ plan }) => plan.paysByPaypal)) await payByPaypal(place);

  /** The first two partners gave their tax details; the first one agrees to self-billing. */
  async function payByPaypal(place: Place): Promise<void> {
    const { programId, partners } = place;
    const path = `/api/v1/programs/${programId}`;
    const chosen = [
      await asOwner(0, "PUT", `${path}/payout-rails/paypal`, paypalCredentials),
      await asOwner(0, "PUT", `${path}/payout-rail`, { rail: "paypal" }),
      await asOwner(0, "PATCH", path, { payout_approvals: 2, ...issuer }),
    ];
    for (const answer of chosen) if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    for (const [index, fields] of [w8beneFields, w8benFields].entries()) {
      const email = addressOf(place, index);
      const partnerId = partners[index]?.partnerId ?? 0;
      await setPartnerEmail(own, secrets, { programId, partnerId, email }, operator);
      await giveTaxDetails({ database: own }, { programId, email, fields }, secrets);
    }
  }

  return {
    places,
    paypal,
    asOwner,
    asSecond,
    askPaypal,
    /** A process of its own takes PayPal's webhooks: the others trust the roots of Node alone. */
    reportOf: ({ programId }: Place, { body, headers }: SignedWebhook) =>
      webhooks.receive({ rail: "paypal", programId, body: Buffer.from(body), headers }),
    imbalances: ({ programId }: Place) => findImbalances(own.kysely, programId),
    deliver,
    /** As a partner in its portal: it agrees to self-billing, or no longer does. */
    chooseSelfBilling: (place: Place, index: number, agrees: boolean): Promise<boolean> =>
      chooseSelfBilling(
        own,
        { programId: place.programId, agreesIn: agrees ? "en" : null },
        { emailHash: secrets.hashEmail(addressOf(place, index)) },
      ),
    request,
    track: (side: Side, { key }: Place, call: string, body: object): Promise<Answer> =>
      request(side, `/api/v1/track/${call}`, { method: "POST", key, ...json(body) }),
    svc: (words: readonly string[], isProcess = false): Promise<Run> =>
      isProcess ? runSvcProcess(words, { env }) : runSvc(words, { env }),
    /** What the services do each minute. */
    async tick(): Promise<void> {
      await closeMonths(own);
      await approveCommissions(own);
      await send();
      await issueInvoices({ database: own, secrets, now: Date.now, log });
    },
    passDays: clock.passDays,
    /** What either process warned of. */
    warnings: (): string[] =>
      processes.flatMap(({ child }, side) =>
        child
          .said()
          .split("\n")
          .filter((line) => /"level":[456]0/.test(line))
          .map((line) => `process ${side}: ${line}`),
      ),
    databaseUrl: db.url,
    async close(): Promise<void> {
      await killChildren();
      await own.close();
      await paypal.close();
      paypalTrust.roots = rootsBefore;
      await db.drop();
    },
  };
}

function json(body: object): { readonly body: string; readonly headers: Record<string, string> } {
  return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}

/** The installation's first account confirms no address. */
async function signUp(url: string): Promise<string> {
  const person = { email: "owner@acme.test", password };
  await sendTo(`${url}/api/auth/sign-up/email`, { method: "POST", ...json({ name: "Owner", ...person }) });
  return signIn(url, person.email);
}

const secondEmail = "second@acme.test";

/** The link in its mail is taken for opened. */
async function comeSecond(own: Database, url: string): Promise<string> {
  const person = { name: "Second", email: secondEmail, password };
  await sendTo(`${url}/api/auth/sign-up/email`, { method: "POST", ...json(person) });
  const confirm = "update account_user set email_verified = true where email = $1";
  await own.kysely.executeQuery(CompiledQuery.raw(confirm, [secondEmail]));
  return signIn(url, secondEmail);
}

/** Sessions end by this machine's time, while the database's is another. */
async function signIn(url: string, email: string): Promise<string> {
  const signedIn = await sendTo(`${url}/api/auth/sign-in/email`, { method: "POST", ...json({ email, password }) });
  return String(fieldOf(signedIn, "token"));
}

type AsOwner = (side: Side, method: string, path: string, body?: object) => Promise<Answer>;

const hastenSql = `
  update payout_attempt a
     set next_look_at = date_trunc('milliseconds', clock_timestamp())
    from payout p
   where p.program_id = a.program_id and p.payout_id = a.payout_id and p.attempt = a.attempt and p.status = 'sending'
  returning a.payout_id, a.fault`;

const dueSql = `
  select exists (
    select from payout_attempt
     where next_look_at <= clock_timestamp() or leased_until > clock_timestamp()) as is_due`;

/** Another owner, who may approve what the first one created. */
async function joinWorkspace(as: { asOwner: AsOwner; asSecond: AsOwner }): Promise<void> {
  const organizations = await as.asOwner(0, "GET", "/api/auth/organization/list");
  const invitation = { organizationId: fieldOf(organizations, "0.id"), email: secondEmail, role: "owner" };
  const invited = await as.asOwner(0, "POST", "/api/auth/organization/invite-member", invitation);
  const accept = { invitationId: fieldOf(invited, "id") };
  const accepted = await as.asSecond(0, "POST", "/api/auth/organization/accept-invitation", accept);
  if (accepted.status !== 200) throw new Error(`${secondEmail} was answered ${accepted.status} ${accepted.text}`);
}

async function openProgram(asOwner: AsOwner, index: number, plan: ProgramPlan): Promise<Place> {
  const made = await asOwner(0, "POST", "/api/v1/programs", { name: `Shop ${index}`, ...plan.settings });
  const programId = Number(fieldOf(made, "data.program_id"));
  const own = `/api/v1/programs/${programId}`;
  const partners: { partnerId: number; code: string }[] = [];
  for (const name of ["anna", "ben", "carl"]) {
    const code = `${name}-${index}`;
    const partner = await asOwner(1, "POST", `${own}/partners`, { name, code });
    partners.push({ partnerId: Number(fieldOf(partner, "data.partner_id")), code });
  }
  // The third one has no payout details.
  for (const { partnerId, code } of partners.slice(0, 2)) {
    await asOwner(0, "PUT", `${own}/partners/${partnerId}/recipient`, { email: `${code}@example.com`, name: code });
  }
  const connection = { provider: "stripe", signing_secret: signingSecret, livemode: true };
  const connected = await asOwner(1, "POST", `${own}/connections`, connection);
  const key = String(fieldOf(await asOwner(0, "POST", `${own}/api-key`, {}), "data.api_token"));
  return { plan, programId, key, connectionId: Number(fieldOf(connected, "data.connection_id")), partners };
}
