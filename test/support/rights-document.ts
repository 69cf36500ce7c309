// docs/rights.md: who may call what, from the definitions of the operations.
import { type AgentScope, agentScopes } from "../../src/core/vocabulary/agent-scopes.ts";
import type { Operation } from "../../src/product/operation/operation.ts";

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
| an account or agent key of another workspace | 404 \`not_found\`, as if the program did not exist | 404 \`not_found\`, as if the program did not exist |
| a member, where only owners may; an owner, where only operators may | 403 \`forbidden\` | |
| an agent key without the scope | | 403 \`insufficient_scope\` |

A call with a cookie that changes something is 403 \`forbidden\` unless it comes from a page of the service's own origin.

An operator's account may do everything below in every workspace; \`platform_fee_bps\` and \`fee_refunds\` it may not set either. The command line on
the database may do everything.

## For people

Where it says "any account", an account sees and makes what is its own. Of a run (\`run_id\`) it counts of which program it is; one
of several programs is operators'.

| operation | call behind \`/api/v1\` | member | owner | operator |
|---|---|---|---|---|
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

function peopleOf(access: Operation["access"]): readonly [member: string, owner: string, operator: string] {
  switch (access.kind) {
    case "account":
      return ["any account", "any account", "all there is"];
    case "program":
    case "workspace":
      return [access.right === "member" ? "yes" : "403", "yes", "yes"];
    case "operator":
      return ["403", "403", "yes"];
  }
}
