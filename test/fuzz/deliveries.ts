// Deliveries from the providers' published payloads: spoilt, and signed as the provider would have signed what came of it.

import { deliveredJsonByProvider } from "../support/delivered-fixtures.ts";
import { fixturesOf, isRecord, parse } from "../support/fixtures.ts";
import { payosSignature, standardWebhookHeaders, standardWebhookKey } from "../support/signing.ts";
import type { Case } from "./cases.ts";
import type { Chance } from "./chance.ts";
import { Chance as ChanceOf } from "./chance.ts";
import { drawMutation, type Known, type Mutation, mutated } from "./mutations.ts";
import { isList, jsonOf, Members, type Tree, treeOf } from "./tree.ts";
import type { WireRequest } from "./wire.ts";
import { spoilt, wireFaultNames } from "./wire-faults.ts";
import type { Connected } from "./world.ts";

/** Number of stories of the same payload that run concurrently. */
const stories = 60;
/** After so many cases other stories begin. */
const casesOfStories = 600;
const mutationsMax = 5;

export function payloadsOf(provider: string): readonly Tree[] {
  return fixturesOf(provider, deliveredJsonByProvider[provider]).map(({ body }) => treeOf(parse(body)));
}

/** What the fixtures name: their click, their customers, their program and rupees, in which nothing is sold here. */
const fixtureClick = /^clk_0f8fad5bd9cb469fa165$/;
const fixtureCustomer = /^user-\d+$/;
const fixtureProgram = "7";

type Ours = { readonly clickId: string; readonly customerKey: string; readonly programId: number };

/** With a click, a customer and the program of this world in place of the fixtures', so that what is sent can become money. */
export function ofThisWorld(tree: Tree, ours: Ours, name = ""): Tree {
  if (tree instanceof Members) {
    // Shopify and others list attributes by their names.
    const listed = tree.entries.find(([each]) => each === "name")?.[1];
    const holder = typeof listed === "string" ? listed : name;
    return new Members(
      tree.entries.map(([each, child]) => [each, ofThisWorld(child, ours, each === "value" ? holder : each)]),
    );
  }
  if (isList(tree)) return tree.map((child) => ofThisWorld(child, ours, name));
  if (name.endsWith("program_id") && String(tree) === fixtureProgram) return String(ours.programId);
  if (typeof tree !== "string") return tree;
  if (tree === "INR") return "USD";
  if (fixtureClick.test(tree)) return ours.clickId;
  return fixtureCustomer.test(tree) ? ours.customerKey : tree;
}

type Drawn = { readonly connected: Connected; readonly payloads: readonly Tree[]; readonly known: Known };

export function drawDelivery(number: number, chance: Chance, { connected, payloads, known }: Drawn): Case {
  const story = `-${Math.floor(number / casesOfStories) * stories + chance.below(stories)}`;
  const reference = chance.isOneIn(3) ? null : chance.oneOf(known.texts);
  // Now and then a delivery is repeated.
  const ownId = chance.isOneIn(8) ? chance.below(stories) : number + stories;
  const ofStory = inStory(chance.oneOf(payloads), { story, reference, known }, "");
  // The document that a look-up answers is named by what it is about.
  const payload = connected.adapter.readBack?.isRequired === true ? ofStory : ownIdIn(ofStory, ownId);
  const count = chance.isOneIn(6) ? 0 : 1 + chance.below(mutationsMax);
  const mutations = Array.from({ length: count }, () => drawMutation(chance));
  const wireFault = chance.isOneIn(14) ? chance.oneOf(wireFaultNames) : null;
  const wireSeed = chance.seed();
  const secretIndex = chance.isOneIn(25) ? 1 : 0;
  const nowSeconds = Math.floor(Date.now() / 1000);
  return {
    ...{
      number,
      target: connected.name,
      kind: "delivery",
      credential: secretIndex === 0 ? "signed" : "signed by another",
      mutations,
      wireFault,
    },
    request(some, fault): WireRequest {
      const tree = some.reduce<Tree>((spoiltTree, mutation: Mutation) => mutated(spoiltTree, mutation, known), payload);
      const wireChance = new ChanceOf(wireSeed, 0);
      const secret = connected.secrets[secretIndex];
      // What is spoilt of the bytes is signed like all else; headers are spoilt behind the signature.
      const unsigned: WireRequest = {
        method: "POST",
        path: `/webhooks/${connected.provider}/${connected.connectionId}`,
        headers: { "content-type": "application/json" },
        body: Buffer.from(jsonOf(tree)),
        isRude: false,
      };
      const asked = spoilt(unsigned, fault, wireChance);
      const isBodily = asked.body !== null && unsigned.body !== asked.body && asked.headers === unsigned.headers;
      const bytes = (isBodily ? asked.body : unsigned.body) ?? Buffer.alloc(0);
      const delivery = signed(connected, bytes, secret, nowSeconds, `msg_${ownId}`);
      return isBodily || fault === null
        ? { ...unsigned, body: delivery.body, headers: { ...unsigned.headers, ...delivery.headers } }
        : {
            ...asked,
            body: asked.body === unsigned.body ? delivery.body : asked.body,
            headers: { ...delivery.headers, ...asked.headers },
          };
    },
  };
}

