// A partner by name, where only its id is at hand.

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { partnersQuery } from "../../api/queries.ts";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/components.ts";

type PartnerNameProps = { readonly programId: number; readonly partnerId: number };

export function PartnerName({ programId, partnerId }: PartnerNameProps) {
  const { data: partners } = useQuery(partnersQuery(programId));
  const partner = partners?.find(({ partner_id }) => partner_id === partnerId);
  return <Link to={pathOf(programId, "partners", partnerId)}>{partner?.name ?? say("partnerId", { partnerId })}</Link>;
}
