// A text of SQL, statement by statement, without its comments. It knows strings, quoted names and dollar quotes, and nothing else.

const token = /--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'|"(?:[^"]|"")*"|;|[^-/$'";]+|[\s\S]/g;

export function statementsOf(sql: string): string[] {
  const statements: string[] = [];
  let current = "";
  for (const [text] of sql.matchAll(token)) {
    if (text.startsWith("--") || text.startsWith("/*")) continue;
    if (text !== ";") {
      current += text;
      continue;
    }
    statements.push(current.trim());
    current = "";
  }
  statements.push(current.trim());
  return statements.filter((statement) => statement !== "");
}
