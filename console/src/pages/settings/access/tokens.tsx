// The workspace's tokens for machines: what each may do, when it ends and when it was last used. Owners create and revoke them.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { api, ask } from "../../../api/client.ts";
import { programQuery, type Schemas } from "../../../api/queries.ts";
import { Button } from "../../../components/button.tsx";
import { type Column, DataList } from "../../../components/data-list.tsx";
import { Confirm, Dialog } from "../../../components/dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { useMay } from "../../../components/may.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Section } from "../../../components/page.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { CodeBlock } from "../../../components/values/code-block.tsx";
import { Status } from "../../../components/values/status.tsx";
import { Time } from "../../../components/values/time.tsx";
import { say } from "../../../texts/settings/settings-access.ts";
import { NewTokenForm } from "./new-token-form.tsx";

type Token = Schemas["Token"];

const about = say("forMachinesSuchAsABuild");

export function Tokens({ programId }: { readonly programId: number }) {
  const { data: program } = useQuery(programQuery(programId));
  const isAllowed = useMay(programId, "people");
  if (program === undefined) return <Skeleton lines={4} />;
  if (isAllowed) return <OfWorkspace programId={programId} workspaceId={program.workspace_id} />;
  return (
    <Section title={say("tokens")} about={about}>
      <p className="quiet">{say("ownersOfTheWorkspaceCreateAnd")}</p>
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
      title={say("tokens")}
      about={about}
      actions={
        <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => setIsAdding(true)}>
          {say("newToken")}
        </Button>
      }
    >
      {made === null ? null : (
        <section className="stack" aria-label={say("newToken")}>
          <Notice meaning="warn">{say("copyItNowItIsNot")}</Notice>
          <CodeBlock title={say("token")} code={made} />
        </section>
      )}
      <DataList<Token>
        name="tokens"
        label={say("tokens")}
        queryKey={["program", programId, "tokens"]}
        load={(query) =>
          ask(api.GET("/api/v1/workspaces/{workspace_id}/tokens", { params: { path }, querySerializer: query }))
        }
        columns={[...columns, revoking(setRevoked)]}
        rowId={({ token_id }) => String(token_id)}
        csvPath={`/api/v1/workspaces/${workspaceId}/tokens`}
        empty={<EmptyState title={say("noTokensYet")}>{say("withATokenAMachineReads")}</EmptyState>}
      />
      <Dialog isOpen={isAdding} onClose={() => setIsAdding(false)} title={say("newToken")}>
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
        title={say("revokeTheTokenNameAsked", { name: revoked?.name ?? "" })}
        effect={say("everyCallWithThisTokenIs")}
        action={say("revokeToken")}
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
  { id: "name", title: say("name"), cell: ({ name }) => name },
  { id: "status", title: say("status"), cell: ({ status }) => <Status of={status} /> },
  { id: "role", title: say("role"), isWide: true, cell: ({ role }) => role },
  { id: "scopes", title: say("scopes"), isWide: true, cell: ({ scopes }) => scopes.join(", ") },
  { id: "expires_at", title: say("expires"), isWide: true, cell: ({ expires_at }) => <Time at={expires_at} /> },
  {
    id: "last_used_at",
    title: say("lastUsed"),
    isWide: true,
    cell: ({ last_used_at }) =>
      last_used_at === null ? <span className="quiet">{say("never")}</span> : <Time at={last_used_at} isAgo={true} />,
  },
  {
    id: "token",
    title: say("token"),
    isWide: true,
    isExtra: true,
    cell: ({ token_masked }) => <code>{token_masked}</code>,
  },
  {
    id: "created_at",
    title: say("created"),
    isWide: true,
    isExtra: true,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
];

function revoking(onAsk: (token: Token) => void): Column<Token> {
  return {
    id: "revoke",
    title: say("revoke"),
    isFigure: true,
    cell: (token) =>
      token.status === "active" ? (
        <Button kind="quiet" onClick={() => onAsk(token)} aria-label={say("revokeTheTokenName", { name: token.name })}>
          {say("revoke")}
        </Button>
      ) : (
        ""
      ),
  };
}
