// The first run, and every further program: a name, what partners earn, and for how long. Everything can be changed later.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { hasRight } from "../../../../src/core/vocabulary/access/workspace-roles.ts";
import { api, ask } from "../../api/client.ts";
import { programsQuery, workspacesQuery } from "../../api/queries.ts";
import { checkName } from "../../checks.ts";
import { Faults, Form, SelectField, TextField, type Values } from "../../components/form.tsx";
import { Page } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/start.ts";
import { CommissionFields } from "../settings/terms/commission-fields.tsx";
import { commissionOf } from "../settings/terms/commission-input.ts";
import { DemoOffer } from "./demo-offer.tsx";

export function NewProgramPage() {
  const { data: mine, isPending } = useQuery(workspacesQuery);
  const workspaces = mine?.filter(
    ({ role, is_operator }) => is_operator || (role !== null && hasRight(role, "programs")),
  );
  const { data: programs = [] } = useQuery(programsQuery);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [onceKey] = useState(() => crypto.randomUUID());
  if (isPending) return <Skeleton lines={6} />;
  const create = async (values: Values) => {
    const [only] = workspaces ?? [];
    const workspaceId = Number(values.workspace_id) || only?.workspace_id || (await newWorkspace(values));
    const { data } = await ask(
      api.POST("/api/v1/programs", {
        params: { header: { "Idempotency-Key": onceKey } },
        body: {
          name: values.name ?? "",
          workspace_id: workspaceId,
          commission: commissionOf(values),
          hold_period_days: Number(values.hold_period_days),
        },
      }),
    );
    await client.invalidateQueries();
    await navigate({ to: pathOf(data.program_id, "integration") });
  };
  return (
    <div className="alone">
      <Page
        title={programs.length === 0 ? say("createYourFirstProgram") : say("createAProgram")}
        about={say("aProgramIsOneBrandsOffer")}
      >
        <div className="panel">
          <Form action={say("createProgram")} onSubmit={create}>
            <TextField
              name="name"
              label={say("name")}
              hint={say("yourPartnersSeeIt")}
              isRequired={true}
              placeholder={say("acmePartners")}
              check={checkName}
            />
            {workspaces === undefined || workspaces.length === 0 ? (
              <TextField
                name="workspace"
                label={say("workspace")}
                hint={say("theCompanyOrTeamItBelongs")}
                isRequired={true}
                placeholder={say("acme")}
              />
            ) : null}
            {workspaces !== undefined && workspaces.length > 1 ? (
              <SelectField
                name="workspace_id"
                label={say("workspace")}
                choices={workspaces.map(({ workspace_id, name }) => ({ value: String(workspace_id), label: name }))}
              />
            ) : null}
            <CommissionFields />
            <TextField
              name="hold_period_days"
              label={say("hold")}
              hint={say("daysACommissionIsHeldFor")}
              type="number"
              min={0}
              max={365}
              defaultValue={30}
              suffix={say("days")}
            />
          </Form>
        </div>
        <DemoOffer ownWorkspaces={(workspaces ?? []).filter(({ role }) => role === "owner")} />
      </Page>
    </div>
  );
}

/** The accounts library makes a workspace; ours is the same row, under the number that we know it by. */
async function newWorkspace(values: Values): Promise<number> {
  const name = (values.workspace ?? "").trim();
  if (name === "") throw new Faults({ workspace: say("nameTheCompanyOrTeam") });
  await ask(
    api.POST("/api/auth/organization/create", {
      body: { name, slug: `${slugOf(name)}-${crypto.randomUUID().slice(0, 8)}` },
    }),
  );
  const { data } = await ask(api.GET("/api/v1/workspaces", { params: { query: { limit: 1000 } } }));
  const [made] = data;
  if (made === undefined) throw new Error("The workspace was created and cannot be found.");
  return made.workspace_id;
}

function slugOf(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 40) || "workspace"
  );
}