type Signing = Pick<Connected, "provider" | "sign" | "adapter">;
type Signed = { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> };

/** As the provider, under an id of the delivery's own where it has one. payOS signs within the body, whose text stays as it is. */
export function signed(by: Signing, body: Buffer, secret: string, atSeconds: number, id: string): Signed {
  const { signing } = by.adapter;
  if (by.provider === "payos") return { body: payosSigned(body, secret), headers: {} };
  if (signing.family === "standard_webhook") {
    const key = signing.key === "text" ? Buffer.from(secret) : standardWebhookKey(secret);
    return { body, headers: standardWebhookHeaders(id, body, [key], atSeconds) };
  }
  const delivery = by.sign(body, [secret], atSeconds);
  const headers = Object.entries(delivery.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return { body: delivery.body, headers: Object.fromEntries(headers) };
}

/** What payOS could not sign is delivered with the signature it had. */
function payosSigned(body: Buffer, secret: string): Buffer {
  const text = body.toString("utf8");
  try {
    const json: unknown = JSON.parse(text);
    if (!isRecord(json) || Array.isArray(json)) return body;
    if (!("data" in json)) {
      const around = `{"code":"00","desc":"success","success":true,"data":${text}`;
      return Buffer.from(`${around},"signature":"${payosSignature(json, secret)}"}`);
    }
    if (!isRecord(json.data)) return body;
    const signature = payosSignature(json.data, secret);
    return Buffer.from(`${text.slice(0, text.lastIndexOf("}"))},"signature":"${signature}"}`);
  } catch {
    return body;
  }
}

const referenceNames = /click|customer_key|reference|aff|metadata|custom/i;

type Story = { readonly story: string; readonly reference: string | null; readonly known: Known };

/**
 * Ids get the story's mark, all alike, so that a payment's deliveries still belong together; what may name a customer names one now and
 * then, and what is known here stays as it is.
 */
function inStory(tree: Tree, of: Story, name: string): Tree {
  const { story, reference, known } = of;
  if (tree instanceof Members) {
    return new Members(tree.entries.map(([each, child]) => [each, inStory(child, of, each)]));
  }
  if (isList(tree)) return tree.map((child) => inStory(child, of, name));
  if (typeof tree === "number") return isNumber.test(name) && tree > leastId ? tree + offsetOf(story) : tree;
  if (typeof tree !== "string") return tree;
  if (reference !== null && referenceNames.test(name)) return reference;
  if (known.texts.includes(tree)) return tree;
  // One address leads to one customer: each story has its own.
  if (address.test(tree)) return `${story.slice(1)}.${tree}`;
  const [, head, number] = globalId.exec(tree) ?? [];
  if (head !== undefined) return `${head}${Number(number) + offsetOf(story)}`;
  return isId.test(tree) && !isWord.test(tree) && !/type|status|currency|reason|mode|^event$/.test(name)
    ? `${tree}${/^\d+$/.test(tree) ? story.slice(1) : story}`
    : tree;
}

/** Ids of a story follow each other: the next story's are further away. */
const idsOfStoryMax = 1_000;
const offsetOf = (story: string): number => Number(story.slice(1)) * idsOfStoryMax;

const address = /^[^@\s]+@[^@\s]+$/;
const globalId = /^(gid:\/\/.*\/)(\d+)$/;
const isNumber = /^(?:order_|transaction_)?id$/;
/** Smaller numbers than ids of this many digits count something. */
const leastId = 1_000_000_000;
const isId = /^svc[a-z]+\d+$|^[a-z]+_[\w-]{4,}$|^[0-9a-f]{8}-[0-9a-f-]{27}$|^\d{6,}$|^0x[0-9a-f]{64}$/i;
/** Such as APP_STORE and svc_click_id. */
const isWord = /^[A-Z_]+$|^svc_/;
const eventNames = ["id", "event_id", "notification_id", "webhook_id"];

/** The delivery's own id, which is in the body or, within it, in the event. */
function ownIdIn(tree: Tree, ownId: number): Tree {
  if (!(tree instanceof Members)) return tree;
  return new Members(
    tree.entries.map(([name, child]) => {
      if (name === "event") return [name, ownIdIn(child, ownId)];
      if (!eventNames.includes(name)) return [name, child];
      if (typeof child === "number") return [name, child + ownId];
      return [name, typeof child === "string" ? `${child}-${ownId}` : child];
    }),
  );
}
