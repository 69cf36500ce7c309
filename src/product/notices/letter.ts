// The text of each notice, for all forms: mails as text and HTML, and channel messages are made from it. Names come from people: each form
// escapes them, and here they are cut to one line.
import { railTitles } from "../../core/vocabulary/money/payout-rails.ts";
import { dayText } from "../../core/wording/words.ts";
import { digestLetter } from "./digest-letter.ts";
import { countOf, type Letter, moneyOf, namedIn, type ProgramOfLetter } from "./letter-parts.ts";
import type { KeyStage, NoticeFacts } from "./notice-facts.ts";

type Of<Kind extends NoticeFacts["kind"]> = Extract<NoticeFacts, { kind: Kind }>;

export function letterOf(facts: NoticeFacts, program: ProgramOfLetter): Letter {
  switch (facts.kind) {
    case "first_sale":
      return firstSale(facts, program);
    case "deliveries_failed":
      return deliveriesFailed(facts, program);
    case "deliveries_refused":
      return deliveriesRefused(facts, program);
    case "deliveries_stopped":
      return deliveriesStopped(facts, program);
    case "export_failed":
      return exportFailed(facts, program);
    case "payout_unclear":
      return payoutUnclear(facts, program);
    case "discount_failed":
      return discountFailed(facts, program);
    case "endpoint_paused":
      return endpointPaused(facts, program);
    case "parked_long":
      return parkedLong(facts, program);
    case "key_rotation":
      return keyRotation(facts, program);
    case "payouts_due":
      return payoutsDue(facts, program);
    case "payouts_to_approve":
      return payoutsToApprove(facts, program);
    case "payouts_scheduled":
      return payoutsScheduled(facts, program);
    case "verification_failed":
      return verificationFailed(facts, program);
    case "daily_digest":
    case "weekly_digest":
      return digestLetter(facts, program);
    case "test":
      return {
        title: titled(program, "a test"),
        lines: ["This is a test message. It arrived."],
        action: { words: "Open the notices", path: pathOf(program, "settings/notices") },
      };
  }
}

function titled({ programName }: ProgramOfLetter, words: string): string {
  return `${namedIn(programName)}: ${words}`;
}

/** Of a page of the console. */
function pathOf({ programId }: ProgramOfLetter, page: string): string {
  return `/programs/${programId}/${page}`;
}

function firstSale(
  { amount_cents, currency, partner_name, sale_id }: Of<"first_sale">,
  program: ProgramOfLetter,
): Letter {
  const by = partner_name === null ? "" : ` Partner ${namedIn(partner_name)} brought it.`;
  return {
    title: titled(program, "the first sale"),
    lines: [
      `The first live sale was recorded: ${moneyOf(amount_cents, currency)}.${by}`,
      "From here on every sale is in the console.",
    ],
    action: { words: "See the sale", path: pathOf(program, `sales/${sale_id}`) },
  };
}

function deliveriesFailed(
  { count, is_counted_whole, reason, source }: Of<"deliveries_failed">,
  program: ProgramOfLetter,
): Letter {
  const many = `${is_counted_whole ? "" : "at least "}${countOf(count, "event")}`;
  const because = reason === null ? "" : ` (${namedIn(reason)})`;
  return {
    title: titled(program, `${many} from ${namedIn(source)} failed`),
    lines: [
      `In the last day ${many} reported by ${namedIn(source)} failed${because}. None is lost: each is stored as received.`,
      "Retry them once the cause is fixed. You get at most one notice a day about this cause.",
    ],
    action: { words: "Look into the inbox", path: pathOf(program, "inbox") },
  };
}

function deliveriesRefused(
  { count, provider, connection_id, fault }: Of<"deliveries_refused">,
  program: ProgramOfLetter,
): Letter {
  const many = countOf(count, "delivery", "deliveries");
  return {
    title: titled(program, `${many} from ${namedIn(provider)} refused`),
    lines: [
      `In an hour connection ${connection_id} refused ${many}: ${signatureWords[fault] ?? namedIn(fault)}. None of them is stored, so no payment in them becomes a sale.`,
      `Compare the signing secret with the one ${namedIn(provider)} shows for this address. It sends again what was refused, for some days. If the secret is right, someone else sends to the address and nothing is lost.`,
    ],
    action: { words: "Open the connections", path: pathOf(program, "settings/connections") },
  };
}

