// A list that is downloaded whole, as CSV or lines of JSON, leaves a line with who did it: pages of it leave none.
import { keepTakenOut } from "../../access/taken-out.ts";
import type { Call } from "../operation/operation.ts";

export type Download = {
  /** As the file is named, such as `sales`. */
  readonly list: string;
  readonly format: "csv" | "ndjson";
  readonly programId: number | null;
  readonly workspaceId: number | null;
};

/** Before the first byte is sent, and after who asks has shown that they may read it. */
export async function keepDownload(
  { database, actor }: Pick<Call, "database" | "actor">,
  { list, format, programId, workspaceId }: Download,
): Promise<void> {
  const line = { change: "list_downloaded", programId, workspaceId, detail: { list, format } } as const;
  await database.transaction(async (session) => keepTakenOut(session, line, actor));
}
