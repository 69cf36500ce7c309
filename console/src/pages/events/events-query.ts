// How the console asks for the log: the newest first, and with an amount only in the stretch in which amounts are looked for.
const amountDays = 90;
const millisecondsPerDay = 86_400_000;

export function withBounds(query: string): string {
  const wanted = new URLSearchParams(query);
  wanted.set("order", "newest");
  if (wanted.has("amount_cents") && !wanted.has("from")) {
    const end = Date.parse(wanted.get("before") ?? "") || Date.now();
    wanted.set("from", new Date(end - amountDays * millisecondsPerDay).toISOString());
  }
  return wanted.toString();
}
