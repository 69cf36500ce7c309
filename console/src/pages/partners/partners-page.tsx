// The partners of a program: who they are and what their links carry.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Outlet, useNavigate, useParams } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { groupsQuery, type Schemas } from "../../api/queries.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { type Column, DataList } from "../../components/data-list.tsx";
import { Confirm } from "../../components/dialog.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { useMay } from "../../components/may.tsx";
import { Page } from "../../components/page.tsx";
import { GroupName } from "../../components/values/group-name.tsx";
import { Status } from "../../components/values/status.tsx";
import { Time } from "../../components/values/time.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/partners.ts";
import { Applications } from "./applications.tsx";

type Partner = Schemas["Partner"];

export function PartnersPage() {
  const { programId } = useParams({ from: "/programs/$programId/partners" });
  const navigate = useNavigate();
  const { data: groups = [] } = useQuery({
    ...groupsQuery(programId),
    select: ({ data }) => data.map(({ group_id, name }) => ({ value: group_id, label: name })),
  });
  const mayAdd = useMay(programId, "programs");
  return (
    <Page
      title={say("partners")}
      about={say("partnersWhoReferCustomersAndEarn")}
      actions={
        mayAdd ? (
          <Button
            kind="primary"
            icon={<Plus size={14} aria-hidden="true" />}
            onClick={() => void navigate({ to: pathOf(programId, "partners", "new") })}
          >
            {say("addPartner")}
          </Button>
        ) : undefined
      }
    >
      <Applications programId={programId} />
      <DataList<Partner>
        name="partners"
        label={say("partners")}
        queryKey={["program", programId, "partners", "list"]}
        load={(query) =>
          ask(
            api.GET("/api/v1/programs/{program_id}/partners", {
              params: { path: { program_id: programId } },
              querySerializer: query,
            }),
          )
        }
        columns={columnsOf(programId)}
        rowId={({ partner_id }) => String(partner_id)}
        rowPath={({ partner_id }) => pathOf(programId, "partners", partner_id)}
        filters={[{ name: "group_id", label: say("group"), kind: "choice", choices: groups }]}
        always={{ order: "newest" }}
        isLive={true}
        csvPath={`/api/v1/programs/${programId}/partners`}
        {...(mayAdd
          ? {
              bulk: (partners: readonly Partner[], clear: () => void) => (
                <Deactivate programId={programId} partners={partners} onDone={clear} />
              ),
            }
          : {})}
        empty={
          <EmptyState
            title={say("noPartnersYet")}
            {...(mayAdd
              ? {
                  action: (
                    <ButtonLink to={pathOf(programId, "partners", "new")}>{say("addYourFirstPartner")}</ButtonLink>
                  ),
                }
              : {})}
          >
            {say("eachPartnerGetsALinkCustomers")}
          </EmptyState>
        }
      />
      <Outlet />
    </Page>
  );
}

function columnsOf(programId: number): readonly Column<Partner>[] {
  return [
    { id: "name", title: say("name"), cell: ({ name }) => name },
    { id: "code", title: say("code"), cell: ({ code }) => <code>{code}</code> },
    {
      id: "link",
      title: say("link"),
      isWide: true,
      cell: ({ link }) => (link === null ? <span className="quiet">{say("noSiteSet")}</span> : <code>{link}</code>),
    },
    { id: "status", title: say("status"), cell: ({ status }) => <Status of={status} /> },
    {
      id: "group",
      title: say("group"),
      isWide: true,
      cell: ({ group_id }) => <GroupName programId={programId} groupId={group_id} />,
    },
    { id: "joined_at", title: say("added"), isWide: true, cell: ({ joined_at }) => <Time at={joined_at} /> },
    { id: "id", title: say("id"), isExtra: true, isWide: true, isFigure: true, cell: ({ partner_id }) => partner_id },
  ];
}

type DeactivateProps = {
  readonly programId: number;
  readonly partners: readonly Partner[];
  readonly onDone: () => void;
};

function Deactivate({ programId, partners, onDone }: DeactivateProps) {
  const [isAsked, setIsAsked] = useState(false);
  const client = useQueryClient();
  const active = partners.filter(({ status }) => status === "active");
  const change = async () => {
    for (const { partner_id } of active) {
      await ask(
        api.PATCH("/api/v1/programs/{program_id}/partners/{partner_id}", {
          params: { path: { program_id: programId, partner_id } },
          body: { status: "inactive" },
        }),
      );
    }
    await client.invalidateQueries({ queryKey: ["program", programId] });
    onDone();
  };
  return (
    <>
      <Button kind="danger" disabled={active.length === 0} onClick={() => setIsAsked(true)}>
        {say("deactivate")}
      </Button>
      <Confirm
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={say("deactivatePartners", { active: active.length })}
        effect={say("theirLinksEarnNothingFromNow")}
        action={say("deactivate")}
        isDangerous={true}
        onConfirm={change}
      />
    </>
  );
}
