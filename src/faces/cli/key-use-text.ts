// Which secret keys an installation's values were encrypted with, as `svc secrets` prints it.
import type { KeyUse } from "../../access/secrets/secret-rotation.ts";
import { tableOf } from "./output.ts";
import { counted } from "./replaying.ts";

export function keyUseText(keys: readonly KeyUse[]): string {
  const rows = keys.map(({ key_id, position, values, unbound }) => ({
    key_id: key_id ?? "unknown",
    in_secret_keys: placeOf(position),
    values,
    unbound,
  }));
  const lines = [tableOf(rows, ["key_id", "in_secret_keys", "values", "unbound"])];
  for (const { key_id, position, values } of keys) {
    if (position === null) {
      lines.push(
        `${counted(values, "value")} cannot be read: add the secret key ${key_id ?? "they were stored with"}.`,
      );
    } else if (position > 1 && values === 0) {
      lines.push(
        `No value needs ${key_id}: it can be taken out of SVC_SECRET_KEYS once every process writes with the first.`,
      );
    }
  }
  return lines.join("\n");
}

function placeOf(position: number | null): string {
  if (position === null) return "missing";
  return position === 1 ? "first: writes" : `place ${position}`;
}

/** Null where every value can be read, is bound and was encrypted with the first key. */
export function leftOver(keys: readonly KeyUse[]): string | null {
  const missing = keys.filter(({ position }) => position === null).reduce((sum, { values }) => sum + values, 0);
  if (missing > 0)
    return `${counted(missing, "value")} could not be read and ${missing === 1 ? "stays" : "stay"} as before.`;
  const behind = keys.reduce((sum, use) => sum + (use.position === 1 ? use.unbound : use.values), 0);
  if (behind === 0) return null;
  return `${counted(behind, "value")} came meanwhile from a process with the old list: restart it, then rotate again.`;
}
