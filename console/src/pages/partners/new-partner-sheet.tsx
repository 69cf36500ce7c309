// Adds a partner: a name, and the code its links carry.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { Form, TextField } from "../../components/form.tsx";
import { Sheet } from "../../components/sheet.tsx";
import { pathOf } from "../../paths.ts";

export function NewPartnerSheet() {
  const { programId } = useParams({ from: "/programs/$programId/partners/new" });
  const navigate = useNavigate();
  const client = useQueryClient();
  const [onceKey] = useState(() => crypto.randomUUID());
  const close = () => void navigate({ to: pathOf(programId, "partners") });
  return (
    <Sheet title="Add partner" onClose={close}>
      <Form
        action="Add partner"
        onCancel={close}
        onSubmit={async ({ name = "", code = "" }) => {
          const { data } = await ask(
            api.POST("/api/v1/programs/{program_id}/partners", {
              params: { path: { program_id: programId }, header: { "Idempotency-Key": onceKey } },
              body: { name: name.trim(), code: code.trim() },
            }),
          );
          await client.invalidateQueries({ queryKey: ["program", programId] });
          await navigate({ to: pathOf(programId, "partners", data.partner_id) });
        }}
      >
        <TextField name="name" label="Name" isRequired={true} placeholder="Anna Lind" />
        <TextField
          name="code"
          label="Code"
          hint="Small letters, digits, - and _. It stands in the links and cannot be changed."
          isRequired={true}
          placeholder="anna"
        />
      </Form>
    </Sheet>
  );
}
