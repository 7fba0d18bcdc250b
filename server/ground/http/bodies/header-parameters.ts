const nothing = /;[ \t]*(?=;|$)/y;
const named = /;[ \t]*([^ \t=;"]+)[ \t]*=[ \t]*/y;
const quoted = /"((?:[^"\\]|\\[^])*)"[ \t]*/y;
const bare = /[^;"]*/y;

/**
 * The parameters of a header such as `form-data; name="file"; filename="a.pdf"`, by their names in lower case.
 * Undefined if they cannot be parsed or one occurs twice.
 */
export function parametersOf(header: string): Map<string, string> | undefined {
  const parameters = new Map<string, string>();
  let at = header.indexOf(';');
  const take = (expression: RegExp): string[] | undefined => {
    expression.lastIndex = at;
    const found = expression.exec(header) ?? undefined;
    at += found?.[0].length ?? 0;
    return found;
  };
  while (at !== -1 && at < header.length) {
    if (take(nothing) !== undefined) continue;
    const name = take(named)?.[1]?.toLowerCase();
    if (name === undefined || parameters.has(name)) return undefined;
    parameters.set(name, unescaped(take(quoted)?.[1]) ?? take(bare)?.[0]?.trim() ?? '');
    if (at < header.length && header[at] !== ';') return undefined;
  }
  return parameters;
}

/** Only quotes and backslashes are escaped: browsers send any other backslash as it is, as in C:\x.pdf. */
const unescaped = (text: string | undefined) => text?.replace(/\\(["\\])/g, '$1');
