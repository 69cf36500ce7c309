// What the workers are asked to do.
import { z } from "zod";

/** Rebuild these programs' books in this run's shadow schema. */
export const rebuildRequest = z.object({
  ownerUrl: z.string(),
  runId: z.number(),
  programIds: z.array(z.number()),
});

export const sqlRebuildRequest = rebuildRequest.extend({
  /** Each has its share of the programs, and they run at once. */
  sessions: z.number(),
});

/** Copy these programs' events into Emmett's event store, which has a database of its own. */
export const emmettAppendRequest = z.object({
  ownerUrl: z.string(),
  storeUrl: z.string(),
  programIds: z.array(z.number()),
});
export const emmettAppended = z.object({ events: z.number(), seconds: z.number() });

export const emmettRebuildRequest = z.object({
  storeUrl: z.string(),
  /** Events Emmett reads, and commits, at once. */
  batchSize: z.number(),
  /** On the order in which it reads. Emmett's schema has none: every batch reads the whole store. */
  hasIndex: z.boolean(),
});
