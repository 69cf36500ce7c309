// The balance at an earlier moment: the service builds the books of that time from the log, which owners may ask for.
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/books/balance.ts";

type LookBackProps = { readonly programId: number; readonly isBack: boolean };

export function LookBack({ programId, isBack }: LookBackProps) {
  const [moment, setMoment] = useState("");
  const navigate = useNavigate();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (as_of: string) =>
      ask(api.POST("/api/v1/replays", { body: { program_id: programId, from_deliveries: false, as_of } })),
    onSuccess: ({ data: { run_id } }) => navigate({ to: ".", search: { run: String(run_id) } }),
  });
  return (
    <section className="section">
      <form
        className="look-back"
        onSubmit={(event) => {
          event.preventDefault();
          if (moment !== "") mutate(new Date(moment).toISOString());
        }}
      >
        <label htmlFor="balance-moment">{say("asItWasAt")}</label>
        <input
          id="balance-moment"
          className="input"
          type="datetime-local"
          required={true}
          value={moment}
          onChange={(event) => setMoment(event.target.value)}
        />
        <Button type="submit" isBusy={isPending}>
          {say("lookBack")}
        </Button>
        {isBack ? <ButtonLink to={pathOf(programId, "balance")}>{say("now")}</ButtonLink> : null}
      </form>
      {error === null ? null : <ErrorNotice error={error} />}
    </section>
  );
}
