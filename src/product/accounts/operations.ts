// Accounts that operate the installation: the link that makes one is printed by the command line alone; who they are, they see.
import { z } from "zod";
import { emailCharactersMax } from "../../core/vocabulary/facts.ts";
import { rule, time, words } from "../../core/vocabulary/fields.ts";
import { defineList } from "../operation/list-operation.ts";
import { answerOf, defineOperation, type Operation, operators } from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import { listOperators, operatorLine } from "../operators/list.ts";
import { endOperator, makeOperatorLink } from "../operators/operators.ts";

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
    input: {
      email: z
        .email(rule("must be an e-mail address"))
        .max(emailCharactersMax, rule("is too long"))
        .meta({ description: "The address of the account", flag: { placeholder: "address" } }),
    },
    output: answerOf(z.strictObject({ email: words("The address of the account"), status: z.literal("removed") })),
    run: async ({ database, secrets, actor }, { email }) => {
      if (!(await endOperator(database, secrets, email, actor)))
        throw new Refusal("not_found", `${email} is no operator.`);
      return { data: { email: email.toLowerCase(), status: "removed" as const } };
    },
  }),
];
