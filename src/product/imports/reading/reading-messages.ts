// What the thread that reads a file and the one that records it say to each other.
import type { ImportTool } from "../../../core/vocabulary/import-tools.ts";
import type { Layout } from "./layout.ts";
import type { Line } from "./read-lines.ts";

/** The thread's input. */
export type Reading = { readonly tool: ImportTool };

/** What the thread says. It waits for an answer to `more`, `opened` and `lines`. */
export type Said =
  | { readonly kind: "more" }
  | { readonly kind: "opened"; readonly records: Layout["records"] }
  | { readonly kind: "lines"; readonly lines: readonly Line[] }
  | { readonly kind: "done" }
  | { readonly kind: "refused"; readonly message: string };

export type Answer =
  | { readonly kind: "chunk"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "end" }
  | { readonly kind: "next" };
