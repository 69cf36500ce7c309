// Open loop: requests start at a fixed rate, whether or not earlier ones are answered, and each counts from its intended start. A stall of
// half a second is thus seen by every request of that half second. There are enough sockets that none waits for one with a server that
// keeps up; requests that wait are counted and reported.
import { Connection, type ConnectionEvents } from "./connection.ts";
import { Latencies } from "./latencies.ts";
import { SendSchedule } from "./send-schedule.ts";
import type { Supply } from "./supply.ts";
import { type Tallied, Tally } from "./tally.ts";

export type OpenLoop = {
  readonly kind: "open";
  readonly perSecond: number;
  readonly seconds: number;
  /** Sockets at once; a request that finds none idle waits, and that wait counts. */
  readonly connectionsMax: number;
};

export type OpenLoopResult = Tallied & {
  readonly seconds: number;
  /** Of this process, from the first request to the last answer. */
  readonly cpuMicroseconds: number;
  /** Whether what was asked for was also done: answers came as fast as requests were meant to start. */
  readonly keptRate: boolean;
  /** Requests that found no idle socket. */
  readonly waitedForSocket: number;
  /** From the intended start to the sending, in milliseconds: the generator's own part in the latencies. */
  readonly startDelayP99: number;
  readonly socketsOpened: number;
};

const socketsAtStart = 64;
/** Servers close a connection that has been idle for five seconds or more, perhaps just as we send. */
const idleMillisecondsMax = 3_000;
const tickMilliseconds = 1;
/** Of the wanted rate; a little is lost to the last answers' time. */
const keptRateShare = 0.98;

export async function runOpenLoop(
  supply: Supply,
  ports: readonly number[],
  loop: OpenLoop,
  counted: string | null,
): Promise<OpenLoopResult> {
  const run = new Run(supply, ports, loop, counted);
  return await run.go();
}

class Run {
  readonly #supply: Supply;
  readonly #ports: readonly number[];
  readonly #loop: OpenLoop;
  readonly #tally: Tally;
  readonly #startDelays: Latencies;
  readonly #finished = Promise.withResolvers<void>();
  readonly #events: ConnectionEvents;
  /** The last one used is used next, so that the others may grow old and go. */
  readonly #idle: Connection[] = [];
  readonly #open = new Set<Connection>();
  #opening = 0;
  #socketsOpened = 0;
  #waitedForSocket = 0;
  /** Positions from `#sent` to `#due` are meant to have started; up to `#noticed` those that had to wait are counted. */
  #sent = 0;
  #due = 0;
  #noticed = 0;
  #schedule = new SendSchedule({ startsAt: 0, perSecond: 1, seconds: 0 });

  constructor(supply: Supply, ports: readonly number[], loop: OpenLoop, counted: string | null) {
    this.#supply = supply;
    this.#ports = ports;
    this.#loop = loop;
    this.#tally = new Tally(supply.length, counted);
    this.#startDelays = new Latencies(supply.length);
    this.#events = {
      answered: (connection, status, bytes, start, end) => {
        const now = performance.now();
        this.#tally.answered(now - connection.startedAt, status, bytes, start, end);
        this.#free(connection, now);
      },
      ended: (connection, wasUnderWay, error) => {
        this.#open.delete(connection);
        if (wasUnderWay) this.#tally.lost(error);
        this.#finishIfDone();
      },
    };
  }

  async go(): Promise<OpenLoopResult> {
    const { perSecond, seconds, connectionsMax } = this.#loop;
    await Promise.all(Array.from({ length: Math.min(socketsAtStart, connectionsMax) }, () => this.#openOne()));
    const processorTime = process.cpuUsage();
    const startedAt = performance.now();
    this.#schedule = new SendSchedule({ startsAt: startedAt, perSecond, seconds });
    if (this.#schedule.count > this.#supply.length) throw new Error("there are fewer requests than this rate needs");
    this.#tick();
    await this.#finished.promise;
    const took = (performance.now() - startedAt) / 1000;
    const { user, system } = process.cpuUsage(processorTime);
    for (const connection of this.#open) connection.close();
    const tallied = this.#tally.result();
    return {
      ...tallied,
      seconds: took,
      cpuMicroseconds: user + system,
      keptRate: tallied.answered / took >= perSecond * keptRateShare,
      waitedForSocket: this.#waitedForSocket,
      startDelayP99: this.#startDelays.summary().p99,
      socketsOpened: this.#socketsOpened,
    };
  }

  #tick(): void {
    const now = performance.now();
    this.#due = this.#schedule.takeDue(now).to;
    this.#sendDue(now);
    if (!this.#schedule.isOver) setTimeout(() => this.#tick(), tickMilliseconds);
  }

  #sendDue(now: number): void {
    while (this.#sent < this.#due) {
      const connection = this.#takeIdle(now);
      if (connection === undefined) break;
      this.#send(connection, now);
    }
    this.#waitedForSocket += Math.max(0, this.#due - Math.max(this.#sent, this.#noticed));
    this.#noticed = this.#due;
    const waiting = this.#due - this.#sent - this.#opening;
    const room = this.#loop.connectionsMax - this.#open.size - this.#opening;
    for (let index = 0; index < Math.min(waiting, room); index += 1) this.#openForWaiting();
  }

  #send(connection: Connection, now: number): void {
    const request = this.#supply.at(this.#sent);
    if (request === undefined) return;
    const intended = this.#schedule.startOf(this.#sent);
    this.#sent += 1;
    this.#startDelays.add(now - intended);
    connection.startedAt = intended;
    connection.send(request);
  }

  #takeIdle(now: number): Connection | undefined {
    const connection = this.#idle.pop();
    if (connection === undefined) return undefined;
    if (connection.isUsable && now - connection.lastUsedAt < idleMillisecondsMax) return connection;
    // Those below it were used even longer ago.
    for (const old of [connection, ...this.#idle.splice(0)]) old.close();
    return undefined;
  }

  #free(connection: Connection, now: number): void {
    connection.lastUsedAt = now;
    if (this.#sent < this.#due) this.#send(connection, now);
    else this.#idle.push(connection);
    this.#finishIfDone();
  }

  #openForWaiting(): void {
    this.#openOne().then(
      () => this.#sendDue(performance.now()),
      (error) => this.#finished.reject(error),
    );
  }

  async #openOne(): Promise<void> {
    this.#opening += 1;
    const port = this.#ports[this.#socketsOpened % this.#ports.length] ?? 0;
    this.#socketsOpened += 1;
    const connection = await Connection.open(port, this.#events).finally(() => {
      this.#opening -= 1;
    });
    connection.lastUsedAt = performance.now();
    this.#open.add(connection);
    this.#idle.push(connection);
  }

  #finishIfDone(): void {
    if (this.#schedule.isOver && this.#tally.done === this.#schedule.count) this.#finished.resolve();
  }
}
