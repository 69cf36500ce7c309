// Builds the console into dist, which the service sends. Addresses in it are relative, so that it works behind any path of a proxy;
// each file also lies there compressed, so that nobody waits for that.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));
/** `npm run dev` shows the sources; what they ask is answered by a service that runs beside. */
const service = process.env.SVC_ADDRESS ?? "http://127.0.0.1:8080";
const proxied = { target: service, headers: { origin: service } };

export default defineConfig({
  root: here,
  base: "./",
  plugins: [react(), compressed()],
  resolve: { alias: { "@svc/sdk/management": join(here, "../sdk/src/management.ts") } },
  build: { outDir: join(here, "dist"), emptyOutDir: true, target: "baseline-widely-available", assetsInlineLimit: 0 },
  server: {
    proxy: Object.fromEntries(
      ["/api", "/look", "/favicon.svg", "/sign-in", "/sign-out", "/sign-up", "/docs", "/js"].map((path) => [
        path,
        proxied,
      ]),
    ),
  },
});

function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    async writeBundle({ dir = here }) {
      const files = await readdir(join(dir, "assets"));
      await Promise.all(files.map((file) => compress(join(dir, "assets", file))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}
