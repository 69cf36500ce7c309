// A session: one connection on which statements are sent at once, without waiting for earlier answers.
// It keeps count of what was sent and of the first failure, so that a transaction ends only after every answer, and is
// never committed when one statement of it failed, on the server or before it was sent.
// It never retries and never decides what a failure means: that is its user's.
import type { QueryResultRow } from "pg";
import type { Lease } from "../connections.ts";
import { DatabaseUnavailable } from "../database-unavailable.ts";
import { isDataRefused } from "../faults.ts";
import type { Placement } from "../placement.ts";
import type { Statement } from "./statement.ts";
import type { Answer } from "./statement-group.ts";
import { ignore, Unanswered, Wire } from "./wire.ts";

export type Session = {
  /**
   * Sends the statement, together with all that are sent before anything is waited for, and answers its rows. The promise
   * itself may be left unawaited; promises made from it must not be (collect them with `Promise.all`), or a failed
   * transaction leaves an unhandled rejection behind.
   */
  query<Row extends QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
  /** Waits until everything sent so far is answered; rejects with the first failure in this session. */
  answered(): Promise<void>;
  /** How the rows of programs are placed: it words and divides what is asked about several of them. */
  readonly placement: Placement;
  /**
   * Where what belongs to no program is asked: this session itself, except on the node of one shard, where it is a session on the
   * coordinator with a connection of its own. What depends on a lock of this session is sent there only once that is answered.
   */
  readonly shared: Session;
};

type Outcome<T> = { readonly value: T } | { readonly thrown: unknown };

const begin: Statement = { name: "begin", text: "begin read write" };
/** Where reading is not this connection's own default, the database's default is meant: it may have been made read-only. */
const beginAsUsual: Statement = { name: "begin_as_usual", text: "begin" };
const commit: Statement = { name: "commit", text: "commit" };
const rollback: Statement = { name: "rollback", text: "rollback" };

/** One connection for transactions that follow each other without waiting: a batch begins right behind the one before it. */
export type PipelinedConnection = {
  /**
   * As `runInTransaction`. It begins when the one before has sent its COMMIT or ROLLBACK, which need not be answered yet: what
   * this one must not do if that one failed, its own statements have to find out.
   */
  transaction<T>(run: (session: Session) => Promise<T>): Promise<T>;
  /**
   * One piece, which is a transaction by itself: PostgreSQL commits it behind its last statement, or nothing of it, without a
   * BEGIN and a COMMIT to be answered. `send` waits for nothing. Begins and fails as `transaction`.
   */
  piece<T>(send: (session: Session) => T): Promise<T>;
  /** Each piece is a transaction of its own, independent of what else is sent: for lookups. */
  pieces<T>(run: (session: Session) => Promise<T>): Promise<T>;
  readonly isBroken: boolean;
};

/**
 * Ingest writes on one and reads on the other. They always stay open and serve nothing else: on a new connection every statement is planned
 * again, and a pool keeps the connection that was used last, rarely the one that was used most.
 */
export type Recorders = { readonly writes: PipelinedConnection; readonly reads: PipelinedConnection };

/** Answers when everything sent on the connection is answered as well. */
export async function useConnection<T>(lease: Lease, run: (connection: PipelinedConnection) => Promise<T>): Promise<T> {
  const wire = new Wire(lease);
  let sentBefore: Promise<void> = Promise.resolve();
  try {
    return await run({
      async transaction(ofTransaction) {
        const before = sentBefore;
        const sent = Promise.withResolvers<void>();
        sentBefore = sent.promise;
        await before;
        return transact(new Line(wire), ofTransaction, { begins: beginAsUsual, onSent: sent.resolve }).finally(
          sent.resolve,
        );
      },
      async piece(send) {
        const before = sentBefore;
        const sent = Promise.withResolvers<void>();
        sentBefore = sent.promise;
        await before;
        if (!wire.placement.commitsPieces) {
          const options = { begins: beginAsUsual, onSent: sent.resolve };
          return transact(new Line(wire), async (session) => send(session), options).finally(sent.resolve);
        }
        const ended = sendPiece(new Line(wire), send);
        sent.resolve();
        return ended;
      },
      pieces: (ofPieces) => runPieces(new Line(wire), ofPieces),
      get isBroken() {
        return wire.isBroken;
      },
    });
  } finally {
    await sentBefore;
    await wire.release();
  }
}

/** Runs without a transaction. The session's connection is read-only here, so that nothing is half written. */
export function runOutsideTransaction<T>(lease: Lease, run: (session: Session) => Promise<T>): Promise<T> {
  return use(lease, (line) => runPieces(line, run));
}

