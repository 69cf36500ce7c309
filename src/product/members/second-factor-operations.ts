// A workspace's requirement of a second factor, and the reset of a lost one: of a member by an owner, of any account by an operator.
import { z } from "zod";
import { emailCharactersMax } from "../../core/vocabulary/facts.ts";
import { flag, id, oneOf, rule, timeOrNull, wholeNumber, words } from "../../core/vocabulary/fields.ts";
import { answerOf, defineOperation, inWorkspace, type Operation, operators } from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import { type FactorReset, resetFactor, setRequirement } from "./members-second-factor.ts";

const graceDaysMax = 90;
const graceDaysByDefault = 7;
const workspaceId = id("The workspace");
const email = z
  .email(rule("must be an e-mail address"))
  .max(emailCharactersMax, rule("is too long"))
  .meta({ description: "The address of the account", flag: { placeholder: "address" } });

const resetAnswer = answerOf(
  z.strictObject({
    email: words("The address of the account"),
    status: oneOf(["reset", "none"], "none: the account had no second factor, and nothing was changed"),
  }),
);

export const operations: readonly Operation[] = [
  defineOperation({
    name: "workspaces.require-factor",
    description:
      "After the days of grace, a member without a second factor has no right in the workspace until the account has one. Agent keys and program keys are unaffected.",
    access: inWorkspace("people"),
    http: {
      method: "put",
      path: "/workspaces/:workspace_id/second-factor",
      example: { required: true, grace_days: 14 },
    },
    changes: true,
    command: { example: "workspaces require-factor --workspace 1 --required true --grace-days 14" },
    input: {
      workspace_id: workspaceId,
      required: z.boolean(rule("must be true or false")).meta({ description: "Whether members need one" }),
      grace_days: wholeNumber([0, graceDaysMax], "Days until it is required").default(graceDaysByDefault),
    },
    output: answerOf(
      z.strictObject({
        workspace_id: workspaceId,
        required: flag("Whether members need a second factor"),
        second_factor_from: timeOrNull("From then on; null where none is required"),
      }),
    ),
    run: async ({ database, actor }, { workspace_id, required, grace_days }) => {
      const requirement = { workspaceId: workspace_id, graceDays: required ? grace_days : null };
      const done = await setRequirement(database.kysely, requirement, actor);
      if (done.kind === "no_workspace") throw new Refusal("not_found", `There is no workspace ${workspace_id}.`);
      if (done.kind === "set_up_first") {
        throw new Refusal(
          "invalid_request",
          "Set your own second factor up first, at /account/second-factor or /account/passkeys.",
        );
      }
      return { data: { workspace_id, required, second_factor_from: done.from } };
    },
  }),
  defineOperation({
    name: "members.reset-factor",
    description:
      "Removes the member's authenticator app and passkeys: the password alone signs in, until a new one is set up. An operator resets accounts that belong to a workspace you do not own, and operators.",
    access: inWorkspace("people"),
    http: {
      method: "post",
      path: "/workspaces/:workspace_id/members/reset-factor",
      example: { email: "bob@acme.example" },
    },
    changes: true,
    command: { example: "members reset-factor --workspace 1 --email bob@acme.example" },
    input: { workspace_id: workspaceId, email },
    output: resetAnswer,
    run: async ({ database, actor }, { workspace_id, email }) => {
      const done = await resetFactor(database.kysely, { email, workspaceId: workspace_id }, actor);
      return answered(done, email, `Workspace ${workspace_id} has no member ${email}.`);
    },
  }),
  defineOperation({
    name: "accounts.reset-factor",
    description:
      "Removes the account's authenticator app and passkeys: the password alone signs in, until a new one is set up. Make sure who asks for it.",
    access: operators,
    http: { method: "post", path: "/accounts/reset-factor", example: { email: "bob@acme.example" } },
    errors: ["forbidden", "not_found"],
    changes: true,
    command: { example: "accounts reset-factor --email bob@acme.example" },
    input: { email },
    output: resetAnswer,
    run: async ({ database, actor }, { email }) => {
      const done = await resetFactor(database.kysely, { email, workspaceId: null }, actor);
      return answered(done, email, `There is no confirmed account ${email}.`);
    },
  }),
];

function answered(done: FactorReset, email: string, absent: string) {
  switch (done) {
    case "reset":
    case "none":
      return { data: { email: email.toLowerCase(), status: done } };
    case "no_account":
      throw new Refusal("not_found", absent);
    case "own":
      throw new Refusal(
        "forbidden",
        "Remove your own second factor at /account/second-factor or /account/passkeys, with your password.",
      );
    case "trusted_elsewhere":
      throw new Refusal(
        "forbidden",
        "This account also belongs to a workspace that is not yours, or operates the installation: ask an operator.",
      );
  }
}
