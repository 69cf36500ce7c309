// What owners decide of chosen commissions: hold, release, approve early. Each asks first, naming the sum, and a reason for the log.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Faults, Form, TextField } from "../../components/form.tsx";
import { type Cents, formatSums } from "../../format.ts";
import { say } from "../../texts/commissions.ts";

type Commission = Schemas["Commission"];
export type What = "hold" | "release" | "approve";
export type Decided = {
  readonly did: What;
  readonly data: readonly Schemas["CommissionsHold"][];
  readonly totals: readonly { readonly amount_cents: Cents; readonly currency: string }[];
};

type BulkDecisionsProps = {
  readonly programId: number;
  readonly commissions: readonly Commission[];
  readonly onDone: (decided: Decided) => void;
};

/** Of one call; more are chosen in parts. */
const commissionsMax = 500;

const words: Readonly<Record<What, { readonly button: string; readonly effect: string; readonly none: string }>> = {
  hold: {
    button: say("putOnHold"),
    effect: say("theyAreNeitherApprovedNorPaid"),
    none: say("noneOfThemCanBePut"),
  },
  release: {
    button: say("release"),
    effect: say("theyKeepTheirStatusOnHold"),
    none: say("noneOfThemWasPutOn"),
  },
  approve: {
    button: say("approveNow"),
    effect: say("theNextPayoutIncludesThemAlthough"),
    none: say("noneOfThemIsPending"),
  },
};

/** What the service would do it to; it decides, and says of each. */
function fits(commission: Commission, what: What): boolean {
  const { status, stage, hold_reason } = commission;
  if (what === "release") return hold_reason !== null;
  if (hold_reason !== null || status === "paid" || status === "reversed") return false;
  return what === "hold" || (stage === "pending" && status !== "held");
}

export function BulkDecisions({ programId, commissions, onDone }: BulkDecisionsProps) {
  const [asked, setAsked] = useState<What | null>(null);
  const fitting = asked === null ? [] : commissions.filter((one) => fits(one, asked)).slice(0, commissionsMax);
  const close = () => setAsked(null);
  return (
    <>
      {(["approve", "hold", "release"] as const).map((what) => (
        <Button key={what} disabled={!commissions.some((one) => fits(one, what))} onClick={() => setAsked(what)}>
          {words[what].button}
        </Button>
      ))}
      {asked === null ? null : (
        <Decision
          programId={programId}
          what={asked}
          commissions={fitting}
          leftOut={commissions.length - fitting.length}
          onClose={close}
          onDone={(decided) => {
            close();
            onDone(decided);
          }}
        />
      )}
    </>
  );
}

type DecisionProps = BulkDecisionsProps & {
  readonly what: What;
  readonly leftOut: number;
  readonly onClose: () => void;
};

function Decision({ programId, what, commissions, leftOut, onClose, onDone }: DecisionProps) {
  const decide = useDecide(programId);
  const sums = formatSums(commissions);
  const many = say("commissionsCounted", { commissions: commissions.length });
  const { button, effect, none } = words[what];
  return (
    <Dialog isOpen={true} onClose={onClose} title={say("decisionOnMany", { button, many })}>
      <p className="dialog-text">
        {commissions.length === 0 ? none : say("sumsOfManyAndEffect", { sums, many, effect })}
        {leftOut === 0 ? "" : ` ${say("leftOutOfTheSelectedOnesStay", { leftOut })}`}
      </p>
      <Form
        action={say("decisionOnSums", { button, sums })}
        onCancel={onClose}
        onSubmit={async ({ reason = "", partner_note = "" }) => {
          if (reason.trim() === "") throw new Faults({ reason: say("isRequired") });
          const ids = commissions.map(({ commission_id }) => commission_id);
          onDone(await decide(what, ids, reason.trim(), partner_note.trim() || null));
        }}
      >
        <TextField name="reason" label={say("reasonShownInTheLog")} isRequired={true} />
        {what === "hold" ? (
          <TextField name="partner_note" label={say("noteForPartners")} hint={say("theySeeThatItIsOn")} />
        ) : null}
      </Form>
    </Dialog>
  );
}

export function useDecide(programId: number) {
  const client = useQueryClient();
  return async (what: What, ids: readonly number[], reason: string, note: string | null = null): Promise<Decided> => {
    const params = { path: { program_id: programId } };
    const body = { commission_ids: [...ids], reason };
    const decided = await ask(asked[what](params, body, note));
    await client.invalidateQueries({ queryKey: ["program", programId] });
    return { ...decided, did: what };
  };
}

type Params = { readonly path: { readonly program_id: number } };
type Body = { commission_ids: number[]; reason: string };

const path = "/api/v1/programs/{program_id}/commissions";

const asked = {
  hold: (params: Params, body: Body, partner_note: string | null) =>
    api.POST(`${path}/hold`, { params, body: { ...body, partner_note } }),
  release: (params: Params, body: Body) => api.POST(`${path}/release`, { params, body }),
  approve: (params: Params, body: Body) => api.POST(`${path}/approve`, { params, body }),
} as const;
