import { isLosslessNumber, stringify } from 'lossless-json';
import { parseExactly } from '../ground/json/json.ts';

/** Whom to erase, and what stands in place of the name and the address. */
export interface ErasedPerson {
  id: string;
  name: string;
  email: string;
  newName: string;
  newEmail: string;
}

export const erased = 'erased';

export type Fields = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);

/** In place of every copy of the address, whatever its case. */
function withoutEmail(text: string, { email, newEmail }: ErasedPerson): string {
  const [lower, sought] = [text.toLowerCase(), email.toLowerCase()];
  // A character whose lower case has another length would shift the rest.
  if (lower.length !== text.length) return lower.includes(sought) ? newEmail : text;
  const pieces: string[] = [];
  let from = 0;
  for (let at = lower.indexOf(sought); at !== -1; at = lower.indexOf(sought, from)) {
    pieces.push(text.slice(from, at), newEmail);
    from = at + sought.length;
  }
  return from === 0 ? text : pieces.join('') + text.slice(from);
}

/**
 * The value with the person's name beside the person's id replaced, and the address everywhere. In an entry about the
 * person or of the person's own doing, also names without an id and networks.
 */
export function redacted(value: unknown, person: ErasedPerson, isOwn = false): unknown {
  if (typeof value === 'string') return withoutEmail(value, person);
  if (Array.isArray(value)) return value.map((one) => redacted(one, person, isOwn));
  if (!isObject(value)) return value;
  const isPerson = value['id'] === person.id;
  const isNameChange = isOwn && value['field'] === 'name';
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (typeof inner === 'string') {
        if (key === 'name' && (isPerson || (isOwn && inner === person.name))) return [key, person.newName];
        if (isNameChange && (key === 'from' || key === 'to')) return [key, person.newName];
        if (isOwn && key === 'network') return [key, erased];
      }
      return [key, redacted(inner, person, isOwn)];
    }),
  );
}

/** Undefined if nothing changes. */
export function rewritten(data: string, rewrite: (value: unknown) => unknown): string | undefined {
  const value = parseExactly(data);
  const text = stringify(rewrite(value)) as string;
  return text === stringify(value) ? undefined : text;
}

export const redactedText = (data: string, person: ErasedPerson, isOwn: boolean): string | undefined =>
  rewritten(data, (value) => redacted(value, person, isOwn));
