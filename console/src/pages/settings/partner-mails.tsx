// How mails to partners look and what they say, with a preview of each as it is saved.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isLanguage, languageCodes, languages } from "../../../../src/core/wording/languages.ts";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Form, LongTextField, SelectField, TextField, type Values } from "../../components/form.tsx";
import { useMay } from "../../components/may.tsx";
import { Notice } from "../../components/notice.tsx";
import { Section } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { CodeBlock } from "../../components/values/code-block.tsx";
import { say } from "../../texts/settings/settings.ts";
import { MailFrame } from "./mail-frame.tsx";

const mails = [
  { value: "approved", label: say("mailApproved") },
  { value: "declined", label: say("mailDeclined") },
  { value: "sign_in", label: say("mailSignIn") },
] as const;
const placeholders = say("mailPlaceholders", { program: "{program}", email: "{email}" });

export function PartnerMails({ program }: { readonly program: Schemas["Program"] }) {
  const [isSaved, setIsSaved] = useState(false);
  const [isPreviewed, setIsPreviewed] = useState(false);
  const client = useQueryClient();
  const params = { path: { program_id: program.program_id } };
  const mayChange = useMay(program.program_id, "terms");
  const save = async (values: Values) => {
    setIsSaved(false);
    const given = (name: string) => values[name]?.trim() || null;
    const body = {
      brand_color: given("brand_color"),
      logo_url: given("logo_url"),
      mail_approved_text: given("mail_approved_text"),
      mail_declined_text: given("mail_declined_text"),
    };
    await ask(api.PATCH("/api/v1/programs/{program_id}", { params, body }));
    await client.invalidateQueries({ queryKey: ["program", program.program_id] });
    setIsSaved(true);
  };
  return (
    <Section
      title={say("mailsToPartners")}
      about={say("mailsCarryTheProgramsName")}
      actions={<Button onClick={() => setIsPreviewed(true)}>{say("previewMails")}</Button>}
    >
      <Form
        action={say("saveMails")}
        onSubmit={save}
        readOnlyBecause={mayChange ? null : say("anOwnerOfTheWorkspaceChanges")}
      >
        <TextField
          name="brand_color"
          label={say("color")}
          hint={say("alsoOfPartnersPages")}
          placeholder={say("exampleColor")}
          defaultValue={program.brand_color ?? ""}
        />
        <TextField
          name="logo_url"
          label={say("logo")}
          hint={say("aPicturesAddress")}
          placeholder={say("exampleLogo")}
          defaultValue={program.logo_url ?? ""}
        />
        <LongTextField
          name="mail_approved_text"
          label={say("wordsToApproved")}
          hint={placeholders}
          rows={4}
          defaultValue={program.mail_approved_text ?? ""}
        />
        <LongTextField
          name="mail_declined_text"
          label={say("wordsToDeclined")}
          hint={placeholders}
          rows={4}
          defaultValue={program.mail_declined_text ?? ""}
        />
        {isSaved ? <Notice meaning="good">{say("saved")}</Notice> : null}
      </Form>
      <Dialog isOpen={isPreviewed} onClose={() => setIsPreviewed(false)} title={say("mailsToPartners")}>
        <Preview programId={program.program_id} />
        <div className="dialog-foot">
          <Button onClick={() => setIsPreviewed(false)}>{say("close")}</Button>
        </div>
      </Dialog>
    </Section>
  );
}

function Preview({ programId }: { readonly programId: number }) {
  const [mail, setMail] = useState<string>("approved");
  const [language, setLanguage] = useState<string>("en");
  const query = {
    mail: mails.find(({ value }) => value === mail)?.value ?? "approved",
    language: isLanguage(language) ? language : ("en" as const),
  };
  const { data, error } = useQuery({
    queryKey: ["program", programId, "mail-preview", query],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/mail-preview", { params: { path: { program_id: programId }, query } }),
      ),
  });
  return (
    <div className="stack">
      <SelectField name="mail" label={say("mail")} choices={[...mails]} value={mail} onChange={setMail} />
      <SelectField
        name="language"
        label={say("partnersLanguage")}
        choices={languageCodes.map((code) => ({ value: code, label: languages[code].name }))}
        value={language}
        onChange={setLanguage}
      />
      {error === null ? null : <ErrorNotice error={error} />}
      {data === undefined ? (
        <Skeleton lines={6} />
      ) : (
        <>
          <p>
            <strong>{data.data.subject}</strong>
          </p>
          <MailFrame label={say("asHtml")} html={data.data.html} />
          <CodeBlock title={say("asText")} code={data.data.text} />
        </>
      )}
    </div>
  );
}
