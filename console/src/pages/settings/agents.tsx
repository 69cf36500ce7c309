// The keys with which agents act for the workspace: what each may do and when it was last used. Operators make and end them.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { programQuery, type Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { type Column, DataList } from "../../components/data-list.tsx";
import { Confirm, Dialog } from "../../components/dialog.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { useIsOperator } from "../../components/may.tsx";
import { Notice } from "../../components/notice.tsx";
import { Section } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Status } from "../../components/status.tsx";
import { Time } from "../../components/time.tsx";
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
      title="Agents"
      about="An agent can act on all programs of the workspace, within its key's scopes."
      actions={
        isOperator ? (
          <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => setIsAdding(true)}>
            New agent key
          </Button>
        ) : undefined
      }
    >
      {made === null ? null : (
        <section className="stack" aria-label="New agent key">
          <Notice meaning="warn">Copy it now. It is not shown again.</Notice>
          <CodeBlock title="Agent key" code={made} />
        </section>
      )}
      {isOperator ? null : <p className="quiet">The operator of this installation creates and revokes agent keys.</p>}
      <DataList<AgentKey>
        name="agent-keys"
        label="Agent keys"
        queryKey={["program", programId, "agent-keys"]}
        load={(query) => ask(api.GET("/api/v1/agent-keys", { querySerializer: query }))}
        always={{ workspace_id: String(workspaceId) }}
        columns={isOperator ? [...columns, revoking(setRevoked)] : columns}
        rowId={({ agent_key_id }) => String(agent_key_id)}
        csvPath="/api/v1/agent-keys"
        empty={
          <EmptyState title="No agents yet">With a key, an agent can read or manage what its scopes allow.</EmptyState>
        }
      />
      <Dialog isOpen={isAdding} onClose={() => setIsAdding(false)} title="New agent key">
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
        title={`Revoke the key of ${revoked?.name ?? ""}?`}
        effect="Every call with this key is refused at once. This cannot be undone."
        action="Revoke key"
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
  { id: "name", title: "Name", cell: ({ name }) => name },
  { id: "status", title: "Status", cell: ({ status }) => <Status of={status} /> },
  { id: "key", title: "Key", isWide: true, cell: ({ agent_key_masked }) => <code>{agent_key_masked}</code> },
  {
    id: "scopes",
    title: "May",
    isWide: true,
    cell: ({ scopes }) => scopes.map((scope) => scopeWords[scope]).join(", "),
  },
  {
    id: "last_used_at",
    title: "Last used",
    isWide: true,
    cell: ({ last_used_at }) =>
      last_used_at === null ? <span className="quiet">Never</span> : <Time at={last_used_at} isAgo={true} />,
  },
  { id: "created_at", title: "Made", isWide: true, isExtra: true, cell: ({ created_at }) => <Time at={created_at} /> },
];

function revoking(onAsk: (key: AgentKey) => void): Column<AgentKey> {
  return {
    id: "revoke",
    title: "Revoke",
    isFigure: true,
    cell: (key) =>
      key.status === "active" ? (
        <Button kind="quiet" onClick={() => onAsk(key)} aria-label={`Revoke the key of ${key.name}`}>
          Revoke
        </Button>
      ) : (
        ""
      ),
  };
}
