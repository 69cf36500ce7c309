// Groups of partners: what each earns, how long its commissions are held, and whether people may join it by its own link.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { termsInWords } from "../../../../../src/core/wording/terms-words.ts";
import { api, ask } from "../../../api/client.ts";
import { programQuery, type Schemas } from "../../../api/queries.ts";
import { Button } from "../../../components/button.tsx";
import { type Column, DataList } from "../../../components/data-list.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Form, SelectField, TextField, type Values } from "../../../components/form.tsx";
import { useMay } from "../../../components/may.tsx";
import { Section } from "../../../components/page.tsx";
import { formatCount } from "../../../format.ts";
import { pathOf } from "../../../paths.ts";
import { say as sayDiscount } from "../../../texts/discounts.ts";
import { say } from "../../../texts/settings/settings-terms.ts";
import { DiscountFields } from "../../partners/discount-fields.tsx";
import { discountOf } from "../../partners/discount-input.ts";
import { CommissionFields } from "./commission-fields.tsx";
import { commissionOf } from "./commission-input.ts";
import { JoinFields, joinFieldsOf } from "./join-fields.tsx";

type Group = Schemas["Group"];

const signUps = [
  { value: "", label: say("asTheProgramNoOwnLink") },
  { value: "by_approval", label: say("byItsOwnLinkEachAfter") },
  { value: "open", label: say("byItsOwnLinkEverybodyAt") },
  { value: "closed", label: say("onlyByYou") },
] as const;

