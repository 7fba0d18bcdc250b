import { detached, scrub } from './redact.ts';

export interface PlacedProblem {
  /** Such as articles[3].price; empty where the problem is the body's as a whole. */
  path: string;
  problem: string;
}

const mostProblems = 100;

const longestRead = 2_000;

/** More than any sentence of the service takes. Some patterns look for an end from many beginnings, so they see no more. */
const readable = (text: string) => text.slice(0, longestRead);

const cut = (text: string, length: number) =>
  detached(scrub(text.length > length ? `${text.slice(0, length)}…` : text));

export const reasonOf = (message: string): string => cut(message, 4_000);

/** "articles[3].price must be a number" with its path apart. */
export function placeProblems(problems: readonly string[]): PlacedProblem[] {
  const placed = problems
    .slice(0, mostProblems)
    .map(readable)
    .map((text) => {
      const [, path = '', problem = text] = /^(?!the )(.+?) ((?:must|is|has) .*)$/s.exec(text) ?? [];
      return { path: cut(path, 300), problem: cut(problem, 500) };
    });
  const more = problems.length - mostProblems;
  return more > 0 ? [...placed, { path: '', problem: `and ${more.toLocaleString('en-US')} more problems` }] : placed;
}

/** The messages that hold a partner's values, and what they have in common. */
const causes: [message: RegExp, cause: string][] = [
  [/^There is no supplier with the number /, 'There is no supplier with this number.'],
  [/^A supplier with the number .* exists already; nothing differs/s, 'The supplier exists already; nothing differs.'],
  [/^A supplier with the number .* exists already/s, 'The supplier exists already with other fields.'],
  [
    /^The (externalReferenceId|id) .* was sent before: .*; nothing differs/s,
    'The $1 was sent before; nothing differs.',
  ],
  [/^The (externalReferenceId|id) .* was sent before/s, 'The $1 was sent before with other fields.'],
  [/^There is no supplier invoice with the id /, 'There is no supplier invoice with this id.'],
  [/^These bytes are on the invoice already/, 'These bytes are on the invoice already.'],
  [/^No project has the proposal id /, 'No project has this proposal id.'],
  [/^More than one project has the proposal id /, 'More than one project has this proposal id.'],
  [/^Project .* has no facility\. Ask/s, 'The project has no facility.'],
  [/^Project .* contains more than one facility, /s, 'The project contains more than one facility.'],
  [
    /^This Idempotency-Key was used before by .* or the same body as then/s,
    'This Idempotency-Key was used before with another body.',
  ],
  [/^This Idempotency-Key was used before by /, 'This Idempotency-Key was used before by another operation.'],
  [/^The header Idempotency-Key must /, 'The header Idempotency-Key has a value that it does not take.'],
  [/^The form has a file /, 'The form has a file of another name.'],
  [/^".*" is not a parameter of this operation/s, 'A query parameter is not known.'],
  [/^The body is not valid JSON/, 'The body is not valid JSON.'],
  [/^This access token lacks the scope ([a-z:]+)\./, 'The access token lacks the scope $1.'],
  [/^Too many requests\./, 'Too many requests.'],
];

/** Why a call failed, without the values that make each failure differ: what failures are counted by. */
export function causeOf(whole: string, problems: readonly string[]): string {
  const message = readable(whole);
  const [first, ...others] = new Set(problems.slice(0, mostProblems).map(withoutValues));
  if (first !== undefined) return cut(others.length === 0 ? `${first}.` : `${first}, and more.`, 200);
  const [pattern, cause] = causes.find(([known]) => known.test(message)) ?? [];
  if (pattern !== undefined && cause !== undefined)
    return message.replace(new RegExp(`${pattern.source}.*`, 's'), cause);
  return cut(/^.*?\.(?=\s|$)/s.exec(message)?.[0] ?? message, 200).replace(/\d{4,}/g, '…');
}

const withoutValues = (problem: string) =>
  readable(problem)
    .replace(/\[\d+\]/g, '[]')
    .replace(/; [^;]* looks like seconds.*/s, '')
    .replace(/^"(?:[^"\\]|\\.)*"/s, 'a name')
    .replace(/ says .*/s, ' says something else')
    .replace(/^(the file is not (?:well-formed XML|a [A-Z]+)): .*/s, '$1');
