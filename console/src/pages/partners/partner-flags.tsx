// A partner's open flags, each with what was found and the commission that it is about.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Section } from "../../components/page.tsx";
import { Money } from "../../components/values/money.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/partners.ts";
import { kindWords } from "../flags/flag-words.ts";
import { openFlagsQuery } from "../flags/flags-query.ts";

type PartnerFlagsProps = { readonly programId: number; readonly partnerId: number };

export function PartnerFlags({ programId, partnerId }: PartnerFlagsProps) {
  const { data } = useQuery(openFlagsQuery(programId, partnerId));
  if (data === undefined || data.data.length === 0) return null;
  return (
    <Section
      title={say("openFlags")}
      about={say("commissionsThatLookWrong")}
      actions={
        <Link
          to={pathOf(programId, "flags")}
          search={{ partner_id: String(partnerId) }}
          className="button button-plain"
        >
          {say("allFlags")}
        </Link>
      }
    >
      <ul className="causes">
        {data.data.map(({ flag_id, kind, summary, commission_cents, commission_currency }) => (
          <li key={flag_id} className="attention">
            <Link to={pathOf(programId, "flags", flag_id)}>{kindWords[kind]}</Link>
            {commission_cents === null || commission_currency === null ? (
              <span className="quiet">{say("noCommission")}</span>
            ) : (
              <Money cents={commission_cents} currency={commission_currency} />
            )}
            <p className="attention-words">{summary}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
