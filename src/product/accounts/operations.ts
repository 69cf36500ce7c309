// Accounts as operators see to them: the link that makes an operator, printed by the command line alone, the operators, and accounts whose
// identity at the OIDC issuer changed.
import { z } from "zod";
import { emailCharactersMax } from "../../core/vocabulary/facts.ts";
import { oneOf, rule, time, words } from "../../core/vocabulary/fields.ts";
import { defineList } from "../operation/list-operation.ts";
import { answerOf, defineOperation, type Operation, operators } from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import { listOperators, operatorLine } from "../operators/list.ts";
import { endOperator, makeOperatorLink } from "../operators/operators.ts";
import { unlinkAccount } from "./unlink.ts";

const email = z
  .email(rule("must be an e-mail address"))
  .max(emailCharactersMax, rule("is too long"))
  .meta({ description: "The address of the account", flag: { placeholder: "address" } });

export const operations: readonly Operation[] = [
  defineOperation({
    name: "accounts.link",
    description: "Valid for one account and for an hour. The first account that uses it becomes an operator.",
    access: operators,
    command: { example: "accounts link" },
    changes: true,
    input: {},
    output: answerOf(
      z.strictObject({
        url: words("Where an account is made, or the one that is signed in is used"),
        expires_at: time("Until then it counts"),
      }),
    ),
    run: async ({ database, baseUrl }) => {
      const { secret, expiresAt } = await makeOperatorLink(database.kysely, { onlyFirst: false });
      return { data: { url: `${baseUrl}/operator?link=${secret}`, expires_at: expiresAt } };
    },
  }),
  defineList({
    name: "operators.list",
    description: "Accounts that see every workspace.",
    access: operators,
    http: { method: "get", path: "/operators" },
    errors: ["forbidden"],
    row: operatorLine,
    table: ["email", "name", "since"],
    filters: {},
    example: "operators list",
    read: ({ reads, actor }, page) => reads.ofInstallation(actor, (db) => listOperators(db, page)),
  }),
  defineOperation({
    name: "operators.remove",
    description: "Takes effect at once on every process. The account and its workspace roles stay.",
    access: operators,
    http: { method: "post", path: "/operators/remove", example: { email: "bob@acme.example" } },
    errors: ["forbidden", "not_found"],
    command: { example: "operators remove --email bob@acme.example" },
    changes: true,
    input: { email },
    output: answerOf(z.strictObject({ email: words("The address of the account"), status: z.literal("removed") })),
    run: async ({ database, secrets, actor }, { email }) => {
      if (!(await endOperator(database, secrets, email, actor)))
        throw new Refusal("not_found", `${email} is not an operator.`);
      return { data: { email: email.toLowerCase(), status: "removed" as const } };
    },
  }),
  defineOperation({
    name: "accounts.unlink",
    description:
      "For a person with a new identity at the OIDC issuer: the next sign-in with the account's e-mail links again. Its sessions end. Make sure who asks for it.",
    access: operators,
    http: { method: "post", path: "/accounts/unlink", example: { email: "bob@acme.example" } },
    errors: ["forbidden", "not_found"],
    command: { example: "accounts unlink --email bob@acme.example" },
    changes: true,
    input: { email },
    output: answerOf(
      z.strictObject({
        email: words("The address of the account"),
        status: oneOf(["unlinked", "none"], "none: no identity opened the account, and nothing was changed"),
      }),
    ),
    run: async ({ database, actor }, { email: given }) => {
      const done = await unlinkAccount(database, given, actor);
      if (done === "no_account") throw new Refusal("not_found", `There is no confirmed account ${given}.`);
      return { data: { email: given.toLowerCase(), status: done } };
    },
  }),
];
