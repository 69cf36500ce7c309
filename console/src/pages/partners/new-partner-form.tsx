// Adds a partner: a name, and the code its links carry, which is proposed from the name until a person writes another.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { partnersQuery } from "../../api/queries.ts";
import { checkCode, checkName, proposeCode } from "../../checks.ts";
import { Form, TextField } from "../../components/form.tsx";
import { say } from "../../texts/partners.ts";

type NewPartnerFormProps = {
  readonly programId: number;
  readonly onDone: (partnerId: number) => Promise<void> | void;
  readonly onCancel?: () => void;
};

export function NewPartnerForm({ programId, onDone, onCancel }: NewPartnerFormProps) {
  const client = useQueryClient();
  const { data: partners = [] } = useQuery(partnersQuery(programId));
  const [onceKey] = useState(() => crypto.randomUUID());
  const [name, setName] = useState("");
  const [ownCode, setOwnCode] = useState<string | null>(null);
  const taken = partners.map(({ code }) => code);
  const add = async ({ name: given = "", code = "" }: Readonly<Record<string, string>>) => {
    const { data } = await ask(
      api.POST("/api/v1/programs/{program_id}/partners", {
        params: { path: { program_id: programId }, header: { "Idempotency-Key": onceKey } },
        body: { name: given.trim(), code: code.trim() },
      }),
    );
    await client.invalidateQueries({ queryKey: ["program", programId] });
    await onDone(data.partner_id);
  };
  return (
    <Form action={say("addPartner")} onSubmit={add} {...(onCancel === undefined ? {} : { onCancel })}>
      <TextField
        name="name"
        label={say("name")}
        isRequired={true}
        placeholder={say("examplePartner")}
        value={name}
        onChange={setName}
        check={checkName}
      />
      <TextField
        name="code"
        label={say("code")}
        hint={say("lettersDigitsAndThePartnersLinks")}
        isRequired={true}
        placeholder={say("exampleCode")}
        value={ownCode ?? proposeCode(name, taken)}
        onChange={setOwnCode}
        check={checkCode(taken)}
      />
    </Form>
  );
}
