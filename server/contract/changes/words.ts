import type { Change } from './changes.ts';

const maxPlaces = 3;

/** One line for each change; the same change in several places is one line. */
export function inWords(changes: readonly Change[]): string {
  if (changes.length === 0) return 'Nothing has changed.\n';
  const parts = [
    { title: 'Breaking', lines: linesOf(changes.filter(({ isBreaking }) => isBreaking)) },
    { title: 'Compatible', lines: linesOf(changes.filter(({ isBreaking }) => !isBreaking)) },
  ];
  return parts
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => `${title}:\n${lines.map((line) => `- ${line}\n`).join('')}`)
    .join('\n');
}

function linesOf(changes: readonly Change[]): string[] {
  const places = new Map<string, { change: string; operations: Set<string> }>();
  for (const { where, what } of changes) {
    // Operations share headers and answers, which then change in all of them.
    const [operation = '', ...part] = where.split(', ');
    const change = `${part.map((one) => `, ${one}`).join('')}: ${what}`;
    // A change of an operation as a whole has a line of its own.
    const key = part.length === 0 ? `${operation}${change}` : change;
    const found = places.get(key) ?? { change, operations: new Set() };
    found.operations.add(operation);
    places.set(key, found);
  }
  return [...places.values()].map(({ change, operations }) => {
    const named = [...operations].slice(0, maxPlaces).join(' and ');
    const others = operations.size - maxPlaces;
    return `${named}${others > 0 ? ` and ${others} more` : ''}${change}.`;
  });
}
