// An import's status in words.
import { type Meaning, Status } from "../../components/values/status.tsx";
import { say } from "../../texts/connections/imports.ts";
import type { Import } from "./import-query.ts";

export function ImportStatus({ of: { status, is_applied } }: { readonly of: Import }) {
  const [word, meaning] = is_applied ? applied[status] : looked[status];
  return <Status of={status} word={word} meaning={meaning} />;
}

type Looks = Readonly<Record<Import["status"], readonly [word: string, meaning: Meaning]>>;

const applied: Looks = {
  running: [say("running"), "info"],
  finished: [say("imported"), "good"],
  failed: [say("interrupted"), "bad"],
};

const looked: Looks = {
  running: [say("previewing"), "info"],
  finished: [say("previewed"), "neutral"],
  failed: [say("interrupted"), "warn"],
};
