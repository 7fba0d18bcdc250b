/** How an operator likes things shown, on whatever machine. What was never chosen is missing. */
export interface Preferences {
  language?: 'en' | 'sv';
  colours?: 'light' | 'dark' | 'auto';
  timeZone?: string;
  density?: 'comfortable' | 'compact';
  /** How much of the window's width a document has beside its fields, in per cent. */
  split?: number;
  columns?: ListColumns[];
}

/** The columns that a list shows, in their order. */
export interface ListColumns {
  list: string;
  columns: string[];
}

export const mostLists = 20;
export const mostColumns = 50;
/** Of all that is kept for one operator, in characters. */
export const mostKept = 8 * 1024;

/** What is kept once something was chosen. Two windows that change different things do not undo each other: each sends only what it changed. */
export function withChosen(kept: Preferences, chosen: Preferences): Preferences {
  const columns = new Map([...(kept.columns ?? []), ...(chosen.columns ?? [])].map((of) => [of.list, of]));
  const shown = [...columns.values()].filter((of) => of.columns.length > 0);
  return { ...kept, ...chosen, ...((kept.columns ?? chosen.columns) && { columns: shown }) };
}
