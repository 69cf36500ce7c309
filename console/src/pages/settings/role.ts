// What the reader is in the program's workspace. The service decides by itself; this only hides what it would refuse.
import { useQuery } from "@tanstack/react-query";
import { programQuery, workspacesQuery } from "../../api/queries.ts";

export function useRole(programId: number): "owner" | "member" | null {
  const { data: program } = useQuery(programQuery(programId));
  const { data: workspaces } = useQuery(workspacesQuery);
  return workspaces?.find(({ workspace_id }) => workspace_id === program?.workspace_id)?.role ?? null;
}

/** Whether the reader sees this program only as an operator of the service. */
export function useIsOperator(programId: number): boolean {
  const { data: program } = useQuery(programQuery(programId));
  const { data: workspaces } = useQuery(workspacesQuery);
  const workspace = workspaces?.find(({ workspace_id }) => workspace_id === program?.workspace_id);
  return workspace !== undefined && workspace.role === null;
}
