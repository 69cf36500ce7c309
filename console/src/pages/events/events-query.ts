// The query of the log: an amount is searched only within the period that the API allows.
const amountDays = 90;
const millisecondsPerDay = 86_400_000;

export function withBounds(query: URLSearchParams): URLSearchParams {
  const wanted = new URLSearchParams(query);
  if (wanted.has("amount_cents") && !wanted.has("from")) {
    const end = Date.parse(wanted.get("before") ?? "") || Date.now();
    wanted.set("from", new Date(end - amountDays * millisecondsPerDay).toISOString());
  }
  return wanted;
}
