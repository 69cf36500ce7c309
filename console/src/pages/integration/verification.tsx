// A click, a sign-up and a sale of ours in test mode, through the same door as a brand's own: by one button.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { May } from "../../components/may.tsx";
import { Status } from "../../components/values/status.tsx";
import { sentenceOf } from "../../format.ts";
import { say } from "../../texts/connections/integration.ts";

export function Verification({ programId }: { readonly programId: number }) {
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: () =>
      ask(api.POST("/api/v1/programs/{program_id}/verification", { params: { path: { program_id: programId } } })),
    onSettled: () => client.invalidateQueries({ queryKey: ["program", programId] }),
  });
  const result = run.data?.data;
  return (
    <section className="panel">
      <h2>{say("tryItWithoutAVisitor")}</h2>
      <p className="quiet">{say("sendsAClickASignUp")}</p>
      <May programId={programId} right="programs" otherwise={<p className="quiet">{say("anOwnerOrAMemberOf")}</p>}>
        <div>
          <Button isBusy={run.isPending} onClick={() => run.mutate()}>
            {say("runVerification")}
          </Button>
        </div>
      </May>
      {run.error === null ? null : <ErrorNotice error={run.error} />}
      {result === undefined ? null : (
        <div role="status">
          <ul className="checks">
            {result.steps.map(({ step, status, message }) => (
              <li key={step}>
                <Status of={status} word={`${sentenceOf(step)} ${status}`} />
                {status === "failed" ? <p className="quiet">{message}</p> : null}
              </li>
            ))}
          </ul>
        </div>
      )}
      {result?.next_action == null ? null : <p>{result.next_action}</p>}
    </section>
  );
}
