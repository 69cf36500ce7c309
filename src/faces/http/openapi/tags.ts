// The groups that the document sorts its calls into, and what each is about.
import type { OperationName } from "../../../product/operation/names.ts";
import type { Tag } from "./model.ts";

type NounOf<Name extends string> = Name extends `${infer Noun}.${string}` ? Noun : never;
type TagName = NounOf<OperationName> | "tracking" | "webhooks" | "accounts" | "agents" | "partner page" | "service";

const tags: { readonly [Name in TagName]: string } = {
  tracking:
    "Clicks, leads, sales and refunds as a brand reports them. Unknown fields are ignored and named in `warnings`. A key that must be replaced is announced in the headers and in `warnings`.",
  webhooks: "Where payment providers deliver what happened.",
  accounts:
    "People sign in with an e-mail and a password, and belong to workspaces as owner or member. These are better-auth's calls, in its own shapes: its clients work.",
  operators: "Accounts that operate the installation.",
  workspaces: "What programs belong to. They are made and joined by the calls of accounts.",
  members: "The people of a workspace.",
  invitations: "Who is invited to a workspace and has not come yet.",
  programs: "A program of a brand: its settings, its state and its figures.",
  demos: "Demo programs: invented partners and sales, to look around in.",
  keys: "The one key of a program, which makes its tracking calls.",
  "agent-keys": "Keys with which agents manage a workspace's programs.",
  partners: "Those who send customers and earn commissions.",
  applications: "People who ask to become partners by the program's own page.",
  policies: "Commission terms of single products.",
  coupons: "Discount codes that belong to partners.",
  connections: "Provider accounts whose webhooks count for a program.",
  imports: "Programs of other tools, taken over from their exports.",
  endpoints: "Where messages about a program are sent. Their payloads are listed under `webhooks`.",
  messages: "What was sent to endpoints, and what came of it.",
  notices: "Mails that people receive about a program.",
  "notice-channels": "Chat channels that receive a program's notices.",
  exports: "Lists of a program, written as files each day.",
  events: "A program's log.",
  payments: "A payment from click to payout.",
  sales: "What customers paid.",
  attributions: "What was decided by hand of whose payments are.",
  commissions: "What partners earned.",
  adjustments: "What later payouts add or deduct.",
  payouts: "What is owed to partners, put together to be paid.",
  recipients: "Where partners' payouts go.",
  statements: "A program's months.",
  balance: "Partners' money as accounts whose sum is zero.",
  fees: "Platform fees that a program owes the operator.",
  refunds: "What went back to customers.",
  disputes: "Payments that customers contested.",
  customers: "Who bought, and whom they are bound to.",
  people: "What is stored of a person who asks for it, and its erasure.",
  clicks: "Visits through affiliate links.",
  leads: "Signups and other steps before a sale.",
  parked: "Events that wait for something.",
  "tracking-log": "Calls that were refused, and test calls.",
  deliveries: "What providers delivered, and what became of it.",
  audit: "Who changed what.",
  "access-changes": "Who changed who may do what.",
  inbox: "What became no sale, by cause, and what to do next.",
  search: "Anything by its name.",
  replays: "Books built again from the log: what would change, looked at and applied.",
  verifications: "Proofs that the log is whole and that the books are what it says.",
  checkpoints: "Signed statements of where a program's log stood, to hold the log against.",
  log: "A program's log with everything its hashes are made of.",
  alarms: "What the service found that should never be.",
  agents:
    "The same operations for agents, with an agent key. They are tools of the MCP server at `/api/agent/v1/mcp` too. Lists are JSON only.",
  "partner page": "What a partner sees of itself, opened by a link that an owner or a member made.",
  service: "Whether the service is alive, and what describes it.",
};

/** Those of `used`, in this order. */
export function tagsOf(used: ReadonlySet<string>): Tag[] {
  return Object.entries(tags)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
}
