// What the reader is in the program's workspace. The service decides by itself; this only hides what it would refuse.
import { useQuery } from "@tanstack/react-query";
import { programQuery, workspacesQuery } from "../../api/queries.ts";

export function useRole(programId: number): "owner" | "member" | null {
  const { data: program } = useQuery(programQuery(programId));
  const { data: workspaces } = useQuery(workspacesQuery);
  return workspaces?.find(({ workspace_id }) => workspace_id === program?.workspace_id)?.role ?? null;
}

/** Whether the reader is an operator, regardless of the role in this workspace. */
export function useIsOperator(): boolean {
  const { data: workspaces } = useQuery(workspacesQuery);
  return workspaces?.some(({ is_operator }) => is_operator) ?? false;
}

/** Whether the reader may do what is for owners; while that is not known it is hidden. */
export function useMayDecide(programId: number): boolean {
  const role = useRole(programId);
  const isOperator = useIsOperator();
  return role === "owner" || isOperator;
}
