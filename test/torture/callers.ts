// Who calls the service in a run: each call goes to any process, now and then to several at once, and again until it is answered.
import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "./chance.ts";
import { callUntilAnswered, type Patience, type Reply, type Request } from "./client.ts";
import type { House } from "./house.ts";

/** What must never be, in words. */
export class Wrong extends Error {
  override readonly name = "Wrong";
}

const copiesMax = 3;

export type Sending = {
  /** To all of these at once; one by chance when left out. */
  readonly copies?: number;
  readonly passes?: Patience["passes"];
  /** To this process alone. */
  readonly to?: number;
};

export class Callers {
  readonly house: House;
  readonly chance: Chance;
  readonly wrong: Wrong[] = [];
  answered = 0;
  /** Calls that have no answer yet. */
  readonly underWay = new Set<string>();
  readonly #ending = new AbortController();
  #ownerToken = "";

  constructor(house: House, chance: Chance) {
    this.house = house;
    this.chance = chance;
    // Each call in flight listens.
    this.#ending.signal.addEventListener("abort", () => undefined);
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  signIn(token: string): void {
    this.#ownerToken = token;
  }

  end(): void {
    this.#ending.abort();
  }

  fail(what: string): void {
    this.wrong.push(new Wrong(what));
  }

  /** Of all copies; each was answered for good. */
  async send(request: () => Request, { copies = 1, passes, to }: Sending = {}): Promise<Reply[]> {
    const { services } = this.house;
    const url = (): string => (to === undefined ? this.chance.oneOf(services) : services[to])?.url ?? "";
    const one = (): Promise<Reply> =>
      callUntilAnswered({
        url,
        request,
        passes: (reply) => this.#isForLater(reply) || passes?.(reply) === true,
        signal: this.signal,
        onServerError: ({ method, path }, reply) =>
          this.fail(`${method} ${path} was answered ${reply.status} ${reply.text}`),
      });
    const { method, path } = request();
    const known = `${method} ${path} since ${new Date().toISOString()}`;
    this.underWay.add(known);
    const replies = await Promise.all(Array.from({ length: copies }, one)).finally(() => this.underWay.delete(known));
    this.answered += copies;
    return replies;
  }

  /** Mostly once. */
  someCopies(): number {
    return this.chance.isOneIn(5) ? this.chance.between(2, copiesMax) : 1;
  }

  /** A management call of the installation's owner. What makes something has a key of its own. */
  asOwner(
    method: Request["method"],
    path: string,
    body?: object,
    idempotencyKey?: string,
    sending: Sending = {},
  ): Promise<Reply[]> {
    const headers: Record<string, string> = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
    const text = body === undefined ? undefined : JSON.stringify(body);
    return this.send(() => ({ method, path, token: this.#ownerToken, headers, body: text }), sending);
  }

  async pause(from: number, to: number): Promise<void> {
    await sleep(this.chance.between(from, to), undefined, { signal: this.signal });
  }

  /** A process whose clock is off takes signatures for old ones. */
  #isForLater({ status }: Reply): boolean {
    return this.house.isClockOff && (status === 400 || status === 401 || status === 403);
  }
}

export const said = (replies: readonly Reply[]): string =>
  replies.map(({ status, text }) => `${status} ${text.slice(0, 300)}`).join("; ");
