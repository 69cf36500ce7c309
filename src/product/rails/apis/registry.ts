// Every payment provider that can pay payouts: the one list to extend, with src/core/vocabulary/money/payout-rails.ts.
import type { z } from "zod";
import type { RailName } from "../../../core/vocabulary/money/payout-rails.ts";
import { paypal } from "./paypal.ts";
import { type OpenRail, openRail } from "./rail.ts";
import { stripe } from "./stripe.ts";
import { wise } from "./wise.ts";

type Entry = { readonly credentials: z.ZodType<object>; open(credentials: unknown): OpenRail };

export const rails: Readonly<Record<RailName, Entry>> = {
  paypal: { credentials: paypal.credentials, open: (given) => openRail(paypal, given) },
  wise: { credentials: wise.credentials, open: (given) => openRail(wise, given) },
  stripe: { credentials: stripe.credentials, open: (given) => openRail(stripe, given) },
};
