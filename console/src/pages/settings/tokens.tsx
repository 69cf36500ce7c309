// The workspace's tokens for machines: what each may do, when it ends and when it was last used. Owners create and revoke them.
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
import { useMay } from "../../components/may.tsx";
import { Notice } from "../../components/notice.tsx";
import { Section } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Status } from "../../components/status.tsx";
import { Time } from "../../components/time.tsx";
import { NewTokenForm } from "./new-token-form.tsx";

type Token = Schemas["Token"];

const about =
  "For machines, such as a build or a report: each calls the API as itself, within its scopes, until it ends.";

export function Tokens({ programId }: { readonly programId: number }) {
  const { data: program } = useQuery(programQuery(programId));
  const isAllowed = useMay(programId, "people");
  if (program === undefined) return <Skeleton lines={4} />;
  if (isAllowed) return <OfWorkspace programId={programId} workspaceId={program.workspace_id} />;
  return (
    <Section title="Tokens" about={about}>
      <p className="quiet">Owners of the workspace create and revoke tokens.</p>
    </Section>
  );
}

type OfWorkspaceProps = { readonly programId: number; readonly workspaceId: number };

function OfWorkspace({ programId, workspaceId }: OfWorkspaceProps) {
  const client = useQueryClient();
  const [isAdding, setIsAdding] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const [revoked, setRevoked] = useState<Token | null>(null);
  const changed = () => client.invalidateQueries({ queryKey: ["program", programId, "tokens"] });
  const path = { workspace_id: workspaceId };
  return (
    <Section
      title="Tokens"
      about={about}
      actions={
        <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => setIsAdding(true)}>
          New token
        </Button>
      }
    >
      {made === null ? null : (
        <section className="stack" aria-label="New token">
          <Notice meaning="warn">Copy it now. It is not shown again.</Notice>
          <CodeBlock title="Token" code={made} />
        </section>
      )}
      <DataList<Token>
        name="tokens"
        label="Tokens"
        queryKey={["program", programId, "tokens"]}
        load={(query) =>
          ask(api.GET("/api/v1/workspaces/{workspace_id}/tokens", { params: { path }, querySerializer: query }))
        }
        columns={[...columns, revoking(setRevoked)]}
        rowId={({ token_id }) => String(token_id)}
        csvPath={`/api/v1/workspaces/${workspaceId}/tokens`}
        empty={
          <EmptyState title="No tokens yet">With a token, a machine reads or changes what its scopes allow.</EmptyState>
        }
      />
      <Dialog isOpen={isAdding} onClose={() => setIsAdding(false)} title="New token">
        <NewTokenForm
          workspaceId={workspaceId}
          onCancel={() => setIsAdding(false)}
          onMade={async (token) => {
            setMade(token);
            setIsAdding(false);
            await changed();
          }}
        />
      </Dialog>
      <Confirm
        isOpen={revoked !== null}
        onClose={() => setRevoked(null)}
        title={`Revoke the token ${revoked?.name ?? ""}?`}
        effect="Every call with this token is refused at once. This cannot be undone."
        action="Revoke token"
        isDangerous={true}
        onConfirm={async () => {
          if (revoked === null) return;
          const params = { path: { ...path, token_id: revoked.token_id } };
          await ask(api.POST("/api/v1/workspaces/{workspace_id}/tokens/{token_id}/revoke", { params }));
          await changed();
        }}
      />
    </Section>
  );
}

const columns: readonly Column<Token>[] = [
  { id: "name", title: "Name", cell: ({ name }) => name },
  { id: "status", title: "Status", cell: ({ status }) => <Status of={status} /> },
  { id: "role", title: "Role", isWide: true, cell: ({ role }) => role },
  { id: "scopes", title: "Scopes", isWide: true, cell: ({ scopes }) => scopes.join(", ") },
  { id: "expires_at", title: "Expires", isWide: true, cell: ({ expires_at }) => <Time at={expires_at} /> },
  {
    id: "last_used_at",
    title: "Last used",
    isWide: true,
    cell: ({ last_used_at }) =>
      last_used_at === null ? <span className="quiet">Never</span> : <Time at={last_used_at} isAgo={true} />,
  },
  {
    id: "token",
    title: "Token",
    isWide: true,
    isExtra: true,
    cell: ({ token_masked }) => <code>{token_masked}</code>,
  },
  {
    id: "created_at",
    title: "Created",
    isWide: true,
    isExtra: true,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
];

function revoking(onAsk: (token: Token) => void): Column<Token> {
  return {
    id: "revoke",
    title: "Revoke",
    isFigure: true,
    cell: (token) =>
      token.status === "active" ? (
        <Button kind="quiet" onClick={() => onAsk(token)} aria-label={`Revoke the token ${token.name}`}>
          Revoke
        </Button>
      ) : (
        ""
      ),
  };
}
