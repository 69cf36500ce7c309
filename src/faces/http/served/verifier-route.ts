// GET /verify-log.mjs: the program with which a brand checks its log without us, as it lies beside this file.
import { fileRoute } from "./file-route.ts";

export const answerVerifier = fileRoute(
  new URL("../assets/verify-log.mjs", import.meta.url),
  "text/javascript; charset=utf-8",
);
