// Events as a provider lists them: the published payloads with ids, times and a customer of their own.
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { parse, readFixtureFile } from "./fixtures.ts";

type Json = Readonly<Record<string, unknown>>;
export type ListedEvent = { readonly id: string; readonly type: string; readonly json: Json };

const secondsPerHour = 3600;

/** Published payloads of Stripe as live events of one customer, an hour apart, again under other ids as often as is asked. */
export function listedByStripe(newest: Date, copies: number): ListedEvent[] {
  const files = filesOf("stripe", /\.facts\.|^object\.|^thin-event/);
  const made = Array.from({ length: copies }, (_, copy) => files.map((file) => ({ file, copy }))).flat();
  const newestSeconds = Math.floor(newest.getTime() / 1000);
  return made.map(({ file, copy }, index) => {
    const event = withIds(file, copy) as { data: { object: Json }; type: string };
    const object = { ...event.data.object, metadata: { svc_customer_key: "customer-1" }, currency: "usd" };
    const id = `evt_${copy}_${digitsOf(file, copy)}`;
    const created = newestSeconds - (made.length - 1 - index) * secondsPerHour;
    return { id, type: event.type, json: { ...event, id, created, livemode: true, data: { ...event.data, object } } };
  });
}

/** The same of Paddle, whose payloads do not say which mode they are of. */
export function listedByPaddle(newest: Date, copies: number): ListedEvent[] {
  const files = filesOf("paddle", /\.facts\.|^signature-vectors/);
  const made = Array.from({ length: copies }, (_, copy) => files.map((file) => ({ file, copy }))).flat();
  return made.map(({ file, copy }, index) => {
    const event = withIds(file, copy) as { data: Json; event_type: string };
    const id = `evt_${String(index).padStart(26, "0")}`;
    const age = (made.length - 1 - index) * secondsPerHour * 1000;
    const json = {
      ...event,
      event_id: id,
      occurred_at: new Date(newest.getTime() - age).toISOString(),
      notification_id: `ntf_${index}`,
      data: { ...event.data, custom_data: { svc_customer_key: "customer-1" } },
    };
    return { id, type: event.event_type, json };
  });
}

function filesOf(provider: string, except: RegExp): string[] {
  return readdirSync(new URL(`../../fixtures/${provider}/`, import.meta.url))
    .filter((file) => file.endsWith(".json") && !except.test(file))
    .map((file) => `${provider}/${file}`);
}

/** Publishers zeroed ids or chose them by hand, which makes unrelated payments look like one: each gets its own. */
function withIds(file: string, copy: number): Json {
  const json = parse(readFixtureFile(file)) as Json & { body?: Json };
  const digits = digitsOf(file, copy);
  const text = JSON.stringify(json.body ?? json)
    .replaceAll(/(?<=_)0{10,}/g, (zeros) => digits.repeat(2).slice(0, zeros.length))
    .replaceAll(/"((?:cs|pi|ch|in|re|txn|sub|du|dp|adj|inv)_\w{6,})"/g, (_, id) => `"${id}${copy}"`);
  return JSON.parse(text) as Json;
}

function digitsOf(file: string, copy: number): string {
  return createHash("sha256").update(`${file} ${copy}`).digest("hex");
}
