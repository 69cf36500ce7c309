// Which user agents are known bots, and which only look like one.
import { expect, test } from "vitest";
import { isKnownBot } from "../../../src/core/vocabulary/bots.ts";

test.each([
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0)",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  "WhatsApp/2.23.20.0",
  "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)",
])("%s is one", (userAgent) => {
  expect(isKnownBot(userAgent)).toBe(true);
});

test.each([
  null,
  "",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Linux; Android 11; CUBOT X30) AppleWebKit/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 [FBAN/FBIOS;FBAV/480.0]",
  "curl/8.5.0",
  "node",
  "python-requests/2.32",
  "Go-http-client/2.0",
])("%s is none", (userAgent) => {
  expect(isKnownBot(userAgent)).toBe(false);
});
