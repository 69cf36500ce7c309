// Loaded before a process of a test: says on stderr every module that is loaded after it.
import { registerHooks } from "node:module";

registerHooks({
  load(url, context, next) {
    process.stderr.write(`loaded ${url}\n`);
    return next(url, context);
  },
});
