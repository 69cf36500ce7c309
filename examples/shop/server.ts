// Starts the shop, set up by environment variables. With STRIPE_SECRET_KEY Stripe takes payments, and its webhooks report them to the
// service; without it every order counts as paid at once, and the shop reports it.
import { Svc } from "@svc/sdk/server";
import { Stripe } from "stripe";
import { payAtOnce, payWithStripe } from "./payments.ts";
import { createShop } from "./shop.ts";

const { SVC_URL = "http://localhost:8080", SVC_API_KEY, SVC_PROGRAM_ID, STRIPE_SECRET_KEY, ASK_CONSENT } = process.env;
const port = Number(process.env.PORT ?? 3000);

if (SVC_API_KEY === undefined || SVC_PROGRAM_ID === undefined) {
  console.error("Set SVC_API_KEY and SVC_PROGRAM_ID: see the README next to this file.");
  process.exit(1);
}

const svc = new Svc({ apiKey: SVC_API_KEY, apiUrl: SVC_URL });
const shop = createShop({
  trackerUrl: `${SVC_URL}/js/svc-tracker.js`,
  programId: Number(SVC_PROGRAM_ID),
  asksConsent: ASK_CONSENT === "1",
  pay: STRIPE_SECRET_KEY === undefined ? payAtOnce(svc) : payWithStripe(new Stripe(STRIPE_SECRET_KEY)),
});
shop.listen(port, () => console.log(`The shop is open at http://localhost:${port}`));
