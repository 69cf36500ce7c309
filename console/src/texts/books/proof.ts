// Texts of the pages of proof, in English.

import { takes } from "../message.ts";
import { openTexts } from "../say.ts";
import { shared } from "../shared.ts";

export const proof = {
  openAlarms: "Open alarms",
  theOperatorSeesAllDetailsWith:
    "The operator sees all details with svc verify --against and the published checkpoints.",
  foundTime: takes({ time: "text" }, "Found {time}"),
  acknowledge: "Acknowledge",
  acknowledgeTheAlarm: "Acknowledge the alarm",
  writeWhatYouFoundNothingElse: "Write what you found. Nothing else changes.",
  findings: "Findings",
  checkpoints: "Checkpoints",
  theCsvHasEachWithIts: "The CSV has each with its signature.",
  noCheckpointYet: "No checkpoint yet",
  withAKeyTheServiceSigns: "With a key, the service signs the first within a minute.",
  number: "Number",
  signed: "Signed",
  proof: "Proof",
  signedPositionsOfTheLogThe:
    "Signed positions of the log; the key is not in the database. Keep copies outside this service.",
  newestCheckpoint: "Newest checkpoint",
  keyAndHowToVerify: "Key and how to verify",
  checkACopyOfTheLog: "Check a copy of the log on your own machine, without this service.",
  noneYet: "None yet.",
  checkpointNumber: takes({ number: "text" }, "Checkpoint {number}"),
  noCheckpointsAreSignedTheOperator: "No checkpoints are signed: the operator must set CHECKPOINT_KEYS.",
  publishedUpToCheckpointGivenNumber: takes({ givenNumber: "text" }, "Published up to checkpoint {givenNumber}"),
  notSinceCheckpointGivenNumberFault: takes(
    { givenNumber: "text", fault: "text" },
    "Not since checkpoint {givenNumber}: {fault}",
  ),
  publicKey: "Public key",
  howToVerify: "How to verify",
} as const;

export const { say, rich } = openTexts({ shared, proof });
