// Where a partner's payouts go: shown to those who pay, set and removed by them.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Confirm, Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Facts } from "../../components/facts.tsx";
import { Form, SelectField, TextField, type Values } from "../../components/form.tsx";
import { Section } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";

type Recipient = Schemas["Recipient"];
type Of = { readonly programId: number; readonly partnerId: number };

const pageMax = 1000;
const kinds = [
  { value: "person", label: "A person" },
  { value: "institution", label: "A company" },
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
      title="Payout details"
      about={recipient === null ? "Not set: payment providers and their files cannot pay this partner." : undefined}
    >
      {error === null ? null : <ErrorNotice error={error} />}
      {recipient === undefined && error === null ? <Skeleton lines={3} /> : null}
      {recipient === undefined ? null : (
        <div className="stack stack-wide">
          {recipient === null ? null : (
            <Facts
              facts={[
                ["E-mail", recipient.email],
                ["Name", recipient.name],
                ["Belongs to", kinds.find(({ value }) => value === recipient.kind)?.label ?? recipient.kind],
                ["Stripe account", recipient.stripe_account],
              ]}
            />
          )}
          <div className="row">
            <Button onClick={() => setAsked("set")}>
              {recipient === null ? "Set payout details" : "Change payout details"}
            </Button>
            {recipient === null ? null : (
              <Button kind="quiet" onClick={() => setAsked("remove")}>
                Remove payout details
              </Button>
            )}
          </div>
        </div>
      )}
      <Dialog isOpen={asked === "set"} onClose={close} title="Payout details">
        <Form action="Save payout details" onCancel={close} onSubmit={save}>
          <TextField
            name="email"
            label="E-mail"
            hint="Of the partner's account at the payment provider."
            type="email"
            isRequired={true}
            defaultValue={recipient?.email ?? ""}
          />
          <TextField
            name="name"
            label="Name"
            hint="As the partner's bank knows it."
            isRequired={true}
            defaultValue={recipient?.name ?? ""}
          />
          <SelectField name="kind" label="Belongs to" choices={kinds} defaultValue={recipient?.kind ?? "person"} />
          <TextField
            name="stripe_account"
            label="Stripe account"
            hint="Only if Stripe pays this partner. Leave it empty to keep the current one."
            placeholder="acct_1MTfjCQ9PRzxEwkZ"
            defaultValue={recipient?.stripe_account ?? ""}
          />
        </Form>
      </Dialog>
      <Confirm
        isOpen={asked === "remove"}
        onClose={close}
        title="Remove payout details?"
        effect="The partner is not paid until they are set again. Payouts already in a file are still paid."
        action="Remove payout details"
        isDangerous={true}
        onConfirm={async () => {
          await ask(api.DELETE("/api/v1/programs/{program_id}/partners/{partner_id}/recipient", { params }));
          await changed();
        }}
      />
    </Section>
  );
}
