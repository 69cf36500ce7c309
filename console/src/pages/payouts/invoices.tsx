// The self-billing invoices and credit notes of a payout or of a partner, to download. Without any, nothing is shown.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Money } from "../../components/values/money.tsx";
import { Time } from "../../components/values/time.tsx";
import { savePdfFile } from "../../save-file.ts";
import { say } from "../../texts/payouts.ts";

const rowsMax = 1000;
const kindWords = { invoice: say("invoice"), credit_note: say("creditNote") } as const;

type InvoicesProps = {
  readonly programId: number;
  readonly of: { readonly partner_id: number } | { readonly payout_id: number };
};

export function Invoices({ programId, of }: InvoicesProps) {
  const { data, error } = useQuery({
    queryKey: ["program", programId, "invoices", of],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/invoices", {
          params: { path: { program_id: programId }, query: { ...of, limit: rowsMax } },
        }),
      ),
  });
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined || data.data.length === 0) return null;
  return (
    <section className="looked-for">
      <h3>{say("invoices")}</h3>
      <ul className="amounts">
        {data.data.map((invoice) => (
          <li key={invoice.number}>
            <span>
              {invoice.number}
              <span className="quiet second-line">
                {kindWords[invoice.kind]}, <Time at={invoice.issued_at} />
              </span>
            </span>
            <span className="row">
              <Money cents={invoice.gross_cents} currency={invoice.currency} />
              {invoice.is_erased ? null : <Download programId={programId} invoice={invoice} />}
            </span>
          </li>
        ))}
      </ul>
      {data.next === null ? null : <p className="quiet">{say("theFirstRowsMax", { rowsMax })}</p>}
    </section>
  );
}

type DownloadProps = { readonly programId: number; readonly invoice: Schemas["Invoice"] };

function Download({ programId, invoice: { number } }: DownloadProps) {
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error: unknown }>(calm);
  const download = async () => {
    const params = { path: { program_id: programId, number } };
    const { data } = await ask(api.GET("/api/v1/programs/{program_id}/invoices/{number}/pdf", { params }));
    savePdfFile(data.file_name, data.pdf_base64);
  };
  return (
    <>
      <Button
        isBusy={state.isBusy}
        aria-label={say("downloadNumberAsPdf", { number })}
        onClick={() => {
          setState({ isBusy: true, error: null });
          download().then(
            () => setState(calm),
            (error: unknown) => setState({ isBusy: false, error }),
          );
        }}
      >
        {say("pdf")}
      </Button>
      {state.error === null ? null : <ErrorNotice error={state.error} />}
    </>
  );
}

const calm = { isBusy: false, error: null } as const;
