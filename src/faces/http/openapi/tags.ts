// The groups that the document sorts its calls into, and what each is about.
import type { OperationName } from "../../../product/operation/names.ts";
import type { Tag } from "./model.ts";

type NounOf<Name extends string> = Name extends `${infer Noun}.${string}` ? Noun : never;
type TagName = NounOf<OperationName> | "tracking" | "webhooks" | "accounts" | "agents" | "partner page" | "service";

const tags: { readonly [Name in TagName]: string } = {
  tracking:
    "Clicks, leads, sales and refunds as a brand reports them. Unknown fields are ignored and named in `warnings`. A key that must be replaced is announced in the headers and in `warnings`.",
  webhooks: "Webhooks from payment providers.",
  accounts:
    "People sign in with an e-mail and a password, and belong to workspaces as owner or member. These are better-auth's calls, in its own shapes: its clients work.",
  operators: "Accounts that operate the installation.",
  workspaces: "Workspaces own programs. Accounts' calls create and join them.",
  members: "The people of a workspace.",
  invitations: "Open invitations to a workspace.",
  programs: "A program of a brand: its settings, its state and its figures.",
  demos: "Demo programs: invented partners and sales, to look around in.",
  keys: "The one key of a program, which makes its tracking calls.",
  "agent-keys": "Keys with which agents manage a workspace's programs.",
  tokens: "Tokens with which machines read or change what is in a workspace, each with a role, scopes and an end.",
  partners: "Those who send customers and earn commissions.",
  applications: "People who ask to become partners by the program's own page.",
  policies: "Commission terms of single products.",
  groups: "Groups of partners, each with its own terms where it has any.",
  bonuses: "Fixed amounts for what a partner's sales reach.",
  terms: "Commission terms of partners and groups, and which terms pay a partner.",
  coupons: "Discount codes that belong to partners.",
  connections: "Provider accounts whose webhooks count for a program.",
  imports: "Imports of programs from other tools' exports.",
  endpoints: "Where messages about a program are sent. Their payloads are listed under `webhooks`.",
  messages: "Messages to endpoints and their delivery.",
  notices: "Mails that people receive about a program.",
  "notice-channels": "Chat channels that receive a program's notices.",
  exports: "Lists of a program, written as files each day.",
  events: "A program's log.",
  payments: "A payment from click to payout.",
  sales: "Customers' payments.",
  attributions: "Manual attributions.",
  commissions: "Partners' commissions.",
  flags: "Commissions that look wrong, and what people decided about them.",
  adjustments: "Amounts that later payouts add or deduct.",
  payouts: "Payments to partners.",
  recipients: "Where partners' payouts go.",
  mails: "What a program's partners get by mail.",
  agreements: "The text that a program's partners accept, in versions.",
  tax: "Partners' tax details, masked, and reports for tax offices.",
  invoices: "Invoices and credit notes in partners' names.",
  statements: "A program's months.",
  forecasts: "What partners would have earned under other terms.",
  balance: "Partners' money as accounts whose sum is zero.",
  fees: "Platform fees that a program owes the operator.",
  rails: "Payment providers that pay a program's payouts.",
  refunds: "Refunds to customers.",
  disputes: "Payments that customers contested.",
  customers: "Customers and their partners.",
  people: "Export and erasure of a person's data.",
  clicks: "Visits through affiliate links.",
  leads: "Signups and other steps before a sale.",
  parked: "Events that wait for something.",
  "tracking-log": "Calls that were refused, and test calls.",
  deliveries: "Providers' deliveries and their outcomes.",
  audit: "Who changed what.",
  "access-changes": "Changes of access rights.",
  inbox: "Events without a sale, by cause, with the next step.",
  search: "Anything by its name.",
  replays: "Rebuilds of the books from the log: preview and apply.",
  verifications: "Proofs that the log is intact and that the books match it.",
  checkpoints: "Signed positions of a program's log, for verifying the log later.",
  log: "A program's log with everything that its hashes cover.",
  alarms: "Findings that should never occur.",
  agents:
    "The same operations for agents, with an agent key. They are tools of the MCP server at `/api/agent/v1/mcp` too. Lists are JSON only.",
  "partner page": "A partner's own figures, opened by a link from an owner or a member.",
  service: "Health checks and the API description.",
};

/** Those of `used`, in this order. */
export function tagsOf(used: ReadonlySet<string>): Tag[] {
  return Object.entries(tags)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
}
