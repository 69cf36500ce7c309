// What the reader may do in a program's workspace, by the role. The service decides by itself; this only hides what it would refuse.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import {
  hasRight,
  type WorkspaceRight,
  type WorkspaceRole,
} from "../../../src/core/vocabulary/access/workspace-roles.ts";
import { programQuery, workspacesQuery } from "../api/queries.ts";

export function useRole(programId: number): WorkspaceRole | null {
  const { data: program } = useQuery(programQuery(programId));
  const { data: workspaces } = useQuery(workspacesQuery);
  return workspaces?.find(({ workspace_id }) => workspace_id === program?.workspace_id)?.role ?? null;
}

/** Whether the reader is an operator, regardless of the role in this workspace. */
export function useIsOperator(): boolean {
  const { data: workspaces } = useQuery(workspacesQuery);
  return workspaces?.some(({ is_operator }) => is_operator) ?? false;
}

/** False while it is not known. */
export function useMay(programId: number, right: WorkspaceRight): boolean {
  const role = useRole(programId);
  const isOperator = useIsOperator();
  return isOperator || (role !== null && hasRight(role, right));
}

type MayProps = {
  readonly programId: number;
  readonly right: WorkspaceRight;
  readonly children: ReactNode;
  /** Shown to everyone else. */
  readonly otherwise?: ReactNode;
};

export function May({ programId, right, children, otherwise = null }: MayProps) {
  return useMay(programId, right) ? children : otherwise;
}
