// Building the books again from the log: what would change is looked at first. And whether the books are what the log says.

import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { type Column, DataList } from "../../components/data-list.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import type { Filter } from "../../components/filters.tsx";
import { Form, SelectField, TextField } from "../../components/form.tsx";
import { May } from "../../components/may.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Time } from "../../components/values/time.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/books/replay.ts";
import type { Run } from "./run-query.ts";
import { RunStatus, titleOf } from "./run-status.tsx";

const filters: readonly Filter[] = [
  {
    name: "kind",
    label: say("kind"),
    kind: "choice",
    choices: [
      { value: "replay", label: say("replays") },
      { value: "verify", label: say("verifications") },
      { value: "forecast", label: say("forecasts") },
    ],
  },
];

export function ReplayPage() {
  const { programId } = useParams({ from: "/programs/$programId/replay" });
  const [asked, setAsked] = useState<"replay" | "verify" | null>(null);
  const navigate = useNavigate();
  const client = useQueryClient();
  const close = () => setAsked(null);
  const open = async (run_id: number) => {
    await client.invalidateQueries({ queryKey: ["program", programId] });
    await navigate({ to: pathOf(programId, "replay", run_id) });
  };
  const plan = async (isReread: boolean, since: string) => {
    const { data } = await ask(
      api.POST("/api/v1/replays", {
        body: {
          program_id: programId,
          from_deliveries: isReread,
          ...(since === "" ? {} : { since: new Date(`${since}T00:00:00`).toISOString() }),
        },
      }),
    );
    await open(data.run_id);
  };
  const verify = async () => {
    const { data } = await ask(api.POST("/api/v1/verifications", { body: { program_id: programId } }));
    await open(data.run_id);
  };
  return (
    <Page
      title={say("replay")}
      about={say("afterAFixRebuildTheBooks")}
      actions={
        <May programId={programId} right="log">
          <Button onClick={() => setAsked("verify")}>{say("verify")}</Button>
          <Button kind="primary" onClick={() => setAsked("replay")}>
            {say("lookWhatWouldChange")}
          </Button>
        </May>
      }
    >
      <Dialog isOpen={asked === "replay"} onClose={close} title={say("lookWhatWouldChange")}>
        <p className="dialog-text">{say("aDryRunChangesNothingAnd")}</p>
        <Form
          action={say("startDryRun")}
          onCancel={close}
          onSubmit={({ scope = "", since = "" }) => plan(scope === "deliveries", since)}
        >
          <SelectField
            name="scope"
            label={say("whatToRebuild")}
            choices={[
              { value: "books", label: say("theBooksFromTheLogAs") },
              { value: "deliveries", label: say("theBooksWithDeliveriesReadAgain") },
            ]}
          />
          <TextField
            name="since"
            label={say("onlyDeliveriesSince")}
            type="date"
            hint={say("onlyIfDeliveriesAreReadAgain")}
          />
        </Form>
      </Dialog>
      <Dialog isOpen={asked === "verify"} onClose={close} title={say("verifyTheProgram")}>
        <p className="dialog-text">{say("verifiesTheLogsHashChainAnd")}</p>
        <Form action={say("startVerification")} onCancel={close} onSubmit={verify}>
          {null}
        </Form>
      </Dialog>
      <Section title={say("history")}>
        <DataList<Run>
          name="replays"
          label={say("replaysAndVerifications")}
          queryKey={["program", programId, "replays"]}
          load={(query) =>
            ask(api.GET("/api/v1/replays", { querySerializer: () => `${query()}&program_id=${programId}` }))
          }
          columns={columns}
          rowId={({ run_id }) => String(run_id)}
          rowPath={({ kind, run_id }) => pathOf(programId, kind === "forecast" ? "forecasts" : "replay", run_id)}
          filters={filters}
          empty={
            <EmptyState title={say("noReplaysYet")}>{say("replaysVerificationsAndForecastsAppearHere")}</EmptyState>
          }
        />
      </Section>
    </Page>
  );
}

const columns: readonly Column<Run>[] = [
  { id: "run", title: say("run"), cell: (run) => titleOf(run) },
  { id: "status", title: say("state"), cell: (run) => <RunStatus run={run} /> },
  { id: "started_at", title: say("started"), isWide: true, cell: ({ started_at }) => <Time at={started_at} /> },
  {
    id: "asked_by",
    title: say("requestedBy"),
    isWide: true,
    cell: ({ asked_by }) => asked_by ?? say("theCommandLine"),
  },
  { id: "applied_by", title: say("appliedBy"), isWide: true, cell: ({ applied_by }) => applied_by ?? "" },
  { id: "reason", title: say("reason"), isWide: true, cell: ({ apply_reason }) => apply_reason ?? "" },
];
