// Terms of single products, partners and groups, which pay in place of the program's own. Owners add, change and remove them.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChartColumn, Plus } from "lucide-react";
import { useState } from "react";
import { termsInWords } from "../../../../../src/core/wording/terms-words.ts";
import { api, ask } from "../../../api/client.ts";
import { groupsQuery, partnersQuery, type Schemas } from "../../../api/queries.ts";
import { Button, ButtonLink } from "../../../components/button.tsx";
import { type Column, DataList } from "../../../components/data-list.tsx";
import { Confirm, Dialog } from "../../../components/dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Form, SelectField, TextField, type Values } from "../../../components/form.tsx";
import { useMay } from "../../../components/may.tsx";
import { Section } from "../../../components/page.tsx";
import { useGroupName } from "../../../components/values/group-name.tsx";
import { PartnerName } from "../../../components/values/partner-name.tsx";
import { pathOf } from "../../../paths.ts";
import { say } from "../../../texts/settings/settings-terms.ts";
import { CommissionFields } from "./commission-fields.tsx";
import { type Commission, commissionOf } from "./commission-input.ts";

type Terms = Schemas["Term"];
type Scope = Pick<Terms, "partner_id" | "group_id" | "product_id">;

export function TermsList({ programId }: { readonly programId: number }) {
  const [edited, setEdited] = useState<Terms | "new" | null>(null);
  const [removed, setRemoved] = useState<Terms | null>(null);
  const mayDecide = useMay(programId, "terms");
  const groupName = useGroupName(programId);
  const client = useQueryClient();
  const changed = () => client.invalidateQueries({ queryKey: ["program", programId] });
  const nameOf = ({ partner_id, group_id, product_id }: Scope) => {
    const given = { has: product_id === null ? "none" : "other", product: product_id };
    if (partner_id !== null) return say("partnerIdProduct", { ...given, partnerId: partner_id });
    return group_id === null
      ? (product_id ?? "")
      : say("groupNameProduct", { ...given, groupName: groupName(group_id) });
  };
  const columns: readonly Column<Terms>[] = [
    {
      id: "for",
      title: say("for"),
      cell: ({ partner_id, group_id }) => {
        if (partner_id !== null) return <PartnerName programId={programId} partnerId={partner_id} />;
        return group_id === null ? say("everyPartner") : say("groupName", { groupName: groupName(group_id) });
      },
    },
    {
      id: "product",
      title: say("product"),
      cell: ({ product_id }) =>
        product_id === null ? <span className="quiet">{say("all")}</span> : <code>{product_id}</code>,
    },
    { id: "commission", title: say("partnersEarn"), isProse: true, cell: ({ commission }) => termsInWords(commission) },
    {
      id: "actions",
      title: say("actions"),
      isFigure: true,
      cell: (terms) =>
        mayDecide ? (
          <>
            <Button
              kind="quiet"
              onClick={() => setEdited(terms)}
              aria-label={say("changeTermsOfName", { name: nameOf(terms) })}
            >
              {say("change")}
            </Button>
            <Button
              kind="quiet"
              onClick={() => setRemoved(terms)}
              aria-label={say("removeTermsOfName", { name: nameOf(terms) })}
            >
              {say("remove")}
            </Button>
          </>
        ) : null,
    },
  ];
  const add = mayDecide ? (
    <div className="row">
      <ButtonLink to={pathOf(programId, "forecasts")} icon={<ChartColumn size={14} aria-hidden="true" />}>
        {say("tryOtherTerms")}
      </ButtonLink>
      <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => setEdited("new")}>
        {say("addTerms")}
      </Button>
    </div>
  ) : undefined;
  return (
    <Section title={say("termsOfProductsPartnersAndGroups")} about={say("aSaleIsPaidByThe")} actions={add}>
      <DataList<Terms>
        name="terms"
        label={say("termsOfProductsPartnersAndGroups")}
        queryKey={["program", programId, "terms"]}
        load={(query) =>
          ask(
            api.GET("/api/v1/programs/{program_id}/terms", {
              params: { path: { program_id: programId } },
              querySerializer: query,
            }),
          )
        }
        columns={columns}
        rowId={(terms) => rowOf(terms)}
        csvPath={`/api/v1/programs/${programId}/terms`}
        empty={<EmptyState title={say("noOtherTerms")}>{say("everySaleIsPaidByThe")}</EmptyState>}
      />
      {edited === null ? null : (
        <TermsDialog
          programId={programId}
          terms={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={() => changed().then(() => setEdited(null))}
        />
      )}
      <Confirm
        isOpen={removed !== null}
        onClose={() => setRemoved(null)}
        title={removed === null ? "" : say("removeTheTermsOfName", { name: nameOf(removed) })}
        effect={say("laterSalesEarnByTheNext")}
        action={say("removeTerms")}
        isDangerous={true}
        onConfirm={async () => {
          if (removed === null) return;
          await removeTerms(programId, removed);
          await changed();
        }}
      />
    </Section>
  );
}

