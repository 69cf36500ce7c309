// What a flag compares, side by side: what the sale shows, and the partner or the program's rule.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { programQuery, type Schemas } from "../../api/queries.ts";
import { PartnerName } from "../../components/values/partner-name.tsx";
import { rich, say } from "../../texts/flags.ts";
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
          title: say("customer"),
          content: (
            <>
              {customer_key === null ? null : <code className="wraps">{customer_key}</code>}
              <p>{email_found_in === "payment" ? say("eMailOfThePayment") : say("eMailOfTheCustomer")}</p>
            </>
          ),
        },
        against: {
          title: say("partner"),
          content: (
            <>
              <PartnerName programId={programId} partnerId={partner_id} />
              <p>{say("eMailOfThePartner")}</p>
            </>
          ),
        },
        about: say("bothEMailsHaveTheSame"),
      };
    case "own_device":
      return {
        found: {
          title: say("click"),
          content: (
            <>
              {click}
              <p>{say("addressOfTheClick")}</p>
            </>
          ),
        },
        against: partnerSide(programId, partner_id, say("addressThatThePartnerSignedInFrom")),
        about: say("bothAddressesHaveTheSame"),
      };
    case "recruit_circle":
    case "shared_payout":
      return likenessOf(programId, flag, click);
    case "fast_leads":
    case "refund_rate":
      return figuresOf(programId, flag, program);
    case "paid_ads":
      return {
        found: {
          title: say("click"),
          content: (
            <>
              {click}
              <p>{rich("thePagesAddressCarriedAdParameter", { adParameter: <code>{ad_parameter}</code> })}</p>
            </>
          ),
        },
        against: {
          title: say("yourRule"),
          content: <p>{program?.forbids_ads === false ? say("adsWereForbiddenThen") : say("partnersMayNotBuyAds")}</p>,
        },
        about: say("advertisingNetworksAddThisParameterWhen"),
      };
    case "banned_site":
      return {
        found: {
          title: say("click"),
          content: (
            <>
              {click}
              <p>{rich("cameFromStrongOrASubdomain", { strong: <strong className="wraps">{site}</strong> })}</p>
            </>
          ),
        },
        against: {
          title: say("yourRule"),
          content: (
            <p>
              <strong className="wraps">{site}</strong>{" "}
              {site !== null && program?.banned_sites.includes(site) === false ? say("wasBannedThen") : say("isBanned")}
            </p>
          ),
        },
        about: say("theBrowserNamedTheSiteThat"),
      };
  }
}

function partnerSide(programId: number, partnerId: number | null, words: ReactNode, title = say("partner")): Side {
  const content = (
    <>
      {partnerId === null ? null : <PartnerName programId={programId} partnerId={partnerId} />}
      {words === null ? null : <p>{words}</p>}
    </>
  );
  return { title, content };
}

const circleWords: Readonly<Record<NonNullable<Flag["circle"]>, string>> = {
  payout: say("payoutsGoToOnePlace"),
  sign_in: say("signedInFromOneAddress"),
  click: say("clickFromItsAddress"),
  customer: say("eMailOfItsCustomer"),
};

/** Two partners who look like one. */
function likenessOf(
  programId: number,
  { kind, partner_id, with_partner_id, circle }: Flag,
  click: ReactNode,
): Compared {
  if (kind === "shared_payout") {
    return {
      found: partnerSide(programId, partner_id, say("payoutsGoToOnePlace")),
      against: partnerSide(programId, with_partner_id, say("theSameAsThePartners"), say("otherPartner")),
      about: say("recipientsAreNeverShown"),
    };
  }
  return {
    found: partnerSide(programId, partner_id, click),
    against: partnerSide(programId, with_partner_id, circle === null ? null : circleWords[circle], say("recruiter")),
    about: say("whoRecruitsItselfEarnsTwice"),
  };
}

/** What the partner's figures were, and what you allow now. */
function figuresOf(programId: number, flag: Flag, program: Schemas["Program"] | undefined): Compared {
  const { kind, partner_id, fast_leads, refunded_sales, recent_sales } = flag;
  const rule = (words: string | undefined): Side => ({ title: say("yourRule"), content: <p>{words}</p> });
  if (kind === "fast_leads") {
    return {
      found: partnerSide(programId, partner_id, say("leadsWithinAnHour", { leads: fast_leads ?? 0 })),
      against: rule(
        program && say("atMostLeads", { leads: program.fast_leads_count, seconds: program.fast_leads_seconds }),
      ),
      about: say("onlyTheLeadThatIsTooMany"),
    };
  }
  return {
    found: partnerSide(
      programId,
      partner_id,
      say("refundedOfSales", { refunded: refunded_sales ?? 0, sales: recent_sales ?? 0 }),
    ),
    against: rule(
      program && say("atMostPercent", { percent: program.refund_rate_percent, sales: program.refund_rate_sales }),
    ),
    about: say("anyRefundCounts"),
  };
}
