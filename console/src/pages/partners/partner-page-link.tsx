// A signed link by which a partner sees its own page, made when it is asked for; and the end of all such links.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { CodeBlock } from "../../components/values/code-block.tsx";
import { Time } from "../../components/values/time.tsx";
import { rich, say } from "../../texts/partners.ts";

type PartnerPageLinkProps = { readonly programId: number; readonly partnerId: number };

export function PartnerPageLink({ programId, partnerId }: PartnerPageLinkProps) {
  const params = { path: { program_id: programId, partner_id: partnerId } };
  const [isAsked, setIsAsked] = useState(false);
  const make = useMutation({
    mutationFn: () => ask(api.POST("/api/v1/programs/{program_id}/partners/{partner_id}/link", { params, body: {} })),
  });
  const link = make.data?.data;
  return (
    <div className="stack stack-wide">
      {link === undefined ? null : (
        <>
          <CodeBlock title={say("partnersPage")} code={link.url} />
          <p className="quiet">{rich("opensThePageUntilTime", { time: <Time at={link.expires_at} /> })}</p>
        </>
      )}
      {make.error === null ? null : <ErrorNotice error={make.error} isChange={true} />}
      <div className="row">
        <Button isBusy={make.isPending} onClick={() => make.mutate()}>
          {say("createLink")}
        </Button>
        <Button kind="quiet" onClick={() => setIsAsked(true)}>
          {say("closeAllLinks")}
        </Button>
      </div>
      <Confirm
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={say("revokeAllLinksToThisPartners")}
        effect={say("everyExistingLinkStopsWorkingAffiliate")}
        action={say("revokeAllLinks")}
        isDangerous={true}
        onConfirm={async () => {
          await ask(api.POST("/api/v1/programs/{program_id}/partners/{partner_id}/revoke-links", { params }));
          make.reset();
        }}
      />
    </div>
  );
}
