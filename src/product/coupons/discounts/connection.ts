// Whether codes can be made by a connection: its provider knows codes, and it has an API key.
import { findConnectionLine } from "../../connections/list.ts";
import type { Call } from "../../operation/operation.ts";
import { refuseFields } from "../../operation/refusal.ts";

/** Those of provider-apis/discount-registry.ts, which loads their APIs. */
export const discountProviders: readonly string[] = ["stripe", "paddle"];

/** `field` is what the caller knows it by. */
export async function requireDiscountConnection(
  { reads, actor }: Call,
  programId: number,
  { connectionId, field }: { readonly connectionId: number; readonly field: string },
): Promise<void> {
  const connection = await reads.ofProgram(actor, programId, "read", (db) =>
    findConnectionLine(db, programId, connectionId),
  );
  const message = whyNot(connection);
  if (message !== null) throw refuseFields([{ field, message }]);
}

function whyNot(connection: Awaited<ReturnType<typeof findConnectionLine>>): string | null {
  if (connection === undefined) return "is no connection of the program.";
  const { provider, status, has_api_key, connecting_since } = connection;
  if (!discountProviders.includes(provider)) {
    return `is one of ${provider}: codes are made at ${discountProviders.join(" and ")}.`;
  }
  if (status !== "active") return "is disabled: activate it first.";
  return has_api_key && connecting_since === null ? null : "has no API key: set one with connections set-api-key.";
}
