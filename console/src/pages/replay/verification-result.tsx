// Whether the log is whole and the books are what it says; where not, what is wrong.
import { useQuery } from "@tanstack/react-query";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Notice } from "../../components/notice.tsx";
import { Money } from "../../components/values/money.tsx";
import { sentenceOf } from "../../format.ts";
import { rich, say } from "../../texts/books/replay.ts";
import { verificationQuery } from "./run-query.ts";

export function VerificationResult({ programId, runId }: { readonly programId: number; readonly runId: number }) {
  const { data, error } = useQuery(verificationQuery(programId, runId));
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined || data.is_verified === null) return null;
  if (data.is_verified) {
    return (
      <div className="verdict">
        <Notice meaning="good">{say("verifiedTheLogOfEventsEvents", { events: data.events ?? 0 })}</Notice>
      </div>
    );
  }
  return (
    <div className="verdict">
      <Notice meaning="bad">
        <p>{say("somethingIsWrong")}</p>
        <ul>
          {data.wrong.flatMap(({ log_faults, books, imbalances }) => [
            ...log_faults.map(({ seq, detail }) => <li key={`${seq} ${detail}`}>{detail}</li>),
            ...books.map(({ book, added, removed, changed }) => (
              <li key={book}>
                {say("bookAddedRowsDifferFromThe", { book: sentenceOf(book), added: added + removed + changed })}
              </li>
            )),
            ...imbalances.map(({ kind, partner_id, currency, difference_cents }) => (
              <li key={`${kind} ${partner_id} ${currency}`}>
                {rich("theBalanceOfPartnerIdIsNot", {
                  partnerIdGiven: partner_id === null ? "none" : "other",
                  partnerId: partner_id,
                  amount: <Money cents={difference_cents} currency={currency} />,
                })}
              </li>
            )),
          ])}
        </ul>
      </Notice>
    </div>
  );
}
