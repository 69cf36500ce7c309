// Who made a change, from the event that keeps it.
import { describe, expect, test } from "vitest";
import { authorOf, authorText } from "../../../src/core/vocabulary/access/author.ts";

describe("an author", () => {
  test.each([
    [{ kind: "operator" }, "operator", { kind: "operator", id: null }],
    [{ kind: "account", accountId: "u7Kq" }, "account:u7Kq", { kind: "account", id: "u7Kq" }],
    [{ kind: "account", accountId: "sso:u7:Kq" }, "account:sso:u7:Kq", { kind: "account", id: "sso:u7:Kq" }],
    [{ kind: "agent", agentKeyId: 12 }, "agent:12", { kind: "agent", id: "12" }],
    [{ kind: "partner", partnerId: 34 }, "partner:34", { kind: "partner", id: "34" }],
  ] as const)("%j is kept as %s and read again", (author, kept, read) => {
    expect(authorText(author)).toBe(kept);
    expect(authorOf(kept)).toEqual(read);
  });

  test.each([null, undefined, 12, "", "system", "system:12", "Operator"])("is nobody where %j is kept", (kept) => {
    expect(authorOf(kept)).toBeNull();
  });
});
