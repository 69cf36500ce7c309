// Attributes a payment to a partner manually, with a reason for the log, and undoes that. For owners.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { partnersQuery } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Faults, Form, SelectField, TextField } from "../../components/form.tsx";
import { say } from "../../texts/inbox.ts";

type AttributeButtonProps = { readonly programId: number; readonly eventId: number };

export function AttributeButton({ programId, eventId }: AttributeButtonProps) {
  const [isAsked, setIsAsked] = useState(false);
  const { data: partners = [] } = useQuery(partnersQuery(programId));
  const client = useQueryClient();
  const close = () => setIsAsked(false);
  const give = async (partnerId: string, reason: string) => {
    if (reason.trim() === "") throw new Faults({ reason: say("isRequired") });
    await ask(
      api.POST("/api/v1/programs/{program_id}/attributions", {
        params: { path: { program_id: programId } },
        body: { event_id: eventId, partner_id: Number(partnerId), reason: reason.trim() },
      }),
    );
    await client.invalidateQueries({ queryKey: ["program", programId] });
    close();
  };
  return (
    <>
      <Button onClick={() => setIsAsked(true)}>{say("attributeManually")}</Button>
      <Dialog isOpen={isAsked} onClose={close} title={say("attributeThisPaymentManually")}>
        <p className="dialog-text">{say("thePaymentBecomesThePartnersSale")}</p>
        <Form
          action={say("attributeToThisPartner")}
          onCancel={close}
          onSubmit={({ partner_id = "", reason = "" }) => give(partner_id, reason)}
        >
          <SelectField
            name="partner_id"
            label={say("partner")}
            choices={partners.map(({ partner_id, name }) => ({ value: String(partner_id), label: name }))}
          />
          <TextField name="reason" label={say("reasonShownInTheLog")} isRequired={true} />
        </Form>
      </Dialog>
    </>
  );
}
