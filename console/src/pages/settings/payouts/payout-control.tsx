// How the program's payouts are controlled: a second person, limits by currency, and schedules. Owners set them; everybody sees them.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../../api/client.ts";
import { programQuery, type Schemas } from "../../../api/queries.ts";
import { ErrorNotice } from "../../../components/error-notice.tsx";
import { Form, SelectField, type Values } from "../../../components/form.tsx";
import { useMay } from "../../../components/may.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Section } from "../../../components/page.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { say } from "../../../texts/settings/settings-payouts.ts";
import { InvoiceSettings } from "./invoice-settings.tsx";
import { PayoutLimits } from "./payout-limits.tsx";
import { PayoutSchedules } from "./payout-schedules.tsx";

export function PayoutControl({ programId }: { readonly programId: number }) {
  const { data: program, error } = useQuery(programQuery(programId));
  const mayDecide = useMay(programId, "payout_rules");
  const maySetTerms = useMay(programId, "terms");
  if (error !== null) return <ErrorNotice error={error} />;
  if (program === undefined) return <Skeleton lines={8} />;
  return (
    <>
      <SecondPerson key={program.program_id} program={program} mayDecide={mayDecide} />
      <PayoutLimits programId={programId} limits={program.payout_limits} mayDecide={mayDecide} />
      <PayoutSchedules programId={programId} mayDecide={mayDecide} />
      <InvoiceSettings key={`invoices ${program.program_id}`} program={program} mayDecide={maySetTerms} />
    </>
  );
}

type SecondPersonProps = { readonly program: Schemas["Program"]; readonly mayDecide: boolean };

function SecondPerson({ program: { program_id, payout_approvals }, mayDecide }: SecondPersonProps) {
  const [isSaved, setIsSaved] = useState(false);
  const client = useQueryClient();
  const save = async (values: Values) => {
    setIsSaved(false);
    const body = { payout_approvals: values.payout_approvals === "2" ? 2 : 1 } as const;
    await ask(api.PATCH("/api/v1/programs/{program_id}", { params: { path: { program_id } }, body }));
    await client.invalidateQueries();
    setIsSaved(true);
  };
  return (
    <Section title={say("secondPerson")} about={say("aPayoutCanNeedTheApproval")}>
      <div className="form-narrow">
        <Form
          action={say("save")}
          kind="plain"
          onSubmit={save}
          readOnlyBecause={mayDecide ? null : say("anOwnerOfTheWorkspaceChangesThis")}
        >
          <SelectField
            name="payout_approvals"
            label={say("peopleForEachPayout")}
            hint={say("existingPayoutsKeepTheNumberThey")}
            defaultValue={String(payout_approvals)}
            choices={[
              { value: "1", label: say("oneItsCreatorMayPayIt") },
              { value: "2", label: say("twoAnotherPersonApprovesIt") },
            ]}
          />
          {isSaved ? <Notice meaning="good">{say("saved")}</Notice> : null}
        </Form>
      </div>
    </Section>
  );
}
