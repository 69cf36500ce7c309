// Who the program is on the invoices that it issues for its partners. Owners set it; without it none is issued.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { countryChoices } from "../../../../src/core/vocabulary/countries.ts";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Form, LongTextField, SelectField, TextField, type Values } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { Section } from "../../components/page.tsx";

const addressRows = 3;
const basisPointsPerPercent = 100;
const noCountry = { value: "", label: "None" };
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
    <Section
      title="Invoices"
      about="With a name, an address, a country and a prefix, partners can agree in their portal that you issue invoices in their name. Each payout then gets one once it is paid. Ask a tax adviser first."
    >
      <div className="form-narrow">
        <Form
          action="Save invoice details"
          kind="plain"
          onSubmit={save}
          readOnlyBecause={mayDecide ? null : "An owner of the workspace changes these details."}
        >
          <TextField name="legal_name" label="Legal name" defaultValue={program.legal_name ?? ""} />
          <LongTextField
            name="legal_address"
            label="Address"
            hint="Without the country."
            rows={addressRows}
            defaultValue={program.legal_address ?? ""}
          />
          <SelectField
            name="legal_country"
            label="Country"
            defaultValue={program.legal_country ?? ""}
            choices={countries}
          />
          <TextField
            name="brand_vat_id"
            label="VAT id"
            placeholder="DE123456789"
            defaultValue={program.brand_vat_id ?? ""}
          />
          <TextField
            name="vat_rate_bps"
            label="VAT of domestic partners"
            hint="Part of what they are paid, if they have a VAT id of your country."
            suffix="%"
            defaultValue={String(program.vat_rate_bps / basisPointsPerPercent)}
            check={(text) =>
              /^\d{0,3}(?:[.,]\d{1,2})?$/.test(text.trim()) ? null : "must be a percentage, such as 19"
            }
          />
          <TextField
            name="invoice_prefix"
            label="Prefix of numbers"
            hint="1 to 10 capital letters and digits. Leave it empty to issue no invoices."
            placeholder="ACME"
            defaultValue={program.invoice_prefix ?? ""}
          />
          {isSaved ? <Notice meaning="good">Saved.</Notice> : null}
        </Form>
      </div>
    </Section>
  );
}
