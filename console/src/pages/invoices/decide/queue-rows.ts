/** What a queue has to know of an invoice. */
export interface Queued {
  id: string;
  state: string;
}

export const isDecided = ({ state }: Queued): boolean =>
  state === 'approved' || state === 'rejected' || state === 'booked';

/** Where one stands in the queue, from 0; -1 where the invoice is not among its rows. */
export const placeOf = (rows: readonly Queued[], id: string): number => rows.findIndex((row) => row.id === id);

/** The next invoice that waits for a decision. One that is not in the queue stands before all of it. */
export const nextToDecide = (rows: readonly Queued[], id: string): string | undefined =>
  rows.slice(placeOf(rows, id) + 1).find((row) => !isDecided(row))?.id;

/** How many others wait for a decision. */
export const leftToDecide = (rows: readonly Queued[], id: string): number =>
  rows.filter((row) => row.id !== id && !isDecided(row)).length;
