// What every page that creates an account has: its fields, the rule of the password next to it, and signing in at once where no mail has
// to prove the e-mail first.
import type { Request } from "express";
import { z } from "zod";
import { passwordCharactersMax, passwordCharactersMin } from "../../../product/accounts/parts.ts";
import { firstAccountNeedsLink } from "../../../product/operators/operators.ts";
import type { Field, Page } from "../pages/form-page.ts";
import { type FormValues, hrefOf, type PageParts, requireDone } from "./form.ts";

export const firstAccountTitle = "Create the first account";

export function newAccountFields(values: FormValues, email = values.get("email")): readonly Field[] {
  return [
    { name: "name", label: "Name", type: "text", autocomplete: "name", value: values.get("name") },
    { name: "email", label: "E-mail", type: "email", autocomplete: "username", value: email },
    newPasswordField("Password"),
  ];
}

export function newPasswordField(label: string): Field {
  return {
    name: "password",
    label,
    type: "password",
    autocomplete: "new-password",
    hint: `${passwordCharactersMin} to ${passwordCharactersMax} characters.`,
    charactersMin: passwordCharactersMin,
  };
}

const createdSchema = z.object({ user: z.object({ emailVerified: z.boolean() }) });

export type Created =
  | { readonly kind: "signed_in"; readonly answer: globalThis.Response }
  | { readonly kind: "unconfirmed"; readonly answer: globalThis.Response };

/** `more` is what proves the e-mail instead of a mail. */
export async function createAccount(
  { door }: Pick<PageParts, "door">,
  request: Request,
  values: FormValues,
  more: object = {},
): Promise<Created> {
  const [email, password] = [values.get("email"), values.get("password")];
  const body = { name: values.get("name"), email, password, ...more };
  const answer = await requireDone(await door.call(request, { path: "/sign-up/email", body }));
  const created = createdSchema.safeParse(await answer.clone().json()).data;
  if (created?.user.emailVerified !== true) return { kind: "unconfirmed", answer };
  const signIn = await door.call(request, { path: "/sign-in/email", body: { email, password } });
  return { kind: "signed_in", answer: await requireDone(signIn) };
}

/** Where only the one-time link creates the first account; others may sign up where there are programs and sign-up is open. */
export function needsLinkPage(parts: PageParts, { canSignUp }: { readonly canSignUp: boolean }): Page {
  return {
    title: firstAccountTitle,
    text: [firstAccountNeedsLink],
    links: canSignUp ? { "Create an account that operates nothing": hrefOf(parts, "/sign-up") } : {},
  };
}
