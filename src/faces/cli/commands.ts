// Every command, in the order of the help: name, summary, and module. Help needs nothing else, so a command is loaded only when it runs or
// shows its own help. Operations become commands without an entry here, except those with a handwritten command.
import { type OperationName, summaries } from "../../product/operation/names.ts";
import type { Command } from "./command.ts";
import type { Present } from "./operation-command.ts";

type Load = () => Promise<{ readonly command: Command }>;

/** `name` is the words behind `svc`. */
export type CommandEntry = readonly [name: string, summary: string, load: Load];

/** Each for a reason, which test/product/faces.test.ts lists. */
export const byHand: Partial<Readonly<Record<OperationName, Load>>> = {
  "programs.create": () => import("./commands/program/programs-create.ts"),
  "programs.update": () => import("./commands/program/programs-update.ts"),
  "policies.set": () => import("./commands/program/policies-set.ts"),
  "groups.set": () => import("./commands/program/groups-set.ts"),
  "terms.set": () => import("./commands/program/terms-set.ts"),
  "exports.create": () => import("./commands/program/exports-create.ts"),
  "connections.add": () => import("./commands/program/connections-add.ts"),
  "connections.update": () => import("./commands/program/connections-update.ts"),
  "connections.set-api-key": () => import("./commands/program/connections-set-api-key.ts"),
  "payouts.record-results": () => import("./commands/program/payouts-record-results.ts"),
  "payouts.show": () => import("./commands/program/payouts-show.ts"),
  "invoices.pdf": () => import("./commands/program/invoices-pdf.ts"),
  "statements.show": () => import("./commands/program/statements-show.ts"),
  "balance.show": () => import("./commands/program/balance.ts"),
  "forecasts.start": () => import("./commands/program/programs-forecast.ts"),
  "replays.show": () => import("./commands/replay-show.ts"),
};

/** Made from the operation like any other, but for how its answer is shown. */
const presenters: Partial<Readonly<Record<OperationName, () => Promise<{ readonly present: Present }>>>> = {
  "keys.report": () => import("./presenters/keys-report.ts"),
  "payouts.create": () => import("./presenters/payouts-create.ts"),
  "payouts.export": () => import("./presenters/payouts-export.ts"),
  "deliveries.show": () => import("./presenters/deliveries-show.ts"),
};

/** What has a command by another name, or one that does the same in the foreground. */
const elsewhere: readonly OperationName[] = [
  "imports.start",
  "programs.status",
  "programs.verify",
  "replays.plan",
  "replays.apply",
  "verifications.start",
  "verifications.show",
];

/** Called so since before they were operations, or shorter than the operation. */
const names: Partial<Readonly<Record<OperationName, string>>> = {
  "replays.list": "replay list",
  "replays.show": "replay show",
  "replays.rows": "replay rows",
  "replays.discard": "replay discard",
  "balance.show": "balance",
  "forecasts.start": "programs forecast",
};

const operations: readonly CommandEntry[] = Object.entries(summaries).flatMap(([key, summary]) => {
  if (!isOperation(key) || elsewhere.includes(key)) return [];
  return [[names[key] ?? key.replace(".", " "), summary, byHand[key] ?? (() => ofOperation(key))] as const];
});

export const commands: readonly CommandEntry[] = [
  ["serve", "Run the service until Ctrl-C or SIGTERM", () => import("./commands/serve.ts")],
  ["migrate", "Bring the database to this version's schema", () => import("./commands/migrate.ts")],
  ["backup", "Back up the installation into one file while the service runs", () => import("./commands/backup.ts")],
  ["restore", "Restore a backup into an empty database and verify it", () => import("./commands/restore.ts")],
  [
    "secrets status",
    "Which secret keys stored values were encrypted with, and whether one can be taken out",
    () => import("./commands/secrets-status.ts"),
  ],
  [
    "secrets rotate",
    "Encrypt all stored values again with the first secret key, while the service runs",
    () => import("./commands/secrets-rotate.ts"),
  ],
  ["demo", "Send example clicks, payments and a refund to the running service", () => import("./commands/demo.ts")],
  ["status", summaries["programs.status"], () => import("./commands/program/status.ts")],
  ["login", "Log in to a running service in a browser", () => import("./commands/login.ts")],
  ["logout", "Log out of a service", () => import("./commands/logout.ts")],
  [
    "test click",
    "Send one test click to a running service and show its answer",
    () => import("./commands/program/test-click.ts"),
  ],
  [
    "test lead",
    "Send one test signup to a running service and show its answer",
    () => import("./commands/program/test-lead.ts"),
  ],
  [
    "test sale",
    "Send one test sale to a running service and show its answer",
    () => import("./commands/program/test-sale.ts"),
  ],
  [
    "verify-integration",
    "Send a test click, lead and sale to a running service and check each step",
    () => import("./commands/program/verify-integration.ts"),
  ],
  [
    "programs isolate",
    "Give a program a shard of a Citus cluster of its own, and a worker",
    () => import("./commands/programs-isolate.ts"),
  ],
  ...operations,
  [
    "apply",
    "Change programs to match a file: settings, groups, terms, codes, endpoints and connections",
    () => import("./commands/program/apply.ts"),
  ],
  ["export", "Write programs as a file that svc apply reads", () => import("./commands/program/export.ts")],
  ["import", summaries["imports.start"], () => import("./commands/program/import.ts")],
  [
    "deliveries retry",
    "Read stored deliveries again with today's adapters and rules; changes nothing without --apply",
    () => import("./commands/deliveries-retry.ts"),
  ],
  [
    "log archive",
    "Move old clicks out of the log into files of ARCHIVE_FOLDER; says how many without --apply",
    () => import("./commands/log-archive.ts"),
  ],
  [
    "log set-aside",
    "Take rows out of a log that the service did not write; shows them without --apply",
    () => import("./commands/log-set-aside.ts"),
  ],
  [
    "reconcile",
    "Fetch a connection's events from its provider, and record missing ones",
    () => import("./commands/program/reconcile.ts"),
  ],
  [
    "replay",
    "Rebuild the books from the log and show what would change; changes nothing without --apply",
    () => import("./commands/replay.ts"),
  ],
  ["replay apply", "Apply a planned replay, or resume an interrupted one", () => import("./commands/replay-apply.ts")],
  ["verify", "Prove that the log is intact and that the books match it", () => import("./commands/verify.ts")],
];

async function ofOperation(name: OperationName): Promise<{ readonly command: Command }> {
  const [{ loadOperation }, { operationCommand }, presenter] = await Promise.all([
    import("../../product/operation/groups.ts"),
    import("./operation-command.ts"),
    presenters[name]?.(),
  ]);
  return { command: operationCommand(await loadOperation(name), presenter?.present) };
}

function isOperation(key: string): key is OperationName {
  return Object.hasOwn(summaries, key);
}
