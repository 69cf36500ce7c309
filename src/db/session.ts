// A session: one connection on which statements are sent at once, without waiting for earlier answers.
// It keeps count of what was sent and of the first failure, so that a transaction ends only after every answer, and is
// never committed when one statement of it failed, on the server or before it was sent.
// It never retries and never decides what a failure means: that is its user's.
import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from "pg";
import { DatabaseError } from "pg";

/** Fixed text under a name that is unique in the program: prepared once per connection. */
export type Statement = { readonly name: string; readonly text: string };

export type Session = {
  /**
   * Sends the statement now and answers its rows. The promise itself may be left unawaited; promises made from it must
   * not be (collect them with `Promise.all`), or a failed transaction leaves an unhandled rejection behind.
   */
  query<Row extends QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
};

type Outcome<T> = { readonly value: T } | { readonly thrown: unknown };

const begin = "begin read write";
const commit = "commit";
const rollback = "rollback";

/** Runs without a transaction. The session's connection is read-only here, so that nothing is half written. */
export function runOutsideTransaction<T>(client: PoolClient, run: (session: Session) => Promise<T>): Promise<T> {
  return use(client, async (line) => {
    const outcome = await settle(run(line.session));
    line.close();
    await line.answered();
    return line.conclude(outcome);
  });
}

/**
 * Runs inside one transaction: BEGIN is sent ahead of the first statement and COMMIT right behind the last one, both
 * without waiting. `run` may return while its statements are unanswered. A rejection means rolled back, except when the
 * connection was lost or an answer was unreadable after COMMIT had been sent: then it may have been committed.
 */
export function runInTransaction<T>(client: PoolClient, run: (session: Session) => Promise<T>): Promise<T> {
  return use(client, async (line) => {
    void line.send({ text: begin });
    const outcome = await settle(run(line.session));
    line.close();
    // pg reports a statement it refused to send on the next tick; COMMIT must not overtake that.
    await new Promise<void>((resolve) => process.nextTick(resolve));

    if ("thrown" in outcome || line.failed()) {
      void line.send({ text: rollback });
      await line.answered();
      return line.conclude(outcome);
    }
    const committed = line.send({ text: commit });
    await line.answered();
    const value = line.conclude(outcome);
    if ((await committed).command !== "COMMIT") throw new Error("The transaction was rolled back at COMMIT.");
    return value;
  });
}

async function use<T>(client: PoolClient, run: (line: Line) => Promise<T>): Promise<T> {
  const line = new Line(client);
  try {
    return await run(line);
  } finally {
    line.release();
  }
}

async function settle<T>(promise: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await promise };
  } catch (thrown) {
    return { thrown };
  }
}

type Failure = { readonly error: unknown };

class Line {
  readonly session: Session;
  readonly #client: PoolClient;
  readonly #answers: Promise<unknown>[] = [];
  readonly #failures: Failure[] = [];
  #closed = false;
  #broken = false;
  readonly #onError = () => {
    this.#broken = true;
  };

  constructor(client: PoolClient) {
    this.#client = client;
    client.on("error", this.#onError);
    this.session = {
      query: <Row extends QueryResultRow>(statement: Statement, values: readonly unknown[]) => {
        if (this.#closed) return Promise.reject(new Error(`"${statement.name}" was sent after its session had ended.`));
        const rows = this.send<Row>({ ...statement, values: [...values] }).then((answer) => answer.rows);
        rows.catch(ignore);
        return rows;
      },
    };
  }

  send<Row extends QueryResultRow>(query: QueryConfig<unknown[]>): Promise<QueryResult<Row>> {
    const answer = new Promise<QueryResult<Row>>((resolve, reject) => {
      void this.#client.query<Row>(query, (error: Error | null, result) => {
        if (error === null) return resolve(result);
        this.#failures.push({ error: explain(error, query.name) });
        if (!(error instanceof DatabaseError)) this.#broken = true;
        reject(error);
      });
    });
    answer.catch(ignore);
    this.#answers.push(answer);
    return answer;
  }

  close(): void {
    this.#closed = true;
  }

  failed(): boolean {
    return this.#failures.length > 0;
  }

  async answered(): Promise<void> {
    await Promise.allSettled(this.#answers);
  }

  /** The first failure is the cause; those behind it only say that the transaction was aborted. */
  conclude<T>(outcome: Outcome<T>): T {
    const [first] = this.#failures;
    if ("thrown" in outcome) {
      const isEcho = this.#failures.some((failure) => failure.error === outcome.thrown);
      throw isEcho ? first?.error : outcome.thrown;
    }
    if (first) throw first.error;
    return outcome.value;
  }

  release(): void {
    this.#client.off("error", this.#onError);
    this.#client.release(this.#broken || this.#client.getTransactionStatus() !== "I");
  }
}

function explain(error: Error, statementName: string | undefined): Error {
  if (error instanceof DatabaseError && statementName !== undefined) {
    error.where = [error.where, `statement ${statementName}`].filter((part) => part !== undefined).join("\n");
  }
  return error;
}

function ignore(): void {
  // The failure is kept in the session; whoever awaits the promise hears of it as well.
}
