// The whole way from a partner to a sale on one page: each step ticks by itself, and so does the list of what has arrived.
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { serviceAddress } from "../../api/client.ts";
import { partnersQuery } from "../../api/queries.ts";
import { CodeBlock } from "../../components/code-block.tsx";
import { Page } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { ProgramKey } from "../settings/program-key.tsx";
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
      <Page title="Integration" about="Put the script on your pages, connect your payments, and watch them arrive.">
        <Skeleton lines={8} />
      </Page>
    );
  }
  return (
    <Page title="Integration" about="Put the script on your pages, connect your payments, and watch them arrive.">
      <div className="with-aside">
        <div>
          <Step
            programId={programId}
            number={1}
            title="Add a partner"
            about="Its links bring visitors, and each click counts."
            gates={["partner"]}
          >
            <PartnerLinks programId={programId} />
          </Step>
          <Step
            programId={programId}
            number={2}
            title="Create the program's key"
            about="Your server sends it as SVC_API_KEY. Browsers never see it."
            gates={["api_key"]}
          >
            <ProgramKey programId={programId} />
          </Step>
          <Step
            programId={programId}
            number={3}
            title="Track clicks and sign-ups"
            about="The code contains this program's id and this service's URL."
            gates={["click", "lead"]}
          >
            <Tabs
              label="Your stack"
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
            title="Connect your payments"
            about="Your provider reports payments and refunds by signed webhooks, or your server reports sales as above."
            gates={["sale"]}
          >
            <Connections programId={programId} />
          </Step>
        </div>
        <aside className="small-aside" aria-label="Checklist">
          <Checklist programId={programId} />
          <Verification programId={programId} />
        </aside>
      </div>
    </Page>
  );
}
