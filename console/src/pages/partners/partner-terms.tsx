// What a partner earns now: its group, whose terms pay it and what they say, and how far it is from the next tier. Owners move it to another
// group and give it terms of its own.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { reachedInWords } from "../../../../src/core/wording/terms-words.ts";
import { api, ask } from "../../api/client.ts";
import { groupsQuery, type Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Confirm, Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Facts } from "../../components/facts.tsx";
import { Form, SelectField, type Values } from "../../components/form.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { formatAmount, formatRate } from "../../format.ts";
import { CommissionFields, commissionOf, commissionWords } from "../settings/commission-fields.tsx";
import { useMayDecide } from "../settings/role.ts";

type Terms = Schemas["TermsShow"];
type PartnerTermsProps = { readonly programId: number; readonly partnerId: number };

const sources: Readonly<Record<Terms["scope"], string>> = {
  partner_product: "Its own terms for the product",
  partner: "Its own terms",
  group_product: "Its group's terms for the product",
  group: "Its group's terms",
  product: "The product's terms",
  program: "The program's terms",
};

export function PartnerTerms({ programId, partnerId }: PartnerTermsProps) {
  const [asked, setAsked] = useState<"move" | "terms" | "remove" | null>(null);
  const mayDecide = useMayDecide(programId);
  const client = useQueryClient();
  const path = { program_id: programId, partner_id: partnerId };
  const { data: terms, error } = useQuery({
    queryKey: ["program", programId, "partner-terms", partnerId],
    queryFn: () =>
      ask(api.GET("/api/v1/programs/{program_id}/partners/{partner_id}/terms", { params: { path } })).then(
        ({ data }) => data,
      ),
  });
  const close = () => setAsked(null);
  const readAgain = () => client.invalidateQueries({ queryKey: ["program", programId] }).then(close);
  if (error !== null) return <ErrorNotice error={error} />;
  if (terms === undefined) return <Skeleton lines={3} />;
  const isOwn = terms.scope === "partner";
  const setTerms = (values: Values) => {
    const body = { partner_id: partnerId, commission: commissionOf(values) };
    return ask(api.PUT("/api/v1/programs/{program_id}/terms", { params: { path }, body })).then(readAgain);
  };
  return (
    <div className="stack stack-wide">
      <Facts
        facts={[
          ["Group", <code key="group">{terms.group_id}</code>],
          [sources[terms.scope], commissionWords(terms.commission)],
          ["Hold", `${terms.hold_period_days} days`],
          ...terms.tiers.map((tier) => [tierTitle(tier), progressOf(tier)] as const),
        ]}
      />
      {mayDecide ? (
        <div className="row">
          <Button onClick={() => setAsked("move")}>Move to another group</Button>
          <Button onClick={() => setAsked("terms")}>{isOwn ? "Change its terms" : "Give it terms of its own"}</Button>
          {isOwn ? <Button onClick={() => setAsked("remove")}>Remove its terms</Button> : null}
        </div>
      ) : null}
      {asked === "move" ? (
        <MoveDialog
          programId={programId}
          partnerId={partnerId}
          groupId={terms.group_id}
          onClose={close}
          onMoved={readAgain}
        />
      ) : null}
      <Dialog isOpen={asked === "terms"} onClose={close} title="Terms of this partner">
        <Form action="Save" onCancel={close} onSubmit={setTerms}>
          <CommissionFields commission={terms.commission} />
        </Form>
      </Dialog>
      <Confirm
        isOpen={asked === "remove"}
        onClose={close}
        title="Remove the terms of this partner?"
        effect="Later sales earn by the terms of its group, the product or the program. Earlier sales stay as they are."
        action="Remove terms"
        isDangerous={true}
        onConfirm={() =>
          ask(
            api.POST("/api/v1/programs/{program_id}/terms/remove", {
              params: { path },
              body: { partner_id: partnerId },
            }),
          ).then(readAgain)
        }
      />
    </div>
  );
}

type Tier = Terms["tiers"][number];

function tierTitle({ period, currency }: Tier): string {
  return `Tier${period === "month" ? " this month" : ""}${currency === null ? "" : `, ${currency}`}`;
}

/** `7 sales of 10: then 35%` */
function progressOf({ metric, reached, step, next_step, currency }: Tier): string {
  const now = `${reachedInWords(metric, reached)}${step === null ? "" : `, so ${earnedAt(step, currency)}`}`;
  return next_step === null
    ? `${now}; the highest tier`
    : `${now}; ${earnedAt(next_step, currency)} from ${reachedInWords(metric, next_step.from)}`;
}

function earnedAt({ rate_bps, amount_cents }: NonNullable<Tier["step"]>, currency: string | null): string {
  return rate_bps === null ? formatAmount(amount_cents ?? 0, currency ?? "USD") : formatRate(rate_bps);
}

type MoveDialogProps = PartnerTermsProps & {
  readonly groupId: string;
  readonly onClose: () => void;
  readonly onMoved: () => Promise<unknown>;
};

function MoveDialog({ programId, partnerId, groupId, onClose, onMoved }: MoveDialogProps) {
  const { data: groups = [], error } = useQuery({ ...groupsQuery(programId), select: ({ data }) => data });
  const others = groups.filter(({ group_id }) => group_id !== groupId);
  const move = ({ group_id = "", existing_customers }: Values) =>
    ask(
      api.POST("/api/v1/programs/{program_id}/partners/{partner_id}/move", {
        params: { path: { program_id: programId, partner_id: partnerId } },
        body: { group_id, existing_customers: existing_customers === "keep" ? "keep" : "follow" },
      }),
    ).then(onMoved);
  return (
    <Dialog isOpen={true} onClose={onClose} title="Move to another group">
      {error === null ? null : <ErrorNotice error={error} />}
      {groups.length > 0 && others.length === 0 ? (
        <p className="dialog-text">There is no other group yet: add one in the settings, under Terms.</p>
      ) : (
        <Form action="Move" onCancel={onClose} onSubmit={move}>
          <SelectField
            name="group_id"
            label="Group"
            choices={others.map(({ group_id, name }) => ({ value: group_id, label: name }))}
          />
          <SelectField
            name="existing_customers"
            label="Customers of before"
            hint="Sales that were received before keep their terms either way."
            defaultValue="follow"
            choices={[
              { value: "follow", label: "Their later sales earn by the new group" },
              { value: "keep", label: "Their later sales earn as before" },
            ]}
          />
        </Form>
      )}
    </Dialog>
  );
}
