// The notices a reader gets by mail, the program's channels, and the notices that were sent.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { type Column, DataList } from "../../components/data-list.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Form, type Values } from "../../components/form.tsx";
import { useMay } from "../../components/may.tsx";
import { Notice } from "../../components/notice.tsx";
import { Section } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Status } from "../../components/status.tsx";
import { Time } from "../../components/time.tsx";
import { NoticeChannels } from "./notice-channels.tsx";

type Settings = Schemas["NoticesShow"];
type SentNotice = Schemas["Notice"];

export function Notices({ programId }: { readonly programId: number }) {
  const mayDecide = useMay(programId, "settings");
  return (
    <div className="stack stack-wide">
      <Section title="By mail" about="Mails you receive about this program. Every member chooses for themselves.">
        <Own programId={programId} />
      </Section>
      <Section title="Channels" about="Chat tools that accept Slack's incoming webhooks get the same notices.">
        {mayDecide ? (
          <NoticeChannels programId={programId} />
        ) : (
          <p className="quiet">Owners of the workspace see and change channels.</p>
        )}
      </Section>
      <Section title="Sent" about="Newest first; kept for 90 days.">
        <DataList<SentNotice>
          name="notices"
          label="Notices"
          queryKey={["program", programId, "notices", "sent"]}
          load={(query) =>
            ask(
              api.GET("/api/v1/programs/{program_id}/notices/sent", {
                params: { path: { program_id: programId } },
                querySerializer: query,
              }),
            )
          }
          columns={columns}
          rowId={({ notice_id }) => String(notice_id)}
          csvPath={`/api/v1/programs/${programId}/notices/sent`}
          empty={<EmptyState title="No notices yet">Notices that were sent appear here.</EmptyState>}
        />
      </Section>
    </div>
  );
}

const columns: readonly Column<SentNotice>[] = [
  { id: "title", title: "Notice", cell: ({ title }) => title },
  { id: "status", title: "State", cell: (notice) => <NoticeStatus notice={notice} /> },
  { id: "sent", title: "Sent to", isWide: true, isFigure: true, cell: ({ sent_count }) => sent_count },
  { id: "found_at", title: "Found", isWide: true, cell: ({ found_at }) => <Time at={found_at} /> },
  { id: "fault", title: "Reason", isWide: true, isExtra: true, cell: ({ fault }) => fault ?? "" },
];

function NoticeStatus({ notice }: { readonly notice: SentNotice }) {
  const { failed_count, waiting_count, sent_count } = notice;
  if (failed_count > 0) return <Status of="failed" word="Partly sent" />;
  if (waiting_count > 0) return <Status of="created" word="Sending" />;
  return sent_count > 0 ? <Status of="paid" word="Sent" /> : <Status of="closed" word="Dropped" />;
}

function Own({ programId }: { readonly programId: number }) {
  const { data, error } = useQuery({
    queryKey: ["program", programId, "notices"],
    queryFn: () =>
      ask(api.GET("/api/v1/programs/{program_id}/notices", { params: { path: { program_id: programId } } })),
  });
  if (error !== null) return <ErrorNotice error={error} />;
  return data === undefined ? <Skeleton lines={8} /> : <Kinds programId={programId} settings={data.data} />;
}

type KindsProps = { readonly programId: number; readonly settings: Settings };

function Kinds({ programId, settings: { kinds, email, is_proven, sends_mail } }: KindsProps) {
  const client = useQueryClient();
  const [isSaved, setIsSaved] = useState(false);
  const save = async (values: Values) => {
    setIsSaved(false);
    const isChosen = ({ kind }: Settings["kinds"][number]) => values[kind] !== undefined;
    await ask(
      api.PATCH("/api/v1/programs/{program_id}/notices", {
        params: { path: { program_id: programId } },
        body: {
          on: kinds.filter(isChosen).map(({ kind }) => kind),
          off: kinds.filter((one) => !isChosen(one)).map(({ kind }) => kind),
        },
      }),
    );
    await client.invalidateQueries({ queryKey: ["program", programId, "notices"] });
    setIsSaved(true);
  };
  return (
    <div className="stack">
      {sends_mail ? null : (
        <Notice meaning="warn">
          <span>
            No mail is sent: the operator must set <code>SMTP_URL</code> and <code>MAIL_FROM</code> first. What you
            choose here counts from then on.
          </span>
        </Notice>
      )}
      {is_proven ? null : <Notice meaning="warn">Confirm your e-mail first.</Notice>}
      <Form action="Save" onSubmit={save}>
        <fieldset className="choices">
          <legend className="field-label">Sent to {email ?? "you"}</legend>
          {kinds.map(({ kind, title, about, is_on }) => (
            <label key={kind} className="choice notice-kind">
              <input type="checkbox" name={kind} defaultChecked={is_on} />
              <span>
                {title}
                <span className="field-hint">{about}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {isSaved ? <Notice meaning="good">Saved.</Notice> : null}
      </Form>
    </div>
  );
}
