export type Search<Key extends string> = Partial<Record<Key, string>>;

export const only =
  <Key extends string>(...keys: Key[]) =>
  (given: Record<string, unknown>): Search<Key> =>
    Object.fromEntries(
      keys.flatMap((key): [string, string][] => {
        const value = given[key];
        return typeof value === 'string' && value !== '' ? [[key, value]] : [];
      }),
    ) as Search<Key>;

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

/** Plain text, because the router would parse 0012 as a number. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '',
  );
  const text = new URLSearchParams(given).toString();
  return text && `?${text}`;
}

/** Query as text: without empty values and in a fixed order, so that equal queries have equal keys. */
export const searchKey = (search: object): string =>
  JSON.stringify(
    Object.entries(search)
      .filter(([, value]) => value !== undefined && value !== '')
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
