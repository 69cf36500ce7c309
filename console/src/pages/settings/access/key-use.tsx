// The required rotation of the program's key: its deadline, and which clients still use the old key.
import type { Schemas } from "../../../api/queries.ts";
import { Notice } from "../../../components/notice.tsx";
import { Facts } from "../../../components/values/facts.tsx";
import { Time } from "../../../components/values/time.tsx";
import { formatCount, formatDayShort } from "../../../format.ts";
import { rich, say } from "../../../texts/settings/settings-access.ts";

type ProgramKey = Schemas["Key"];

export function KeyUse({ shown }: { readonly shown: ProgramKey }) {
  const { created_at, rotate_by, days_left, last_used_at, calls_per_day, callers } = shown;
  const calls = calls_per_day.reduce((sum, day) => sum + day.calls, 0);
  return (
    <>
      {rotate_by === null || days_left === null ? null : (
        <Notice meaning={days_left < 0 ? "bad" : "warn"}>
          <p>
            {days_left < 0
              ? rich("thisKeyIsRefusedSince", { time: <Time at={rotate_by} /> })
              : rich("replaceThisKey", { time: <Time at={rotate_by} />, days: days_left })}
          </p>
          <p>{calls === 0 ? say("itWasNotUsedInThe") : say("itWasUsedCallsTimesIn", { calls })}</p>
        </Notice>
      )}
      <Facts
        facts={[
          [say("made"), <Time key="made" at={created_at} />],
          [
            say("lastUsed"),
            last_used_at === null ? say("notInTheLast90Days") : <Time key="used" at={last_used_at} isAgo={true} />,
          ],
        ]}
      />
      <table className="table table-plain key-use">
        <caption>{say("callsWithThisKeyByUtc")}</caption>
        <thead>
          <tr>
            <th scope="col">{say("day")}</th>
            <th scope="col" className="cell-figure">
              {say("calls")}
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
      <caption>{say("callersWithThisKey")}</caption>
      <thead>
        <tr>
          <th scope="col">{say("from")}</th>
          <th scope="col">{say("client")}</th>
          <th scope="col" className="cell-figure">
            {say("calls")}
          </th>
          <th scope="col">{say("last")}</th>
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
