/**
 * Strings, quoted names, dollar quotes and comments may contain semicolons. Comments must not be nested, and bodies of
 * functions must be quoted.
 */
const token =
  /(?<comment>--[^\n]*|\/\*[^]*?\*\/)|(?<![\w$])e'(?:[^'\\]|\\[^]|'')*'|'[^']*'|"[^"]*"|(?<![\w$])\$([a-z_]\w*)?\$[^]*?\$\2\$|(?<end>;)|[^]/gi;

/** The statements of an SQL text, without comments. */
export function splitStatements(text: string): string[] {
  const statements = [''];
  for (const { 0: found, groups } of text.matchAll(token))
    if (groups?.['end'] !== undefined) statements.push('');
    else statements[statements.length - 1] += groups?.['comment'] === undefined ? found : ' ';
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}
