// The workspaces of programs, for work that is shared between workspaces. A program stays in its workspace, so each is read once.
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";

const keptMax = 100_000;

const workspacesStatement: Statement = {
  name: "workspaces_of_programs",
  text: "select program_id, workspace_id from program where program_id = any($1::bigint[])",
};

type Row = { readonly program_id: number; readonly workspace_id: number };

export class ProgramWorkspaces {
  readonly #database: Database;
  readonly #kept = new Map<number, number>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** By program; without those that there are not. */
  async of(programIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const unknown = [...new Set(programIds)].filter((id) => !this.#kept.has(id));
    if (unknown.length > 0) {
      if (this.#kept.size + unknown.length > keptMax) this.#kept.clear();
      const rows = await this.#database.transaction((session) => session.query<Row>(workspacesStatement, [unknown]));
      for (const { program_id, workspace_id } of rows) this.#kept.set(program_id, workspace_id);
    }
    return new Map(
      programIds.flatMap((id) => {
        const workspaceId = this.#kept.get(id);
        return workspaceId === undefined ? [] : [[id, workspaceId] as const];
      }),
    );
  }

  /** The programs by their workspaces; the order of either is kept. */
  async group(programIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    const workspaces = await this.of(programIds);
    const known = programIds.filter((id) => workspaces.has(id));
    return Map.groupBy(known, (id): number => workspaces.get(id) ?? 0);
  }
}
