// The requests of a run in the order they are sent.

export class Supply {
  readonly length: number;
  readonly #requests: readonly Buffer[];
  readonly #order: Uint32Array | null;

  /** Without an order, each once. */
  constructor(requests: readonly Buffer[], order: Uint32Array | null) {
    this.#requests = requests;
    this.#order = order;
    this.length = order?.length ?? requests.length;
  }

  /** Undefined behind the last. */
  at(position: number): Buffer | undefined {
    return this.#requests[this.#order === null ? position : (this.#order[position] ?? this.#requests.length)];
  }
}
