// Where a partner's payouts go: shown to those who pay, set and removed by them.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Confirm, Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Form, SelectField, TextField, type Values } from "../../components/form.tsx";
import { Section } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Facts } from "../../components/values/facts.tsx";
import { say } from "../../texts/partners.ts";

type Recipient = Schemas["Recipient"];
type Of = { readonly programId: number; readonly partnerId: number };

const pageMax = 1000;
const kinds = [
  { value: "person", label: say("aPerson") },
  { value: "institution", label: say("aCompany") },
] as const;

/** The list is by partner, so that it is read up to this one. */
async function findRecipient({ programId, partnerId }: Of): Promise<Recipient | null> {
  for (let after: string | undefined; ; ) {
    const query = { limit: pageMax, ...(after === undefined ? {} : { after }) };
    const params = { path: { program_id: programId }, query };
    const { data, next } = await ask(api.GET("/api/v1/programs/{program_id}/payout-recipients", { params }));
    const found = data.find(({ partner_id }) => partner_id === partnerId);
    if (found !== undefined) return found;
    const last = data.at(-1);
    if (next === null || last === undefined || last.partner_id > partnerId) return null;
    after = next;
  }
}

export function PayoutDetails({ programId, partnerId }: Of) {
  const [asked, setAsked] = useState<"set" | "remove" | null>(null);
  const client = useQueryClient();
  const { data: recipient, error } = useQuery({
    queryKey: ["program", programId, "payout-recipient", partnerId],
    queryFn: () => findRecipient({ programId, partnerId }),
  });
  const params = { path: { program_id: programId, partner_id: partnerId } };
  const close = () => setAsked(null);
  const changed = () => client.invalidateQueries({ queryKey: ["program", programId] });
  const save = async (values: Values) => {
    const stripe = values.stripe_account?.trim() ?? "";
    const body = {
      email: values.email?.trim() ?? "",
      name: values.name?.trim() ?? "",
      kind: values.kind === "institution" ? ("institution" as const) : ("person" as const),
      ...(stripe === "" ? {} : { stripe_account: stripe }),
    };
    await ask(api.PUT("/api/v1/programs/{program_id}/partners/{partner_id}/recipient", { params, body }));
    await changed();
    close();
  };
  return (
    <Section
      title={say("payoutDetails")}
      about={recipient === null ? say("notSetPaymentProvidersAndTheir") : undefined}
    >
      {error === null ? null : <ErrorNotice error={error} />}
      {recipient === undefined && error === null ? <Skeleton lines={3} /> : null}
      {recipient === undefined ? null : (
        <div className="stack stack-wide">
          {recipient === null ? null : (
            <Facts
              facts={[
                [say("eMail"), recipient.email],
                [say("name"), recipient.name],
                [say("belongsTo"), kinds.find(({ value }) => value === recipient.kind)?.label ?? recipient.kind],
                [say("stripeAccount"), recipient.stripe_account],
              ]}
            />
          )}
          <div className="row">
            <Button onClick={() => setAsked("set")}>
              {recipient === null ? say("setPayoutDetails") : say("changePayoutDetails")}
            </Button>
            {recipient === null ? null : (
              <Button kind="quiet" onClick={() => setAsked("remove")}>
                {say("removePayoutDetails")}
              </Button>
            )}
          </div>
        </div>
      )}
      <Dialog isOpen={asked === "set"} onClose={close} title={say("payoutDetails")}>
        <Form action={say("savePayoutDetails")} onCancel={close} onSubmit={save}>
          <TextField
            name="email"
            label={say("eMail")}
            hint={say("ofThePartnersAccountAtThe")}
            type="email"
            isRequired={true}
            defaultValue={recipient?.email ?? ""}
          />
          <TextField
            name="name"
            label={say("name")}
            hint={say("asThePartnersBankKnowsIt")}
            isRequired={true}
            defaultValue={recipient?.name ?? ""}
          />
          <SelectField
            name="kind"
            label={say("belongsTo")}
            choices={kinds}
            defaultValue={recipient?.kind ?? "person"}
          />
          <TextField
            name="stripe_account"
            label={say("stripeAccount")}
            hint={say("onlyIfStripePaysThisPartner")}
            placeholder={say("acct1MTfjCQ9PRzxEwkZ")}
            defaultValue={recipient?.stripe_account ?? ""}
          />
        </Form>
      </Dialog>
      <Confirm
        isOpen={asked === "remove"}
        onClose={close}
        title={say("removePayoutDetailsAsked")}
        effect={say("thePartnerIsNotPaidUntil")}
        action={say("removePayoutDetails")}
        isDangerous={true}
        onConfirm={async () => {
          await ask(api.DELETE("/api/v1/programs/{program_id}/partners/{partner_id}/recipient", { params }));
          await changed();
        }}
      />
    </Section>
  );
}