function rowOf({ partner_id, group_id, product_id }: Scope): string {
  return JSON.stringify([partner_id, group_id, product_id]);
}

type TermsDialogProps = {
  readonly programId: number;
  /** Null of new ones. */
  readonly terms: Terms | null;
  readonly onClose: () => void;
  readonly onSaved: () => Promise<unknown>;
};

const holders = [
  { value: "partner", label: say("aPartner") },
  { value: "group", label: say("aGroup") },
  { value: "product", label: say("aProductForEveryPartner") },
] as const;

function TermsDialog({ programId, terms, onClose, onSaved }: TermsDialogProps) {
  const [holder, setHolder] = useState<string>("partner");
  const { data: partners = [] } = useQuery(partnersQuery(programId));
  const { data: groups = [] } = useQuery({ ...groupsQuery(programId), select: ({ data }) => data });
  const save = (values: Values) => setTerms(programId, terms ?? scopeOf(values), commissionOf(values)).then(onSaved);
  return (
    <Dialog isOpen={true} onClose={onClose} title={terms === null ? say("addTerms") : say("changeTerms")}>
      <Form action={say("save")} onSubmit={save} onCancel={onClose}>
        {terms !== null ? null : (
          <>
            <SelectField name="holder" label={say("for")} choices={holders} value={holder} onChange={setHolder} />
            {holder === "partner" ? (
              <SelectField
                name="partner_id"
                label={say("partner")}
                choices={partners.map(({ partner_id, name }) => ({ value: String(partner_id), label: name }))}
              />
            ) : null}
            {holder === "group" ? (
              <SelectField
                name="group_id"
                label={say("group")}
                choices={groups.map(({ group_id, name }) => ({ value: group_id, label: name }))}
              />
            ) : null}
            <TextField
              name="product_id"
              label={say("product")}
              hint={say("theProvidersProductIdEmptyAll", { holder: holder === "product" ? "product" : "other" })}
              isRequired={holder === "product"}
            />
          </>
        )}
        <CommissionFields {...(terms === null ? {} : { commission: terms.commission })} />
      </Form>
    </Dialog>
  );
}

function scopeOf({ partner_id, group_id, product_id = "" }: Values): Scope {
  return {
    partner_id: partner_id === undefined ? null : Number(partner_id),
    group_id: group_id ?? null,
    product_id: product_id.trim() === "" ? null : product_id.trim(),
  };
}

/** As the API names a scope, without what is null. */
function named({ partner_id, group_id, product_id }: Scope) {
  return {
    ...(partner_id === null ? {} : { partner_id }),
    ...(group_id === null ? {} : { group_id }),
    ...(product_id === null ? {} : { product_id }),
  };
}

function setTerms(programId: number, scope: Scope, commission: Commission): Promise<unknown> {
  if (scope.partner_id === null && scope.group_id === null) {
    const path = { program_id: programId, product_id: scope.product_id ?? "" };
    return ask(api.PUT("/api/v1/programs/{program_id}/policies/{product_id}", { params: { path }, body: commission }));
  }
  const params = { path: { program_id: programId } };
  return ask(api.PUT("/api/v1/programs/{program_id}/terms", { params, body: { ...named(scope), commission } }));
}

function removeTerms(programId: number, scope: Scope): Promise<unknown> {
  if (scope.partner_id === null && scope.group_id === null) {
    const path = { program_id: programId, product_id: scope.product_id ?? "" };
    return ask(api.DELETE("/api/v1/programs/{program_id}/policies/{product_id}", { params: { path } }));
  }
  const params = { path: { program_id: programId } };
  return ask(api.POST("/api/v1/programs/{program_id}/terms/remove", { params, body: named(scope) }));
}