export function Groups({ programId }: { readonly programId: number }) {
  const [edited, setEdited] = useState<Group | "new" | null>(null);
  const mayDecide = useMay(programId, "terms");
  const { data: program } = useQuery(programQuery(programId));
  const columns: readonly Column<Group>[] = [
    { id: "name", title: say("group"), cell: ({ group_id, name }) => <GroupName id={group_id} name={name} /> },
    {
      id: "commission",
      title: say("partnersEarn"),
      isProse: true,
      cell: ({ commission }) =>
        commission === null ? <span className="quiet">{say("asTheProgram")}</span> : termsInWords(commission),
    },
    {
      id: "hold",
      isWide: true,
      title: say("hold"),
      isFigure: true,
      cell: ({ hold_period_days: days }) => say("daysDays", { days: days ?? program?.hold_period_days ?? "" }),
    },
    {
      id: "partners",
      isWide: true,
      title: say("partners"),
      isFigure: true,
      cell: ({ group_id, partners }) => (
        <Link to={pathOf(programId, "partners")} search={{ group_id }}>
          {formatCount(partners)}
        </Link>
      ),
    },
    {
      id: "actions",
      title: say("actions"),
      isFigure: true,
      cell: (group) =>
        mayDecide ? (
          <Button kind="quiet" onClick={() => setEdited(group)} aria-label={say("changeName", { name: group.name })}>
            {say("change")}
          </Button>
        ) : null,
    },
  ];
  const add = mayDecide ? (
    <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => setEdited("new")}>
      {say("addGroup")}
    </Button>
  ) : undefined;
  return (
    <Section title={say("groups")} about={say("partnersInAGroupEarnBy")} actions={add}>
      <DataList<Group>
        name="groups"
        label={say("groups")}
        queryKey={["program", programId, "groups"]}
        load={(query) =>
          ask(
            api.GET("/api/v1/programs/{program_id}/groups", {
              params: { path: { program_id: programId } },
              querySerializer: query,
            }),
          )
        }
        columns={columns}
        rowId={({ group_id }) => group_id}
        csvPath={`/api/v1/programs/${programId}/groups`}
        empty={<EmptyState title={say("noGroups")}>{say("everyPartnerIsInTheDefault")}</EmptyState>}
      />
      {edited === null ? null : (
        <GroupDialog programId={programId} group={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Section>
  );
}

function GroupName({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <>
      {name} <code className="quiet">{id}</code>
    </>
  );
}

type GroupDialogProps = {
  readonly programId: number;
  /** Null of a new one. */
  readonly group: Group | null;
  readonly onClose: () => void;
};

function GroupDialog({ programId, group, onClose }: GroupDialogProps) {
  const [hasTerms, setHasTerms] = useState(group !== null && group.commission !== null);
  const [hasCodes, setHasCodes] = useState(group !== null && group.partner_discount !== null);
  const client = useQueryClient();
  const save = async (values: Values) => {
    const group_id = group?.group_id ?? (values.group_id ?? "").trim();
    const days = (values.hold_period_days ?? "").trim();
    const rule = signUps.find(({ value }) => value === values.partner_sign_up)?.value ?? "";
    await ask(
      api.PUT("/api/v1/programs/{program_id}/groups/{group_id}", {
        params: { path: { program_id: programId, group_id } },
        body: {
          name: values.name ?? "",
          commission: hasTerms ? commissionOf(values) : null,
          hold_period_days: days === "" ? null : Number(days),
          join_text: (values.join_text ?? "").trim() || null,
          partner_sign_up: rule === "" ? null : rule,
          join_fields: joinFieldsOf(values),
          partner_discount: hasCodes
            ? { ...discountOf(values), code_prefix: (values.discount_prefix ?? "").trim() }
            : null,
        },
      }),
    );
    await client.invalidateQueries({ queryKey: ["program", programId] });
    onClose();
  };
  return (
    <Dialog isOpen={true} onClose={onClose} title={group === null ? say("addGroup") : group.name}>
      <Form action={say("save")} onSubmit={save} onCancel={onClose}>
        <TextField name="name" label={say("name")} isRequired={true} defaultValue={group?.name ?? ""} />
        {group === null ? (
          <TextField
            name="group_id"
            label={say("id")}
            hint={say("smallLettersDigitsAndDashesSuch")}
            isRequired={true}
          />
        ) : null}
        <SelectField
          name="terms"
          label={say("terms")}
          choices={[
            { value: "program", label: say("asTheProgramAndItsProducts") },
            { value: "own", label: say("termsOfItsOwn") },
          ]}
          value={hasTerms ? "own" : "program"}
          onChange={(value) => setHasTerms(value === "own")}
        />
        {hasTerms ? (
          <CommissionFields {...(group?.commission == null ? {} : { commission: group.commission })} />
        ) : null}
        <TextField
          name="hold_period_days"
          label={say("hold")}
          hint={say("emptyAsTheProgram")}
          type="number"
          min={0}
          max={90}
          suffix={say("days")}
          defaultValue={group?.hold_period_days ?? ""}
        />
        <SelectField
          name="partner_sign_up"
          label={say("joining")}
          choices={signUps}
          defaultValue={group?.partner_sign_up ?? ""}
        />
        <TextField
          name="join_text"
          label={say("textOnItsJoinPage")}
          hint={say("thePageIsPartnersJoinProgramId", { programId, groupId: group?.group_id ?? say("itsId") })}
          defaultValue={group?.join_text ?? ""}
        />
        <JoinFields fields={group?.join_fields ?? []} />
        <SelectField
          name="discount"
          label={sayDiscount("codeForEachPartner")}
          choices={[
            { value: "none", label: sayDiscount("noCode") },
            { value: "own", label: sayDiscount("eachThatJoinsGetsOne") },
          ]}
          value={hasCodes ? "own" : "none"}
          onChange={(value) => setHasCodes(value === "own")}
        />
        {hasCodes ? (
          <>
            <DiscountFields programId={programId} discount={group?.partner_discount ?? null} />
            <TextField
              name="discount_prefix"
              label={sayDiscount("codesBeginWith")}
              hint={sayDiscount("beforeThePartnersOwnCode")}
              defaultValue={group?.partner_discount?.code_prefix ?? ""}
            />
          </>
        ) : null}
      </Form>
    </Dialog>
  );
}
