// Undoes a manual attribution: the payment gets the partner of its evidence, or waits again. For owners.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/dialog.tsx";
import { say } from "../../texts/inbox.ts";

const listedMax = 1000;

type UndoAttributionButtonProps = { readonly programId: number; readonly eventId: number };

export function UndoAttributionButton({ programId, eventId }: UndoAttributionButtonProps) {
  const [isAsked, setIsAsked] = useState(false);
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ["program", programId, "attributions"],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/attributions", {
          params: { path: { program_id: programId }, query: { limit: listedMax } },
        }),
      ),
  });
  const decided = data?.data.find(({ payment_id }) => payment_id === eventId);
  if (decided === undefined) return null;
  return (
    <>
      <Button onClick={() => setIsAsked(true)}>{say("undoTheAttribution")}</Button>
      <Confirm
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={say("undoThisManualAttribution")}
        effect={say("itWasDecidedBecauseReasonThe", { reason: decided.reason })}
        action={say("undoTheAttribution")}
        isDangerous={true}
        asksReason={true}
        onConfirm={async (reason) => {
          await ask(
            api.POST("/api/v1/programs/{program_id}/attributions/undo", {
              params: { path: { program_id: programId } },
              body: { event_id: eventId, reason },
            }),
          );
          await client.invalidateQueries({ queryKey: ["program", programId] });
        }}
      />
    </>
  );
}
