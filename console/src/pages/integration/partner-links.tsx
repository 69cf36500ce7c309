// The links that partners put on their pages: those of the service, which record the click by themselves, and those of the brand's own
// pages, which the script records.
import { useQuery } from "@tanstack/react-query";
import { partnersQuery } from "../../api/queries.ts";
import { ButtonLink } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { pathOf } from "../../paths.ts";
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
        <CodeBlock key={partner_id} title={`Link of ${name}`} code={link ?? onSite(code)} />
      ))}
      {first.link === null ? (
        <NoSite programId={programId} />
      ) : (
        <>
          <p className="quiet">
            It records the click on the server and redirects to your site, also where no script runs.
          </p>
          <CodeBlock title="To one page of your site" code={`${first.link}?to=/pricing`} />
          <CodeBlock
            title="With the partner's own parameters, sub1 to sub5, kept through to sales"
            code={`${first.link}?sub1=video-7`}
          />
          <CodeBlock title="On your own pages, where the script runs" code={onSite(first.code)} />
        </>
      )}
    </div>
  );
}

function NoSite({ programId }: { readonly programId: number }) {
  return (
    <>
      <p className="quiet">Any page of your site that has the script, with the partner's code behind it.</p>
      <p className="quiet">
        Set your site, and partners get links that record the click themselves, lead to any page, carry parameters and
        have QR codes.
      </p>
      <ButtonLink to={pathOf(programId, "settings")}>Set your site</ButtonLink>
    </>
  );
}

function onSite(code: string): string {
  return `https://your-site.example/?aff=${code}`;
}
