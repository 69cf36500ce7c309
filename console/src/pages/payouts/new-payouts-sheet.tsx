// Creates payouts in one currency. Before anything is created it shows who gets which amount, who gets nothing and why, and what applies.
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { SelectField, TextField } from "../../components/form.tsx";
import { useMay } from "../../components/may.tsx";
import { Notice } from "../../components/notice.tsx";
import { usePause } from "../../components/pause.ts";
import { Sheet } from "../../components/sheet.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { centsOf, formatAmount } from "../../format.ts";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/payouts.ts";
import { LeftOutList, PreflightFound } from "./preflight.tsx";
import { useChosenRail } from "./rails-query.ts";

type Preflight = Schemas["PayoutsPreflight"];
type Currency = Preflight["totals"][number]["currency"];
type LeftOut = Pick<Preflight["left_out"][number], "partner_id" | "currency" | "owed_cents" | "reason" | "message">;
type PayoutsRequest = {
  readonly currency?: Currency;
  readonly minimum_cents?: number;
  readonly only_with_recipient: boolean;
};

function usePreflight(programId: number, request: PayoutsRequest, isEnabled: boolean) {
  return useQuery({
    queryKey: ["program", programId, "payout-preflight", request],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/payout-preflight", {
          params: { path: { program_id: programId }, query: request },
        }),
      ).then(({ data }) => data),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    staleTime: 0,
  });
}

export function NewPayoutsSheet() {
  const { programId } = useParams({ from: "/programs/$programId/payouts/new" });
  const mayPay = useMay(programId, "payouts");
  const navigate = useNavigate();
  const close = () => void navigate({ to: pathOf(programId, "payouts"), search: (search) => search });
  return mayPay ? (
    <NewPayouts programId={programId} onClose={close} />
  ) : (
    <Sheet title={say("createPayouts")} onClose={close}>
      <p className="quiet">{say("anOwnerOfTheWorkspaceOr")}</p>
    </Sheet>
  );
}

type NewPayoutsProps = { readonly programId: number; readonly onClose: () => void };

function NewPayouts({ programId, onClose }: NewPayoutsProps) {
  const rail = useChosenRail(programId);
  const [given, setGiven] = useState<Given>({ currency: null, minimum: "", who: null });
  // A provider pays only those whose details it knows.
  const who = given.who ?? (rail === null ? "all" : "known");
  const all = usePreflight(programId, { only_with_recipient: who === "known" }, true);
  const currencies = currenciesOf(all.data);
  const [first = "USD"] = currencies;
  const currency = currencies.find((one) => one === given.currency) ?? first;
  const typed = usePause(given.minimum).trim();
  const minimum = typed === "" ? 1 : centsOf(typed, currency);
  const request = { currency, only_with_recipient: who === "known", ...(minimum ? { minimum_cents: minimum } : {}) };
  const of = usePreflight(programId, request, currencies.length > 0 && minimum !== undefined);
  const isCurrent = !of.isPlaceholderData && minimum !== undefined && typed === given.minimum.trim();
  const { create, isBusy, error, leftOut } = useCreate({ programId, request, shown: of.data, onDone: onClose });
  if (leftOut.length > 0) {
    return (
      <Sheet
        title={say("payoutsWereCreated")}
        onClose={onClose}
        actions={<Button onClick={onClose}>{say("close")}</Button>}
      >
        <Notice meaning="warn">{say("meanwhileSomethingChangedThesePartnersGot")}</Notice>
        <LeftOutList programId={programId} lines={leftOut} />
      </Sheet>
    );
  }
  const total = of.data?.totals.find((line) => line.currency === currency);
  const fault = all.error ?? of.error;
  return (
    <Sheet
      title={say("createPayouts")}
      subtitle={
        <p className="quiet">
          {rail === null ? say("noMoneyMovesYouPayWith") : say("noMoneyMovesYetAfterwardsYou", { rail })}
        </p>
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say("cancel")}</Button>
          {total === undefined ? null : (
            <Button kind="primary" isBusy={isBusy} disabled={!isCurrent} onClick={create}>
              {say("createPayoutsOfAmountCurrency", { amount: formatAmount(total.amount_cents, currency), currency })}
            </Button>
          )}
        </>
      }
    >
      {fault === null ? null : <ErrorNotice error={fault} />}
      {error === null ? null : <ErrorNotice error={error} isChange={true} />}
      {all.data === undefined ? null : (
        <Choices all={all.data} currency={currency} given={{ ...given, who }} onChange={setGiven} />
      )}
      {of.data === undefined ? null : <PreflightFound programId={programId} found={of.data} currency={currency} />}
      {fault === null && (all.isPending || (of.isPending && currencies.length > 0)) ? <Skeleton lines={8} /> : null}
    </Sheet>
  );
}

