// What proves that the program's log is the one that was: signed checkpoints, the key to hold them against, and what was found wrong.
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { api, ask, serviceAddress } from "../../api/client.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { CodeBlock } from "../../components/values/code-block.tsx";
import { Facts } from "../../components/values/facts.tsx";
import { Time } from "../../components/values/time.tsx";
import { sentenceOf } from "../../format.ts";
import { say } from "../../texts/books/proof.ts";
import { Alarms } from "./alarms.tsx";
import { CheckpointList } from "./checkpoint-list.tsx";

export function ProofPage() {
  const { programId } = useParams({ from: "/programs/$programId/proof" });
  return (
    <Page title={say("proof")} about={say("signedPositionsOfTheLogThe")}>
      <Alarms programId={programId} />
      <Section title={say("newestCheckpoint")}>
        <Newest programId={programId} />
      </Section>
      <Section title={say("keyAndHowToVerify")} about={say("checkACopyOfTheLog")}>
        <Key programId={programId} />
      </Section>
      <CheckpointList programId={programId} />
    </Page>
  );
}

type OfProgram = { readonly programId: number };

function Newest({ programId }: OfProgram) {
  const found = useQuery({
    queryKey: ["program", programId, "checkpoints", "newest"],
    queryFn: () =>
      ask(
        api.GET("/api/v1/programs/{program_id}/checkpoints", {
          params: { path: { program_id: programId }, query: { order: "newest", limit: 1 } },
        }),
      ),
  });
  if (found.isError) return <ErrorNotice error={found.error} />;
  if (found.isPending) return <Skeleton lines={4} />;
  const [newest] = found.data.data;
  if (newest === undefined) return <p className="quiet">{say("noneYet")}</p>;
  return (
    <>
      <Facts
        facts={[
          [say("number"), newest.number],
          [say("signed"), <Time key="signed" at={newest.made_at} />],
          [say("events"), newest.seq],
          [say("reason"), sentenceOf(newest.occasion)],
        ]}
      />
      <CodeBlock code={newest.note} title={say("checkpointNumber", { number: newest.number })} />
    </>
  );
}

function Key({ programId }: OfProgram) {
  const found = useQuery({
    queryKey: ["program", programId, "checkpoint-key"],
    queryFn: () =>
      ask(api.GET("/api/v1/programs/{program_id}/checkpoint-key", { params: { path: { program_id: programId } } })),
  });
  if (found.isError) return <ErrorNotice error={found.error} />;
  if (found.isPending) return <Skeleton lines={4} />;
  const { verifier_keys, targets } = found.data.data;
  const [key] = verifier_keys;
  if (key === undefined) {
    return <p className="quiet">{say("noCheckpointsAreSignedTheOperator")}</p>;
  }
  return (
    <>
      <Facts
        facts={targets.map(({ target, given_number, fault }) => [
          sentenceOf(target),
          fault === null
            ? say("publishedUpToCheckpointGivenNumber", { givenNumber: given_number })
            : say("notSinceCheckpointGivenNumberFault", { givenNumber: given_number, fault }),
        ])}
      />
      <CodeBlock code={key} title={say("publicKey")} />
      <CodeBlock code={walkOf(programId, key)} title={say("howToVerify")} />
    </>
  );
}

function walkOf(programId: number, key: string): string {
  const program = `${serviceAddress}/api/v1/programs/${programId}`;
  const list = (name: string): string =>
    `curl -H "Authorization: Bearer $TOKEN" -H "Accept: application/x-ndjson" ${program}/${name} -o ${name}.ndjson`;
  return [
    `curl ${serviceAddress}/verify-log.mjs -o verify-log.mjs`,
    ...["log", "checkpoints", "sales"].map(list),
    `node verify-log.mjs --log log.ndjson --checkpoints checkpoints.ndjson --sales sales.ndjson --key '${key}'`,
  ].join("\n");
}
