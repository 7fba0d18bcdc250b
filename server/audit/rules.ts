import type { Head, Link, Place } from './chain-store.ts';

/** What is wrong with the first entry that does not fit. */
export type Fault =
  /** Its hash is not that of what it says. */
  | 'altered'
  /** It says another hash of the entry before than that one has. */
  | 'unchained'
  /** Entries before it are not there; at the end of the log, itself. */
  | 'missing'
  /** Its number was given to another entry, was removed with the old ones, or was never given. */
  | 'added'
  /** It is the last one, and not the one that was written last. */
  | 'replaced'
  /** It is not the entry that was noted. */
  | 'unexpected'
  /** It was noted, and was removed with the old ones since. */
  | 'removed';

export interface Misfit {
  fault: Fault;
  number: number;
  /** Empty where the entry itself is gone. */
  id: string | null;
  at: string | null;
  /** The first number that is missing. */
  missingFrom?: number;
}

const of = ({ seq, id, at }: Link, fault: Fault): Misfit => ({ fault, number: seq, id, at });

/** Whether an entry follows the one before it. */
export function misfitOf(link: Link, before: Place, head: Head): Misfit | undefined {
  if (link.seq <= before.seq || link.seq > head.seq) return of(link, 'added');
  if (link.seq > before.seq + 1) return { ...of(link, 'missing'), missingFrom: before.seq + 1 };
  if (!link.intact) return of(link, 'altered');
  return link.previous === before.hash ? undefined : of(link, 'unchained');
}

/** Whether the last entry that is there is the last one that was written. */
export function misfitAtEnd(last: Place & Partial<Link>, head: Head): Misfit | undefined {
  if (last.seq < head.seq) return { fault: 'missing', number: head.seq, id: null, at: null, missingFrom: last.seq + 1 };
  return last.hash === head.hash
    ? undefined
    : { fault: 'replaced', number: last.seq, id: last.id ?? null, at: last.at ?? null };
}

/** Whether an entry is the one that was noted. */
export const misfitOfNote = (link: Link, note: Place | undefined): Misfit | undefined =>
  note?.seq === link.seq && note.hash !== link.hash ? of(link, 'unexpected') : undefined;

/** Whether what was noted is beyond both ends of the log. */
export function misfitBeyond(note: Place | undefined, { seq, pruned }: Head): Misfit | undefined {
  if (note === undefined) return undefined;
  const gone = { number: note.seq, id: null, at: null };
  if (note.seq > seq) return { ...gone, fault: 'missing', missingFrom: seq + 1 };
  if (note.seq < pruned.seq) return { ...gone, fault: 'removed' };
  return note.seq === pruned.seq && note.hash !== pruned.hash ? { ...gone, fault: 'unexpected' } : undefined;
}
