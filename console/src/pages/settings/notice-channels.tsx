// The program's notice channels: owners add, test, pause and remove them. A channel's URL is never shown again.
import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { type Column, DataList } from "../../components/data-list.tsx";
import { Confirm, Dialog } from "../../components/dialog.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Form, TextField, type Values } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { Status } from "../../components/values/status.tsx";
import { say } from "../../texts/settings/settings.ts";

type Channel = Schemas["NoticeChannel"];

export function NoticeChannels({ programId }: { readonly programId: number }) {
  const client = useQueryClient();
  const [isAdding, setIsAdding] = useState(false);
  const [removed, setRemoved] = useState<Channel | null>(null);
  const [tested, setTested] = useState<Channel | null>(null);
  const [error, setError] = useState<unknown>(null);
  const changed = () => client.invalidateQueries({ queryKey: ["program", programId] });
  const path = (channel: Channel) => ({ program_id: programId, channel_id: channel.channel_id });
  const test = (channel: Channel) => {
    setError(null);
    const call = api.POST("/api/v1/programs/{program_id}/notice-channels/{channel_id}/test", {
      params: { path: path(channel) },
    });
    ask(call).then(() => {
      setTested(channel);
      return changed();
    }, setError);
  };
  return (
    <div className="stack">
      <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => setIsAdding(true)}>
        {say("addChannel")}
      </Button>
      {error === null ? null : <ErrorNotice error={error} isChange={true} />}
      {tested === null ? null : <Notice meaning="info">{say("aTestIsOnItsWay", { name: tested.name })}</Notice>}
      <DataList<Channel>
        name="notice-channels"
        label={say("channels")}
        queryKey={["program", programId, "notice-channels"]}
        load={(query) =>
          ask(
            api.GET("/api/v1/programs/{program_id}/notice-channels", {
              params: { path: { program_id: programId } },
              querySerializer: query,
            }),
          )
        }
        columns={[...columns, doing(say("test"), test), doing(say("remove"), setRemoved)]}
        rowId={({ channel_id }) => String(channel_id)}
        empty={<EmptyState title={say("noChannelsYet")}>{say("addTheIncomingWebhookUrlOf")}</EmptyState>}
      />
      <Dialog isOpen={isAdding} onClose={() => setIsAdding(false)} title={say("addChannel")}>
        <NewChannel programId={programId} onDone={() => setIsAdding(false)} />
      </Dialog>
      <Confirm
        isOpen={removed !== null}
        onClose={() => setRemoved(null)}
        title={say("removeName", { name: removed?.name ?? "" })}
        effect={say("nothingMoreIsSentThereAnd")}
        action={say("removeChannel")}
        isDangerous={true}
        onConfirm={async () => {
          if (removed === null) return;
          await ask(
            api.DELETE("/api/v1/programs/{program_id}/notice-channels/{channel_id}", {
              params: { path: path(removed) },
            }),
          );
          await changed();
        }}
      />
    </div>
  );
}

const columns: readonly Column<Channel>[] = [
  { id: "name", title: say("name"), cell: ({ name }) => name },
  { id: "host", title: say("where"), isWide: true, cell: ({ host }) => <code>{host}</code> },
  { id: "status", title: say("state"), isWide: true, cell: ({ status }) => <Status of={status} /> },
  { id: "because", title: say("whyPaused"), isWide: true, cell: ({ paused_because }) => paused_because ?? "" },
];

function doing(word: string, onClick: (channel: Channel) => void): Column<Channel> {
  return {
    id: word,
    title: word,
    isFigure: true,
    cell: (channel) => (
      <Button kind="quiet" onClick={() => onClick(channel)} aria-label={`${word} ${channel.name}`}>
        {word}
      </Button>
    ),
  };
}

function NewChannel({ programId, onDone }: { readonly programId: number; readonly onDone: () => void }) {
  const client = useQueryClient();
  const [onceKey] = useState(() => crypto.randomUUID());
  const add = async ({ name = "", url = "" }: Values) => {
    await ask(
      api.POST("/api/v1/programs/{program_id}/notice-channels", {
        params: { path: { program_id: programId }, header: { "Idempotency-Key": onceKey } },
        body: { name: name.trim(), url: url.trim() },
      }),
    );
    await client.invalidateQueries({ queryKey: ["program", programId] });
    onDone();
  };
  return (
    <Form action={say("addChannel")} onCancel={onDone} onSubmit={add}>
      <TextField name="name" label={say("name")} isRequired={true} placeholder={say("affiliates")} />
      <TextField
        name="url"
        label={say("address")}
        hint={say("theIncomingWebhookUrlOfYour")}
        isRequired={true}
        placeholder={say("httpsHooksSlackComServices")}
      />
    </Form>
  );
}
