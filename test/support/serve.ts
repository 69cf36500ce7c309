// Starts the service as a process of its own would: for tests that kill it.
import { runServe } from "../../src/cli/serve.ts";

const [waitSeconds = "0"] = process.argv.slice(2);
process.exit(await runServe({ waitSeconds: Number(waitSeconds) }));
