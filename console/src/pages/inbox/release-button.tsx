// Discards a pending event: it can no longer be settled. For operators.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/dialog.tsx";
import { say } from "../../texts/inbox.ts";

type ReleaseButtonProps = { readonly programId: number; readonly eventId: number };

export function ReleaseButton({ programId, eventId }: ReleaseButtonProps) {
  const [isAsked, setIsAsked] = useState(false);
  const client = useQueryClient();
  return (
    <>
      <Button onClick={() => setIsAsked(true)}>{say("discard")}</Button>
      <Confirm
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={say("discardThisEvent")}
        effect={say("itIsDiscardedAndEarnsNo")}
        action={say("discard")}
        isDangerous={true}
        asksReason={true}
        onConfirm={async (reason) => {
          const params = { path: { program_id: programId, event_id: eventId } };
          await ask(api.POST("/api/v1/programs/{program_id}/parked/{event_id}/release", { params, body: { reason } }));
          await client.invalidateQueries({ queryKey: ["program", programId] });
        }}
      />
    </>
  );
}
