// What people may do about partners' money, each on behalf of somebody: payouts, where they go, and links to a partner's page.
// Whether they may is asked in the transaction that does it; payouts and where they go are for owners.
import type { Once } from "../access/idempotency.ts";
import { makePartnerLink, type PartnerLink } from "../access/partner-links.ts";
import { removePayoutRecipient, setPayoutRecipient } from "../access/payout-recipients.ts";
import { AccessRefused, type Actor } from "../access/permission.ts";
import type { Secrets } from "../access/secrets.ts";
import type { PayoutRecipient } from "../core/payout-recipient.ts";
import type { PayoutTool } from "../core/payout-rows.ts";
import type { Database } from "../db/database.ts";
import {
  type CreatedPayouts,
  cancelPayout,
  createPayouts,
  markPayoutPaid,
  markPayoutReturned,
  type PayoutMark,
  type PayoutWish,
  recordExport,
} from "./payouts.ts";

/** All reject with `AccessRefused` where the actor may not, and with `PayoutRefused` where it cannot be. */
export type MoneyManagement = {
  createPayouts(actor: Actor, programId: number, wish: PayoutWish, once?: Once | null): Promise<CreatedPayouts>;
  recordExport(actor: Actor, programId: number, payoutIds: readonly number[], tool: PayoutTool): Promise<void>;
  markPaid(actor: Actor, programId: number, payoutId: number, mark: PayoutMark): Promise<void>;
  cancelPayout(actor: Actor, programId: number, payoutId: number): Promise<void>;
  markReturned(actor: Actor, programId: number, payoutId: number, reason: string | null): Promise<void>;
  setRecipient(actor: Actor, programId: number, partnerId: number, recipient: PayoutRecipient): Promise<void>;
  removeRecipient(actor: Actor, programId: number, partnerId: number): Promise<void>;
  /** For members as well: it shows a partner what they see themselves. */
  makePartnerLink(actor: Actor, programId: number, partnerId: number, days: number): Promise<PartnerLink>;
};

export function openMoneyManagement(database: Database, secrets: Secrets): MoneyManagement {
  return {
    createPayouts: (actor, programId, wish, once) => createPayouts(database, programId, wish, actor, once),
    recordExport: (actor, programId, payoutIds, tool) => recordExport(database, { programId, payoutIds, tool }, actor),
    markPaid: (actor, programId, payoutId, mark) => markPayoutPaid(database, { programId, payoutId, ...mark }, actor),
    cancelPayout: (actor, programId, payoutId) => cancelPayout(database, { programId, payoutId }, actor),
    markReturned: (actor, programId, payoutId, reason) =>
      markPayoutReturned(database, { programId, payoutId, reason }, actor),
    async setRecipient(actor, programId, partnerId, recipient) {
      const isSet = await setPayoutRecipient(database, secrets, { programId, partnerId, recipient }, actor);
      if (!isSet) refusePartner(programId, partnerId);
    },
    async removeRecipient(actor, programId, partnerId) {
      const isRemoved = await removePayoutRecipient(database, { programId, partnerId }, actor);
      if (!isRemoved) throw new AccessRefused("not_found", `Partner ${partnerId} has no payout recipient.`);
    },
    async makePartnerLink(actor, programId, partnerId, days) {
      const link = await makePartnerLink(database, secrets, { programId, partnerId, days }, actor);
      return link ?? refusePartner(programId, partnerId);
    },
  };
}

function refusePartner(programId: number, partnerId: number): never {
  throw new AccessRefused("not_found", `Program ${programId} has no partner ${partnerId}.`);
}
