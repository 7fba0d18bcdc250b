/** A position in a chain: the number of an entry, and its hash in hex. */
export interface ChainPosition {
  seq: number;
  hash: string;
}

/** The end of a chain. */
export interface ChainHead extends ChainPosition {
  /** The last entry that the sweep removed. */
  pruned: ChainPosition;
}

export interface ChainEntry extends ChainPosition {
  id: string;
  at: string;
  previous: string;
  /** Whether its hash is that of its content. */
  intact: boolean;
}

/** The fault of the first entry that does not fit. */
export type Fault =
  /** Its hash is not that of its content. */
  | 'altered'
  /** Its `previous` is not the hash of the entry before. */
  | 'unchained'
  /** Entries before it are gone; at the end of the log, the entry itself. */
  | 'missing'
  /** Its number belongs to another entry, was removed by the sweep, or was never given. */
  | 'added'
  /** It is the last entry, but not the one that was written last. */
  | 'replaced'
  /** It is not the entry that was noted. */
  | 'unexpected'
  /** It was noted, and the sweep has removed it since. */
  | 'removed';

export interface Misfit {
  fault: Fault;
  number: number;
  /** Null if the entry itself is gone. */
  id: string | null;
  at: string | null;
  /** The first number that is missing. */
  missingFrom?: number;
}

const of = ({ seq, id, at }: ChainEntry, fault: Fault): Misfit => ({ fault, number: seq, id, at });

/** Checks that an entry follows the one before it. */
export function misfitOf(entry: ChainEntry, before: ChainPosition, head: ChainHead): Misfit | undefined {
  if (entry.seq <= before.seq || entry.seq > head.seq) return of(entry, 'added');
  if (entry.seq > before.seq + 1) return { ...of(entry, 'missing'), missingFrom: before.seq + 1 };
  if (!entry.intact) return of(entry, 'altered');
  return entry.previous === before.hash ? undefined : of(entry, 'unchained');
}

/** Checks that the last entry in the log is the last one that was written. */
export function misfitAtEnd(last: ChainPosition & Partial<ChainEntry>, head: ChainHead): Misfit | undefined {
  if (last.seq < head.seq) return { fault: 'missing', number: head.seq, id: null, at: null, missingFrom: last.seq + 1 };
  return last.hash === head.hash
    ? undefined
    : { fault: 'replaced', number: last.seq, id: last.id ?? null, at: last.at ?? null };
}

/** Checks that an entry is the noted one, if it has the noted number. */
export const misfitOfNote = (entry: ChainEntry, note: ChainPosition | undefined): Misfit | undefined =>
  note?.seq === entry.seq && note.hash !== entry.hash ? of(entry, 'unexpected') : undefined;

/** Checks a note whose entry is after the end of the log or was removed by the sweep. */
export function misfitOutside(note: ChainPosition | undefined, { seq, pruned }: ChainHead): Misfit | undefined {
  if (note === undefined) return undefined;
  const gone = { number: note.seq, id: null, at: null };
  if (note.seq > seq) return { ...gone, fault: 'missing', missingFrom: seq + 1 };
  if (note.seq < pruned.seq) return { ...gone, fault: 'removed' };
  return note.seq === pruned.seq && note.hash !== pruned.hash ? { ...gone, fault: 'unexpected' } : undefined;
}
