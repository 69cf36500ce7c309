// The agreement with partners: its text in versions, who accepted it, and whether only they are paid.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../../api/client.ts";
import { programQuery, type Schemas } from "../../../api/queries.ts";
import { Button } from "../../../components/button.tsx";
import { Confirm, Dialog } from "../../../components/dialog.tsx";
import { ErrorNotice } from "../../../components/error-notice.tsx";
import { Form, LongTextField, SelectField, type Values } from "../../../components/form.tsx";
import { useMay } from "../../../components/may.tsx";
import { Section } from "../../../components/page.tsx";
import { Facts } from "../../../components/values/facts.tsx";
import { Time } from "../../../components/values/time.tsx";
import { say } from "../../../texts/settings/settings-terms.ts";

type Agreement = Schemas["Agreement"];

export function AgreementSection({ programId }: { readonly programId: number }) {
  const [open, setOpen] = useState<"text" | "end" | null>(null);
  const mayDecide = useMay(programId, "terms");
  const client = useQueryClient();
  const params = { path: { program_id: programId } };
  const { data, error } = useQuery({
    queryKey: ["program", programId, "agreement"],
    queryFn: () => ask(api.GET("/api/v1/programs/{program_id}/agreement", { params })),
  });
  const { data: program } = useQuery(programQuery(programId));
  const close = () => setOpen(null);
  const changed = () => client.invalidateQueries({ queryKey: ["program", programId] });
  const publish = async ({ text = "", terms_required }: Values) => {
    const body = { terms_required: terms_required === "yes" };
    await ask(api.PUT("/api/v1/programs/{program_id}/agreement", { params, body: { text } }));
    await ask(api.PATCH("/api/v1/programs/{program_id}", { params, body }));
    await changed();
    close();
  };
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined || program === undefined) return null;
  const agreement = data.data;
  const isInForce = agreement.version !== null;
  return (
    <Section
      title={say("agreementWithPartners")}
      about={!isInForce ? say("rulesThatPartnersAcceptInTheir") : say("partnersAcceptEachVersionInTheir")}
      actions={
        mayDecide ? (
          <div className="row">
            {!isInForce ? null : <Button onClick={() => setOpen("end")}>{say("end")}</Button>}
            <Button onClick={() => setOpen("text")}>
              {!isInForce ? say("publishAnAgreement") : say("publishANewVersion")}
            </Button>
          </div>
        ) : undefined
      }
    >
      {!isInForce ? null : <InForce agreement={agreement} isRequired={program.terms_required} />}
      <Dialog isOpen={open === "text"} onClose={close} title={say("agreementWithPartners")}>
        <Form action={say("publish")} onSubmit={publish} onCancel={close}>
          <LongTextField
            name="text"
            label={say("text")}
            hint={say("aChangedTextIsANew")}
            isRequired={true}
            defaultValue={agreement.text ?? ""}
          />
          <SelectField
            name="terms_required"
            label={say("payouts")}
            choices={[
              { value: "no", label: say("payEveryPartner") },
              { value: "yes", label: say("payOnlyPartnersWhoAcceptedThis") },
            ]}
            defaultValue={program.terms_required ? "yes" : "no"}
          />
        </Form>
      </Dialog>
      <Confirm
        isOpen={open === "end"}
        onClose={close}
        title={say("endTheAgreement")}
        effect={say("partnersAreNoLongerAskedTo")}
        action={say("endAgreement")}
        isDangerous={true}
        onConfirm={async () => {
          await ask(api.DELETE("/api/v1/programs/{program_id}/agreement", { params }));
          await changed();
        }}
      />
    </Section>
  );
}

type InForceProps = { readonly agreement: Agreement; readonly isRequired: boolean };

function InForce({ agreement: { version, published_at, accepted, partners }, isRequired }: InForceProps) {
  return (
    <Facts
      facts={[
        [say("version"), version],
        [say("published"), published_at === null ? null : <Time key="published" at={published_at} />],
        [say("acceptedBy"), say("acceptedOfPartnersActivePartners", { accepted, partners })],
        [say("payouts"), isRequired ? say("onlyPartnersWhoAcceptedItAre") : say("everyPartnerIsPaid")],
      ]}
    />
  );
}
