// Discards a pending event: it can no longer be settled. For operators.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/dialog.tsx";

type ReleaseButtonProps = { readonly programId: number; readonly eventId: number };

export function ReleaseButton({ programId, eventId }: ReleaseButtonProps) {
  const [isAsked, setIsAsked] = useState(false);
  const client = useQueryClient();
  return (
    <>
      <Button onClick={() => setIsAsked(true)}>Discard</Button>
      <Confirm
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title="Discard this event?"
        effect="It is discarded and earns no commission. It stays in the log and can be sent again."
        action="Discard"
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
