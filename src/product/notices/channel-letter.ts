// A letter as a Slack incoming webhook and compatible tools accept it: blocks, and a plain text for clients without blocks.
import { type Letter, tableText } from "./letter-parts.ts";

/** Slack refuses more: of a header's text, and of a section's. */
const headerCharactersMax = 150;
const sectionCharactersMax = 3000;

export function channelBodyOf({ title, lines, table, points = [], action }: Letter, baseUrl: string): string {
  const link = `${baseUrl}${action.path}`;
  const sections = [
    ...lines.map(escaped),
    ...(table === undefined ? [] : [`\`\`\`${escaped(tableText(table))}\`\`\``]),
    ...(points.length === 0 ? [] : [points.map((point) => `• ${escaped(point)}`).join("\n")]),
  ];
  return JSON.stringify({
    text: `${escaped(title)}\n${escaped(lines[0] ?? "")}\n${link}`,
    blocks: [
      { type: "header", text: { type: "plain_text", text: title.slice(0, headerCharactersMax), emoji: false } },
      ...sections.map((text) => ({
        type: "section",
        text: { type: "mrkdwn", text: text.slice(0, sectionCharactersMax) },
      })),
      { type: "section", text: { type: "mrkdwn", text: `<${link}|${action.words}>` } },
    ],
  });
}

/** As Slack asks for: a name can then neither make a link nor call a whole channel. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("`", "'");
}