async function runPieces<T>(line: Line, run: (session: Session) => Promise<T>): Promise<T> {
  const outcome = await settle(run(line.session));
  line.close();
  await line.answered();
  return line.conclude(outcome);
}

/** Nothing is sent where one of its statements cannot be. */
async function sendPiece<T>(line: Line, send: (session: Session) => T): Promise<T> {
  line.flush();
  const outcome = attempt(() => send(line.session));
  line.close();
  if ("thrown" in outcome || line.failed()) line.discard();
  else line.flush();
  await line.answered();
  return line.conclude(outcome);
}

function attempt<T>(run: () => T): Outcome<T> {
  try {
    return { value: run() };
  } catch (thrown) {
    return { thrown };
  }
}

/**
 * Runs inside one transaction: BEGIN is sent ahead of the first statement and COMMIT right behind the last one, both
 * without waiting. `run` may return while its statements are unanswered. A rejection means rolled back, except when the
 * connection was lost or an answer was unreadable after COMMIT had been sent: then it may have been committed.
 */
export function runInTransaction<T>(lease: Lease, run: (session: Session) => Promise<T>): Promise<T> {
  return use(lease, (line) => transact(line, run, { begins: begin, onSent: ignore }));
}

async function transact<T>(
  line: Line,
  run: (session: Session) => Promise<T>,
  { begins, onSent }: { readonly begins: Statement; readonly onSent: () => void },
): Promise<T> {
  line.flush();
  void line.send(begins, []);
  const outcome = await settle(run(line.session));
  line.close();
  line.flush();
  const ended = line.send("thrown" in outcome || line.failed() ? rollback : commit, []);
  line.flush();
  onSent();
  await line.answered();
  const ending = await settle(ended);
  // Unless it ran and found a rule broken, it may have ended nothing, and what comes behind it would find an aborted transaction.
  if ("thrown" in ending && !isDataRefused(ending.thrown)) line.abandon();
  const value = line.conclude(outcome);
  // Seen once, as a server was stopped at once: nothing of it is there, and the same may be done again.
  if ("thrown" in ending || ending.value.command !== "COMMIT") {
    throw new DatabaseUnavailable("The transaction was rolled back at COMMIT.");
  }
  return value;
}

async function use<T>(lease: Lease, run: (line: Line) => Promise<T>): Promise<T> {
  const wire = new Wire(lease);
  try {
    return await run(new Line(wire));
  } finally {
    await wire.release();
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

/** What one session sends: its answers, and the first failure among them. */
class Line {
  readonly session: Session;
  readonly #wire: Wire;
  readonly #unanswered = new Unanswered();
  readonly #failures: Failure[] = [];
  #closed = false;

  constructor(wire: Wire) {
    this.#wire = wire;
    const session: Session = {
      placement: wire.placement,
      get shared() {
        return session;
      },
      query: <Row extends QueryResultRow>(statement: Statement, values: readonly unknown[]) => {
        if (this.#closed) return Promise.reject(new Error(`"${statement.name}" was sent after its session had ended.`));
        // What a statement's rows are is its user's to say.
        const rows = this.send(statement, values).then((answer) => answer.rows as Row[]);
        rows.catch(ignore);
        return rows;
      },
      answered: async () => {
        await this.answered();
        this.#throwFailure();
      },
    };
    this.session = session;
  }

  send(statement: Statement, values: readonly unknown[]): Promise<Answer> {
    this.#unanswered.sent();
    return this.#wire.send(statement, values, (error) => {
      if (error !== null) this.#failures.push({ error });
      this.#unanswered.answered();
    });
  }

  /** What was sent before is not sent together with what comes next. */
  flush(): void {
    this.#wire.flush();
  }

  discard(): void {
    this.#wire.discard();
  }

  close(): void {
    this.#closed = true;
  }

  abandon(): void {
    this.#wire.abandon();
  }

  failed(): boolean {
    return this.#failures.length > 0;
  }

  answered(): Promise<void> {
    return this.#unanswered.none();
  }

  /** The first failure is the cause; those behind it only say that the transaction was aborted. */
  conclude<T>(outcome: Outcome<T>): T {
    if ("thrown" in outcome) {
      const isEcho = this.#failures.some((failure) => failure.error === outcome.thrown);
      if (!isEcho) throw outcome.thrown;
    }
    this.#throwFailure();
    if ("thrown" in outcome) throw outcome.thrown;
    return outcome.value;
  }

  #throwFailure(): void {
    const [first] = this.#failures;
    if (first !== undefined) throw first.error;
  }
}
