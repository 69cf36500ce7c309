// A case: one request, from a valid one and what was spoilt of it, so that it can be tried again with less of it spoilt.
import type { Mutation } from "./mutations.ts";
import type { WireRequest } from "./wire.ts";

export type Case = {
  readonly number: number;
  /** The call's operationId, or the provider's form, by which the run's report counts. */
  readonly target: string;
  readonly kind: "call" | "delivery";
  /** Of a call. */
  readonly credential: string;
  readonly mutations: readonly Mutation[];
  /** What is done to the bytes; null is nothing. */
  readonly wireFault: string | null;
  request(mutations: readonly Mutation[], wireFault: string | null): WireRequest;
};
