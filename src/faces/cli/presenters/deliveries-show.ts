// svc deliveries show: one delivery, why it became what it became, and its payload without people and secrets.

import { type DeliveryDetail, deliveryDetail } from "../../../product/deliveries/detail-read.ts";
import { answerOf } from "../../../product/operation/operation.ts";
import { printable } from "../failures.ts";
import type { Present } from "../operation-command.ts";
import { recordOf, recordOutput, tableOf } from "../output.ts";

const answerSchema = answerOf(deliveryDetail);

export const present: Present = (answer) => {
  const detail = answerSchema.parse(answer).data;
  return { json: recordOf(answer.data), text: () => textOf(detail) };
};

function textOf(detail: DeliveryDetail): string {
  const { rereadings, lookups, waits_for, now, headers, body, verdict, program_id, detail: _, ...rest } = detail;
  const known = Object.entries(rest).filter(([, value]) => value !== null);
  const fields = { program_id, ...Object.fromEntries(known) };
  const paragraphs = [printable(verdict), recordOutput(fields).text()];
  if (rereadings.length > 0) {
    const table = tableOf(rereadings, ["event_id", "adapter_version", "reread_at", "type", "reason"]);
    paragraphs.push(`Later readings; the last one counts:\n${table}`);
  }
  if (lookups.length > 0) {
    const rows = lookups.map(({ key, value, summary }) => ({ key, value, found: summary }));
    paragraphs.push(`By the current books, in order of precedence:\n${tableOf(rows, ["key", "value", "found"])}`);
  }
  if (waits_for.length > 0) paragraphs.push(`Any of these settles it:\n${listed(waits_for)}`);
  if (now !== null) paragraphs.push(`Processed again now it would be ${now.outcome}: ${printable(now.summary)}`);
  if (detail.outcome === "failed") paragraphs.push(`After a fix: ${retryOf(detail)}`);
  paragraphs.push(`Headers:\n${listed(Object.entries(headers).map(([name, value]) => `${name}: ${value}`))}`);
  paragraphs.push(bodyText(body));
  return paragraphs.join("\n\n");
}

function retryOf({ program_id, event_id }: DeliveryDetail): string {
  return `svc deliveries retry --program ${program_id} --event ${event_id}`;
}

function listed(lines: readonly string[]): string {
  return lines.map((line) => `  ${printable(line)}`).join("\n");
}

function bodyText({ state, bytes, payload }: DeliveryDetail["body"]): string {
  if (state === "erased") return "The payload was erased; its digest stays in the log.";
  const warning =
    state === "changed" ? "WARNING: these are not the bytes the log's chain covers. Run: svc verify\n" : "";
  if (payload === null) return `${warning}Payload: ${bytes} bytes that are not JSON, not shown.`;
  const lines = JSON.stringify(payload, null, 2).split("\n").map(printable);
  return `${warning}Payload, ${bytes} bytes, without people and secrets:\n${lines.join("\n")}`;
}
