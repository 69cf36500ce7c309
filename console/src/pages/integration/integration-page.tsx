// What a developer does to bring clicks, leads, sales and webhooks here, and whether they arrive: beside the steps a list ticks itself.
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { serviceAddress } from "../../api/client.ts";
import { partnersQuery } from "../../api/queries.ts";
import { CodeBlock } from "../../components/code-block.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { ProgramKey } from "../settings/program-key.tsx";
import { Checklist } from "./checklist.tsx";
import { Connections } from "./connections.tsx";
import { PartnerLinks } from "./partner-links.tsx";
import { stacks } from "./snippets.ts";
import { Verification } from "./verification.tsx";

export function IntegrationPage() {
  const { programId } = useParams({ from: "/programs/$programId/integration" });
  const place = { address: serviceAddress, programId };
  // Its links stand on top of the page: the rest waits for them, so that nothing jumps.
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
      <div className="beside">
        <div>
          <Section title="1. Add a partner" about="Its links bring visitors, and count each click on the way.">
            <PartnerLinks programId={programId} />
          </Section>
          <Section
            title="2. Track clicks and sign-ups"
            about="With this program's own id and this service's address in it."
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
          </Section>
          <Section
            title="3. Connect your payments"
            about="Your provider reports payments and refunds by signed webhooks."
          >
            <Connections programId={programId} />
          </Section>
          <Section
            title="4. Make the program's key"
            about="Your server sends it as SVC_API_KEY. Browsers never see it."
          >
            <ProgramKey programId={programId} />
          </Section>
        </div>
        <aside className="beside-small" aria-label="What has arrived">
          <Checklist programId={programId} />
          <Verification programId={programId} />
        </aside>
      </div>
    </Page>
  );
}
