// Who made a change, in words.
import type { Schemas } from "../../api/queries.ts";

type Author = Pick<Schemas["AccessChange"], "by_kind" | "by_id" | "by_name">;

export function authorNamed({ by_kind, by_id, by_name }: Author): string {
  switch (by_kind) {
    case null:
      return "Not recorded";
    case "operator":
      return "The operator's command line";
    case "agent":
      return by_name ?? `Agent ${by_id}`;
    case "token":
      return by_name ?? `Token ${by_id}`;
    case "schedule":
      return "A schedule";
    case "partner":
      return `${by_name ?? `Partner ${by_id}`}, the partner`;
    case "account":
      return by_name ?? "A deleted account";
  }
}
