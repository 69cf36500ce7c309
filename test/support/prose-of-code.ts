// What a person reads in a source file: its comments, texts and the text of JSX, line by line.

const literal = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\\n]|\\.)*`/g;
/** A text of one word is a name: a type, a class or a column. */
const isText = (text: string) => /\w\s+\w/.test(text);
const commentLine = /^\s*(?:\/\/|\/?\*|--\s)/;
/** A line of nothing but words is text between tags. */
const jsxLine = /^\s*[A-Za-z][A-Za-z0-9 ,.'’:%-]*$/;
const jsxText = />([^<>{}=;]*\w\s+\w[^<>{}=;]*)</g;

export function proseOfCode(path: string, source: string): readonly string[] {
  const isPage = path.endsWith(".tsx");
  return source.split("\n").map((line) => {
    if (commentLine.test(line)) return line.replace(/`[^`]*`/g, "");
    const comment = /(?:^|\s)\/\/\s(.*)$/.exec(line)?.[1] ?? "";
    const texts = (line.match(literal) ?? []).filter(isText).map((text) => text.replace(/\$\{[^{}]*\}/g, ""));
    const between = isPage ? [...line.matchAll(jsxText)].map(([, text = ""]) => text) : [];
    const whole = isPage && jsxLine.test(line) && isText(line) ? [line] : [];
    return [comment, ...texts, ...between, ...whole].join(" ");
  });
}
