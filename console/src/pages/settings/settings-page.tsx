// The settings of a program, each part at an address of its own.
import { useNavigate, useParams } from "@tanstack/react-router";
import { Page, Section } from "../../components/page.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/settings/settings.ts";
import { Connections } from "../integration/connections.tsx";
import { AccessChanges } from "./access/access-changes.tsx";
import { Agents } from "./access/agents.tsx";
import { Audit } from "./access/audit.tsx";
import { Members } from "./access/members.tsx";
import { ProgramKey } from "./access/program-key.tsx";
import { Tokens } from "./access/tokens.tsx";
import { Notices } from "./notices.tsx";
import { PayoutControl } from "./payouts/payout-control.tsx";
import { PayoutRails } from "./payouts/payout-rails.tsx";
import { ProgramForm } from "./program-form.tsx";
import { Bonuses } from "./terms/bonuses.tsx";
import { FurtherEarnings } from "./terms/further-earnings.tsx";
import { Groups } from "./terms/groups.tsx";
import { TermsList } from "./terms/terms-list.tsx";

export function SettingsPage() {
  const { programId, part } = useParams({ from: "/programs/$programId/settings/$part" });
  const navigate = useNavigate();
  return (
    <Page title={say("settings")}>
      <Tabs
        label={say("settings")}
        value={part}
        onChange={(id) => void navigate({ to: pathOf(programId, "settings", id) })}
        tabs={[
          { id: "program", title: say("program"), content: <ProgramForm programId={programId} /> },
          {
            id: "policies",
            title: say("groupsTerms"),
            content: (
              <>
                <Groups programId={programId} />
                <TermsList programId={programId} />
                <FurtherEarnings programId={programId} />
                <Bonuses programId={programId} />
              </>
            ),
          },
          {
            id: "connections",
            title: say("connections"),
            content: (
              <Section title={say("connections")} about={say("providersThatReportPaymentsBySigned")}>
                <Connections programId={programId} />
              </Section>
            ),
          },
          {
            id: "keys",
            title: say("keys"),
            content: (
              <Section title={say("programKey")} about={say("forYourServersTrackingCallsOnly")}>
                <ProgramKey programId={programId} showsUse={true} />
              </Section>
            ),
          },
          { id: "members", title: say("members"), content: <Members programId={programId} /> },
          { id: "tokens", title: say("tokens"), content: <Tokens programId={programId} /> },
          { id: "agents", title: say("agents"), content: <Agents programId={programId} /> },
          {
            id: "payouts",
            title: say("payouts"),
            content: (
              <>
                <PayoutControl programId={programId} />
                <Section title={say("paymentProviders")} about={say("theyPayPayoutsByTheirApi")}>
                  <PayoutRails programId={programId} />
                </Section>
              </>
            ),
          },
          { id: "notices", title: say("notices"), content: <Notices programId={programId} /> },
          {
            id: "audit",
            title: say("changes"),
            content: (
              <Tabs
                label={say("changes")}
                tabs={[
                  { id: "program", title: say("programAndMoney"), content: <Audit programId={programId} /> },
                  { id: "access", title: say("keysAndPeople"), content: <AccessChanges programId={programId} /> },
                ]}
              />
            ),
          },
        ]}
      />
    </Page>
  );
}
