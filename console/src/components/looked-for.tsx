// Why a payment is not attributed: the lookups in order of precedence, and what each found.
import type { Schemas } from "../api/queries.ts";
import { sentenceOf } from "../format.ts";
import { say } from "../texts/components.ts";
import { PartnerName } from "./values/partner-name.tsx";

type LookedForProps = { readonly programId: number; readonly found: Schemas["Payment"]["lookups"] };

export function LookedFor({ programId, found }: LookedForProps) {
  if (found.length === 0) return null;
  return (
    <section className="looked-for">
      <h3>{say("lookups")}</h3>
      <ul>
        {found.map(({ key, value, summary, partner_id }) => (
          <li key={`${key} ${value}`}>
            <strong>{sentenceOf(key)}</strong> {value === null ? null : <code>{value}</code>}
            <p className="quiet">{summary}</p>
            {partner_id === null ? null : <PartnerName programId={programId} partnerId={partner_id} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
