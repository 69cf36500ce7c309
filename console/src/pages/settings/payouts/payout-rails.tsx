// How the program's payouts are paid: by file, or by a payment provider. Credentials go in and are never shown again.

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../../api/client.ts";
import type { Schemas } from "../../../api/queries.ts";
import { Button } from "../../../components/button.tsx";
import { type Column, DataList } from "../../../components/data-list.tsx";
import { Confirm, Dialog } from "../../../components/dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Form, SelectField, TextField, type Values } from "../../../components/form.tsx";
import { useMay } from "../../../components/may.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Time } from "../../../components/values/time.tsx";
import { rich, say } from "../../../texts/settings/settings-payouts.ts";

type Rail = Schemas["Rail"];
type RailName = Rail["rail"];

type CredentialField = { readonly name: string; readonly label: string; readonly isRequired: boolean };

const titles: Readonly<Record<RailName, string>> = { paypal: "PayPal", wise: "Wise", stripe: "Stripe" };

const fields: Readonly<Record<RailName, readonly CredentialField[]>> = {
  paypal: [
    { name: "client_id", label: say("clientId"), isRequired: true },
    { name: "client_secret", label: say("clientSecret"), isRequired: true },
    { name: "webhook_id", label: say("webhookId"), isRequired: false },
  ],
  wise: [
    { name: "api_token", label: say("apiToken"), isRequired: true },
    { name: "profile_id", label: say("profileId"), isRequired: true },
    { name: "source_currency", label: say("balanceThatPays"), isRequired: false },
  ],
  stripe: [
    { name: "secret_key", label: say("restrictedKey"), isRequired: true },
    { name: "webhook_secret", label: say("webhookSigningSecret"), isRequired: false },
  ],
};

export function PayoutRails({ programId }: { readonly programId: number }) {
  const client = useQueryClient();
  const [set, setSet] = useState<RailName | null>(null);
  const [chosen, setChosen] = useState<RailName | "file" | null>(null);
  const [removed, setRemoved] = useState<RailName | null>(null);
  const [webhook, setWebhook] = useState<string | null>(null);
  const mayDecide = useMay(programId, "payout_rules");
  const changed = () => client.invalidateQueries({ queryKey: ["program", programId] });
  return (
    <div className="stack">
      {mayDecide ? (
        <div className="row">
          {(["paypal", "wise", "stripe"] as const).map((rail) => (
            <Button key={rail} onClick={() => setSet(rail)}>
              {say("setUpRail", { rail: titles[rail] })}
            </Button>
          ))}
          <Button kind="quiet" onClick={() => setChosen("file")}>
            {say("payByFile")}
          </Button>
        </div>
      ) : null}
      {webhook === null ? null : (
        <Notice meaning="info">{rich("giveTheProviderThisAddressFor", { webhook: <code>{webhook}</code> })}</Notice>
      )}
      <DataList<Rail>
        name="payout-rails"
        label={say("paymentProviders")}
        queryKey={["program", programId, "payout-rails"]}
        load={(query) =>
          ask(
            api.GET("/api/v1/programs/{program_id}/payout-rails", {
              params: { path: { program_id: programId } },
              querySerializer: query,
            }),
          )
        }
        columns={mayDecide ? [...columns, actions(setChosen, setRemoved)] : columns}
        rowId={({ rail }) => rail}
        empty={<EmptyState title={say("payoutsArePaidByFile")}>{say("setUpAPaymentProviderTo")}</EmptyState>}
      />
      <Dialog
        isOpen={set !== null}
        onClose={() => setSet(null)}
        title={set === null ? "" : say("setUpRail", { rail: titles[set] })}
      >
        {set === null ? null : (
          <Credentials
            programId={programId}
            rail={set}
            onDone={(address) => {
              setSet(null);
              setWebhook(address);
              return changed();
            }}
            onCancel={() => setSet(null)}
          />
        )}
      </Dialog>
      <Confirm
        isOpen={chosen !== null}
        onClose={() => setChosen(null)}
        title={
          chosen === null || chosen === "file"
            ? say("payPayoutsByFile")
            : say("payPayoutsByChosen", { chosen: titles[chosen] })
        }
        effect={say("payoutsThatAnotherProviderHasStay")}
        action={say("choose")}
        onConfirm={async () => {
          if (chosen === null) return;
          const params = { path: { program_id: programId } };
          await ask(api.PUT("/api/v1/programs/{program_id}/payout-rail", { params, body: { rail: chosen } }));
          await changed();
        }}
      />
      <Confirm
        isOpen={removed !== null}
        onClose={() => setRemoved(null)}
        title={say("removed", { removed: removed === null ? "" : titles[removed] })}
        effect={say("itsCredentialsAreErasedIfIt")}
        action={say("removeProvider")}
        isDangerous={true}
        onConfirm={async () => {
          if (removed === null) return;
          const params = { path: { program_id: programId, rail: removed } };
          await ask(api.DELETE("/api/v1/programs/{program_id}/payout-rails/{rail}", { params }));
          await changed();
        }}
      />
    </div>
  );
}

const columns: readonly Column<Rail>[] = [
  { id: "rail", title: say("provider"), cell: ({ rail }) => titles[rail] },
  { id: "chosen", title: say("paysPayouts"), cell: ({ is_chosen }) => (is_chosen ? say("yes") : say("no")) },
  {
    id: "mode",
    title: say("mode"),
    isWide: true,
    cell: ({ is_sandbox }) => (is_sandbox ? say("sandbox") : say("live")),
  },
  { id: "updated_at", title: say("credentialsSet"), isWide: true, cell: ({ updated_at }) => <Time at={updated_at} /> },
];

function actions(choose: (rail: RailName) => void, remove: (rail: RailName) => void): Column<Rail> {
  return {
    id: "actions",
    title: say("actions"),
    isFigure: true,
    cell: ({ rail, is_chosen }) => (
      <>
        {is_chosen ? null : (
          <Button kind="quiet" onClick={() => choose(rail)} aria-label={say("payByRail", { rail: titles[rail] })}>
            {say("choose")}
          </Button>
        )}
        <Button kind="quiet" onClick={() => remove(rail)} aria-label={say("removeRail", { rail: titles[rail] })}>
          {say("remove")}
        </Button>
      </>
    ),
  };
}

type CredentialsProps = {
  readonly programId: number;
  readonly rail: RailName;
  readonly onDone: (webhookUrl: string) => unknown;
  readonly onCancel: () => void;
};

function Credentials({ programId, rail, onDone, onCancel }: CredentialsProps) {
  const save = async ({ mode, ...given }: Values) => {
    const filled = Object.entries(given).filter(([, value]) => (value ?? "").trim() !== "");
    const credentials = Object.fromEntries(filled.map(([name, value]) => [name, (value ?? "").trim()]));
    const params = { path: { program_id: programId, rail } };
    const { data } = await ask(
      api.PUT("/api/v1/programs/{program_id}/payout-rails/{rail}", {
        params,
        body: { sandbox: mode === "sandbox", ...credentials },
      }),
    );
    await onDone(data.webhook_url);
  };
  return (
    <Form action={say("saveCredentials")} onCancel={onCancel} onSubmit={save}>
      <SelectField
        name="mode"
        label={say("mode")}
        choices={[
          { value: "live", label: say("liveMoneyMoves") },
          { value: "sandbox", label: say("sandboxNoMoneyMoves") },
        ]}
      />
      {fields[rail].map(({ name, label, isRequired }) => (
        <TextField key={name} name={name} label={label} isRequired={isRequired} type="password" />
      ))}
    </Form>
  );
}
