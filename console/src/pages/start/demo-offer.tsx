// A demo program, for people who want to see a full one before they fill their own.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/start.ts";

type DemoOfferProps = { readonly ownWorkspaces: readonly Pick<Schemas["Workspace"], "workspace_id">[] };

export function DemoOffer({ ownWorkspaces: [first] }: DemoOfferProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: (workspaceId: number) =>
      ask(api.POST("/api/v1/workspaces/{workspace_id}/demos", { params: { path: { workspace_id: workspaceId } } })),
    onSuccess: async ({ data }) => {
      await client.invalidateQueries();
      await navigate({ to: pathOf(data.program_id, "overview") });
    },
  });
  if (first === undefined) return null;
  return (
    <section className="demo-offer" aria-label={say("demoProgram")}>
      <Button isBusy={create.isPending} onClick={() => create.mutate(first.workspace_id)}>
        {say("lookAtADemoProgramFirst")}
      </Button>
      <p className="quiet">
        {create.isPending ? say("twoMonthsOfClicksAndSales") : say("twoMonthsOfInventedPartnersAnd")}
      </p>
      {create.error === null ? null : <ErrorNotice error={create.error} isChange={true} />}
    </section>
  );
}
