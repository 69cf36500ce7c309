// Starts the service as a process of its own would: for tests that kill it.
import { runServe } from "../../src/cli/serve.ts";

process.exit(await runServe());
