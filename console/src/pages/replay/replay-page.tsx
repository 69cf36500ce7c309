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
import { Time } from "../../components/time.tsx";
import { pathOf } from "../../paths.ts";
import type { Run } from "./run-query.ts";
import { RunStatus, titleOf } from "./run-status.tsx";

const filters: readonly Filter[] = [
  {
    name: "kind",
    label: "Kind",
    kind: "choice",
    choices: [
      { value: "replay", label: "Replays" },
      { value: "verify", label: "Verifications" },
      { value: "forecast", label: "Forecasts" },
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
      title="Replay"
      about="After a fix: rebuild the books from the log, review the difference, then apply it."
      actions={
        <May programId={programId} right="log">
          <Button onClick={() => setAsked("verify")}>Verify</Button>
          <Button kind="primary" onClick={() => setAsked("replay")}>
            Look what would change
          </Button>
        </May>
      }
    >
      <Dialog isOpen={asked === "replay"} onClose={close} title="Look what would change">
        <p className="dialog-text">A dry run changes nothing, and traffic continues.</p>
        <Form
          action="Start dry run"
          onCancel={close}
          onSubmit={({ scope = "", since = "" }) => plan(scope === "deliveries", since)}
        >
          <SelectField
            name="scope"
            label="What to rebuild"
            choices={[
              { value: "books", label: "The books, from the log as it is" },
              { value: "deliveries", label: "The books, with deliveries read again by today's adapters" },
            ]}
          />
          <TextField
            name="since"
            label="Only deliveries since"
            type="date"
            hint="Only if deliveries are read again. Leave empty for all."
          />
        </Form>
      </Dialog>
      <Dialog isOpen={asked === "verify"} onClose={close} title="Verify the program">
        <p className="dialog-text">
          Verifies the log's hash chain and rebuilds the books next to the live ones. It changes nothing.
        </p>
        <Form action="Start verification" onCancel={close} onSubmit={verify}>
          {null}
        </Form>
      </Dialog>
      <Section title="History">
        <DataList<Run>
          name="replays"
          label="Replays and verifications"
          queryKey={["program", programId, "replays"]}
          load={(query) =>
            ask(api.GET("/api/v1/replays", { querySerializer: () => `${query()}&program_id=${programId}` }))
          }
          columns={columns}
          rowId={({ run_id }) => String(run_id)}
          rowPath={({ kind, run_id }) => pathOf(programId, kind === "forecast" ? "forecasts" : "replay", run_id)}
          filters={filters}
          empty={<EmptyState title="No replays yet">Replays, verifications and forecasts appear here.</EmptyState>}
        />
      </Section>
    </Page>
  );
}

const columns: readonly Column<Run>[] = [
  { id: "run", title: "Run", cell: (run) => titleOf(run) },
  { id: "status", title: "State", cell: (run) => <RunStatus run={run} /> },
  { id: "started_at", title: "Started", isWide: true, cell: ({ started_at }) => <Time at={started_at} /> },
  { id: "asked_by", title: "Requested by", isWide: true, cell: ({ asked_by }) => asked_by ?? "The command line" },
  { id: "applied_by", title: "Applied by", isWide: true, cell: ({ applied_by }) => applied_by ?? "" },
  { id: "reason", title: "Reason", isWide: true, cell: ({ apply_reason }) => apply_reason ?? "" },
];
