// Who made a change, as its event keeps it: the kind and the id, and never a name, since the log is kept for good.

export const authorKinds = ["account", "agent", "token", "operator", "partner", "schedule"] as const;

export type Author =
  | { readonly kind: "operator" }
  | { readonly kind: "account"; readonly accountId: string }
  | { readonly kind: "agent"; readonly agentKeyId: number }
  /** Of a workspace. */
  | { readonly kind: "token"; readonly tokenId: number }
  /** On its own page, of what is its own. */
  | { readonly kind: "partner"; readonly partnerId: number };

/** What an owner scheduled, on its day: no actor. */
export const scheduleAuthor = "schedule";

/** As it is kept: `account:…`, `agent:…`, `token:…`, `partner:…`, `operator` or `schedule`. */
export function authorText(author: Author): string {
  switch (author.kind) {
    case "operator":
      return "operator";
    case "account":
      return `account:${author.accountId}`;
    case "agent":
      return `agent:${author.agentKeyId}`;
    case "token":
      return `token:${author.tokenId}`;
    case "partner":
      return `partner:${author.partnerId}`;
  }
}

type Named = { readonly kind: (typeof authorKinds)[number]; readonly id: string | null };

/** Null for what was recorded before authors were kept. */
export function authorOf(by: unknown): Named | null {
  if (typeof by !== "string") return null;
  const [kind = "", ...id] = by.split(":");
  const known = authorKinds.find((one) => one === kind);
  return known === undefined ? null : { kind: known, id: id.length === 0 ? null : id.join(":") };
}
