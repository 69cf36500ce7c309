// Loaded before a process of a test: says on stderr every module that is loaded after it.
import { writeSync } from "node:fs";
import { registerHooks } from "node:module";

registerHooks({
  load(url, context, next) {
    writeSync(2, `loaded ${url}\n`);
    return next(url, context);
  },
});
