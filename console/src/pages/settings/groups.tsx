// Groups of partners: what each earns, how long its commissions are held, and whether people may join it by its own link.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { termsInWords } from "../../../../src/core/wording/terms-words.ts";
import { api, ask } from "../../api/client.ts";
import { programQuery, type Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { type Column, DataList } from "../../components/data-list.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Form, SelectField, TextField, type Values } from "../../components/form.tsx";
import { useMay } from "../../components/may.tsx";
import { Section } from "../../components/page.tsx";
import { formatCount } from "../../format.ts";
import { pathOf } from "../../paths.ts";
import { CommissionFields } from "./commission-fields.tsx";
import { commissionOf } from "./commission-input.ts";

type Group = Schemas["Group"];

const signUps = [
  { value: "", label: "As the program says; no link of its own" },
  { value: "by_approval", label: "By its own link, each after your approval" },
  { value: "open", label: "By its own link, everybody at once" },
  { value: "closed", label: "Only by you" },
] as const;

export function Groups({ programId }: { readonly programId: number }) {
  const [edited, setEdited] = useState<Group | "new" | null>(null);
  const mayDecide = useMay(programId, "terms");
  const { data: program } = useQuery(programQuery(programId));
  const columns: readonly Column<Group>[] = [
    { id: "name", title: "Group", cell: ({ group_id, name }) => <GroupName id={group_id} name={name} /> },
    {
      id: "commission",
      title: "Partners earn",
      isProse: true,
      cell: ({ commission }) =>
        commission === null ? <span className="quiet">As the program</span> : termsInWords(commission),
    },
    {
      id: "hold",
      isWide: true,
      title: "Hold",
      isFigure: true,
      cell: ({ hold_period_days: days }) => `${days ?? program?.hold_period_days ?? ""} days`,
    },
    {
      id: "partners",
      isWide: true,
      title: "Partners",
      isFigure: true,
      cell: ({ group_id, partners }) => (
        <Link to={pathOf(programId, "partners")} search={{ group_id }}>
          {formatCount(partners)}
        </Link>
      ),
    },
    {
      id: "actions",
      title: "Actions",
      isFigure: true,
      cell: (group) =>
        mayDecide ? (
          <Button kind="quiet" onClick={() => setEdited(group)} aria-label={`Change ${group.name}`}>
            Change
          </Button>
        ) : null,
    },
  ];
  const add = mayDecide ? (
    <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => setEdited("new")}>
      Add group
    </Button>
  ) : undefined;
  return (
    <Section title="Groups" about="Partners in a group earn by its terms. Earlier sales keep theirs." actions={add}>
      <DataList<Group>
        name="groups"
        label="Groups"
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
        empty={<EmptyState title="No groups">Every partner is in the default group.</EmptyState>}
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
        },
      }),
    );
    await client.invalidateQueries({ queryKey: ["program", programId] });
    onClose();
  };
  return (
    <Dialog isOpen={true} onClose={onClose} title={group === null ? "Add group" : group.name}>
      <Form action="Save" onSubmit={save} onCancel={onClose}>
        <TextField name="name" label="Name" isRequired={true} defaultValue={group?.name ?? ""} />
        {group === null ? (
          <TextField
            name="group_id"
            label="Id"
            hint="Small letters, digits and dashes, such as gold. It is part of its links and never changes."
            isRequired={true}
          />
        ) : null}
        <SelectField
          name="terms"
          label="Terms"
          choices={[
            { value: "program", label: "As the program and its products" },
            { value: "own", label: "Terms of its own" },
          ]}
          value={hasTerms ? "own" : "program"}
          onChange={(value) => setHasTerms(value === "own")}
        />
        {hasTerms ? (
          <CommissionFields {...(group?.commission == null ? {} : { commission: group.commission })} />
        ) : null}
        <TextField
          name="hold_period_days"
          label="Hold"
          hint="Empty: as the program."
          type="number"
          min={0}
          max={90}
          suffix="days"
          defaultValue={group?.hold_period_days ?? ""}
        />
        <SelectField
          name="partner_sign_up"
          label="Joining"
          choices={signUps}
          defaultValue={group?.partner_sign_up ?? ""}
        />
        <TextField
          name="join_text"
          label="Text on its join page"
          hint={`The page is /partners/join/${programId}?group=${group?.group_id ?? "its id"}.`}
          defaultValue={group?.join_text ?? ""}
        />
      </Form>
    </Dialog>
  );
}
