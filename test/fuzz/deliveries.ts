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

/** So many stories of the same payload go on beside each other. */
const stories = 60;
const mutationsMax = 5;

export function payloadsOf(provider: string): readonly Tree[] {
  return fixturesOf(provider, deliveredJsonByProvider[provider]).map(({ body }) => treeOf(parse(body)));
}

type Drawn = { readonly connected: Connected; readonly payloads: readonly Tree[]; readonly known: Known };

export function drawDelivery(number: number, chance: Chance, { connected, payloads, known }: Drawn): Case {
  const story = `-${chance.below(stories)}`;
  const reference = chance.isOneIn(3) ? null : chance.oneOf(known.texts);
  // Now and then a delivery is told again.
  const ownId = chance.isOneIn(8) ? chance.below(stories) : number + stories;
  const payload = ownIdIn(inStory(chance.oneOf(payloads), story, reference, ""), ownId);
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

/** Ids get the story's mark, all alike, so that a payment's deliveries still belong together; what may name a customer names one. */
function inStory(tree: Tree, story: string, reference: string | null, name: string): Tree {
  if (tree instanceof Members) {
    return new Members(tree.entries.map(([each, child]) => [each, inStory(child, story, reference, each)]));
  }
  if (isList(tree)) return tree.map((child) => inStory(child, story, reference, name));
  if (typeof tree !== "string") return tree;
  if (reference !== null && referenceNames.test(name)) return reference;
  return isId.test(tree) && !/type|status|currency|^event$/.test(name)
    ? `${tree}${/^\d+$/.test(tree) ? story.slice(1) : story}`
    : tree;
}

const isId = /^[a-z]+_[\w-]{4,}$|^[0-9a-f]{8}-[0-9a-f-]{27}$|^\d{6,}$|^0x[0-9a-f]{64}$/i;
const eventNames = ["id", "event_id", "notification_id", "webhook_id"];

/** The delivery's own id, where it stands in the body. */
function ownIdIn(tree: Tree, ownId: number): Tree {
  if (!(tree instanceof Members)) return tree;
  return new Members(
    tree.entries.map(([name, child]) => {
      if (!eventNames.includes(name)) return [name, child];
      if (typeof child === "number") return [name, child + ownId];
      return [name, typeof child === "string" ? `${child}-${ownId}` : child];
    }),
  );
}
