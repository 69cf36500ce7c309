// Messages between the primary and a worker, over the channel that Node opens between a process and its child.
import { z } from "zod";

const toWorker = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("start"),
    place: z.int(),
    places: z.int(),
    /** The primary's own code; the files on disk may have changed since. */
    code: z.string(),
    databaseUrl: z.string(),
    port: z.int(),
  }),
  /** A connection to the worker at that place comes with it. */
  z.object({ kind: z.literal("link"), place: z.int() }),
  /** Accept no more requests, and answer those in progress. */
  z.object({ kind: z.literal("close") }),
  /** To end when everything is recorded. */
  z.object({ kind: z.literal("drain") }),
  z.object({ kind: z.literal("ping") }),
]);

const toPrimary = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("here") }),
  z.object({ kind: z.literal("ready") }),
  z.object({ kind: z.literal("closed") }),
  z.object({ kind: z.literal("pong") }),
]);

export type ToWorker = z.infer<typeof toWorker>;
export type ToPrimary = z.infer<typeof toPrimary>;
export type Start = Extract<ToWorker, { kind: "start" }>;

/** Undefined for other messages on the same channel. */
export const readToWorker = (message: unknown): ToWorker | undefined => toWorker.safeParse(message).data;
export const readToPrimary = (message: unknown): ToPrimary | undefined => toPrimary.safeParse(message).data;
