// Where a driven history plays: two processes of the service on one database whose clock can be moved, two programs with their
// partners, and everything that can be asked of them from outside, over HTTP at either process and by command.
import { approveCommissions } from "../../src/product/commissions/approvals.ts";
import { closeMonths } from "../../src/product/statements/month-closing.ts";
import { killChildren } from "../support/child.ts";
import { createTestDatabase } from "../support/database.ts";
import { farFromTheMachines, moveClock, openOnMovedClock } from "../support/movable-clock.ts";
import { password } from "../support/people.ts";
import { type Answer, type Call, fieldOf, secretKey, sendTo } from "../support/service.ts";
import { startServiceProcess } from "../support/service-process.ts";
import { stripeHeaders } from "../support/signing.ts";
import { type Run, runSvc, runSvcProcess } from "../support/svc.ts";

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

/** Which of the two processes. */
export type Side = 0 | 1;
export type Place = {
  readonly programId: number;
  readonly key: string;
  readonly connectionId: number;
  readonly partners: readonly { readonly partnerId: number; readonly code: string }[];
};
export type Setting = Awaited<ReturnType<typeof openSetting>>;

export async function openSetting(settings: readonly object[]) {
  const db = await createTestDatabase();
  const clock = await moveClock(db, startOfTime);
  const env = { ...farFromTheMachines, ...manyCalls, ...patient, SVC_SECRET_KEYS: secretKey, DATABASE_URL: db.url };
  const own = await openOnMovedClock(db);
  const processes = await Promise.all([startServiceProcess(db.url, env), startServiceProcess(db.url, env)] as const);
  const token = await signUp(processes[0].url);

  const request = (side: Side, path: string, call: Call & { readonly body?: string } = {}) =>
    sendTo(`${processes[side].url}${path}`, call);
  const asOwner = (side: Side, method: string, path: string, body?: object): Promise<Answer> =>
    request(side, path, { method, key: token, ...(body === undefined ? {} : json(body)) });
  const deliver = (side: Side, { connectionId }: Place, body: string): Promise<Answer> => {
    const headers = stripeHeaders(Buffer.from(body), [signingSecret], Math.floor(Date.now() / 1000));
    const path = `/webhooks/stripe/${connectionId}`;
    return request(side, path, { method: "POST", body, headers: { "content-type": "application/json", ...headers } });
  };
  const places: Place[] = [];
  for (const [index, some] of settings.entries()) places.push(await openProgram(asOwner, index, some));

  return {
    places,
    asOwner,
    deliver,
    request,
    track: (side: Side, { key }: Place, call: string, body: object): Promise<Answer> =>
      request(side, `/api/v1/track/${call}`, { method: "POST", key, ...json(body) }),
    svc: (words: readonly string[], isProcess = false): Promise<Run> =>
      isProcess ? runSvcProcess(words, { env }) : runSvc(words, { env }),
    /** What the services do each minute. */
    async tick(): Promise<void> {
      await closeMonths(own);
      await approveCommissions(own);
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
  const signedIn = await sendTo(`${url}/api/auth/sign-in/email`, { method: "POST", ...json(person) });
  return String(fieldOf(signedIn, "token"));
}

type AsOwner = (side: Side, method: string, path: string, body?: object) => Promise<Answer>;

async function openProgram(asOwner: AsOwner, index: number, settings: object): Promise<Place> {
  const made = await asOwner(0, "POST", "/api/v1/programs", { name: `Shop ${index}`, ...settings });
  const programId = Number(fieldOf(made, "data.program_id"));
  const own = `/api/v1/programs/${programId}`;
  const partners: { partnerId: number; code: string }[] = [];
  for (const name of ["anna", "ben", "carl"]) {
    const code = `${name}-${index}`;
    const partner = await asOwner(1, "POST", `${own}/partners`, { name, code });
    partners.push({ partnerId: Number(fieldOf(partner, "data.partner_id")), code });
  }
  // The third one has told nobody where to pay.
  for (const { partnerId, code } of partners.slice(0, 2)) {
    await asOwner(0, "PUT", `${own}/partners/${partnerId}/recipient`, { email: `${code}@example.com`, name: code });
  }
  const connection = { provider: "stripe", signing_secret: signingSecret, livemode: true };
  const connected = await asOwner(1, "POST", `${own}/connections`, connection);
  const key = String(fieldOf(await asOwner(0, "POST", `${own}/api-key`, {}), "data.api_token"));
  return { programId, key, connectionId: Number(fieldOf(connected, "data.connection_id")), partners };
}
