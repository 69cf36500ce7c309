// Requests and answers as they are kept for people: without secrets, and with names, addresses and account numbers masked. Their readers
// see which payment it was and what became of it, and nothing of the partner that the payout does not say.

const secretKeys = /token|secret|password|authorization|signature|api_?key|client_id/i;
const personalKeys =
  /^(receiver|email|phone|name|first_name|last_name|account_?holder_?name|iban|bban|account_?number|routing_?number|sort_?code|swift_?code|bic|address|line1|line2|city|post_?code|full_?name|legal_?name|description|note)$/i;
const address = /[^\s@<>"']+@[^\s@<>"']+/g;
const depthMax = 12;
const textMax = 2_000;
const itemsMax = 100;

export function masked(value: unknown, depth = 0): unknown {
  if (depth > depthMax) return "…";
  if (typeof value === "string") return maskedText(value);
  if (Array.isArray(value)) return value.slice(0, itemsMax).map((item) => masked(item, depth + 1));
  if (typeof value !== "object" || value === null) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskedField(key, item, depth)]));
}

function maskedField(key: string, item: unknown, depth: number): unknown {
  if (item === null || typeof item === "boolean") return item;
  if (secretKeys.test(key)) return "***";
  if (personalKeys.test(key) && (typeof item === "string" || typeof item === "number")) return hidden(String(item));
  return masked(item, depth + 1);
}

function maskedText(text: string): string {
  return text.slice(0, textMax).replaceAll(address, (found) => hidden(found));
}

/** The domain of an address, or the last two characters of anything long. */
function hidden(text: string): string {
  const at = text.lastIndexOf("@");
  if (at !== -1) return `${text.slice(0, 1)}***${text.slice(at)}`;
  return text.length > 6 ? `***${text.slice(-2)}` : "***";
}
