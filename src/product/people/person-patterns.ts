// Fields of stored JSON whose whole value is a name of a person: what an erasure replaces there, and what an export finds there.
import { identityOf, subjectOf, waitFor } from "../../core/rules/fold/keys.ts";
import type { PersonNames } from "./person-names.ts";

type Kind = "customer_keys" | "email_hashes" | "payers";

/** Each field, with its value for a name of that kind. */
const fields: readonly (readonly [kind: Kind, field: string, called: (name: string) => string])[] = [
  ["customer_keys", "customer_key", (name) => name],
  ["email_hashes", "email_hash", (name) => name],
  ["payers", "provider_customer_id", (name) => name],
  ["customer_keys", "subject", subjectOf.customer],
  ["customer_keys", "provisional_subject", subjectOf.customer],
  ["customer_keys", "wait_key", waitFor.customer],
  ["email_hashes", "identity", identityOf.email],
  ["payers", "identity", identityOf.payer],
  ["email_hashes", "wait_key", (name) => waitFor.identity(identityOf.email(name))],
  ["payers", "wait_key", (name) => waitFor.identity(identityOf.payer(name))],
];

export type NamePattern = { readonly field: string; readonly from: string; readonly to: string };

type NameKinds = Pick<PersonNames, Kind>;

/** `nameOf` is what a name is called from then on. */
export function patternsOf(names: NameKinds, nameOf: (kind: Kind, name: string) => string): NamePattern[] {
  return fields.flatMap(([kind, field, called]) =>
    names[kind].map((name) => ({ field, from: called(name), to: called(nameOf(kind, name)) })),
  );
}
