// A new export: which list, in what form, and where its files go.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Form, SelectField, TextField, type Values } from "../../components/form.tsx";
import { sentenceOf } from "../../format.ts";
import { say } from "../../texts/connections/exports.ts";

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
    <Form action={say("addExport")} onCancel={onDone} onSubmit={add}>
      <SelectField
        name="list"
        label={say("list")}
        choices={lists.map((list) => ({ value: list, label: sentenceOf(list) }))}
      />
      <SelectField
        name="format"
        label={say("format")}
        choices={[
          { value: "csv", label: say("csv") },
          { value: "ndjson", label: say("linesOfJson") },
        ]}
      />
      <SelectField
        name="target"
        label={say("destination")}
        value={target}
        onChange={setTarget}
        choices={[
          { value: "folder", label: say("aFolderOnTheServer") },
          { value: "s3", label: say("anS3CompatibleBucket") },
        ]}
      />
      {target === "folder" ? (
        <TextField name="folder" label={say("folder")} hint={say("oneWordAFolderBelowThe")} />
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
        label={say("service")}
        isRequired={true}
        placeholder={say("httpsS3EuCentral1Amazonaws")}
      />
      <TextField name="bucket" label={say("bucket")} isRequired={true} placeholder={say("acmeReports")} />
      <TextField name="region" label={say("region")} hint={say("optionalUsEast1")} />
      <TextField
        name="prefix"
        label={say("prefixOfFileNames")}
        hint={say("optional")}
        placeholder={say("partnersDaily")}
      />
      <TextField name="access_key_id" label={say("accessKey")} isRequired={true} />
      <TextField
        name="secret_access_key"
        label={say("secretKey")}
        hint={say("keptEncryptedAndNotShownAgain")}
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
