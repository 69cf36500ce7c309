// The settings of a program, each part at an address of its own.
import { useNavigate, useParams } from "@tanstack/react-router";
import { Page, Section } from "../../components/page.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { pathOf } from "../../paths.ts";
import { Connections } from "../integration/connections.tsx";
import { AccessChanges } from "./access-changes.tsx";
import { Agents } from "./agents.tsx";
import { Audit } from "./audit.tsx";
import { FurtherEarnings } from "./further-earnings.tsx";
import { Groups } from "./groups.tsx";
import { Members } from "./members.tsx";
import { Notices } from "./notices.tsx";
import { PayoutControl } from "./payout-control.tsx";
import { PayoutRails } from "./payout-rails.tsx";
import { ProgramForm } from "./program-form.tsx";
import { ProgramKey } from "./program-key.tsx";
import { TermsList } from "./terms-list.tsx";
import { Tokens } from "./tokens.tsx";

export function SettingsPage() {
  const { programId, part } = useParams({ from: "/programs/$programId/settings/$part" });
  const navigate = useNavigate();
  return (
    <Page title="Settings">
      <Tabs
        label="Settings"
        value={part}
        onChange={(id) => void navigate({ to: pathOf(programId, "settings", id) })}
        tabs={[
          { id: "program", title: "Program", content: <ProgramForm programId={programId} /> },
          {
            id: "policies",
            title: "Groups & terms",
            content: (
              <>
                <Groups programId={programId} />
                <TermsList programId={programId} />
                <FurtherEarnings programId={programId} />
              </>
            ),
          },
          {
            id: "connections",
            title: "Connections",
            content: (
              <Section title="Connections" about="Providers that report payments by signed webhooks.">
                <Connections programId={programId} />
              </Section>
            ),
          },
          {
            id: "keys",
            title: "Keys",
            content: (
              <Section title="Program key" about="For your server's tracking calls only.">
                <ProgramKey programId={programId} showsUse={true} />
              </Section>
            ),
          },
          { id: "members", title: "Members", content: <Members programId={programId} /> },
          { id: "tokens", title: "Tokens", content: <Tokens programId={programId} /> },
          { id: "agents", title: "Agents", content: <Agents programId={programId} /> },
          {
            id: "payouts",
            title: "Payouts",
            content: (
              <>
                <PayoutControl programId={programId} />
                <Section
                  title="Payment providers"
                  about="They pay payouts by their API. Credentials are never shown again."
                >
                  <PayoutRails programId={programId} />
                </Section>
              </>
            ),
          },
          { id: "notices", title: "Notices", content: <Notices programId={programId} /> },
          {
            id: "audit",
            title: "Changes",
            content: (
              <Tabs
                label="Changes"
                tabs={[
                  { id: "program", title: "Program and money", content: <Audit programId={programId} /> },
                  { id: "access", title: "Keys and people", content: <AccessChanges programId={programId} /> },
                ]}
              />
            ),
          },
        ]}
      />
    </Page>
  );
}
