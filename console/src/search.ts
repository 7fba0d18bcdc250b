/** What stands in the address bar. Every value is a text; a list's page gives it a meaning. */
export type Search<Key extends string> = Partial<Record<Key, string>>;

/** Keeps the parameters that a page knows, and forgets all others. */
export const only =
  <Key extends string>(...keys: Key[]) =>
  (given: Record<string, unknown>): Search<Key> =>
    Object.fromEntries(
      keys.flatMap((key): [string, string][] => {
        const value = given[key];
        return typeof value === 'string' && value !== '' ? [[key, value]] : [];
      }),
    ) as Search<Key>;

/** What the list of invoices is narrowed down and sorted by. An invoice that is opened from the list keeps it. */
export const invoiceSearch = only(
  'state',
  'finding',
  'supplier',
  'partner',
  'project',
  'from',
  'to',
  'datedFrom',
  'datedTo',
  'dueFrom',
  'dueTo',
  'overdue',
  'files',
  'credit',
  'decidedBy',
  'assigned',
  'mentioned',
  'least',
  'most',
  'q',
  'sort',
);

/** Plain text on both sides: the router would otherwise take 0012 for a number. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '',
  );
  const text = new URLSearchParams(given).toString();
  return text && `?${text}`;
}
