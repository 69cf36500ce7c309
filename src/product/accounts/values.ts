// Single values out of the bodies that the accounts library's calls are sent, checked by our rules; a fault has its shape.
import { APIError } from "better-auth/api";
import { hasBidiControl } from "../../core/vocabulary/fields.ts";

const nameCharactersMax = 255;

/** Of a person or a workspace. */
export function checkedName(of: unknown): string {
  const name = usableName(textOf(of, "name") ?? "");
  if (name !== undefined) return name;
  throw new APIError("BAD_REQUEST", {
    code: "INVALID_NAME",
    message: `name must have 1 to ${nameCharactersMax} characters, none of them a control character or one that changes the direction of writing, and no address in it.`,
  });
}

/** Undefined for one that no person or workspace may have. */
export function usableName(name: string): string | undefined {
  const isUsable =
    name.trim() !== "" && name.length <= nameCharactersMax && !/\p{Cc}|:\/\//u.test(name) && !hasBidiControl(name);
  return isUsable ? name : undefined;
}

export function refuseOthers(of: unknown, known: readonly string[]): void {
  const strange = Object.keys(typeof of === "object" && of !== null ? of : {}).filter((name) => !known.includes(name));
  if (strange.length === 0) return;
  throw new APIError("BAD_REQUEST", { code: "UNKNOWN_FIELD", message: `Not known: ${strange.join(", ")}.` });
}

export function textOf(body: unknown, name: string): string | undefined {
  const value = field(body, name);
  return typeof value === "string" ? value : undefined;
}

export function field(body: unknown, name: string): unknown {
  return typeof body === "object" && body !== null
    ? Object.entries(body).find(([key]) => key === name)?.[1]
    : undefined;
}
