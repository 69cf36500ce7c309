// docs/rights.md: who may call what, from the definitions of the operations.
import { type AgentScope, agentScopes } from "../../src/core/vocabulary/access/agent-scopes.ts";
import { scopesOfRole, tokenRoles, tokenScopes } from "../../src/core/vocabulary/access/token-scopes.ts";
import {
  aboutRoles,
  hasRight,
  type WorkspaceRight,
  workspaceRights,
  workspaceRoles,
} from "../../src/core/vocabulary/access/workspace-roles.ts";
import type { Operation } from "../../src/product/operation/operation.ts";

const allows: Readonly<Record<WorkspaceRight, string>> = {
  read: "see programs, partners, sales, commissions, payouts and statements, and choose one's own notices",
  programs: "add programs and partners, rename them, open partners' pages, add codes, send test events",
  terms: "set what partners earn, accept, move and ban partners, set their sign-in addresses, decide about commissions",
  attributions: "attribute payments to partners manually",
  deliveries: "retry failed deliveries",
  messages: "see webhook endpoints and their messages, send a test, send messages again",
  payouts: "create payouts, send them, record what became of them, set recipients",
  payout_approvals: "approve payouts as another person than their creator",
  payout_rules: "set limits, schedules and payment providers of payouts",
  tax: "see and remove tax details, create tax reports",
  personal_data: "export and erase what is stored of a person",
  log: "download the log, verify and rebuild books, forecast",
  settings: "set the program's key, connections, endpoints, exports, imports, notice channels and demos",
  people: "invite and remove people, set roles, require a second factor",
};

export function rightsDocument(operations: readonly Operation[]): string {
  return `# Rights: who may call what

Written by the test of all operations with all credentials: \`npx vitest run test/product/rights.test.ts -u\`. That test makes
every call below with every kind of credential and looks that a call which is refused changes nothing.

## What a caller is answered

| caller | behind \`/api/v1\` | behind \`/api/agent/v1\` |
|---|---|---|
| no credential, one that has ended or was revoked, a program key | 401 \`unauthorized\` | 401 \`unauthorized\` |
| an account, by its session's token or cookie | by its role, below | 401 \`unauthorized\` |
| an agent key | 401 \`unauthorized\` | by its scopes, below |
| a workspace's token | by its scopes, below | 401 \`unauthorized\` |
| an account, agent key or token of another workspace | 404 \`not_found\`, as if the program did not exist | 404 \`not_found\`, as if the program did not exist |
| an account whose role lacks the right; an owner, where only operators may | 403 \`forbidden\`; it names the roles that may | |
| an agent key without the scope | | 403 \`insufficient_scope\` |
| a token without the scope that the operation's right names | 403 \`insufficient_scope\` | |

A call with a cookie that changes something is 403 \`forbidden\` unless it comes from a page of the service's own origin.

An operator's account may do everything below in every workspace except set \`platform_fee_bps\` and \`fee_refunds\`. The command line on
the database may do everything.

## Roles and rights

Each operation needs one right. A member of a workspace has the rights of its role in all programs of the workspace. The role is read with each
call: a change counts at once.

| right | it allows to | ${workspaceRoles.join(" | ")} |
|---|---|${workspaceRoles.map(() => "---|").join("")}
${workspaceRights.map(rightRow).join("\n")}

${workspaceRoles.map((role) => `- **${aboutRoles[role].title}** (\`${role}\`): ${aboutRoles[role].about}`).join("\n")}

## For tokens

A token of a workspace makes the calls below whose right is one of its scopes, in its workspace. Its role limits them; ${tokenScopes.map((scope) => `\`${scope}\``).join(", ")}
are all there are. Where it says "any account", it needs \`read\`, unless a right is named. No token calls ${ofPersons(operations)}.

| role | scopes that it can have |
|---|---|
${tokenRoles
  .map(
    (role) =>
      `| \`${role}\` | ${scopesOfRole(role)
        .map((scope) => `\`${scope}\``)
        .join(", ")} |`,
  )
  .join("\n")}

## For people

Where it says "any account", an account sees and makes what is its own. Of a run (\`run_id\`) it counts of which program it is; one
of several programs is operators'.

| operation | call behind \`/api/v1\` | right | ${workspaceRoles.join(" | ")} | operator |
|---|---|---|${workspaceRoles.map(() => "---|").join("")}---|
${rowsOf(operations, ({ name, http, access }) =>
  http === null ? [] : [`\`${name}\``, callOf(http), ...peopleOf(access)],
)}

## For agents

An agent key acts as a member of its workspace, for what its scopes name and nothing else; no scope implies another.

| scope | operation | call behind \`/api/agent/v1\` | tool |
|---|---|---|---|
${agentScopes.map((scope) => agentRows(operations, scope)).join("\n")}

## For the command line alone

By \`npm run --silent svc -- <command>\`; no HTTP call and no tool does it.

| operation | what it does |
|---|---|
${rowsOf(operations, ({ name, http, summary }) => (http === null ? [`\`${name}\``, summary] : []))}
`;
}

function ofPersons(operations: readonly Operation[]): string {
  const names = operations.filter(({ ofPerson }) => ofPerson).map(({ name }) => `\`${name}\``);
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

function agentRows(operations: readonly Operation[], scope: AgentScope): string {
  return rowsOf(operations, ({ name, http, tool }) =>
    http === null || tool?.scope !== scope ? [] : [`\`${scope}\``, `\`${name}\``, callOf(http), `\`${tool.name}\``],
  );
}

function rowsOf(operations: readonly Operation[], cellsOf: (operation: Operation) => readonly string[]): string {
  return operations
    .map(cellsOf)
    .filter((cells) => cells.length > 0)
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

function callOf({ method, path }: NonNullable<Operation["http"]>): string {
  return `\`${method.toUpperCase()} ${path}\``;
}

function rightRow(right: WorkspaceRight): string {
  const cells = workspaceRoles.map((role) => (hasRight(role, right) ? "yes" : ""));
  return `| \`${right}\` | ${allows[right]} | ${cells.join(" | ")} |`;
}

function peopleOf(access: Operation["access"]): readonly string[] {
  if (access.kind === "operator") return ["", ...workspaceRoles.map(() => "403"), "yes"];
  const { kind, right } = access;
  const allowed = kind === "account" ? "any account" : "yes";
  const cells = workspaceRoles.map((role) => (right === null || hasRight(role, right) ? allowed : "403"));
  return [right === null ? "" : `\`${right}\``, ...cells, kind === "account" ? "all there is" : "yes"];
}
