// One payout: its partner, its sales, and its status.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { railTitles } from "../../../../src/core/vocabulary/money/payout-rails.ts";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { May, useMay } from "../../components/may.tsx";
import { Notice } from "../../components/notice.tsx";
import { Sheet } from "../../components/sheet.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Facts } from "../../components/values/facts.tsx";
import { Money } from "../../components/values/money.tsx";
import { PartnerName } from "../../components/values/partner-name.tsx";
import { Time } from "../../components/values/time.tsx";
import { formatAmount } from "../../format.ts";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/payouts.ts";
import { Invoices } from "./invoices.tsx";
import { Actions } from "./payout-actions.tsx";
import { awaitsApproval, isMoving, PayoutStatus } from "./payout-status.tsx";
import { PayoutTimeline } from "./payout-story.tsx";
import { SettleUnknown } from "./settle-unknown.tsx";

const itemsMax = 1000;
const pollMilliseconds = 3_000;

export function PayoutSheet() {
  const { programId, payoutId } = useParams({ from: "/programs/$programId/payouts/$payoutId" });
  const navigate = useNavigate();
  const mayPay = useMay(programId, "payouts");
  const params = { path: { program_id: programId, payout_id: Number(payoutId) } };
  const { data: payout, error } = useQuery({
    queryKey: ["program", programId, "payout", payoutId],
    queryFn: () =>
      ask(api.GET("/api/v1/programs/{program_id}/payouts/{payout_id}", { params })).then(({ data }) => data),
    refetchInterval: ({ state }) => (state.data !== undefined && isMoving(state.data) ? pollMilliseconds : false),
  });
  const { data: story } = useQuery({
    // The story of its new state is loaded as soon as that is known.
    queryKey: ["program", programId, "payout-story", payoutId, payout?.status],
    placeholderData: keepPreviousData,
    queryFn: () =>
      ask(api.GET("/api/v1/programs/{program_id}/payouts/{payout_id}/story", { params })).then(({ data }) => data),
    refetchInterval: payout !== undefined && isMoving(payout) ? pollMilliseconds : false,
  });
  const attention = story?.attention ?? null;
  return (
    <Sheet
      title={
        payout === undefined ? (
          say("payoutId", { payoutId })
        ) : (
          <Money cents={payout.amount_cents} currency={payout.currency} />
        )
      }
      subtitle={payout === undefined ? undefined : <PayoutStatus payout={payout} />}
      onClose={() => void navigate({ to: pathOf(programId, "payouts"), search: (search) => search })}
      actions={
        payout === undefined || !mayPay ? undefined : (
          <SheetActions programId={programId} payout={payout} isUnknown={attention?.reason === "outcome_unknown"} />
        )
      }
    >
      {error === null ? null : <ErrorNotice error={error} />}
      {payout === undefined && error === null ? <Skeleton lines={8} /> : null}
      {payout === undefined ? null : (
        <>
          <Changed payout={payout} />
          <Approval payout={payout} />
          <WhatToDo attention={attention} />
          <PayoutFacts programId={programId} payout={payout} />
          {story === undefined ? <Skeleton lines={4} /> : <PayoutTimeline programId={programId} steps={story.steps} />}
          <May programId={programId} right="tax">
            <Invoices programId={programId} of={{ payout_id: payout.payout_id }} />
          </May>
          <Items programId={programId} payout={payout} />
        </>
      )}
    </Sheet>
  );
}

type Shown = Schemas["PayoutsApprove"];

type SheetActionsProps = {
  readonly programId: number;
  readonly payout: Shown;
  /** Whether it was paid is not known. */
  readonly isUnknown: boolean;
};

function SheetActions({ programId, payout, isUnknown }: SheetActionsProps) {
  if (!isUnknown || payout.rail === null) {
    return <Actions programId={programId} payouts={[payout]} onDone={() => undefined} />;
  }
  return <SettleUnknown programId={programId} payout={payout} rail={railTitles[payout.rail]} />;
}

function Changed({ payout: { due_now_cents, amount_cents, currency, status } }: { readonly payout: Shown }) {
  if (status !== "created" || due_now_cents === null || BigInt(due_now_cents) === BigInt(amount_cents)) return null;
  return (
    <div className="verdict">
      <Notice meaning="warn">
        {say("someOfItsSalesChangedDueNow", { dueNow: formatAmount(due_now_cents, currency), currency })}
      </Notice>
    </div>
  );
}

function WhatToDo({ attention }: { readonly attention: Schemas["PayoutsStory"]["attention"] }) {
  if (attention === null) return null;
  return (
    <div className="verdict">
      <Notice meaning={attention.reason === "declined" ? "warn" : "bad"}>
        <span className="wraps">{attention.message}</span>
      </Notice>
    </div>
  );
}

function PayoutFacts({ programId, payout }: { readonly programId: number; readonly payout: Shown }) {
  return (
    <Facts
      facts={[
        [say("partner"), <PartnerName key="partner" programId={programId} partnerId={payout.partner_id} />],
        [say("created"), <Time key="created" at={payout.created_at} />],
        [say("provider"), payout.rail === null ? null : railTitles[payout.rail]],
        [say("providersFee"), feeOf(payout)],
        [say("exchangeRate"), payout.exchange_rate],
        [say("paid"), payout.paid_at === null ? null : <Time key="paid" at={payout.paid_at} />],
        [say("how"), payout.method === payout.rail ? null : payout.method],
        [say("reference"), payout.reference],
      ]}
    />
  );
}

/** The program pays it: the partner receives the whole amount. */
function feeOf({ rail_fee_cents, rail_fee_currency }: Shown): ReactNode {
  if (rail_fee_cents === null || rail_fee_currency === null) return null;
  return <Money cents={rail_fee_cents} currency={rail_fee_currency} />;
}

function Approval({ payout }: { readonly payout: Shown }) {
  if (payout.approvals === null || !awaitsApproval(payout)) return null;
  const { needed, missing } = payout.approvals;
  return (
    <div className="verdict">
      <Notice meaning="warn">{say("anotherPersonMustApproveThisPayout", { have: needed - missing, needed })}</Notice>
    </div>
  );
}

function Items({ programId, payout }: { readonly programId: number; readonly payout: Shown }) {
  const { data } = useQuery({
    queryKey: ["program", programId, "payout-items", payout.payout_id],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/payouts/{payout_id}/items", {
          params: { path: { program_id: programId, payout_id: payout.payout_id }, query: { limit: itemsMax } },
        }),
      ),
  });
  if (data === undefined) return <Skeleton lines={3} />;
  return (
    <section className="looked-for">
      <h3>{say("commissions")}</h3>
      <ul className="amounts">
        {data.data.map(({ commission_id, sale_id, transaction_id, amount_cents }) => (
          <li key={commission_id}>
            {sale_id === null ? (
              <Link to={pathOf(programId, "events", commission_id)}>
                {say("leadCommissionId", { commissionId: commission_id })}
              </Link>
            ) : (
              <Link to={pathOf(programId, "sales", sale_id)}>
                {transaction_id ?? say("saleId", { saleId: sale_id })}
              </Link>
            )}
            <Money cents={amount_cents} currency={payout.currency} />
          </li>
        ))}
      </ul>
      {data.next === null ? null : (
        <p className="quiet">{say("theFirstItemsMaxOfItemCount", { itemsMax, itemCount: payout.item_count })}</p>
      )}
    </section>
  );
}
