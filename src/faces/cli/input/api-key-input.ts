// Reads a provider's API key from stdin, or from a terminal without echo. It never appears in the shell's history.
import { apiKeyRule, isApiKey } from "../../../core/vocabulary/access/api-key.ts";
import { UsageError } from "../failures.ts";
import type { Shell } from "../shell.ts";
import { readSecret } from "./secret-input.ts";

export async function readApiKey(shell: Shell): Promise<string> {
  const apiKey = await readSecret(shell, "The provider's API key (not shown): ");
  if (!isApiKey(apiKey)) throw new UsageError(`Give the API key on stdin; it ${apiKeyRule}.`);
  return apiKey;
}