type CreateOf = {
  readonly programId: number;
  readonly request: PayoutsRequest & { readonly currency: Currency };
  readonly shown: Preflight | undefined;
  readonly onDone: () => void;
};

/** `leftOut` names whom it left out and the preflight did not. */
function useCreate({ programId, request, shown, onDone }: CreateOf) {
  const client = useQueryClient();
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error: unknown }>(calm);
  const [leftOut, setLeftOut] = useState<readonly LeftOut[]>([]);
  const isShown = ({ partner_id, reason }: LeftOut) =>
    shown?.left_out.some((line) => line.partner_id === partner_id && line.reason === reason) ?? false;
  const create = async () => {
    const params = { path: { program_id: programId } };
    const { left_out = [] } = await ask(api.POST("/api/v1/programs/{program_id}/payouts", { params, body: request }));
    await client.invalidateQueries({ queryKey: ["program", programId] });
    const unexpected = left_out.filter((line) => !isShown(line));
    if (unexpected.length === 0) onDone();
    else setLeftOut(unexpected);
  };
  return {
    ...state,
    leftOut,
    create: () => {
      setState({ isBusy: true, error: null });
      create().catch((error: unknown) => setState({ isBusy: false, error }));
    },
  };
}

type Given = { readonly currency: string | null; readonly minimum: string; readonly who: string | null };

type ChoiceProps = {
  readonly all: Preflight;
  readonly currency: Currency;
  readonly given: Given & { readonly who: string };
  readonly onChange: (given: Given) => void;
};

function Choices({ all, currency, given, onChange }: ChoiceProps) {
  const currencies = currenciesOf(all);
  return (
    <div className="form section">
      {currencies.length === 0 ? (
        <Notice meaning="info">{say("noPartnerIsOwedMoneyNow")}</Notice>
      ) : (
        <>
          <SelectField
            name="currency"
            label={say("currency")}
            value={currency}
            onChange={(chosen) => onChange({ ...given, currency: chosen })}
            choices={currencies.map((one) => ({ value: one, label: labelOf(all, one) }))}
          />
          <TextField
            name="minimum"
            label={say("minimumAmount")}
            suffix={currency}
            placeholder={say("none")}
            value={given.minimum}
            onChange={(minimum) => onChange({ ...given, minimum })}
            check={(text) => (centsOf(text, currency) === undefined ? say("mustBeAnAmountSuchAs") : null)}
          />
        </>
      )}
      <SelectField
        name="recipients"
        label={say("partners")}
        value={given.who}
        onChange={(who) => onChange({ ...given, who })}
        choices={[
          { value: "all", label: say("allPartnersWhoAreOwedMoney") },
          { value: "known", label: say("onlyPartnersWithPayoutDetails") },
        ]}
      />
    </div>
  );
}

const calm = { isBusy: false, error: null } as const;

/** That of the most payouts first. */
function currenciesOf(all: Preflight | undefined): readonly Currency[] {
  const totals = (all?.totals ?? []).toSorted((one, other) => other.count - one.count);
  return [...new Set([...totals, ...(all?.left_out ?? [])].map((line) => line.currency))];
}

/** Amounts of several currencies are shown side by side and never added. */
function labelOf({ totals }: Preflight, currency: Currency): string {
  const total = totals.find((line) => line.currency === currency);
  if (total === undefined) return say("currencyNoPartnerCanBePaid", { currency });
  return say("amountCurrencyToPartners", {
    amount: formatAmount(total.amount_cents, currency),
    currency,
    partners: partnersOf(total.count),
  });
}

function partnersOf(count: number): string {
  return say("partnersCounted", { count });
}
