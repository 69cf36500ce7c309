// The links that partners put on their pages: those of the service, which record the click by themselves, and those of the brand's own
// pages, which the script records.
import { useQuery } from "@tanstack/react-query";
import { partnersQuery } from "../../api/queries.ts";
import { ButtonLink } from "../../components/button.tsx";
import { CodeBlock } from "../../components/values/code-block.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/connections/integration.ts";
import { NewPartnerForm } from "../partners/new-partner-form.tsx";

const shownPartners = 3;

export function PartnerLinks({ programId }: { readonly programId: number }) {
  const { data: partners = [] } = useQuery(partnersQuery(programId));
  const [first] = partners;
  if (first === undefined) {
    return (
      <div className="panel form-narrow">
        <NewPartnerForm programId={programId} onDone={() => undefined} />
      </div>
    );
  }
  return (
    <div className="stack">
      {partners.slice(0, shownPartners).map(({ partner_id, name, code, link }) => (
        <CodeBlock key={partner_id} title={say("linkOfName", { name })} code={link ?? onSite(code)} />
      ))}
      {first.link === null ? (
        <NoSite programId={programId} />
      ) : (
        <>
          <p className="quiet">{say("itRecordsTheClickOnThe")}</p>
          <CodeBlock title={say("toOnePageOfYourSite")} code={`${first.link}?to=/pricing`} />
          <CodeBlock title={say("withThePartnersOwnParametersSub1")} code={`${first.link}?sub1=video-7`} />
          <CodeBlock title={say("onYourOwnPagesWhereThe")} code={onSite(first.code)} />
        </>
      )}
    </div>
  );
}

function NoSite({ programId }: { readonly programId: number }) {
  return (
    <>
      <p className="quiet">{say("anyPageOfYourSiteThat")}</p>
      <p className="quiet">{say("setYourSiteAndPartnersGet")}</p>
      <ButtonLink to={pathOf(programId, "settings")}>{say("setYourSite")}</ButtonLink>
    </>
  );
}

function onSite(code: string): string {
  return `https://your-site.example/?aff=${code}`;
}
