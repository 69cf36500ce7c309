// An import's status in words.
import { type Meaning, Status } from "../../components/status.tsx";
import type { Import } from "./import-query.ts";

export function ImportStatus({ of: { status, is_applied } }: { readonly of: Import }) {
  const [word, meaning] = is_applied ? applied[status] : looked[status];
  return <Status of={status} word={word} meaning={meaning} />;
}

type Looks = Readonly<Record<Import["status"], readonly [word: string, meaning: Meaning]>>;

const applied: Looks = {
  running: ["Running", "info"],
  finished: ["Imported", "good"],
  failed: ["Interrupted", "bad"],
};

const looked: Looks = {
  running: ["Previewing", "info"],
  finished: ["Previewed", "neutral"],
  failed: ["Interrupted", "warn"],
};
