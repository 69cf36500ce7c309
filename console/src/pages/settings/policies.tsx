// Commission terms of single products, in place of the program's own.
import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { type Column, DataList } from "../../components/data-list.tsx";
import { Confirm, Dialog } from "../../components/dialog.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Form, TextField, type Values } from "../../components/form.tsx";
import { Section } from "../../components/page.tsx";
import { CommissionFields, commissionOf, commissionWords } from "./commission-fields.tsx";

type Policy = Schemas["Policy"];

export function Policies({ programId }: { readonly programId: number }) {
  const [edited, setEdited] = useState<Policy | "new" | null>(null);
  const [removed, setRemoved] = useState<string | null>(null);
  const client = useQueryClient();
  const changed = () => client.invalidateQueries({ queryKey: ["program", programId] });
  const close = () => setEdited(null);
  const save = async (values: Values) => {
    const product_id = edited === null || edited === "new" ? (values.product_id ?? "").trim() : edited.product_id;
    await ask(
      api.PUT("/api/v1/programs/{program_id}/policies/{product_id}", {
        params: { path: { program_id: programId, product_id } },
        body: commissionOf(values),
      }),
    );
    await changed();
    close();
  };
  const columns: readonly Column<Policy>[] = [
    { id: "product", title: "Product", cell: ({ product_id }) => <code>{product_id}</code> },
    { id: "commission", title: "Partners earn", cell: ({ commission }) => commissionWords(commission) },
    {
      id: "actions",
      title: "Actions",
      isFigure: true,
      cell: (policy) => (
        <>
          <Button kind="quiet" onClick={() => setEdited(policy)} aria-label={`Change ${policy.product_id}`}>
            Change
          </Button>
          <Button kind="quiet" onClick={() => setRemoved(policy.product_id)} aria-label={`Remove ${policy.product_id}`}>
            Remove
          </Button>
        </>
      ),
    },
  ];
  const add = (
    <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => setEdited("new")}>
      Add policy
    </Button>
  );
  return (
    <Section title="Policies" about="Commission for single products, in place of the program's terms." actions={add}>
      <DataList<Policy>
        name="policies"
        label="Policies"
        queryKey={["program", programId, "policies"]}
        load={(query) =>
          ask(
            api.GET("/api/v1/programs/{program_id}/policies", {
              params: { path: { program_id: programId } },
              querySerializer: query,
            }),
          )
        }
        columns={columns}
        rowId={({ product_id }) => product_id}
        csvPath={`/api/v1/programs/${programId}/policies`}
        empty={<EmptyState title="No product terms">Products are known by your provider's id.</EmptyState>}
      />
      <Dialog
        isOpen={edited !== null}
        onClose={close}
        title={edited === null || edited === "new" ? "Add policy" : `Terms of ${edited.product_id}`}
      >
        <Form action="Save" onSubmit={save} onCancel={close}>
          {edited === "new" ? (
            <TextField name="product_id" label="Product" hint="The provider's product id." isRequired={true} />
          ) : null}
          <CommissionFields {...(edited === null || edited === "new" ? {} : { commission: edited.commission })} />
        </Form>
      </Dialog>
      <Confirm
        isOpen={removed !== null}
        onClose={() => setRemoved(null)}
        title={`Remove the terms of ${removed}?`}
        effect="Later sales earn by the program's terms. Earlier sales stay as they are."
        action="Remove policy"
        isDangerous={true}
        onConfirm={async () => {
          if (removed === null) return;
          await ask(
            api.DELETE("/api/v1/programs/{program_id}/policies/{product_id}", {
              params: { path: { program_id: programId, product_id: removed } },
            }),
          );
          await changed();
        }}
      />
    </Section>
  );
}
