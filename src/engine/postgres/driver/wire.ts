// All that is sent on one client of a pool: what is sent before anything is waited for goes out in one piece.
// It knows when everything is answered and whether the client is still whole, and gives it back to its pool accordingly.
import { DatabaseError, type PoolClient } from "pg";
import type { Lease } from "../connections.ts";
import type { Placement } from "../placement.ts";
import { parameterOf, type Statement } from "./statement.ts";
import { type Answer, type Sent, StatementGroup } from "./statement-group.ts";

/** What was sent and is not answered yet. */
export class Unanswered {
  #count = 0;
  readonly #waiting: (() => void)[] = [];

  sent(): void {
    this.#count += 1;
  }

  get isAny(): boolean {
    return this.#count > 0;
  }

  answered(): void {
    this.#count -= 1;
    if (this.#count === 0) for (const wake of this.#waiting.splice(0)) wake();
  }

  async none(): Promise<void> {
    if (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

/** The connection stays usable. */
class NotSent extends Error {}

/** The severities after which the server closes the connection. In other languages than English only the close itself shows it. */
const endsConnection: ReadonlySet<string> = new Set(["FATAL", "PANIC"]);

export class Wire {
  readonly placement: Placement;
  readonly #client: PoolClient;
  readonly #failed: Lease["failed"];
  readonly #stopWatching: () => void;
  readonly #unanswered = new Unanswered();
  #together: Sent[] = [];
  #broken = false;
  readonly #onError = () => {
    this.#broken = true;
  };

  constructor({ client, watch, failed, placement }: Lease) {
    this.placement = placement;
    this.#client = client;
    this.#failed = failed;
    this.#stopWatching = watch(() => this.#unanswered.isAny);
    client.on("error", this.#onError);
  }

  /** Reports the end at once, before anything that awaits an answer continues. */
  send(statement: Statement, values: readonly unknown[], onEnd: (error: Error | null) => void): Promise<Answer> {
    const answer = new Promise<Answer>((resolve, reject) => {
      const ended = (error: Error | null, answered: Answer): void => {
        if (error !== null) this.#onFailed(error);
        onEnd(error);
        if (error === null) resolve(answered);
        else reject(error);
      };
      try {
        keepText(this.#client, statement);
        this.#gather({ statement, parameters: values.map(parameterOf), ended });
      } catch (error) {
        ended(error instanceof Error ? error : new Error(String(error)), { command: "", rows: [] });
      }
    });
    answer.catch(ignore);
    return answer;
  }

  #onFailed(error: Error): void {
    if (error instanceof NotSent) return;
    if (!(error instanceof DatabaseError) || endsConnection.has(error.severity ?? "")) this.#broken = true;
    this.#failed(error);
  }

  #gather(sent: Sent): void {
    if (this.#together.length === 0) queueMicrotask(() => this.flush());
    this.#together.push(sent);
  }

  /** Sends what was gathered; what comes next goes apart from it. */
  flush(): void {
    if (this.#together.length === 0) return;
    const together = this.#together;
    this.#together = [];
    this.#unanswered.sent();
    this.#client.query(new StatementGroup(together, () => this.#unanswered.answered()));
  }

  /** Sends nothing of what was gathered. */
  discard(): void {
    const error = new NotSent("Another statement of its piece could not be sent.");
    for (const { ended } of this.#together.splice(0)) ended(error, { command: "", rows: [] });
  }

  /** It goes back to no pool, and who asks whether it is broken uses another. */
  abandon(): void {
    this.#broken = true;
  }

  get isBroken(): boolean {
    return this.#broken;
  }

  async release(): Promise<void> {
    this.flush();
    await this.#unanswered.none();
    this.#client.off("error", this.#onError);
    this.#stopWatching();
    this.#client.release(this.#broken || this.#client.getTransactionStatus() !== "I");
  }
}

/** The texts sent on each client, by name: under one name two would be prepared as one. */
const textsOf = new WeakMap<PoolClient, Map<string, string>>();

function keepText(client: PoolClient, { name, text }: Statement): void {
  const texts = textsOf.get(client) ?? new Map<string, string>();
  const known = texts.get(name);
  if (known === text) return;
  if (known !== undefined) throw new Error(`"${name}" is the name of another statement already.`);
  texts.set(name, text);
  textsOf.set(client, texts);
}

export function ignore(): void {
  // A failure is stored in its session; awaiting the promise rejects with it as well.
}
