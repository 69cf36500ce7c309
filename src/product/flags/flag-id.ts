// A flag's id: the commission, the kind and the partner, which together identify one flag. A rebuild of the books cannot renumber it.

import { z } from "zod";
import type { FlagName } from "../../core/rules/events/flag-events.ts";
import { flagKinds } from "../../core/rules/events/settings/flag-settings.ts";
import { rule } from "../../core/vocabulary/fields.ts";

const pattern = new RegExp(`^([1-9]\\d{0,15})-(${flagKinds.join("|")})-([1-9]\\d{0,15})$`);
const idRule = rule("must be a flag's id, such as 42-own_email-2");

export const flagId = z
  .string(idRule)
  .regex(pattern, idRule)
  .meta({ description: "The flag's id", examples: ["42-own_email-2"], flag: { placeholder: "id" } });

export function flagIdOf({ sale_id, kind, partner_id }: FlagName): string {
  return `${sale_id}-${kind}-${partner_id}`;
}

/** Undefined where it is no flag's id. */
export function flagNameOf(id: string): FlagName | undefined {
  const [, saleId, kindText, partnerId] = pattern.exec(id) ?? [];
  const kind = flagKinds.find((one) => one === kindText);
  if (kind === undefined) return undefined;
  const [sale_id, partner_id] = [Number(saleId), Number(partnerId)];
  return Number.isSafeInteger(sale_id) && Number.isSafeInteger(partner_id) ? { sale_id, kind, partner_id } : undefined;
}
