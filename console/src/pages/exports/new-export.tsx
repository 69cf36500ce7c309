// A new export: which list, in what form, and where its files go.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Form, SelectField, TextField, type Values } from "../../components/form.tsx";
import { sentenceOf } from "../../format.ts";

type List = Schemas["Export"]["list"];

const lists: readonly List[] = [
  ...(["sales", "commissions", "adjustments", "payouts", "fees", "refunds", "disputes"] as const),
  ...(["customers", "clicks", "leads", "partners", "events"] as const),
];

type Props = { readonly programId: number; readonly onDone: () => void };

export function NewExport({ programId, onDone }: Props) {
  const client = useQueryClient();
  const [onceKey, setOnceKey] = useState(() => crypto.randomUUID());
  const [target, setTarget] = useState("folder");
  const add = async (values: Values) => {
    const call = api.POST("/api/v1/programs/{program_id}/exports", {
      params: { path: { program_id: programId }, header: { "Idempotency-Key": onceKey } },
      body: {
        list: lists.find((list) => list === values.list) ?? "sales",
        format: values.format === "ndjson" ? "ndjson" : "csv",
        ...(target === "folder"
          ? { target: "folder", ...filled(values, ["folder"]) }
          : { target: "s3", ...filled(values, ofBucket) }),
      },
    });
    // What is corrected and sent again is another call.
    await ask(call).catch((error: unknown) => {
      setOnceKey(crypto.randomUUID());
      throw error;
    });
    await client.invalidateQueries({ queryKey: ["program", programId, "exports"] });
    onDone();
  };
  return (
    <Form action="Add export" onCancel={onDone} onSubmit={add}>
      <SelectField name="list" label="List" choices={lists.map((list) => ({ value: list, label: sentenceOf(list) }))} />
      <SelectField
        name="format"
        label="Format"
        choices={[
          { value: "csv", label: "CSV" },
          { value: "ndjson", label: "Lines of JSON" },
        ]}
      />
      <SelectField
        name="target"
        label="Destination"
        value={target}
        onChange={setTarget}
        choices={[
          { value: "folder", label: "A folder on the server" },
          { value: "s3", label: "An S3-compatible bucket" },
        ]}
      />
      {target === "folder" ? (
        <TextField name="folder" label="Folder" hint="One word: a folder below the program's own. Optional." />
      ) : (
        <Bucket />
      )}
    </Form>
  );
}

const ofBucket = ["endpoint", "bucket", "region", "prefix", "access_key_id", "secret_access_key"] as const;

function Bucket() {
  return (
    <>
      <TextField
        name="endpoint"
        label="Service"
        isRequired={true}
        placeholder="https://s3.eu-central-1.amazonaws.com"
      />
      <TextField name="bucket" label="Bucket" isRequired={true} placeholder="acme-reports" />
      <TextField name="region" label="Region" hint="Optional: us-east-1." />
      <TextField name="prefix" label="Prefix of file names" hint="Optional." placeholder="partners/daily" />
      <TextField name="access_key_id" label="Access key" isRequired={true} />
      <TextField
        name="secret_access_key"
        label="Secret key"
        hint="Kept encrypted and not shown again."
        type="password"
        isRequired={true}
      />
    </>
  );
}

/** What was left empty is left out. */
function filled<Name extends string>(values: Values, names: readonly Name[]): { readonly [Key in Name]?: string } {
  const given = names.flatMap((name) => {
    const text = values[name]?.trim() ?? "";
    return text === "" ? [] : [[name, text] as const];
  });
  return Object.fromEntries(given) as { readonly [Key in Name]?: string };
}
