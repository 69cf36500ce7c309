// Alarms: findings that should never occur. Each stays open until it is acknowledged with a reason.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Form, TextField } from "../../components/form.tsx";
import { May } from "../../components/may.tsx";
import { Section } from "../../components/page.tsx";
import { Time } from "../../components/values/time.tsx";
import { rich, say } from "../../texts/books/proof.ts";

type Alarm = Schemas["Alarm"];

export function Alarms({ programId }: { readonly programId: number }) {
  const found = useQuery({
    queryKey: ["program", programId, "alarms"],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/alarms", {
          params: { path: { program_id: programId }, query: { status: "open" } },
        }),
      ),
  });
  if (found.isError) return <ErrorNotice error={found.error} />;
  if (found.isPending || found.data.data.length === 0) return null;
  return (
    <Section title={say("openAlarms")} about={say("theOperatorSeesAllDetailsWith")}>
      <ul className="causes">
        {found.data.data.map((alarm) => (
          <Open key={alarm.alarm_id} programId={programId} alarm={alarm} />
        ))}
      </ul>
    </Section>
  );
}

function Open({ programId, alarm }: { readonly programId: number; readonly alarm: Alarm }) {
  const [isAsked, setAsked] = useState(false);
  const client = useQueryClient();
  const close = () => setAsked(false);
  const acknowledge = async ({ reason = "" }: Readonly<Record<string, string>>) => {
    const params = { path: { program_id: programId, alarm_id: alarm.alarm_id } };
    await ask(api.POST("/api/v1/programs/{program_id}/alarms/{alarm_id}/acknowledge", { params, body: { reason } }));
    await client.invalidateQueries({ queryKey: ["program", programId] });
    close();
  };
  return (
    <li className="change">
      <h3>{alarm.detail}</h3>
      <p className="quiet">{rich("foundTime", { time: <Time at={alarm.raised_at} /> })}</p>
      <May programId={programId} right="log">
        <Button onClick={() => setAsked(true)}>{say("acknowledge")}</Button>
      </May>
      <Dialog isOpen={isAsked} onClose={close} title={say("acknowledgeTheAlarm")}>
        <p className="dialog-text">{say("writeWhatYouFoundNothingElse")}</p>
        <Form action={say("acknowledge")} onCancel={close} onSubmit={acknowledge}>
          <TextField name="reason" label={say("findings")} isRequired={true} />
        </Form>
      </Dialog>
    </li>
  );
}
