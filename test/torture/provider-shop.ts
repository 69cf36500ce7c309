// A program that every provider delivers to: its published payloads with valid signatures, in any order, each more than once. What
// they mean is the adapters' tests' to say; here each must stand in the log once, byte for byte, under the id that was answered.
import { createHash } from "node:crypto";
import { deliveredJsonByProvider } from "../support/delivered-fixtures.ts";
import { fixturesOf } from "../support/fixtures.ts";
import type { ProviderDescription } from "../support/providers.ts";
import { type Callers, said } from "./callers.ts";

export type ProviderConnection = { readonly description: ProviderDescription; readonly connectionId: number };

type Delivered = { readonly connection: ProviderConnection; readonly body: Buffer; readonly name: string };

export class ProviderShop {
  readonly programId: number;
  /** By what was delivered: the event it became. */
  readonly eventIds = new Map<string, number>();
  /** By event: the digest of the body that became it. */
  readonly digests = new Map<number, string>();
  readonly #waiting: Delivered[];
  readonly #sent: Delivered[] = [];

  constructor(programId: number, connections: readonly ProviderConnection[]) {
    this.programId = programId;
    this.#waiting = connections.flatMap((connection) => {
      const { provider } = connection.description;
      return fixturesOf(provider, deliveredJsonByProvider[provider]).map(({ name, body }) => ({
        connection,
        body,
        name,
      }));
    });
  }

  get isDone(): boolean {
    return this.#waiting.length === 0;
  }

  async deliverNext(callers: Callers): Promise<void> {
    const isAgain = this.#sent.length > 0 && (this.isDone || callers.chance.isOneIn(5));
    const [one] = isAgain
      ? [callers.chance.oneOf(this.#sent)]
      : this.#waiting.splice(callers.chance.below(this.#waiting.length), 1);
    if (one === undefined) return;
    const { description, connectionId } = one.connection;
    const replies = await callers.send(
      () => {
        const signed = description.sign(one.body, description.secrets.slice(0, 1), Math.floor(Date.now() / 1000));
        const path = `/webhooks/${description.provider}/${connectionId}`;
        return { method: "POST", path, headers: signed.headers, body: signed.body };
      },
      { copies: callers.someCopies() },
    );
    const name = `${description.name} ${one.name}`;
    const key = `${connectionId} ${one.name}`;
    const ids = new Set([...replies.map(({ body }) => Number(body.event_id)), this.eventIds.get(key) ?? []].flat());
    const [eventId] = ids;
    if (replies.some(({ status }) => status !== 200) || ids.size !== 1 || eventId === undefined) {
      callers.fail(`${name} of program ${this.programId}: events ${[...ids]}, ${said(replies)}`);
      return;
    }
    this.eventIds.set(key, eventId);
    if (replies.some(({ body }) => body.status !== "duplicate"))
      this.digests.set(eventId, digestOf(description.sign(one.body, description.secrets.slice(0, 1), 0).body));
    if (!isAgain) this.#sent.push(one);
  }
}

const digestOf = (body: Buffer): string => createHash("sha256").update(body).digest("hex");