function deliveriesStopped(
  { connection_id, provider, last_received_at, usual_pause_seconds, can_be_reconciled }: Of<"deliveries_stopped">,
  program: ProgramOfLetter,
): Letter {
  const name = namedIn(provider);
  const repair = can_be_reconciled
    ? `Then fetch what was missed: svc reconcile --connection ${connection_id}`
    : `Then have ${name} resend what it could not deliver.`;
  return {
    title: titled(program, `no deliveries from ${name} since ${minuteText(last_received_at)}`),
    lines: [
      `Connection ${connection_id} last received a delivery from ${name} on ${minuteText(last_received_at)}. Its longest usual pause is ${pauseText(usual_pause_seconds)}.`,
      `Check that the webhook endpoint still exists at ${name} and is enabled: providers disable or delete an endpoint that fails for some hours. ${repair}`,
    ],
    action: { words: "Open the connections", path: pathOf(program, "settings/connections") },
  };
}

function minuteText(time: string): string {
  return `${dayText(new Date(time))}, ${time.slice("2026-11-26T".length, "2026-11-26T10:00".length)} UTC`;
}

function pauseText(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / secondsPerMinute));
  if (minutes < minutesPerHour * 2) return countOf(minutes, "minute");
  return countOf(Math.round(minutes / minutesPerHour), "hour");
}

const secondsPerMinute = 60;
const minutesPerHour = 60;

const signatureWords: Readonly<Record<string, string>> = {
  missing_signature: "they carry no signature",
  malformed_signature: "their signature cannot be read",
  timestamp_too_old: "they were signed too long ago",
  timestamp_in_future: "they were signed in the future",
  signature_mismatch: "their signature is not by this connection's secret",
  no_api_key: "the connection has no API key to look up what they name",
  unknown_to_provider: "the provider does not know what they name under this API key",
};

function exportFailed({ list, day, fault, is_tried_again }: Of<"export_failed">, program: ProgramOfLetter): Letter {
  const file = `the ${namedIn(list)} of ${dayText(new Date(day))}`;
  return {
    title: titled(program, `${file} could not be exported`),
    lines: [
      `The file with ${file} was not written: ${namedIn(fault)}`,
      is_tried_again
        ? "It is tried again for a week after that day. Once the cause is fixed, Retry writes it immediately."
        : "It is not tried again. Once the cause is fixed, Write now writes yesterday's complete list.",
    ],
    action: { words: "Open the exports", path: pathOf(program, "exports") },
  };
}

const discountChanges = {
  make: "was not made",
  stop: "is still usable",
  resume: "is not usable again",
} as const;

function discountFailed(
  { partner_id, partner_name, code, change, fault, is_tried_again }: Of<"discount_failed">,
  program: ProgramOfLetter,
): Letter {
  const which = code === null ? "a discount code" : `the discount code ${code}`;
  return {
    title: titled(program, `${which} of ${namedIn(partner_name)} ${discountChanges[change]}`),
    lines: [
      namedIn(fault),
      is_tried_again
        ? "It is tried again, later after each fault."
        : "It is not tried again: create a code for the partner with coupons create, or on its page.",
    ],
    action: { words: "Open the partner", path: pathOf(program, `partners/${partner_id}`) },
  };
}

function payoutUnclear({ payout_id, rail, fault }: Of<"payout_unclear">, program: ProgramOfLetter): Letter {
  return {
    title: titled(program, `it is not clear whether payout ${payout_id} was paid`),
    lines: [
      `${railTitles[rail]}: ${namedIn(fault)}`,
      `Its money is in no other payout meanwhile. Look for it at ${railTitles[rail]}, then mark it as paid or failed.`,
    ],
    action: { words: "Open the payout", path: pathOf(program, `payouts/${payout_id}`) },
  };
}

