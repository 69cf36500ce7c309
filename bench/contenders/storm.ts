// Another program's burst during the measurement: as many requests as the service answers, from a generator of their own.
import { type LoadGenerator, openGenerator } from "../load/generator.ts";
import type { Recipe } from "../load/recipe.ts";
import { Demand } from "./demand.ts";

/** It begins before what is measured and ends behind it, whose generator has to be prepared first. */
const marginSeconds = 3;

export type StormRequest = {
  readonly ports: readonly number[];
  readonly connections: number;
  readonly seconds: number;
  readonly recipe: (requests: number) => Recipe;
};

export type Stormed = { readonly answered: number; readonly perSecond: number };

export class Storm {
  readonly #generator: LoadGenerator = openGenerator();
  readonly #demand = new Demand();

  /** Resolves when it has started; its result follows at its end. */
  async begin({ ports, connections, seconds, recipe }: StormRequest): Promise<{ readonly over: Promise<Stormed> }> {
    const lasts = seconds + marginSeconds;
    await this.#generator.prepare(recipe(this.#demand.requests(lasts)));
    return { over: this.#run(ports, { connections, seconds: lasts }) };
  }

  async #run(
    ports: readonly number[],
    loop: { readonly connections: number; readonly seconds: number },
  ): Promise<Stormed> {
    const { answered, perSecond, ranOut } = await this.#generator.runClosed(ports, loop);
    this.#demand.seen(perSecond, ranOut);
    return { answered, perSecond };
  }

  close(): Promise<void> {
    return this.#generator.close();
  }
}
