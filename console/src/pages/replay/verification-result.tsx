// Whether the log is whole and the books are what it says; where not, what is wrong.
import { useQuery } from "@tanstack/react-query";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Money } from "../../components/money.tsx";
import { Notice } from "../../components/notice.tsx";
import { formatCount, sentenceOf } from "../../format.ts";
import { verificationQuery } from "./run-query.ts";

export function VerificationResult({ programId, runId }: { readonly programId: number; readonly runId: number }) {
  const { data, error } = useQuery(verificationQuery(programId, runId));
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined || data.is_verified === null) return null;
  if (data.is_verified) {
    return (
      <div className="verdict">
        <Notice meaning="good">
          Verified: the log of {formatCount(data.events ?? 0)} events is intact, and the books match it.
        </Notice>
      </div>
    );
  }
  return (
    <div className="verdict">
      <Notice meaning="bad">
        <p>Something is wrong.</p>
        <ul>
          {data.wrong.flatMap(({ log_faults, books, imbalances }) => [
            ...log_faults.map(({ seq, detail }) => <li key={`${seq} ${detail}`}>{detail}</li>),
            ...books.map(({ book, added, removed, changed }) => (
              <li key={book}>
                {sentenceOf(book)}: {formatCount(added + removed + changed)} rows differ from the log. A replay corrects
                them.
              </li>
            )),
            ...imbalances.map(({ kind, partner_id, currency, difference_cents }) => (
              <li key={`${kind} ${partner_id} ${currency}`}>
                The balance{partner_id === null ? " of platform fees" : ` of partner ${partner_id}`} is not zero:{" "}
                <Money cents={difference_cents} currency={currency} />.
              </li>
            )),
          ])}
        </ul>
      </Notice>
    </div>
  );
}
