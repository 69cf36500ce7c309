// Who the program is on the invoices that it issues for its partners. Owners set it; without it none is issued.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { countryChoices } from "../../../../../src/core/vocabulary/countries.ts";
import { api, ask } from "../../../api/client.ts";
import type { Schemas } from "../../../api/queries.ts";
import { Form, LongTextField, SelectField, TextField, type Values } from "../../../components/form.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Section } from "../../../components/page.tsx";
import { say } from "../../../texts/settings/settings-payouts.ts";

const addressRows = 3;
const basisPointsPerPercent = 100;
const noCountry = { value: "", label: say("none") };
const countries = [noCountry, ...Object.entries(countryChoices).map(([value, label]) => ({ value, label }))];

type InvoiceSettingsProps = { readonly program: Schemas["Program"]; readonly mayDecide: boolean };

export function InvoiceSettings({ program, mayDecide }: InvoiceSettingsProps) {
  const [isSaved, setIsSaved] = useState(false);
  const client = useQueryClient();
  const save = async (values: Values) => {
    setIsSaved(false);
    const given = (name: string): string | null => values[name]?.trim() || null;
    const body = {
      legal_name: given("legal_name"),
      legal_address: given("legal_address")?.replaceAll("\r\n", "\n") ?? null,
      legal_country: given("legal_country"),
      brand_vat_id:
        given("brand_vat_id")
          ?.replaceAll(/[\s.-]/g, "")
          .toUpperCase() ?? null,
      vat_rate_bps: Math.round(Number((given("vat_rate_bps") ?? "0").replace(",", ".")) * basisPointsPerPercent),
      invoice_prefix: given("invoice_prefix"),
    };
    const params = { path: { program_id: program.program_id } };
    await ask(api.PATCH("/api/v1/programs/{program_id}", { params, body }));
    await client.invalidateQueries();
    setIsSaved(true);
  };
  return (
    <Section title={say("invoices")} about={say("withANameAnAddressA")}>
      <div className="form-narrow">
        <Form
          action={say("saveInvoiceDetails")}
          kind="plain"
          onSubmit={save}
          readOnlyBecause={mayDecide ? null : say("anOwnerOfTheWorkspaceChanges")}
        >
          <TextField name="legal_name" label={say("legalName")} defaultValue={program.legal_name ?? ""} />
          <LongTextField
            name="legal_address"
            label={say("address")}
            hint={say("withoutTheCountry")}
            rows={addressRows}
            defaultValue={program.legal_address ?? ""}
          />
          <SelectField
            name="legal_country"
            label={say("country")}
            defaultValue={program.legal_country ?? ""}
            choices={countries}
          />
          <TextField
            name="brand_vat_id"
            label={say("vatId")}
            placeholder={say("exampleVatId")}
            defaultValue={program.brand_vat_id ?? ""}
          />
          <TextField
            name="vat_rate_bps"
            label={say("vatOfDomesticPartners")}
            hint={say("partOfWhatTheyArePaid")}
            suffix="%"
            defaultValue={String(program.vat_rate_bps / basisPointsPerPercent)}
            check={(text) => (/^\d{0,3}(?:[.,]\d{1,2})?$/.test(text.trim()) ? null : say("mustBeAPercentageSuchAs"))}
          />
          <TextField
            name="invoice_prefix"
            label={say("prefixOfNumbers")}
            hint={say("n1To10CapitalLettersAnd")}
            placeholder={say("acme")}
            defaultValue={program.invoice_prefix ?? ""}
          />
          {isSaved ? <Notice meaning="good">{say("saved")}</Notice> : null}
        </Form>
      </div>
    </Section>
  );
}
