// Words that callers send back to us: each list is closed, and no word of the language's own slips in.
import { describe, expect, test } from "vitest";
import { isWorkspaceRole, workspaceRoles } from "../../../src/core/vocabulary/access/workspace-roles.ts";
import { errorCodes, isErrorCode } from "../../../src/core/vocabulary/errors.ts";
import { isNoticeKind, noticeKinds } from "../../../src/core/vocabulary/notice-kinds.ts";

describe.each([
  ["an error code", errorCodes, isErrorCode],
  ["a kind of notice", noticeKinds, isNoticeKind],
  ["a role in a workspace", workspaceRoles, isWorkspaceRole],
])("%s", (_what, words: readonly string[], isOne: (text: string) => boolean) => {
  test("is one of its list", () => {
    expect(words.length).toBeGreaterThan(1);
    expect(words.filter(isOne)).toEqual(words);
  });

  test.each(["", "operator", "toString", "__proto__", "OWNER"])("is not %j", (text) => {
    expect(isOne(text)).toBe(false);
  });
});
