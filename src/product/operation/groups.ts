// Where each operation is defined, by the first word of its name. A command loads the group it needs and no other.

import type { OperationName } from "./names.ts";
import type { Operation } from "./operation.ts";

type Group = () => Promise<{ readonly operations: readonly Operation[] }>;

const upkeep: Group = () => import("../deliveries/operations.ts");
const replays: Group = () => import("../replays/operations.ts");
const checkpoints: Group = () => import("../proof/operations.ts");
const records: Group = () => import("../events/operations.ts");
const stories: Group = () => import("../stories/operations.ts");

const groups = {
  accounts: [() => import("../accounts/operations.ts"), () => import("../members/second-factor-operations.ts")],
  operators: [() => import("../accounts/operations.ts")],
  workspaces: [() => import("../members/operations.ts"), () => import("../members/second-factor-operations.ts")],
  members: [() => import("../members/operations.ts"), () => import("../members/second-factor-operations.ts")],
  invitations: [() => import("../members/operations.ts")],
  programs: [() => import("../programs/operations.ts"), () => import("../programs/reports-operations.ts")],
  demos: [() => import("../demos/operations.ts")],
  keys: [() => import("../keys/operations.ts")],
  "agent-keys": [() => import("../agents/operations.ts")],
  tokens: [() => import("../tokens/operations.ts")],
  partners: [
    () => import("../partners/operations.ts"),
    () => import("../partners/bans-operations.ts"),
    () => import("../partners/emails-operations.ts"),
    () => import("../groups/operations.ts"),
  ],
  applications: [() => import("../partners/applications-operations.ts")],
  policies: [() => import("../policies/operations.ts")],
  groups: [() => import("../groups/operations.ts")],
  bonuses: [() => import("../bonuses/operations.ts")],
  forecasts: [() => import("../forecasts/operations.ts")],
  terms: [() => import("../terms/operations.ts")],
  mails: [() => import("../mails/operations.ts")],
  agreements: [() => import("../agreements/operations.ts")],
  // First what would be read as a code.
  coupons: [() => import("../coupons/discounts/operations.ts"), () => import("../coupons/operations.ts")],
  connections: [() => import("../connections/operations.ts"), () => import("../connections/keys-operations.ts")],
  endpoints: [() => import("../endpoints/operations.ts"), () => import("../endpoints/upkeep-operations.ts")],
  messages: [() => import("../messages/operations.ts")],
  notices: [() => import("../notices/operations.ts")],
  "notice-channels": [() => import("../notices/channels-operations.ts")],
  exports: [() => import("../exports/operations.ts")],
  events: [records, stories],
  payments: [stories],
  sales: [records, upkeep],
  attributions: [() => import("../attributions/operations.ts")],
  commissions: [records, () => import("../commissions/operations.ts")],
  flags: [() => import("../flags/operations.ts")],
  adjustments: [() => import("../payouts/adjustments-operations.ts")],
  imports: [() => import("../imports/operations.ts")],
  payouts: [
    () => import("../payouts/operations.ts"),
    () => import("../payouts/file-operations.ts"),
    () => import("../payouts/control/operations.ts"),
    () => import("../payouts/schedule/operations.ts"),
    () => import("../payouts/results-operations.ts"),
    () => import("../rails/operations.ts"),
    () => import("../rails/story-operations.ts"),
  ],
  rails: [() => import("../rails/settings-operations.ts")],
  recipients: [() => import("../payouts/recipients-operations.ts")],
  tax: [() => import("../tax/operations.ts")],
  invoices: [() => import("../invoices/operations.ts")],
  statements: [() => import("../statements/operations.ts")],
  balance: [() => import("../balance/operations.ts")],
  fees: [records],
  refunds: [records],
  disputes: [upkeep],
  customers: [records, stories],
  people: [() => import("../people/operations.ts")],
  clicks: [records],
  leads: [records],
  parked: [upkeep],
  "tracking-log": [upkeep],
  deliveries: [upkeep],
  inbox: [stories, () => import("../deliveries/retries-operations.ts")],
  audit: [records],
  "access-changes": [() => import("../audit/operations.ts")],
  search: [() => import("../search/operations.ts")],
  checkpoints: [checkpoints],
  log: [checkpoints],
  alarms: [() => import("../proof/alarms-operations.ts")],
  replays: [replays],
  verifications: [replays],
} as const satisfies Readonly<Record<GroupName, readonly Group[]>>;

type NounOf<Name extends string> = Name extends `${infer Noun}.${string}` ? Noun : never;
type GroupName = NounOf<OperationName>;

export async function loadOperation(name: OperationName): Promise<Operation> {
  for (const load of groups[nounOf(name)]) {
    const found = (await load()).operations.find((operation) => operation.name === name);
    if (found !== undefined) return found;
  }
  throw new Error(`the operation ${name} is defined nowhere`);
}

export async function loadOperations(): Promise<Operation[]> {
  const loads = [...new Set(Object.values(groups).flat())];
  const loaded = await Promise.all(loads.map((load) => load()));
  return [...new Set(loaded.flatMap(({ operations }) => operations))];
}

function nounOf(name: OperationName): GroupName {
  const [noun] = name.split(".");
  if (noun !== undefined && isGroup(noun)) return noun;
  throw new Error(`the operation ${name} has no group`);
}

function isGroup(noun: string): noun is GroupName {
  return Object.hasOwn(groups, noun);
}
