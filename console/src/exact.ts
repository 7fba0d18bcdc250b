/** A JSON number whose digits a float would change, such as 1250.50. */
export class Exact {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Num = number | Exact;

const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Parses JSON so that numbers keep every digit: those that a float would change become Exact. */
export function parseExact(text: string): unknown {
  // U+0000 marks numbers; the service accepts it in no text.
  const marked = text.replace(tokens, (token) =>
    token.startsWith('"') || String(Number(token)) === token ? token : `"\\u0000${token}"`,
  );
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith('\0') ? new Exact(value.slice(1)) : value,
  );
}

export const isNum = (value: unknown): value is Num => typeof value === 'number' || value instanceof Exact;

export const digitsOf = (value: Num): string => (value instanceof Exact ? value.text : String(value));

export const writeExact = (value: unknown, indent = 2): string =>
  JSON.stringify(value, (_key, part: unknown) => (part instanceof Exact ? `\0${part.text}` : part), indent)?.replace(
    /"\\u0000([^"]*)"/g,
    '$1',
  ) ?? '';

export const oneLine = (value: unknown): string => (typeof value === 'string' ? value : writeExact(value, 0));
