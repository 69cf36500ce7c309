// What is taken for a provider's API key or signing secret: what was pasted whole, and nothing that came along with it.
import { describe, expect, test } from "vitest";
import { isApiKey } from "../../../src/core/vocabulary/access/api-key.ts";
import { isSigningSecret } from "../../../src/core/vocabulary/signing-secret.ts";

describe.each([
  ["an API key", isApiKey, 2048],
  ["a signing secret", isSigningSecret, 512],
])("%s", (_what, isTaken, longest) => {
  test.each(["12345678", "sk_live_51HxY!~", "x".repeat(longest)])("may be %j", (text) => {
    expect(isTaken(text)).toBe(true);
  });

  test.each([
    ["nothing", ""],
    ["too short", "1234567"],
    ["too long", "x".repeat(longest + 1)],
    ["a blank before it", " sk_live_51HxY"],
    ["a line break behind it", "sk_live_51HxY\n"],
    ["a blank within it", "sk_live 51HxY"],
    ["blanks alone", " ".repeat(8)],
    ["a control character", "sk_live_51HxY\u007f"],
    ["a letter that no header carries", "sk_live_51HxÝ"],
  ])("is not %s", (_fault, text) => {
    expect(isTaken(text)).toBe(false);
  });
});
