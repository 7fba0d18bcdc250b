export interface ChainPosition {
  seq: number;
  hash: string;
}

export interface ChainHead extends ChainPosition {
  pruned: ChainPosition;
}

export interface ChainEntry extends ChainPosition {
  id: string;
  at: string;
  previous: string;
  /** Whether its content has its hash or, if a person was erased from it, the hash of what is left. */
  intact: boolean;
  /** The hash of what is left. Null if nobody was erased from the entry. */
  erased: string | null;
  /** Numbers and hashes of what is left of entries before this one. Null unless it records an erasing. */
  erasedEntries: readonly [seq: number, hash: string][] | null;
}

export type Fault =
  /** The hash is not that of the content. */
  | 'altered'
  /** `previous` is not the hash of the entry before. */
  | 'unchained'
  /** Entries before this one are gone; at the end of the log, the entry itself. */
  | 'missing'
  /** The number belongs to another entry, was removed by the sweep, or was never given. */
  | 'added'
  /** The last entry is not the one that was written last. */
  | 'replaced'
  /** The entry is not the noted one. */
  | 'unexpected'
  /** The sweep has removed the noted entry. */
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

export function misfitOf(entry: ChainEntry, before: ChainPosition, head: ChainHead): Misfit | undefined {
  if (entry.seq <= before.seq || entry.seq > head.seq) return of(entry, 'added');
  if (entry.seq > before.seq + 1) return { ...of(entry, 'missing'), missingFrom: before.seq + 1 };
  if (!entry.intact) return of(entry, 'altered');
  return entry.previous === before.hash ? undefined : of(entry, 'unchained');
}

export function misfitAtEnd(last: ChainPosition & Partial<ChainEntry>, head: ChainHead): Misfit | undefined {
  if (last.seq < head.seq) return { fault: 'missing', number: head.seq, id: null, at: null, missingFrom: last.seq + 1 };
  return last.hash === head.hash
    ? undefined
    : { fault: 'replaced', number: last.seq, id: last.id ?? null, at: last.at ?? null };
}

export const misfitOfNote = (entry: ChainEntry, note: ChainPosition | undefined): Misfit | undefined =>
  note?.seq === entry.seq && note.hash !== entry.hash ? of(entry, 'unexpected') : undefined;

export function misfitOutside(note: ChainPosition | undefined, { seq, pruned }: ChainHead): Misfit | undefined {
  if (note === undefined) return undefined;
  const gone = { number: note.seq, id: null, at: null };
  if (note.seq > seq) return { ...gone, fault: 'missing', missingFrom: seq + 1 };
  if (note.seq < pruned.seq) return { ...gone, fault: 'removed' };
  return note.seq === pruned.seq && note.hash !== pruned.hash ? { ...gone, fault: 'unexpected' } : undefined;
}

/** Entries from which people were erased: a later entry names each, or it was altered. */
export class ErasedEntries {
  private readonly unnamed = new Map<number, ChainEntry>();
  count = 0;

  add(entry: ChainEntry): void {
    if (entry.erased !== null) {
      this.count += 1;
      this.unnamed.set(entry.seq, entry);
    }
    for (const [seq, hash] of entry.erasedEntries ?? [])
      if (this.unnamed.get(seq)?.erased === hash) this.unnamed.delete(seq);
  }

  misfit(): Misfit | undefined {
    const [first] = this.unnamed.values();
    return first && of(first, 'altered');
  }
}
