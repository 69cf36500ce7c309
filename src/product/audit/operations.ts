// Who changed who may do what: keys, connections, recipients, people, agents.
import type { Actor } from "../../access/permission.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import { inProgram, type Operation } from "../operation/operation.ts";
import { accessChangeFilters, accessChangeLine, listAccessChanges } from "./list.ts";

export const operations: readonly Operation[] = [
  defineProgramList({
    name: "access-changes.list",
    description:
      "Changes of the program's keys, connections, payout recipients, partners' addresses, endpoints, exports and notice channels, and of its workspace's members, invitations, agents' keys and tokens; links to partners' pages, exports of a person and downloads of whole lists. In the order they were made. No secrets. Earlier changes were not recorded. Operators see those of the installation as well.",
    access: inProgram("read"),
    http: { method: "get", path: "/programs/:program_id/access-changes" },
    row: accessChangeLine,
    table: ["change_id", "changed_at", "change", "by_kind", "by_name", "summary"],
    filters: accessChangeFilters,
    example: "access-changes list --program 1 --order newest",
    read: (db, programId, page, filter, { actor }) =>
      listAccessChanges(db, { programId, reader: readerOf(actor) }, page, filter),
  }),
];

/** An agent or a token is no account: it operates nothing. */
function readerOf(actor: Actor): string | null {
  switch (actor.kind) {
    case "operator":
      return null;
    case "account":
      return actor.accountId;
    case "agent":
    case "token":
      return "";
  }
}
