// What a program's mails to partners may look like and say: each field's bounds, and how values are put into an owner's words.
import { describe, expect, test } from "vitest";
import {
  fillMailText,
  mailSettingsOf,
  mailSettingsSchema,
} from "../../../../src/core/rules/events/settings/mail-settings.ts";

const defaults = { logo_url: null, mail_approved_text: null, mail_declined_text: null };
const refusalOf = (fields: object) =>
  mailSettingsSchema.safeParse({ ...defaults, ...fields }).error?.issues.map(({ message }) => message);
const textRule = "must have 1 to 1000 characters, and no control character but line ends";

test("what was never set is ours", () => {
  expect(mailSettingsOf({})).toEqual(defaults);
  expect(mailSettingsOf({ mail_declined_text: "Sorry." })).toEqual({ ...defaults, mail_declined_text: "Sorry." });
});

describe("an owner's words", () => {
  test.each(["Welcome to {program}, {email}!", "Hello,\n\nwelcome.", "x".repeat(1000), "<b>{program}</b>"])(
    "may be %j",
    (text) => {
      expect(refusalOf({ mail_approved_text: text, mail_declined_text: text })).toBeUndefined();
    },
  );

  test.each([
    ["Welcome, {name}!", "{name}"],
    ["{ program }", "{ program }"],
    ["{}", "{}"],
    ["{program", "{program"],
    ["program}", "}"],
    ["{{program}}", "{"],
  ])("%j are refused for %s", (text, unknown) => {
    expect(refusalOf({ mail_approved_text: text })).toEqual([
      `has ${unknown}, which is no placeholder: there are {program} and {email}`,
    ]);
  });

  test.each(["", "  ", "x".repeat(1001), "a\u0007b", "a\rb"])("%j are refused", (text) => {
    expect(refusalOf({ mail_declined_text: text })).toContain(textRule);
  });

  test("with a change of the writing direction are refused", () => {
    expect(refusalOf({ mail_approved_text: "a\u202eb" })).toEqual([
      "must have no character that changes the direction of writing",
    ]);
  });

  test("get their values once: one that looks like a placeholder stays", () => {
    expect(fillMailText("{program} writes to {email}", { program: "{email} $& Inc", email: "a@b.example" })).toBe(
      "{email} $& Inc writes to a@b.example",
    );
  });
});

test.each([
  "http://acme.example/logo.png",
  "data:image/png;base64,AA",
  "javascript:alert(1)",
  "logo.png",
  "https://a:b@acme.example/l.png",
  `https://acme.example/${"a".repeat(480)}`,
])("a logo is no %s", (logo_url) => {
  expect(refusalOf({ logo_url })).toContain(
    "must be the https address of a picture, with at most 500 characters and no name or password before its host",
  );
});

test("a logo is a picture by https", () => {
  expect(refusalOf({ logo_url: "https://cdn.acme.example/logo.png?v=2" })).toBeUndefined();
});
