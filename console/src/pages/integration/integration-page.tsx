// The whole way from a partner to a sale on one page: each step ticks by itself, and so does the list of what has arrived.
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { serviceAddress } from "../../api/client.ts";
import { partnersQuery } from "../../api/queries.ts";
import { Page } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { CodeBlock } from "../../components/values/code-block.tsx";
import { say } from "../../texts/connections/integration.ts";
import { ProgramKey } from "../settings/access/program-key.tsx";
import { Checklist } from "./checklist.tsx";
import { Connections } from "./connections.tsx";
import { PartnerLinks } from "./partner-links.tsx";
import { stacks } from "./snippets.ts";
import { Step } from "./step.tsx";
import { Verification } from "./verification.tsx";

export function IntegrationPage() {
  const { programId } = useParams({ from: "/programs/$programId/integration" });
  const place = { address: serviceAddress, programId };
  // The links are at the top: the rest is drawn once they are loaded, so that nothing jumps.
  const { isPending } = useQuery(partnersQuery(programId));
  if (isPending) {
    return (
      <Page title={say("integration")} about={say("putTheScriptOnYourPages")}>
        <Skeleton lines={8} />
      </Page>
    );
  }
  return (
    <Page title={say("integration")} about={say("putTheScriptOnYourPages")}>
      <div className="with-aside">
        <div>
          <Step
            programId={programId}
            number={1}
            title={say("addAPartner")}
            about={say("itsLinksBringVisitorsAndEach")}
            gates={["partner"]}
          >
            <PartnerLinks programId={programId} />
          </Step>
          <Step
            programId={programId}
            number={2}
            title={say("createTheProgramsKey")}
            about={say("yourServerSendsItAsSvc")}
            gates={["api_key"]}
          >
            <ProgramKey programId={programId} />
          </Step>
          <Step
            programId={programId}
            number={3}
            title={say("trackClicksAndSignUps")}
            about={say("theCodeContainsThisProgramsId")}
            gates={["click", "lead"]}
          >
            <Tabs
              label={say("yourStack")}
              tabs={stacks.map(({ id, name, snippets }) => ({
                id,
                title: name,
                content: (
                  <div className="stack">
                    {snippets(place).map(({ title, code }) => (
                      <CodeBlock key={title} title={title} code={code} />
                    ))}
                  </div>
                ),
              }))}
            />
          </Step>
          <Step
            programId={programId}
            number={4}
            title={say("connectYourPayments")}
            about={say("yourProviderReportsPaymentsAndRefunds")}
            gates={["sale"]}
          >
            <Connections programId={programId} />
          </Step>
        </div>
        <aside className="small-aside" aria-label={say("checklist")}>
          <Checklist programId={programId} />
          <Verification programId={programId} />
        </aside>
      </div>
    </Page>
  );
}
