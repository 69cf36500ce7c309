// Closed loop: as many requests under way as there are connections, the next one leaving when an answer comes. It finds the
// highest rate; its latencies hide what a stall would have cost those who had come meanwhile (see open-loop.ts for that).
import { Connection, type ConnectionEvents } from "./connection.ts";
import type { Supply } from "./supply.ts";
import { type Tallied, Tally } from "./tally.ts";

export type ClosedLoop = {
  readonly kind: "closed";
  readonly connections: number;
  /** Nothing is sent after that; what is under way is waited for. */
  readonly seconds: number;
  /** As a proxy sends what is of one target to one port: targets take turns in the supply, and each port has its share of them. */
  readonly targetsStay?: boolean;
};

export type ClosedLoopResult = Tallied & {
  readonly seconds: number;
  /** Of this process, from the first request to the last answer. */
  readonly cpuMicroseconds: number;
  /** Whether all requests there were have been sent: with more, it might have been longer. */
  readonly ranOut: boolean;
};

export async function runClosedLoop(
  supply: Supply,
  ports: readonly number[],
  { connections: wanted, seconds, targetsStay = false }: ClosedLoop,
  counted: string | null,
): Promise<ClosedLoopResult> {
  const tally = new Tally(supply.length, counted);
  const finished = Promise.withResolvers<void>();
  const lanes = targetsStay ? ports.length : 1;
  /** By lane: each takes every so many-th request. */
  const next = Array.from({ length: lanes }, (_, lane) => lane);
  const laneOf = new Map<Connection, number>();
  let endsAt = Number.POSITIVE_INFINITY;
  let underWay = 0;

  function sendNext(connection: Connection, now: number): void {
    const lane = laneOf.get(connection) ?? 0;
    const place = next[lane] ?? 0;
    const request = now < endsAt ? supply.at(place) : undefined;
    if (request === undefined) {
      underWay -= 1;
      if (underWay === 0) finished.resolve();
      return;
    }
    next[lane] = place + lanes;
    connection.startedAt = now;
    connection.send(request);
  }

  const events: ConnectionEvents = {
    answered(connection, status, bytes, start, end) {
      const now = performance.now();
      tally.answered(now - connection.startedAt, status, bytes, start, end);
      sendNext(connection, now);
    },
    ended(_connection, wasUnderWay, error) {
      if (!wasUnderWay) return;
      tally.lost(error);
      underWay -= 1;
      if (underWay === 0) finished.resolve();
    },
  };
  const connections = await Promise.all(
    Array.from({ length: wanted }, (_, index) => Connection.open(ports[index % ports.length] ?? 0, events)),
  );
  for (const [index, connection] of connections.entries()) laneOf.set(connection, index % lanes);
  const processorTime = process.cpuUsage();
  const startedAt = performance.now();
  endsAt = startedAt + seconds * 1000;
  underWay = connections.length;
  for (const connection of connections) sendNext(connection, startedAt);
  await finished.promise;
  const took = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(processorTime);
  for (const connection of connections) connection.close();
  return {
    ...tally.result(),
    seconds: took,
    cpuMicroseconds: user + system,
    ranOut: next.some((place) => place >= supply.length),
  };
}
