// A batcher among several: what is of a program that another worker records is handed to that one's. It is answered from its commit.
// Where that worker cannot be reached, this one's own batcher records it: the program's head keeps the order, and only time is lost.
import type { Batcher } from "../batcher.ts";
import type { Result, Submission } from "../submission.ts";
import { errorOf } from "./failure.ts";
import type { Link } from "./link.ts";
import type { Peers } from "./peers.ts";

export function batcherAmong(peers: Peers, own: Batcher): Batcher {
  peers.answerWith({ record: (submission) => own.submit(submission) });
  return {
    submit: (submission) => {
      const link = peers.recorderOf(submission.event.programId);
      return link === undefined ? own.submit(submission) : recordThere(link, submission);
    },
    drain: () => own.drain(),
    stats: () => own.stats(),
  };
}

async function recordThere(link: Link, submission: Submission): Promise<Result> {
  const answer = await link.ask({ kind: "record", submission });
  switch (answer.kind) {
    case "result":
      return answer.result;
    case "failed": {
      const { failure, keyFlag } = answer;
      return { kind: "failed", error: errorOf(failure), ...(keyFlag === undefined ? {} : { keyFlag }) };
    }
    case "failure":
      throw errorOf(answer.failure);
    default:
      throw new Error(`a submission was answered by ${answer.kind}`);
  }
}
