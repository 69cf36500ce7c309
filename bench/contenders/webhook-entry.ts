// (a) as a contender, here and wherever another scenario is measured against it: one program, its customers bound by a partner.
import type { ServiceEntry } from "./service.ts";

export function webhookEntry(name: string, connections: number): ServiceEntry {
  const about = "signed Stripe invoices become delivery, event, sale, commission and fee in one transaction, then 200";
  return { name, about, traffic: "webhook", connections };
}
