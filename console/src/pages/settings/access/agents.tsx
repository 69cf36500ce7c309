// The keys with which agents act for the workspace: what each may do and when it was last used. Operators make and end them.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { api, ask } from "../../../api/client.ts";
import { programQuery, type Schemas } from "../../../api/queries.ts";
import { Button } from "../../../components/button.tsx";
import { type Column, DataList } from "../../../components/data-list.tsx";
import { Confirm, Dialog } from "../../../components/dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { useIsOperator } from "../../../components/may.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Section } from "../../../components/page.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { CodeBlock } from "../../../components/values/code-block.tsx";
import { Status } from "../../../components/values/status.tsx";
import { Time } from "../../../components/values/time.tsx";
import { say } from "../../../texts/settings/settings-access.ts";
import { NewAgentForm, scopeWords } from "./new-agent-form.tsx";

type AgentKey = Schemas["AgentKey"];

export function Agents({ programId }: { readonly programId: number }) {
  const { data: program } = useQuery(programQuery(programId));
  return program === undefined ? (
    <Skeleton lines={4} />
  ) : (
    <OfWorkspace programId={programId} workspaceId={program.workspace_id} />
  );
}

type OfWorkspaceProps = { readonly programId: number; readonly workspaceId: number };

function OfWorkspace({ programId, workspaceId }: OfWorkspaceProps) {
  const isOperator = useIsOperator();
  const client = useQueryClient();
  const [isAdding, setIsAdding] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const [revoked, setRevoked] = useState<AgentKey | null>(null);
  const changed = () => client.invalidateQueries({ queryKey: ["program", programId] });
  return (
    <Section
      title={say("agents")}
      about={isOperator ? say("anAgentCanActOnAll") : say("anAgentCanActTheOperatorCreates")}
      actions={
        isOperator ? (
          <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => setIsAdding(true)}>
            {say("newAgentKey")}
          </Button>
        ) : undefined
      }
    >
      {made === null ? null : (
        <section className="stack" aria-label={say("newAgentKey")}>
          <Notice meaning="warn">{say("copyItNowItIsNot")}</Notice>
          <CodeBlock title={say("agentKey")} code={made} />
        </section>
      )}
      <DataList<AgentKey>
        name="agent-keys"
        label={say("agentKeys")}
        queryKey={["program", programId, "agent-keys"]}
        load={(query) => ask(api.GET("/api/v1/agent-keys", { querySerializer: query }))}
        always={{ workspace_id: String(workspaceId) }}
        columns={isOperator ? [...columns, revoking(setRevoked)] : columns}
        rowId={({ agent_key_id }) => String(agent_key_id)}
        csvPath="/api/v1/agent-keys"
        empty={<EmptyState title={say("noAgentsYet")}>{say("withAKeyAnAgentCan")}</EmptyState>}
      />
      <Dialog isOpen={isAdding} onClose={() => setIsAdding(false)} title={say("newAgentKey")}>
        <NewAgentForm
          workspaceId={workspaceId}
          onCancel={() => setIsAdding(false)}
          onMade={async (key) => {
            setMade(key);
            setIsAdding(false);
            await changed();
          }}
        />
      </Dialog>
      <Confirm
        isOpen={revoked !== null}
        onClose={() => setRevoked(null)}
        title={say("revokeTheKeyOfNameAsked", { name: revoked?.name ?? "" })}
        effect={say("everyCallWithThisKeyIs")}
        action={say("revokeKey")}
        isDangerous={true}
        onConfirm={async () => {
          if (revoked === null) return;
          const { agent_key_id } = revoked;
          await ask(api.POST("/api/v1/agent-keys/{agent_key_id}/revoke", { params: { path: { agent_key_id } } }));
          await changed();
        }}
      />
    </Section>
  );
}

const columns: readonly Column<AgentKey>[] = [
  { id: "name", title: say("name"), cell: ({ name }) => name },
  { id: "status", title: say("status"), cell: ({ status }) => <Status of={status} /> },
  { id: "key", title: say("key"), isWide: true, cell: ({ agent_key_masked }) => <code>{agent_key_masked}</code> },
  {
    id: "scopes",
    title: say("may"),
    isWide: true,
    cell: ({ scopes }) => scopes.map((scope) => scopeWords[scope]).join(", "),
  },
  {
    id: "last_used_at",
    title: say("lastUsed"),
    isWide: true,
    cell: ({ last_used_at }) =>
      last_used_at === null ? <span className="quiet">{say("never")}</span> : <Time at={last_used_at} isAgo={true} />,
  },
  {
    id: "created_at",
    title: say("made"),
    isWide: true,
    isExtra: true,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
];

function revoking(onAsk: (key: AgentKey) => void): Column<AgentKey> {
  return {
    id: "revoke",
    title: say("revoke"),
    isFigure: true,
    cell: (key) =>
      key.status === "active" ? (
        <Button kind="quiet" onClick={() => onAsk(key)} aria-label={say("revokeTheKeyOfName", { name: key.name })}>
          {say("revoke")}
        </Button>
      ) : (
        ""
      ),
  };
}
