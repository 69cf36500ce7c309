// Over every page of a demo program: what it is, and the button that removes it.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api, ask } from "../api/client.ts";
import { programsQuery } from "../api/queries.ts";
import { Button } from "../components/button.tsx";
import { Confirm } from "../components/dialog.tsx";
import { useMay } from "../components/may.tsx";
import { say } from "../texts/shell.ts";

export function DemoBand({ programId }: { readonly programId: number }) {
  const { data: programs = [] } = useQuery(programsQuery);
  const isDemo = programs.some(({ program_id, is_demo }) => program_id === programId && is_demo);
  return isDemo ? <Band programId={programId} /> : null;
}

function Band({ programId }: { readonly programId: number }) {
  const [isAsked, setIsAsked] = useState(false);
  const mayRemove = useMay(programId, "settings");
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = async () => {
    await ask(api.DELETE("/api/v1/programs/{program_id}/demo", { params: { path: { program_id: programId } } }));
    await client.invalidateQueries({ queryKey: programsQuery.queryKey });
    await navigate({ to: "/" });
  };
  return (
    <aside className="demo-band" aria-label={say("demoProgram")}>
      <p>{say("demoProgramItsPartnersCustomersAnd")}</p>
      {mayRemove ? <Button onClick={() => setIsAsked(true)}>{say("removeDemo")}</Button> : null}
      <Confirm
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={say("removeTheDemoProgram")}
        effect={say("itIsHiddenForEveryoneYour")}
        action={say("removeDemo")}
        onConfirm={remove}
      />
    </aside>
  );
}
