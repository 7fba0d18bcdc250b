export type Search<Key extends string> = Partial<Record<Key, string>>;

/**
 * The parameters of a page. Every other one becomes undefined instead of missing: the router adds this result to what is
 * in the address, and the API refuses parameters that it does not know.
 */
export const only =
  <Key extends string>(...keys: readonly Key[]) =>
  (given: Record<string, unknown>): Search<Key> =>
    Object.fromEntries(
      Object.entries(given).map(([key, value]) => {
        const isKnown = (keys as readonly string[]).includes(key) && typeof value === 'string' && value !== '';
        return [key, isKnown ? value : undefined];
      }),
    ) as Search<Key>;

const invoiceParameters = [
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
  'with',
  'mentioned',
  'waitsFor',
  'answered',
  'least',
  'most',
  'leftOut',
  'q',
  'sort',
] as const;

export const invoiceSearch = only(...invoiceParameters);

/** With the filters of the list from which the invoice was opened, so that a decision leads to the next one. */
export const openedInvoiceSearch = only('queue', ...invoiceParameters);

const workOrderParameters = ['state', 'project', 'partner', 'q', 'sort'] as const;

export const workOrderSearch = only(...workOrderParameters);
export const openedWorkOrderSearch = only('queue', ...workOrderParameters);

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
