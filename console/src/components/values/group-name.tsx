// A group of partners by name, where only its id is at hand.
import { useQuery } from "@tanstack/react-query";
import { groupsQuery } from "../../api/queries.ts";

/** The name, or the id while names are not known. */
export function useGroupName(programId: number): (groupId: string) => string {
  const { data: groups } = useQuery({ ...groupsQuery(programId), select: ({ data }) => data });
  return (groupId) => groups?.find(({ group_id }) => group_id === groupId)?.name ?? groupId;
}

type GroupNameProps = { readonly programId: number; readonly groupId: string };

export function GroupName({ programId, groupId }: GroupNameProps) {
  return <>{useGroupName(programId)(groupId)}</>;
}
