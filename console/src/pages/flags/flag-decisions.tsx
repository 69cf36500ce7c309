// Decides about flags: fine, abuse, or open again. Asks first, saying what happens to the money, and a reason for the log. For owners.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/dialog.tsx";
import { say } from "../../texts/flags.ts";
import { actionWords, effectOf, type Flag, type FlagDecision, titleOf } from "./flag-words.ts";

/** Of one call; more are chosen in parts. */
const flagsMax = 500;

type FlagDecisionsProps = {
  readonly programId: number;
  readonly flags: readonly Flag[];
  readonly onDone?: () => void;
};

const decisions: readonly FlagDecision[] = ["reopen", "abuse", "fine"];

/** Whether the decision changes anything about the flag. */
function fits({ status }: Flag, decision: FlagDecision): boolean {
  return decision === "reopen" ? status !== "open" : status !== decision;
}

export function FlagDecisions({ programId, flags, onDone }: FlagDecisionsProps) {
  const [asked, setAsked] = useState<FlagDecision | null>(null);
  const client = useQueryClient();
  const fitting = asked === null ? [] : flags.filter((flag) => fits(flag, asked)).slice(0, flagsMax);
  const decide = async (decision: FlagDecision, reason: string) => {
    const params = { path: { program_id: programId } };
    const body = { flag_ids: fitting.map(({ flag_id }) => flag_id), reason };
    await ask(
      decision === "reopen"
        ? api.POST("/api/v1/programs/{program_id}/flags/reopen", { params, body })
        : api.POST("/api/v1/programs/{program_id}/flags/resolve", { params, body: { ...body, as: decision } }),
    );
    await client.invalidateQueries({ queryKey: ["program", programId] });
    onDone?.();
  };
  const leftOut = flags.length - fitting.length;
  return (
    <>
      {decisions
        .filter((decision) => flags.some((flag) => fits(flag, decision)))
        .map((decision) => (
          <Button key={decision} kind={decision === "abuse" ? "danger" : "plain"} onClick={() => setAsked(decision)}>
            {actionWords[decision]}
          </Button>
        ))}
      {asked === null ? null : (
        <Confirm
          isOpen={true}
          onClose={() => setAsked(null)}
          title={titleOf(asked, fitting)}
          effect={
            <>
              {effectOf(asked, fitting).map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
              {leftOut === 0 ? null : <p>{say("leftOutOfTheSelectedOnesStay", { leftOut })}</p>}
              <p>{say("youCanChangeTheDecisionLater")}</p>
            </>
          }
          action={actionWords[asked]}
          isDangerous={asked === "abuse"}
          asksReason={true}
          onConfirm={(reason) => decide(asked, reason)}
        />
      )}
    </>
  );
}
