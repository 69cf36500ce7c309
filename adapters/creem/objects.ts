// Creem's objects that several events carry, whole or as their id.
// It guarantees that an id is found in either form; each reader reads the other fields it needs.
import { z } from "zod";
import { idText } from "../../src/core/vocabulary/facts.ts";
import { cents, currencyCode, taxCents } from "../reading.ts";

/** Creem sends another object either whole or as its id. */
export const idOf = z.union([idText, z.object({ id: idText }).transform(({ id }) => id)]).nullish();

export const transactionSchema = z.object({
  id: idText,
  amount: cents.nullish(),
  amount_paid: cents.nullish(),
  tax_amount: taxCents,
  currency: currencyCode.nullish(),
  subscription: idOf,
});
