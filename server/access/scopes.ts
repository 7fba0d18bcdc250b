import { CommandError } from '../errors/command-error.ts';

/** The scopes that the command line names, all of them where it names none. */
export function readScopes(named: string | undefined, known: readonly string[]): readonly string[] {
  if (named === undefined) return known;
  const asked = named.split(',').map((scope) => scope.trim());
  const unknown = asked.filter((scope) => !known.includes(scope));
  if (unknown.length === 0) return asked;
  const wrong = unknown.includes('') ? '--scopes has an empty name' : `There is no scope ${unknown.join(', ')}`;
  throw new CommandError(`${wrong}. The scopes are ${known.join(', ')}.`, 2);
}
