export interface Person {
  id: string;
  name: string;
}

/** The part of a colleague's name before the caret, from the @ on; at most three words. */
export function mentionAt(
  text: string,
  caret: number,
  chosen: readonly Person[],
): { from: number; q: string } | undefined {
  const found = /(?:^|\s)@((?:[^\s@]+ ){0,2}[^\s@]*)$/.exec(text.slice(Math.max(0, caret - 120), caret));
  const q = found?.[1];
  // Text after a complete name belongs to the note.
  if (q === undefined || chosen.some(({ name }) => `${q} `.startsWith(`${name} `))) return undefined;
  return { from: caret - q.length - 1, q };
}

export const mentionedIn = (text: string, chosen: readonly Person[]): Person[] =>
  chosen.filter(({ name }) => text.includes(`@${name}`));

export interface NotePart {
  text: string;
  person?: Person;
}

export function partsOf(text: string, mentions: readonly Person[]): NotePart[] {
  const parts: NotePart[] = [];
  const longestFirst = mentions.toSorted((a, b) => b.name.length - a.name.length);
  let rest = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const person = longestFirst.find(({ name }) => text.startsWith(name, at + 1));
    if (person === undefined) continue;
    if (at > rest) parts.push({ text: text.slice(rest, at) });
    rest = at + 1 + person.name.length;
    parts.push({ text: text.slice(at, rest), person });
  }
  if (rest < text.length) parts.push({ text: text.slice(rest) });
  return parts;
}
