// What a flag compares, side by side: what the sale shows, and the partner or the program's rule.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { programQuery, type Schemas } from "../../api/queries.ts";
import { PartnerName } from "../../components/partner-name.tsx";
import type { Flag } from "./flag-words.ts";

type Side = { readonly title: string; readonly content: ReactNode };
type Compared = { readonly found: Side; readonly against: Side; readonly about: string };

export function FlagEvidence({ programId, flag }: { readonly programId: number; readonly flag: Flag }) {
  const { data: program } = useQuery(programQuery(programId));
  const { found, against, about } = comparedBy(programId, flag, program);
  return (
    <>
      <div className="compared">
        {[found, against].map(({ title, content }) => (
          <div key={title} className="compared-side">
            <h3 className="quiet">{title}</h3>
            {content}
          </div>
        ))}
      </div>
      <p className="quiet compared-about">{about}</p>
    </>
  );
}

function comparedBy(programId: number, flag: Flag, program: Schemas["Program"] | undefined): Compared {
  const { kind, partner_id, click_id, customer_key, email_found_in, ad_parameter, site } = flag;
  const click = click_id === null || click_id === "" ? null : <code className="wraps">{click_id}</code>;
  switch (kind) {
    case "own_email":
      return {
        found: {
          title: "Customer",
          content: (
            <>
              {customer_key === null ? null : <code className="wraps">{customer_key}</code>}
              <p>{email_found_in === "payment" ? "E-mail of the payment" : "E-mail of the customer"}</p>
            </>
          ),
        },
        against: {
          title: "Partner",
          content: (
            <>
              <PartnerName programId={programId} partnerId={partner_id} />
              <p>E-mail of the partner</p>
            </>
          ),
        },
        about: "Both e-mails have the same keyed hash. The addresses are never shown.",
      };
    case "paid_ads":
      return {
        found: {
          title: "Click",
          content: (
            <>
              {click}
              <p>
                The page's address carried <code>{ad_parameter}</code>
              </p>
            </>
          ),
        },
        against: {
          title: "Your rule",
          content: <p>{program?.forbids_ads === false ? "Ads were forbidden then" : "Partners may not buy ads"}</p>,
        },
        about: "Advertising networks add this parameter when a visitor clicks an ad. The settings of that day count.",
      };
    case "banned_site":
      return {
        found: {
          title: "Click",
          content: (
            <>
              {click}
              <p>
                Came from <strong className="wraps">{site}</strong> or a subdomain
              </p>
            </>
          ),
        },
        against: {
          title: "Your rule",
          content: (
            <p>
              <strong className="wraps">{site}</strong>{" "}
              {site !== null && program?.banned_sites.includes(site) === false ? "was banned then" : "is banned"}
            </p>
          ),
        },
        about: "The browser named the site that the visitor came from. The settings of that day count.",
      };
  }
}
