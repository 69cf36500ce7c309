// A signup becomes a lead of the current click; without a click nothing is sent. Unanswered leads are kept for this tab's next page: the
// service treats a repeated lead as the same.
import type { Parts } from "./parts.ts";
import type { Attempt } from "./queue.ts";
import { type Call, fields } from "./service.ts";
import type { Storage } from "./storage.ts";

export type Lead = { readonly customerKey: string; readonly email: string | undefined };

export type Leads = {
  report(lead: Lead, isWithdrawn: AbortSignal): Promise<void>;
  /** Those that an earlier page of this tab could not send. */
  unanswered(): Lead[];
  forget(): void;
};

const name = "svc_leads";

export function openLeads({ memory, queue, service, log }: Parts, storage: Storage): Leads {
  function unanswered(): Lead[] {
    const kept = storage.read(name);
    return Array.isArray(kept) ? kept.map(fields).flatMap((lead) => readLead(lead.customerKey, lead.email) ?? []) : [];
  }

  function keep(lead: Lead): void {
    storage.write(name, [...others(lead), lead]);
  }

  function drop(lead: Lead): void {
    const rest = others(lead);
    if (rest.length === 0) storage.remove(name);
    else storage.write(name, rest);
  }

  const others = ({ customerKey }: Lead): Lead[] => unanswered().filter((lead) => lead.customerKey !== customerKey);

  function callOf({ customerKey, email }: Lead): Call | null {
    const click = memory.click();
    if (click === null) return null;
    const body = {
      click_id: click.id,
      customer_key: customerKey,
      email,
      // Without its query: the address of a signup may hold an invitation.
      page_url: location.origin + location.pathname,
      visitor_id: memory.visitorId(),
    };
    return { path: "lead", body };
  }

  async function attempt(lead: Lead, isWithdrawn: AbortSignal): Promise<Attempt> {
    if (isWithdrawn.aborted) return "done";
    const call = callOf(lead);
    const answer = call === null ? null : await service.send(call, isWithdrawn);
    if (isWithdrawn.aborted) return "done";
    if (answer?.kind === "unanswered") {
      log.debug("a lead was not answered and will be sent again");
      return answer;
    }
    drop(lead);
    if (answer === null) log.debug("a signup without a click is no lead");
    else if (answer.kind === "refused") log.error("a lead was refused", answer.why);
    else log.debug("a lead was recorded", answer.body);
    return "done";
  }

  return {
    unanswered,
    report(lead, isWithdrawn) {
      keep(lead);
      return queue.add({
        attempt: () => attempt(lead, isWithdrawn),
        leave() {
          const call = callOf(lead);
          if (call !== null) service.sendBlindly(call);
        },
      });
    },
    forget: () => storage.remove(name),
  };
}

/** Null when there is no customer to report. */
export function readLead(customerKey: unknown, email: unknown): Lead | null {
  const key = typeof customerKey === "number" ? String(customerKey) : customerKey;
  if (typeof key !== "string" || key === "") return null;
  return { customerKey: key, email: typeof email === "string" && email !== "" ? email : undefined };
}
