// The service as a process of its own, on a shared database. The caller kills it with `killChildren`.
import { type Child, startChild } from "./child.ts";
import { freePort } from "./ports.ts";
import { secretKey } from "./service.ts";
import { svcScript } from "./svc.ts";

export type ServiceProcess = { readonly child: Child; readonly url: string };

export async function startServiceProcess(
  databaseUrl: string,
  env: NodeJS.ProcessEnv = {},
  script = svcScript,
): Promise<ServiceProcess> {
  const port = await freePort();
  const child = startChild(script, ["serve"], {
    DATABASE_URL: databaseUrl,
    SVC_SECRET_KEYS: secretKey,
    HOST: "127.0.0.1",
    PORT: String(port),
    ...env,
  });
  await child.says(/Whence is running/);
  return { child, url: `http://127.0.0.1:${port}` };
}
