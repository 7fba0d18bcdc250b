/** The texts that are too long. One finding tells of all of them, so only the first is named. */
export interface CutTexts {
  path: string;
  length: number;
  most: number;
  /** How many others there are. */
  others: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** Cheap if no text is too long: every line of every invoice passes here. */
export function addCutTexts(
  found: CutTexts | undefined,
  fields: Fields,
  used: Readonly<Record<string, number>>,
  line?: number,
): CutTexts | undefined {
  for (const field in used) {
    const value = fields[field];
    const most = used[field] as number;
    if (typeof value !== 'string' || value.length <= most) continue;
    const length = lengthOf(value);
    if (length <= most) continue;
    if (found === undefined)
      found = { path: line === undefined ? field : `articles[${line}].${field}`, length, most, others: 0 };
    else found.others += 1;
  }
  return found;
}

/** In characters, as PostgreSQL counts them. */
function lengthOf(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; length++) at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
  return length;
}
