// The traffic of a run: some play stories, one delivers for every provider, one manages, one has books rebuilt. All stop between two calls
// when they are asked to, so that what is acknowledged can be compared with the books while nothing is under way.
import { setTimeout as sleep } from "node:timers/promises";
import type { Callers } from "./callers.ts";
import type { Customer } from "./customer.ts";
import { manageSome, replay } from "./manage.ts";
import { openProviderShop, openShop } from "./open-shop.ts";
import type { ProviderShop } from "./provider-shop.ts";
import type { Shop } from "./shop.ts";
import { goOn, isOver } from "./trade.ts";

export type Rate = {
  /** How many play stories at once. */
  readonly reporters: number;
  /** Between two calls of one of them. */
  readonly pauseMilliseconds: readonly [number, number];
};

/** Then another program opens: the history that a model must replay stays small. */
const customersOfAShop = 60;
const shopsAtOnce = 2;
const replayPauseMilliseconds = [4_000, 12_000] as const;

export class Traffic {
  readonly shops: Shop[] = [];
  readonly providerShops: ProviderShop[] = [];
  readonly #callers: Callers;
  readonly #rate: Rate;
  readonly #stories: Promise<void>[] = [];
  #open: Shop[] = [];
  #isPaused = false;
  #moving = 0;
  #resume = Promise.withResolvers<void>();

  constructor(callers: Callers, rate: Rate) {
    this.#callers = callers;
    this.#rate = rate;
  }

  async start(): Promise<void> {
    for (let index = 0; index < shopsAtOnce; index += 1) await this.#openShop();
    this.providerShops.push(await openProviderShop(this.#callers));
    const { reporters, pauseMilliseconds } = this.#rate;
    for (let reporter = 0; reporter < reporters; reporter += 1) this.#goRound(pauseMilliseconds, this.#reporter());
    this.#goRound(pauseMilliseconds, () => this.#deliver());
    this.#goRound(pauseMilliseconds, () => manageSome(this.#callers, this.#anyShop()));
    // It changes nothing in the books, and takes as long as it takes.
    this.#goRound(replayPauseMilliseconds, () => replay(this.#callers, this.#anyShop()), { isWaitedFor: false });
  }

  /** Resolves when nothing is under way; a replay may be. */
  async pause(withinMilliseconds: number): Promise<boolean> {
    this.#isPaused = true;
    this.#resume = Promise.withResolvers();
    const deadline = performance.now() + withinMilliseconds;
    while (this.#moving > 0 && performance.now() < deadline) await sleep(5);
    return this.#moving === 0;
  }

  resume(): void {
    this.#isPaused = false;
    this.#resume.resolve();
  }

  async end(): Promise<void> {
    this.#callers.end();
    this.resume();
    await Promise.all(this.#stories);
  }

  async #openShop(): Promise<Shop> {
    const shop = await openShop(this.#callers);
    this.shops.push(shop);
    this.#open.push(shop);
    return shop;
  }

  #anyShop(): Shop {
    return this.#callers.chance.oneOf(this.#open);
  }

  /** Each step waits for the gate, and holds it open while it is under way. */
  #goRound(
    [from, to]: readonly [number, number],
    step: () => Promise<void>,
    { isWaitedFor } = { isWaitedFor: true },
  ): void {
    const by = isWaitedFor ? 1 : 0;
    const goRound = async (): Promise<void> => {
      while (!this.#callers.signal.aborted) {
        if (this.#isPaused) await this.#resume.promise;
        this.#moving += by;
        try {
          await step();
        } finally {
          this.#moving -= by;
        }
        await this.#callers.pause(from, to);
      }
    };
    const story = goRound().catch((error: unknown) => {
      if (!this.#callers.signal.aborted)
        this.#callers.fail(error instanceof Error ? (error.stack ?? error.message) : String(error));
    });
    this.#stories.push(story);
  }

  /** Has some customers at once and goes on with any of them. */
  #reporter(): () => Promise<void> {
    let own: { readonly shop: Shop; readonly customer: Customer }[] = [];
    const customersAtOnce = 3;
    return async () => {
      own = own.filter(({ customer }) => !isOver(customer));
      if (own.length < customersAtOnce) {
        const shop = this.#anyShop();
        own.push({ shop, customer: shop.newCustomer(this.#callers.chance.oneOf(shop.place.partners)) });
        if (shop.customers.length === customersOfAShop) {
          const next = await this.#openShop();
          this.#open = [...this.#open.filter((one) => one !== shop && one !== next), next];
        }
      }
      await goOn({ callers: this.#callers, ...this.#callers.chance.oneOf(own) });
    };
  }

  async #deliver(): Promise<void> {
    const shop = this.providerShops.at(-1);
    if (shop === undefined) return;
    if (shop.isDone) this.providerShops.push(await openProviderShop(this.#callers));
    else await shop.deliverNext(this.#callers);
  }
}
