// Where payouts go: what files for spreadsheets and banks can carry unchanged.
import { describe, expect, test } from "vitest";
import { recipientKinds, recipientSchema } from "../../../src/core/vocabulary/money/payout-recipient.ts";

const recipient = { email: "ada@acme.example", name: "Ada Lovelace", kind: "person" };
const refusalOf = (fields: object) =>
  recipientSchema.safeParse({ ...recipient, ...fields }).error?.issues.map(({ message }) => message)[0];
/** A valid address of this length: four labels of a host, all but the last of the greatest length. */
const addressOf = (characters: number) => {
  const host = `${`${"a".repeat(63)}.`.repeat(3)}example`;
  return `${"a".repeat(characters - host.length - 1)}@${host}`;
};

describe("a payout's recipient", () => {
  test("is kept as it was given", () => {
    for (const kind of recipientKinds)
      expect(recipientSchema.parse({ ...recipient, kind })).toEqual({ ...recipient, kind });
    expect(recipientKinds).toEqual(["person", "institution"]);
  });

  test("needs each of its fields and has no other", () => {
    for (const field of ["email", "name", "kind"]) expect(refusalOf({ [field]: undefined })).toBeDefined();
    expect(refusalOf({ kind: "robot" })).toBeDefined();
    expect(refusalOf({ iban: "CH93" })).toBeDefined();
  });

  test.each(["a@acme.example", "9@acme.example", "Z.x+y@acme.example", addressOf(254)])("email may be %s", (email) => {
    expect(refusalOf({ email })).toBeUndefined();
  });

  test.each([
    "",
    "ada",
    "_ada@acme.example",
    "+ada@acme.example",
    "=ada@acme.example",
    "ada@acme.example\n",
    addressOf(255),
  ])("email may not be %j", (email) => {
    expect(refusalOf({ email })).toBe("must be an e-mail address that begins with a letter or a digit");
  });

  test.each(["A", "9", "Ægir & Søn (2)", "Ünal", "李小龍", "3M, Inc.", "a".repeat(140)])("name may be %s", (name) => {
    expect(refusalOf({ name })).toBeUndefined();
  });

  test.each([
    "",
    " Ada",
    "=Ada",
    "+Ada",
    "-Ada",
    "@Ada",
    "\tAda",
    "Ada\n",
    "Ada\u0000",
    "Ada\tLovelace",
    "a".repeat(141),
  ])("name may not be %j", (name) => {
    expect(refusalOf({ name })).toBe(
      "must have 1 to 140 characters, the first a letter or a digit and none a control character",
    );
  });
});
