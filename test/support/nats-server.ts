// A real nats-server with JetStream on a free port: streams are made and read by its own API, and it is killed as a machine that fails and
// started again on what it had written.
import { lookup } from "node:dns";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type NatsConnection, NatsConnectionImpl, usernamePasswordAuthenticator } from "@nats-io/nats-core/internal";
import { z } from "zod";
import { dials } from "../../src/product/messages/nats/guarded-transport.ts";
import { type Child, startChildOf } from "./child.ts";
import { starts } from "./needs-tool.ts";
import { freePort } from "./ports.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export const hasNatsServer = starts("nats-server");
export const natsUser = { user: "svc", password: "nats-password-of-this-test" };

export type Published = {
  readonly subject: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type NatsServer = {
  readonly port: number;
  makeStream(name: string, subjects: readonly string[], wish?: object): Promise<void>;
  /** In the order of the stream. */
  read(stream: string): Promise<Published[]>;
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
};

const answer = z.object({ error: z.object({ description: z.string() }).optional() });
const streamInfo = z.object({ state: z.object({ first_seq: z.int(), last_seq: z.int() }) });
const stored = z.object({ message: z.object({ subject: z.string(), hdrs: z.string().optional(), data: z.string() }) });

/** `more` is written behind its configuration. */
export async function startNatsServer(more = ""): Promise<NatsServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(temporaryFolder(), "nats-"));
  const configuration = join(folder, "nats.conf");
  const { user, password } = natsUser;
  writeFileSync(
    configuration,
    `listen: "127.0.0.1:${port}"
     jetstream { store_dir: "${folder}/store", max_file_store: 1GB }
     authorization { users: [{ user: "${user}", password: "${password}" }] }
     ${more}`,
  );
  let child: Child;
  const start = async (): Promise<void> => {
    child = startChildOf("nats-server", ["-c", configuration]);
    await child.says(/Server is ready/);
  };
  const kill = async (): Promise<void> => {
    child.process.kill("SIGKILL");
    await child.exit;
  };
  const asked = async <Said>(form: z.ZodType<Said>, calls: readonly (readonly [subject: string, input: object])[]) => {
    const connection = await connect(port);
    try {
      const said: Said[] = [];
      for (const [subject, input] of calls) {
        const message = await connection.request(subject, JSON.stringify(input), { timeout: 10_000 });
        const { error } = answer.parse(message.json());
        if (error !== undefined) throw new Error(`${subject}: ${error.description}`);
        said.push(form.parse(message.json()));
      }
      return said;
    } finally {
      await connection.close();
    }
  };
  await start();
  return {
    port,
    async makeStream(name, subjects, wish = {}) {
      const config = { name, subjects, storage: "file", num_replicas: 1, retention: "limits", ...wish };
      await asked(z.unknown(), [[`$JS.API.STREAM.CREATE.${name}`, config]]);
    },
    async read(stream) {
      const [info] = await asked(streamInfo, [[`$JS.API.STREAM.INFO.${stream}`, {}]]);
      const last = info?.state.last_seq ?? 0;
      const first = Math.max(1, info?.state.first_seq ?? 1);
      const calls = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
        return [`$JS.API.STREAM.MSG.GET.${stream}`, { seq: first + index }] as const;
      });
      const found = await asked(stored, calls);
      return found.map(({ message }) => ({
        subject: message.subject,
        headers: headersIn(Buffer.from(message.hdrs ?? "", "base64").toString("utf8")),
        body: Buffer.from(message.data, "base64").toString("utf8"),
      }));
    },
    kill,
    start,
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function connect(port: number): Promise<NatsConnection> {
  const { user, password } = natsUser;
  const dial = { host: "127.0.0.1", port, isEncrypted: false, lookup, stop: new AbortController().signal };
  const authenticator = usernamePasswordAuthenticator(user, password);
  return dials.run(dial, () => NatsConnectionImpl.connect({ servers: "test", reconnect: false, authenticator }));
}

function headersIn(text: string): Record<string, string> {
  const lines = text.split("\r\n").slice(1);
  return Object.fromEntries(
    lines.flatMap((line) => [/^([^:]+): ?(.*)$/.exec(line)?.slice(1)].filter((pair) => !!pair)),
  );
}
