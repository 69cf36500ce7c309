// One connection from the server's end: it takes messages in their order, is in a transaction or not, and answers at each Sync.
import type { ModelDatabase } from "./model-database.ts";
import { type Message, type Parameter, says, type TransactionStatus } from "./protocol.ts";
import { ServerError } from "./server-error.ts";
import { leaseLock, rulesOf, type Transaction, textOf } from "./statements.ts";

export type BackendParts = {
  readonly model: ModelDatabase;
  /** What happens to a statement instead of being run; null where nothing does. */
  readonly faultOf: (statement: string, backend: Backend) => ServerError | null;
  /** Of one statement, in milliseconds. */
  readonly workMilliseconds: () => number;
  readonly say: (bytes: Buffer) => void;
  /** The model itself is at its end. */
  readonly onBroken: (error: unknown) => void;
};

const hours = 3_600_000;

export class Backend {
  readonly #parts: BackendParts;
  readonly #inbox: Message[] = [];
  readonly #texts = new Map<string, string>();
  readonly #settings = new Map<string, number>();
  #wake: (() => void) | null = null;
  #status: TransactionStatus = "I";
  #transaction: Transaction | null = null;
  #bound: { readonly name: string; readonly values: readonly Parameter[] } = { name: "", values: [] };
  #said: Buffer[] = [];
  #isSkipping = false;
  #isOver = false;
  #isAlone = false;

  constructor(parts: BackendParts) {
    this.#parts = parts;
    void this.#serve();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  receive(messages: readonly Message[]): void {
    this.#inbox.push(...messages);
    this.#wake?.();
  }

  /** No client reads its answer any more, which it finds out when it has done what it was sent. */
  leaveAlone(): void {
    this.#isAlone = true;
    this.#wake?.();
  }

  /** At once, wherever it is. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#transaction = null;
    this.#parts.model.locks.leave(this);
    this.#wake?.();
  }

  async #serve(): Promise<void> {
    while (!this.#isOver) {
      const message = this.#inbox.shift();
      if (message !== undefined) await this.#take(message);
      else if (this.#isAlone) this.end();
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  async #take(message: Message): Promise<void> {
    if (message.kind === "terminate") return this.end();
    if (this.#isSkipping && message.kind !== "sync") return;
    try {
      if (message.kind === "sync") this.#sync();
      else await this.#answer(message);
    } catch (error) {
      if (!(error instanceof ServerError)) this.#parts.onBroken(error);
      else if (!this.#isOver) this.#fail(error);
    }
  }

  async #answer(message: Exclude<Message, { kind: "sync" | "terminate" }>): Promise<void> {
    switch (message.kind) {
      case "startup":
        for (const [, name = "", value] of message.options.matchAll(/(\w+)=(\d+)/g)) {
          this.#settings.set(name, Number(value));
        }
        this.#said.push(says.welcome(), says.ready("I"));
        return this.#flush();
      case "parse":
        this.#requireUsable(message.text);
        this.#texts.set(message.name, message.text);
        this.#said.push(says.parsed());
        return;
      case "bind":
        this.#requireUsable(this.#textOf(message.name));
        this.#bound = message;
        this.#said.push(says.bound());
        return;
      case "describe": {
        const columns = rulesOf(this.#bound.name)?.columns ?? [];
        this.#said.push(columns.length === 0 ? says.noRows() : says.columns(columns));
        return;
      }
      case "close":
        this.#texts.delete(message.name);
        this.#said.push(says.closed());
        return;
      case "execute":
        return this.#execute();
    }
  }

  async #execute(): Promise<void> {
    const { model, faultOf, workMilliseconds } = this.#parts;
    const { name, values } = this.#bound;
    await model.time.sleep(workMilliseconds());
    if (this.#isOver) return;
    const fault = faultOf(name, this);
    if (this.#isOver) return;
    // Cancelled before it runs it ends nothing.
    if (fault !== null && fault.code !== "57014" && name === "commit") this.#status = "I";
    if (fault !== null) throw fault;
    if (name === "commit" || name === "rollback") return this.#finish(name);
    const isBeginning = name.startsWith("begin");
    this.#transaction ??= this.#begin();
    if (isBeginning) {
      this.#status = "T";
      this.#said.push(says.completed("BEGIN"));
      return;
    }
    const rules = rulesOf(name);
    if (rules === undefined) throw new Error(`the model does not know the statement ${name}`);
    const rows = await rules.run(model, this.#transaction, values, this.#textOf(name));
    if (this.#isOver) return;
    for (const row of rows) this.#said.push(says.row(rules.columns.map(([column]) => textOf(row[column]))));
    this.#said.push(says.completed(rules.columns.length === 0 ? "INSERT 0 1" : `SELECT ${rows.length}`));
  }

  #begin(): Transaction {
    const own = { lockMilliseconds: this.#settings.get("lock_timeout") ?? 0 };
    return {
      holder: this,
      lockMilliseconds: () => own.lockMilliseconds || hours,
      boundLockWait: (milliseconds) => {
        own.lockMilliseconds = milliseconds;
      },
      changes: [],
    };
  }

  #finish(name: "commit" | "rollback"): void {
    const isFailed = this.#status === "E";
    this.#status = "I";
    const isCommitted = name === "commit" && !isFailed;
    if (isCommitted) this.#commit();
    else this.#rollback();
    this.#said.push(says.completed(isCommitted ? "COMMIT" : "ROLLBACK"));
  }

  #commit(): void {
    const changes = this.#transaction?.changes ?? [];
    this.#rollback();
    for (const change of changes) change();
  }

  #rollback(): void {
    this.#transaction = null;
    this.#parts.model.locks.release(this, (name) => name === leaseLock);
  }

  #fail({ code, message }: ServerError): void {
    this.#isSkipping = true;
    this.#said.push(says.error(code, message));
    if (this.#status === "I") this.#rollback();
    else this.#status = "E";
  }

  /** What was sent outside a transaction is one by itself, committed here. */
  #sync(): void {
    if (this.#status === "I" && this.#transaction !== null) this.#commit();
    this.#isSkipping = false;
    this.#said.push(says.ready(this.#status));
    this.#flush();
  }

  /** Not there where what was to prepare it was skipped behind a failure. */
  #textOf(name: string): string {
    const text = this.#texts.get(name);
    if (text === undefined) throw new ServerError("26000", `prepared statement "${name}" does not exist`);
    return text;
  }

  #requireUsable(text: string): void {
    if (this.#status === "E" && !/^(commit|rollback)$/.test(text)) {
      throw new ServerError("25P02", "current transaction is aborted");
    }
  }

  #flush(): void {
    const said = Buffer.concat(this.#said);
    this.#said = [];
    if (!this.#isAlone) this.#parts.say(said);
  }
}
