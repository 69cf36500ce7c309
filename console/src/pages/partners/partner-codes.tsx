// A partner's discount codes: those that are its own now and what they give, giving it one more, also one that is made at the payment
// provider, and taking one away.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { Confirm, Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Form, TextField, type Values } from "../../components/form.tsx";
import { May } from "../../components/may.tsx";
import { Facts } from "../../components/values/facts.tsx";
import { say as sayDiscount } from "../../texts/discounts.ts";
import { say } from "../../texts/partners.ts";
import { DiscountFields } from "./discount-fields.tsx";
import { discountOf } from "./discount-input.ts";

const codesMax = 1000;

type PartnerCodesProps = { readonly programId: number; readonly partnerId: number };

export function PartnerCodes({ programId, partnerId }: PartnerCodesProps) {
  const [isAdding, setIsAdding] = useState(false);
  const [isCreating, setIsCreating] = useState(false);
  const [leaving, setLeaving] = useState<string | null>(null);
  const client = useQueryClient();
  const path = { program_id: programId };
  const queryKey = ["program", programId, "coupons", partnerId];
  const { data: codes = [], error } = useQuery({
    queryKey,
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/coupons", {
          params: { path, query: { partner_id: partnerId, limit: codesMax } },
        }),
      ).then(({ data }) => data),
  });
  const readAgain = () => client.invalidateQueries({ queryKey });
  const add = async ({ code = "", provider_id: providerId = "" }: Readonly<Record<string, string>>) => {
    const providerIds = providerId === "" ? {} : { provider_ids: [providerId] };
    const body = { partner_id: partnerId, code, ...providerIds };
    await ask(api.POST("/api/v1/programs/{program_id}/coupons", { params: { path }, body }));
    await readAgain();
    setIsAdding(false);
  };
  const create = async (values: Values) => {
    const body = { partner_id: partnerId, code: (values.code ?? "").trim(), ...discountOf(values) };
    await ask(api.POST("/api/v1/programs/{program_id}/coupons/at-provider", { params: { path }, body }));
    await readAgain();
    setIsCreating(false);
  };
  return (
    <div className="stack stack-wide">
      {error === null ? null : <ErrorNotice error={error} />}
      <Facts
        facts={codes.map(({ code, provider_ids, discount }) => [
          code,
          <span key={code} className="row">
            {discount === null ? null : <DiscountWords {...discount} />}
            {provider_ids.length === 0 ? say("asBuyersEnterIt") : provider_ids.join(", ")}
            <May programId={programId} right="terms">
              <Button kind="quiet" onClick={() => setLeaving(code)}>
                {say("removeCode", { code })}
              </Button>
            </May>
          </span>,
        ])}
      />
      <May programId={programId} right="programs">
        <div className="row">
          <Button onClick={() => setIsAdding(true)}>{say("addCode")}</Button>
          <May programId={programId} right="terms">
            <Button onClick={() => setIsCreating(true)}>{sayDiscount("createAtTheProvider")}</Button>
          </May>
        </div>
      </May>
      <Dialog isOpen={isAdding} onClose={() => setIsAdding(false)} title={say("addADiscountCode")}>
        <Form action={say("addCode")} onCancel={() => setIsAdding(false)} onSubmit={add}>
          <TextField name="code" label={say("code")} isRequired={true} />
          <TextField name="provider_id" label={say("idAtTheProviderSuchAs")} />
        </Form>
      </Dialog>
      <Dialog isOpen={isCreating} onClose={() => setIsCreating(false)} title={sayDiscount("createACodeAtTheProvider")}>
        <Form action={sayDiscount("createTheCode")} onCancel={() => setIsCreating(false)} onSubmit={create}>
          <p className="field-hint">{sayDiscount("itIsMadeWithTheKeyOf")}</p>
          <TextField
            name="code"
            label={sayDiscount("codeThatBuyersEnter")}
            hint={sayDiscount("lettersAndDigits")}
            isRequired={true}
          />
          <DiscountFields programId={programId} />
        </Form>
      </Dialog>
      <Confirm
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        title={say("removeLeaving", { leaving: leaving ?? "" })}
        effect={say("theCodeIsUnassignedPastCommissions")}
        action={say("removeTheCode")}
        isDangerous={true}
        onConfirm={async () => {
          const params = { path: { ...path, code: leaving ?? "" } };
          await ask(api.DELETE("/api/v1/programs/{program_id}/coupons/{code}", { params }));
          await readAgain();
        }}
      />
    </div>
  );
}

type DiscountWordsProps = { readonly summary: string; readonly is_active: boolean; readonly fault: string | null };

function DiscountWords({ summary, is_active: isActive, fault }: DiscountWordsProps) {
  return (
    <span {...(fault === null ? {} : { title: fault })}>
      {summary}
      {isActive ? null : <span className="quiet"> ({sayDiscount("notUsableNow")})</span>}
    </span>
  );
}
