// What a partner earns now: its group, whose terms pay it and what they say, and how far it is from the next tier. Owners move it to another
// group and give it terms of its own.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { progressInWords, whoseTermsInWords } from "../../../../src/core/wording/applied-terms-words.ts";
import { termsInWords } from "../../../../src/core/wording/terms-words.ts";
import { api, ask } from "../../api/client.ts";
import { groupsQuery, type Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Confirm, Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Form, SelectField, type Values } from "../../components/form.tsx";
import { useMay } from "../../components/may.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Facts } from "../../components/values/facts.tsx";
import { useGroupName } from "../../components/values/group-name.tsx";
import { capitalized } from "../../format.ts";
import { say } from "../../texts/partners.ts";
import { CommissionFields } from "../settings/terms/commission-fields.tsx";
import { commissionOf } from "../settings/terms/commission-input.ts";

type Terms = Schemas["TermsShow"];
type PartnerTermsProps = { readonly programId: number; readonly partnerId: number };

export function PartnerTerms({ programId, partnerId }: PartnerTermsProps) {
  const [asked, setAsked] = useState<"move" | "terms" | "remove" | null>(null);
  const mayDecide = useMay(programId, "terms");
  const groupName = useGroupName(programId);
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
  const group = groupName(terms.group_id);
  const setTerms = (values: Values) => {
    const body = { partner_id: partnerId, commission: commissionOf(values) };
    return ask(api.PUT("/api/v1/programs/{program_id}/terms", { params: { path }, body })).then(readAgain);
  };
  return (
    <div className="stack stack-wide">
      <Facts
        facts={[
          [say("group"), group],
          [say("earns"), termsInWords(terms.commission)],
          [say("by"), capitalized(whoseTermsInWords(terms.scope, group))],
          [
            say("tier"),
            terms.tiers.length === 0 ? null : (
              <ul key="tiers" className="tiers-now">
                {terms.tiers.map((tier) => (
                  <TierNow key={tier.currency} terms={terms.commission} tier={tier} />
                ))}
              </ul>
            ),
          ],
          [say("hold"), say("holdPeriodDaysDays", { holdPeriodDays: terms.hold_period_days })],
        ]}
      />
      {mayDecide ? (
        <div className="row">
          <Button onClick={() => setAsked("move")}>{say("moveToAnotherGroup")}</Button>
          <Button onClick={() => setAsked("terms")}>
            {isOwn ? say("changeItsTerms") : say("giveItTermsOfItsOwn")}
          </Button>
          {isOwn ? <Button onClick={() => setAsked("remove")}>{say("removeItsTerms")}</Button> : null}
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
      <Dialog isOpen={asked === "terms"} onClose={close} title={say("termsOfThisPartner")}>
        <Form action={say("save")} onCancel={close} onSubmit={setTerms}>
          <CommissionFields commission={terms.commission} />
        </Form>
      </Dialog>
      <Confirm
        isOpen={asked === "remove"}
        onClose={close}
        title={say("removeTheTermsOfThisPartner")}
        effect={say("laterSalesEarnByTheTerms")}
        action={say("removeTerms")}
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

function TierNow({ terms, tier }: { readonly terms: Terms["commission"]; readonly tier: Tier }) {
  const { reached, next_step: next, currency } = tier;
  const words = progressInWords(terms, tier);
  return (
    <li className="stack stack-wide">
      <span>
        {words}
        {currency === null || tier.metric === "sales_cents" ? (
          ""
        ) : (
          <span className="quiet"> {say("salesInCurrency", { currency })}</span>
        )}
      </span>
      {next === null ? null : (
        <meter className="funnel-bar" aria-label={words} min={0} max={next.from} value={Math.max(0, Number(reached))} />
      )}
    </li>
  );
}

const movedCustomers = {
  follow: say("fromNowOnAllNewSales"),
  keep: say("customersWhoBoughtBeforeStayWith"),
} as const;

type MoveDialogProps = PartnerTermsProps & {
  readonly groupId: string;
  readonly onClose: () => void;
  readonly onMoved: () => Promise<unknown>;
};

function MoveDialog({ programId, partnerId, groupId, onClose, onMoved }: MoveDialogProps) {
  const { data: groups = [], error } = useQuery({ ...groupsQuery(programId), select: ({ data }) => data });
  const [isKept, setIsKept] = useState(false);
  const others = groups.filter(({ group_id }) => group_id !== groupId);
  const move = ({ group_id = "", existing_customers }: Values) =>
    ask(
      api.POST("/api/v1/programs/{program_id}/partners/{partner_id}/move", {
        params: { path: { program_id: programId, partner_id: partnerId } },
        body: { group_id, existing_customers: existing_customers === "keep" ? "keep" : "follow" },
      }),
    ).then(onMoved);
  return (
    <Dialog isOpen={true} onClose={onClose} title={say("moveToAnotherGroup")}>
      {error === null ? null : <ErrorNotice error={error} />}
      {groups.length > 0 && others.length === 0 ? (
        <p className="dialog-text">{say("thereIsNoOtherGroupYet")}</p>
      ) : (
        <Form action={say("move")} onCancel={onClose} onSubmit={move}>
          <SelectField
            name="group_id"
            label={say("group")}
            choices={others.map(({ group_id, name }) => ({ value: group_id, label: name }))}
          />
          <SelectField
            name="existing_customers"
            label={say("existingCustomers")}
            hint={movedCustomers[isKept ? "keep" : "follow"]}
            value={isKept ? "keep" : "follow"}
            onChange={(value) => setIsKept(value === "keep")}
            choices={[
              { value: "follow", label: say("followToTheNewGroup") },
              { value: "keep", label: say("keepTheTermsOfBefore") },
            ]}
          />
        </Form>
      )}
    </Dialog>
  );
}
