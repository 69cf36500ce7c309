// The required rotation of the program's key: its deadline, and which clients still use the old key.
import type { Schemas } from "../../api/queries.ts";
import { Facts } from "../../components/facts.tsx";
import { Notice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import { formatCount, formatDayShort } from "../../format.ts";

type ProgramKey = Schemas["Key"];

export function KeyUse({ shown }: { readonly shown: ProgramKey }) {
  const { created_at, rotate_by, days_left, last_used_at, calls_per_day, callers } = shown;
  const calls = calls_per_day.reduce((sum, day) => sum + day.calls, 0);
  return (
    <>
      {rotate_by === null || days_left === null ? null : (
        <Notice meaning={days_left < 0 ? "bad" : "warn"}>
          <p>
            {days_left < 0 ? "This key is refused since " : "Replace this key: it is refused from "}
            <Time at={rotate_by} />
            {days_left < 0 ? "." : ` on, in ${days_left === 1 ? "one day" : `${days_left} days`}.`}
          </p>
          <p>
            {calls === 0
              ? "It was not used in the last seven days."
              : `It was used ${formatCount(calls)} times in the last seven days: those callers need the new key.`}
          </p>
        </Notice>
      )}
      <Facts
        facts={[
          ["Made", <Time key="made" at={created_at} />],
          [
            "Last used",
            last_used_at === null ? "Not in the last 90 days" : <Time key="used" at={last_used_at} isAgo={true} />,
          ],
        ]}
      />
      <table className="table table-plain key-use">
        <caption>Calls with this key, by UTC day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" className="cell-figure">
              Calls
            </th>
          </tr>
        </thead>
        <tbody>
          {calls_per_day.toReversed().map(({ day, calls: ofDay }) => (
            <tr key={day}>
              <td>{formatDayShort(day)}</td>
              <td className="cell-figure">{formatCount(ofDay)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {callers.length === 0 ? null : <Callers callers={callers} />}
    </>
  );
}

function Callers({ callers }: Pick<ProgramKey, "callers">) {
  return (
    <table className="table table-plain key-callers">
      <caption>Callers with this key</caption>
      <thead>
        <tr>
          <th scope="col">From</th>
          <th scope="col">Client</th>
          <th scope="col" className="cell-figure">
            Calls
          </th>
          <th scope="col">Last</th>
        </tr>
      </thead>
      <tbody>
        {callers.map(({ address, client, calls, last_called_at }) => (
          <tr key={`${address} ${client}`}>
            <td>{address}</td>
            <td>{client}</td>
            <td className="cell-figure">{formatCount(calls)}</td>
            <td>
              <Time at={last_called_at} isAgo={true} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