function endpointPaused({ endpoint_id, host, because }: Of<"endpoint_paused">, program: ProgramOfLetter): Letter {
  return {
    title: titled(program, `nothing is sent to ${namedIn(host)} any more`),
    lines: [
      `Endpoint ${endpoint_id} at ${namedIn(host)} was paused: ${namedIn(because)}`,
      "It keeps its place: resuming it sends all that came meanwhile.",
    ],
    action: { words: "Open the endpoint", path: pathOf(program, `webhooks/${endpoint_id}`) },
  };
}

function parkedLong({ count, day, days }: Of<"parked_long">, program: ProgramOfLetter): Letter {
  const many = countOf(count, "event");
  const still = count === 1 ? "still waits" : "still wait";
  return {
    title: titled(program, `${many} waiting for ${days} days`),
    lines: [
      `${many} of ${dayText(new Date(day))} ${still} for something, such as a lead that names customer and click. They earn no commission until it arrives.`,
      "Send the missing event, or attribute the payment to a partner manually.",
    ],
    action: { words: "See what waits", path: pathOf(program, "inbox") },
  };
}

function keyRotation({ rotate_by, stage }: Of<"key_rotation">, program: ProgramOfLetter): Letter {
  const day = dayText(new Date(rotate_by));
  return {
    title: titled(program, keyTitles[stage]),
    lines: [
      stage === "refused"
        ? `The program's key had to be replaced by ${day}. Calls that carry it are refused.`
        : `The program's key must be replaced by ${day}. From then on calls that carry it are refused.`,
      "Make a new key, and put it where your server keeps the old one. The old one ends at that moment.",
    ],
    action: { words: "Replace the key", path: pathOf(program, "settings/keys") },
  };
}

function payoutsDue({ partner_count, owed }: Of<"payouts_due">, program: ProgramOfLetter): Letter {
  return {
    title: titled(program, `payouts to ${countOf(partner_count, "partner")} are due`),
    lines: ["This is owed to partners and in no payout yet:"],
    table: {
      columns: ["Currency", "Partners", "Owed"],
      rows: owed.map((line) => [line.currency, String(line.partner_count), moneyOf(line.owed_cents, line.currency)]),
    },
    action: { words: "Go to payouts", path: pathOf(program, "payouts") },
  };
}

function payoutsToApprove({ count }: Of<"payouts_to_approve">, program: ProgramOfLetter): Letter {
  const many = countOf(count, "payout");
  return {
    title: titled(program, `${many} to approve`),
    lines: [`${many} cannot be paid until a person other than the creator approves.`],
    action: { words: "Go to payouts", path: pathOf(program, "payouts") },
  };
}

function payoutsScheduled(facts: Of<"payouts_scheduled">, program: ProgramOfLetter): Letter {
  const { month, currency, payout_count, amount_cents, left_out_count } = facts;
  const many = countOf(payout_count, "payout");
  const leftOut =
    left_out_count === 0 ? "" : ` ${countOf(left_out_count, "partner")} could not be paid: see why there.`;
  return {
    title: titled(program, `${many} created on schedule`),
    lines: [`The run of ${month} created ${many}: ${moneyOf(amount_cents, currency)}.${leftOut}`],
    action: { words: "Go to payouts", path: pathOf(program, "payouts") },
  };
}

function verificationFailed({ faults }: Of<"verification_failed">, program: ProgramOfLetter): Letter {
  return {
    title: titled(program, "log and books do not agree"),
    lines: [
      "The service regularly checks that the log is intact and that the books match it. It found:",
      ...faults.map(namedIn),
      "Nothing was changed. The operator sees all details with: svc verify",
    ],
    action: { words: "Verify the program", path: pathOf(program, "replay") },
  };
}

const keyTitles: Readonly<Record<KeyStage, string>> = {
  flagged: "replace the program's key",
  week: "a week is left to replace the program's key",
  day: "a day is left to replace the program's key",
  refused: "the program's key is refused",
};
