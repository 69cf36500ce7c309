// GET /verify-log.mjs: the program with which a brand verifies its log without us, from the file next to this one.
import { fileRoute } from "./file-route.ts";

export const answerVerifier = fileRoute(
  new URL("../assets/verify-log.mjs", import.meta.url),
  "text/javascript; charset=utf-8",
);
