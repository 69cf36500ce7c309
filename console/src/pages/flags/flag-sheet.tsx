// One flag: what was compared, the sale and its money, and the decision.
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { useMay } from "../../components/may.tsx";
import { Section } from "../../components/page.tsx";
import { Sheet } from "../../components/sheet.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Facts } from "../../components/values/facts.tsx";
import { Money } from "../../components/values/money.tsx";
import { PartnerName } from "../../components/values/partner-name.tsx";
import { Status } from "../../components/values/status.tsx";
import { Time } from "../../components/values/time.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/flags.ts";
import { authorNamed } from "../settings/access/author-named.ts";
import { FlagDecisions } from "./flag-decisions.tsx";
import { FlagEvidence } from "./flag-evidence.tsx";
import { type Flag, kindWords, moneyNow, statusLooks } from "./flag-words.ts";
import { flagQuery } from "./flags-query.ts";

export function FlagSheet() {
  const { programId, flagId } = useParams({ from: "/programs/$programId/flags/$flagId" });
  const navigate = useNavigate();
  const mayDecide = useMay(programId, "terms");
  const { data: flag, error } = useQuery(flagQuery(programId, flagId));
  const isFound = flag !== undefined && flag !== null;
  return (
    <Sheet
      title={isFound ? kindWords[flag.kind] : say("flag")}
      subtitle={isFound ? <Status of={flag.status} {...statusLooks[flag.status]} /> : undefined}
      onClose={() => void navigate({ to: pathOf(programId, "flags"), search: (search) => search })}
      actions={isFound && mayDecide ? <FlagDecisions programId={programId} flags={[flag]} /> : undefined}
    >
      {error === null ? null : <ErrorNotice error={error} />}
      {flag === undefined && error === null ? <Skeleton lines={6} /> : null}
      {flag === null ? <EmptyState title={say("noSuchFlag")}>{say("itsSaleMayHaveBecomeAnother")}</EmptyState> : null}
      {isFound ? <Found programId={programId} flag={flag} mayDecide={mayDecide} /> : null}
    </Sheet>
  );
}

type FoundProps = { readonly programId: number; readonly flag: Flag; readonly mayDecide: boolean };

function Found({ programId, flag, mayDecide }: FoundProps) {
  return (
    <>
      <Section title={say("whatWasFound")} about={flag.summary}>
        <FlagEvidence programId={programId} flag={flag} />
      </Section>
      <Section title={say("money")} about={moneyNow(flag)}>
        <Facts facts={moneyFacts(programId, flag)} />
      </Section>
      <Section
        title={say("decision")}
        about={flag.status === "open" && !mayDecide ? say("anOwnerOfTheWorkspaceDecides") : undefined}
      >
        <Facts facts={decisionFacts(flag)} />
      </Section>
    </>
  );
}

function moneyFacts(programId: number, flag: Flag) {
  const { commission_cents, commission_currency, sale_id, sale_cents, sale_currency, transaction_id } = flag;
  return [
    [say("partner"), <PartnerName key="partner" programId={programId} partnerId={flag.partner_id} />],
    [
      say("commission"),
      commission_cents === null || commission_currency === null ? (
        say("none")
      ) : (
        <Money key="commission" cents={commission_cents} currency={commission_currency} />
      ),
    ],
    [
      say("sale"),
      sale_cents === null || sale_currency === null ? (
        say("noneALeadEarnedIt")
      ) : (
        <Money key="sale" cents={sale_cents} currency={sale_currency} />
      ),
    ],
    [
      say("payment"),
      sale_id === null ? null : (
        <Link key="payment" to={pathOf(programId, "sales", sale_id)} className="wraps">
          {transaction_id ?? say("saleId", { saleId: sale_id })}
        </Link>
      ),
    ],
    [
      say("customer"),
      flag.customer_key === null ? null : (
        <Link key="customer" to={pathOf(programId, "customers", flag.customer_key)} className="wraps">
          {flag.customer_key}
        </Link>
      ),
    ],
  ] as const;
}

function decisionFacts({ flagged_at, resolved_at, reason, ...author }: Flag) {
  return [
    [say("found"), <Time key="found" at={flagged_at} />],
    [say("resolved"), resolved_at === null ? null : <Time key="resolved" at={resolved_at} />],
    [say("by"), resolved_at === null ? null : authorNamed(author)],
    [say("reason"), reason],
  ] as const;
}
