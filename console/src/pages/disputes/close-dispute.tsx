// Records how a dispute ended, for providers that do not report it. For operators.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/dialog.tsx";
import { say } from "../../texts/books/disputes.ts";

type CloseDisputeProps = { readonly programId: number; readonly dispute: Schemas["Dispute"] };

export function CloseDispute({ programId, dispute }: CloseDisputeProps) {
  const [result, setResult] = useState<"won" | "lost" | null>(null);
  const client = useQueryClient();
  const { dispute_id, transaction_id } = dispute;
  return (
    <span className="row">
      <Button onClick={() => setResult("won")}>{say("won")}</Button>
      <Button onClick={() => setResult("lost")}>{say("lost")}</Button>
      <Confirm
        isOpen={result !== null}
        onClose={() => setResult(null)}
        title={say("closeTheDisputeAsResult", { result: result ?? "lost" })}
        effect={result === "won" ? say("thePaymentStaysItsCommissionIs") : say("thePaymentWentBackToThe")}
        action={say("closeAsResult", { result: result ?? "lost" })}
        isDangerous={true}
        onConfirm={async () => {
          if (result === null) return;
          const params = { path: { program_id: programId } };
          const body = { dispute_id, transaction_id, result };
          await ask(api.POST("/api/v1/programs/{program_id}/disputes/close", { params, body }));
          await client.invalidateQueries({ queryKey: ["program", programId] });
        }}
      />
    </span>
  );
}
