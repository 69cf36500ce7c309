// The program's key: its mask, who must replace it until when, how much it is used, and a new one that is shown once.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../../api/client.ts";
import { keyQuery, programQuery } from "../../../api/queries.ts";
import { Button } from "../../../components/button.tsx";
import { Confirm } from "../../../components/dialog.tsx";
import { useMay } from "../../../components/may.tsx";
import { Notice } from "../../../components/notice.tsx";
import { CodeBlock } from "../../../components/values/code-block.tsx";
import { say } from "../../../texts/settings/settings-access.ts";
import { KeyUse } from "./key-use.tsx";

type ProgramKeyProps = {
  readonly programId: number;
  /** With what calls it, day by day. */
  readonly showsUse?: boolean;
};

export function ProgramKey({ programId, showsUse = false }: ProgramKeyProps) {
  const { data: program } = useQuery(programQuery(programId));
  const { data: shown } = useQuery({ ...keyQuery(programId), enabled: showsUse });
  const mayReplace = useMay(programId, "settings");
  const [isAsked, setIsAsked] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const client = useQueryClient();
  const mask = program?.api_token_masked ?? null;
  const regenerate = async () => {
    const { data } = await ask(
      api.POST("/api/v1/programs/{program_id}/api-key", { params: { path: { program_id: programId } } }),
    );
    setMade(data.api_token);
    await client.invalidateQueries({ queryKey: ["program", programId] });
  };
  return (
    <div className="stack stack-wide">
      {mask === null ? null : (
        <p>
          <code>{mask}</code>
        </p>
      )}
      {shown === undefined ? null : <KeyUse shown={shown} />}
      {made === null ? null : (
        <>
          <Notice meaning="warn">{say("copyItNowItIsNot")}</Notice>
          <CodeBlock title={say("programKey")} code={made} />
        </>
      )}
      {mayReplace ? (
        <Button onClick={() => setIsAsked(true)}>{mask === null ? say("createKey") : say("regenerateKey")}</Button>
      ) : (
        <p className="quiet">{say("anOwnerOfTheWorkspaceCreates")}</p>
      )}
      <Confirm
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={say("createANewKey")}
        effect={say("theCurrentKeyStopsWorkingImmediately")}
        action={say("createNewKey")}
        isDangerous={mask !== null}
        onConfirm={regenerate}
      />
    </div>
  );
}
