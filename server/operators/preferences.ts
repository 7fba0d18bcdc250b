/** Preferences that were never chosen are missing. */
export interface Preferences {
  language?: 'en' | 'sv';
  colours?: 'light' | 'dark' | 'auto';
  timeZone?: string;
  density?: 'comfortable' | 'compact';
  /** Width of the document beside its fields, in per cent of the window. */
  split?: number;
  columns?: ListColumns[];
}

export interface ListColumns {
  list: string;
  columns: string[];
}

export const maxLists = 20;
export const maxColumns = 50;
/** Size of all preferences of an operator, in characters of JSON. */
export const maxLength = 8 * 1024;

/** Merges field by field and list by list, so that two windows that change different things do not undo each other. */
export function merged(before: Preferences, changes: Preferences): Preferences {
  const columns = new Map([...(before.columns ?? []), ...(changes.columns ?? [])].map((of) => [of.list, of]));
  const shown = [...columns.values()].filter((of) => of.columns.length > 0);
  return { ...before, ...changes, ...((before.columns ?? changes.columns) && { columns: shown }) };
}
