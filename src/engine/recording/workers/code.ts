// Which code a process runs: what one worker hands another must mean the same to both, and the code on the disk may have become another
// one since the primary was started.
import { codeDigest } from "../../books/code-digest.ts";

export const workersCode = (): string => codeDigest(["adapters", "src"]);
