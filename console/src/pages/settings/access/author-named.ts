// Who made a change, in words.
import type { Schemas } from "../../../api/queries.ts";
import { say } from "../../../texts/settings/settings-access.ts";

type Author = Pick<Schemas["AccessChange"], "by_kind" | "by_id" | "by_name">;

export function authorNamed({ by_kind, by_id, by_name }: Author): string {
  switch (by_kind) {
    case null:
      return say("notRecorded");
    case "operator":
      return say("theOperatorsCommandLine");
    case "agent":
      return by_name ?? say("agentById", { byId: by_id });
    case "token":
      return by_name ?? say("tokenById", { byId: by_id });
    case "schedule":
      return say("aSchedule");
    case "partner":
      return say("byNameThePartner", { byName: by_name ?? say("partnerById", { byId: by_id }) });
    case "account":
      return by_name ?? say("aDeletedAccount");
  }
}
