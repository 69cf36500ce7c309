// Where each operation is defined, by the first word of its name. A command loads the group it needs and no other.

import type { OperationName } from "./names.ts";
import type { Operation } from "./operation.ts";

type Group = () => Promise<{ readonly operations: readonly Operation[] }>;

const upkeep: Group = () => import("./upkeep.ts");
const replays: Group = () => import("./replays.ts");
const checkpoints: Group = () => import("./checkpoints.ts");
const records: Group = () => import("./records.ts");
const stories: Group = () => import("./stories.ts");

const groups = {
  accounts: [() => import("./accounts.ts")],
  operators: [() => import("./accounts.ts")],
  workspaces: [() => import("./workspaces.ts")],
  members: [() => import("./workspaces.ts")],
  invitations: [() => import("./workspaces.ts")],
  programs: [() => import("./programs.ts"), () => import("./program-reports.ts")],
  keys: [() => import("./keys.ts")],
  "agent-keys": [() => import("./agent-keys.ts")],
  partners: [() => import("./partners.ts"), () => import("./partner-emails.ts")],
  applications: [() => import("./applications.ts")],
  policies: [() => import("./policies.ts")],
  coupons: [() => import("./coupons.ts")],
  connections: [() => import("./connections.ts"), () => import("./connection-keys.ts")],
  endpoints: [() => import("./endpoints.ts"), () => import("./endpoint-upkeep.ts")],
  messages: [() => import("./messages.ts")],
  notices: [() => import("./notices.ts")],
  "notice-channels": [() => import("./notice-channels.ts")],
  exports: [() => import("./exports.ts")],
  events: [records, stories],
  payments: [stories],
  sales: [records, upkeep],
  attributions: [() => import("./attributions.ts")],
  commissions: [records, () => import("./commissions.ts")],
  adjustments: [() => import("./adjustments.ts")],
  imports: [() => import("./imports.ts")],
  payouts: [() => import("./payouts.ts"), () => import("./payout-file.ts"), () => import("./payout-results.ts")],
  recipients: [() => import("./recipients.ts")],
  statements: [() => import("./statements.ts")],
  fees: [records],
  refunds: [records],
  disputes: [upkeep],
  customers: [records, stories],
  people: [() => import("./people.ts")],
  clicks: [records],
  leads: [records],
  parked: [upkeep],
  "tracking-log": [upkeep],
  deliveries: [upkeep],
  inbox: [stories, () => import("./retries.ts")],
  audit: [records],
  "access-changes": [() => import("./access-changes.ts")],
  search: [() => import("./search.ts")],
  checkpoints: [checkpoints],
  log: [checkpoints],
  alarms: [() => import("./alarms.ts")],
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
