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
import { Status } from "../../components/values/status.tsx";
import { Time } from "../../components/values/time.tsx";
import { rich, say } from "../../texts/settings/settings.ts";
import { NoticeChannels } from "./notice-channels.tsx";

type Settings = Schemas["NoticesShow"];
type SentNotice = Schemas["Notice"];

export function Notices({ programId }: { readonly programId: number }) {
  const mayDecide = useMay(programId, "settings");
  return (
    <div className="stack stack-wide">
      <Section title={say("byMail")} about={say("mailsYouReceiveAboutThisProgram")}>
        <Own programId={programId} />
      </Section>
      <Section title={say("channels")} about={say("chatToolsThatAcceptSlacksIncoming")}>
        {mayDecide ? (
          <NoticeChannels programId={programId} />
        ) : (
          <p className="quiet">{say("ownersOfTheWorkspaceSeeAnd")}</p>
        )}
      </Section>
      <Section title={say("sent")} about={say("newestFirstKeptFor90Days")}>
        <DataList<SentNotice>
          name="notices"
          label={say("notices")}
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
          empty={<EmptyState title={say("noNoticesYet")}>{say("noticesThatWereSentAppearHere")}</EmptyState>}
        />
      </Section>
    </div>
  );
}

const columns: readonly Column<SentNotice>[] = [
  { id: "title", title: say("notice"), cell: ({ title }) => title },
  { id: "status", title: say("state"), cell: (notice) => <NoticeStatus notice={notice} /> },
  { id: "sent", title: say("sentTo"), isWide: true, isFigure: true, cell: ({ sent_count }) => sent_count },
  { id: "found_at", title: say("found"), isWide: true, cell: ({ found_at }) => <Time at={found_at} /> },
  { id: "fault", title: say("reason"), isWide: true, isExtra: true, cell: ({ fault }) => fault ?? "" },
];

function NoticeStatus({ notice }: { readonly notice: SentNotice }) {
  const { failed_count, waiting_count, sent_count } = notice;
  if (failed_count > 0) return <Status of="failed" word={say("partlySent")} />;
  if (waiting_count > 0) return <Status of="created" word={say("sending")} />;
  return sent_count > 0 ? <Status of="paid" word={say("sent")} /> : <Status of="closed" word={say("dropped")} />;
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
          <span>{rich("noMailIsSentTheOperator", { smtp: <code>SMTP_URL</code>, from: <code>MAIL_FROM</code> })}</span>
        </Notice>
      )}
      {is_proven ? null : <Notice meaning="warn">{say("confirmYourEMailFirst")}</Notice>}
      <Form action={say("save")} onSubmit={save}>
        <fieldset className="choices">
          <legend className="field-label">{say("sentToEmail", { email: email ?? say("you") })}</legend>
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
        {isSaved ? <Notice meaning="good">{say("saved")}</Notice> : null}
      </Form>
    </div>
  );
}
