// Makes what traffic is about: the installation's owner, programs with partners and connections.
import { providerDescriptions } from "../support/providers.ts";
import { type Callers, said, Wrong } from "./callers.ts";
import type { Partner } from "./customer.ts";
import { at } from "./fields.ts";
import { type ProviderConnection, ProviderShop } from "./provider-shop.ts";
import { countedTerms, Shop, shopSettings, stripeSecret } from "./shop.ts";

const password = "correct horse battery";
const email = "owner@acme.test";

export async function signUp(callers: Callers): Promise<void> {
  const post = (path: string, body: object) =>
    callers.send(() => ({ method: "POST", path: `/api/auth/${path}/email`, body: JSON.stringify(body) }));
  await post("sign-up", { name: "Owner", email, password });
  const replies = await post("sign-in", { email, password });
  const token = replies.map(({ body }) => body.token).find((one) => typeof one === "string");
  if (typeof token !== "string") throw new Wrong(`nobody is signed in: ${said(replies)}`);
  callers.signIn(token);
}

let made = 0;

/** Made once, however often it is asked for. */
async function make(callers: Callers, path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  made += 1;
  const key = `torture-${made}`;
  const replies = await callers.asOwner("POST", path, body, key);
  const [reply] = replies;
  if (reply?.status !== 201) throw new Wrong(`POST ${path} was answered ${said(replies)}`);
  return reply.body;
}

export async function openShop(callers: Callers): Promise<Shop> {
  const program = await make(callers, "/api/v1/programs", { name: "Shop", ...shopSettings });
  const programId = Number(at(program, "data.program_id"));
  const own = `/api/v1/programs/${programId}`;
  const partners: Partner[] = [];
  for (const name of ["anna", "ben", "carl"]) {
    const code = `${name}-${programId}`;
    const partner = await make(callers, `${own}/partners`, { name, code });
    partners.push({ partnerId: Number(at(partner, "data.partner_id")), code });
  }
  await setTerms(callers, own, Number(partners.at(-1)?.partnerId));
  const wish = { provider: "stripe", signing_secret: stripeSecret, livemode: true };
  const connectionId = Number(at(await make(callers, `${own}/connections`, wish), "data.connection_id"));
  return new Shop({ programId, key: await newKey(callers, own), connectionId, partners });
}

async function setTerms(callers: Callers, own: string, partner_id: number): Promise<void> {
  const replies = await callers.asOwner("PUT", `${own}/terms`, { partner_id, commission: countedTerms });
  if (replies.some(({ status }) => status !== 200)) throw new Wrong(`terms were answered ${said(replies)}`);
}

/** Asked for again it is another, and the one before ends: what counts is what was answered last. */
async function newKey(callers: Callers, own: string): Promise<string> {
  const replies = await callers.asOwner("POST", `${own}/api-key`, {});
  const key = at(replies[0]?.body ?? {}, "data.api_token");
  if (typeof key !== "string") throw new Wrong(`no key: ${said(replies)}`);
  return key;
}

/** With a connection to every provider, in each way that it signs. */
export async function openProviderShop(callers: Callers): Promise<ProviderShop> {
  const program = await make(callers, "/api/v1/programs", { name: "Every provider", ...shopSettings });
  const programId = Number(at(program, "data.program_id"));
  const connections: ProviderConnection[] = [];
  for (const description of providerDescriptions) {
    const [signing_secret] = description.secrets;
    const wish = { provider: description.provider, signing_secret, livemode: true };
    const made = await make(callers, `/api/v1/programs/${programId}/connections`, wish);
    connections.push({ description, connectionId: Number(at(made, "data.connection_id")) });
  }
  return new ProviderShop(programId, connections);
}
