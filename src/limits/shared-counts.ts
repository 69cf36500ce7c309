// Callers' use of their limits, counted for all processes in one Redis or Valkey. If it is away, slow or full, each process counts alone: a
// limit that is too wide for a while is better than a refused call. Keys are stored as keyed hashes: no address is readable there.
import { createClient } from "@redis/client";
import type { Logger } from "pino";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";

export type Counted = { readonly points: number; readonly windowSeconds: number };

/** What is counted of one kind of call. */
export type SharedCount = {
  /** False if the count is unknown; rejects with the count's key if it is one too many. */
  consume(key: string): Promise<boolean>;
  reward(key: string): Promise<boolean>;
};

export type SharedCounts = {
  count(name: string, counted: Counted): SharedCount;
  close(): void;
};

export type SharedCountsParts = {
  readonly url: string;
  readonly log: Logger;
  readonly hashKey: (key: string) => string;
};

/** A call waits no longer for its count. */
const answerMilliseconds = 200;
/** After that, and after a fault, it is not asked for a while. */
const restMilliseconds = 2000;
const reconnectMillisecondsMax = 5000;

export function openSharedCounts({ url, log, hashKey }: SharedCountsParts): SharedCounts {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: (tries) => Math.min(reconnectMillisecondsMax, 100 * 2 ** Math.min(tries, 6)) },
  });
  let restsUntil = 0;
  let isAway = false;
  const away = (error: unknown): false => {
    restsUntil = performance.now() + restMilliseconds;
    if (!isAway) log.warn({ err: error }, "REDIS_URL does not answer: each process counts its rate limits for itself");
    isAway = true;
    return false;
  };
  const back = (): true => {
    if (isAway) log.info("REDIS_URL answers again: rate limits are counted for all processes");
    isAway = false;
    return true;
  };
  client.on("error", away);
  client.connect().catch(away);

  const ask = async (counting: () => Promise<unknown>): Promise<boolean> => {
    if (!client.isReady || performance.now() < restsUntil) return false;
    try {
      await inTime(counting());
      return back();
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) return away(error);
      back();
      throw error;
    }
  };
  return {
    count(name, { points, windowSeconds }) {
      const keyPrefix = `svc:${name}`;
      const limiter = new RateLimiterRedis({
        ...{ storeClient: client, useRedisPackage: true, keyPrefix },
        ...{ points, duration: windowSeconds },
      });
      return {
        consume: (key) => ask(() => limiter.consume(hashKey(key))),
        reward: (key) => ask(() => limiter.reward(hashKey(key))),
      };
    },
    close: () => client.destroy(),
  };
}

function inTime<Result>(asked: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`no answer within ${answerMilliseconds} ms`)),
    answerMilliseconds,
  );
  return Promise.race([asked, late.promise]).finally(() => clearTimeout(timer));
}
