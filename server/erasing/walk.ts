import { audit, type Actor } from '../audit/record.ts';
import { readLastSeq, rewriteEntries, type EntryTexts, type RewrittenEntry } from '../audit/erase-store.ts';
import { refused } from './refused.ts';
import { lockedTransaction } from '../events/counters.ts';
import { lastEvent, writeEventData, type EventText, type NumberRange } from './event-store.ts';
import { transaction, type CompanyId, type Db, type Pool } from '../ground/db/pool.ts';
import type { ErasedKindName } from '../../common/names/erasing.ts';

/** What becomes of one kind of data. */
export interface ErasedKind {
  kind: ErasedKindName;
  rows: number;
  fate: 'deleted' | 'replaced';
}

export interface Erasing {
  pool: Pool;
  actor: Actor;
  /** Otherwise rows are only counted. */
  apply: boolean;
}

/** Adds up rows by their kind. */
export function createTally() {
  const kinds = new Map<ErasedKindName, ErasedKind>();
  return {
    add(kind: ErasedKindName, fate: ErasedKind['fate'], rows: number): void {
      kinds.set(kind, { kind, fate, rows: (kinds.get(kind)?.rows ?? 0) + rows });
    },
    kinds: (): ErasedKind[] => [...kinds.values()].filter(({ rows }) => rows > 0),
  };
}
export type Tally = ReturnType<typeof createTally>;

/** The numbers of rows by kind, for the audit log. */
export const rowsByKind = (kinds: readonly ErasedKind[]) =>
  Object.fromEntries(kinds.map(({ kind, rows }) => [kind, rows]));

const numbersAtOnce = 5_000;
export const rowsAtOnce = 500;

/** A dry run changes nothing, and locks nothing longer than it reads. */
export const slice = <T>(
  { pool, apply }: Erasing,
  company: CompanyId,
  work: (tx: Db, now: Date) => Promise<T>,
): Promise<T> =>
  apply
    ? lockedTransaction(pool, company, work)
    : transaction(pool.of?.(company) ?? pool, (tx) => work(tx, new Date()));

interface EventErasing {
  read(db: Db, range: NumberRange): Promise<EventText[]>;
  /** Undefined if nothing changes. */
  rewrite(event: EventText): string | undefined;
  /** Called for the changed events of a slice. */
  after?(tx: Db, seqs: readonly number[]): Promise<void>;
}

/** Numbers and ids of events stay, so readers and webhooks go on as before. Returns how many events change. */
export async function redactEvents(
  erasing: Erasing,
  company: CompanyId,
  { read, rewrite, after: afterSlice }: EventErasing,
): Promise<number> {
  const last = await lastEvent(erasing.pool, company);
  let rows = 0;
  for (let after = 0; after < last; after += numbersAtOnce)
    rows += await slice(erasing, company, async (tx) => {
      const changed = (await read(tx, { after, to: Math.min(last, after + numbersAtOnce) })).flatMap((event) => {
        const text = rewrite(event);
        return text === undefined ? [] : [{ seq: event.seq, text }];
      });
      if (!erasing.apply) return changed.length;
      for (const { seq, text } of changed) await writeEventData(tx, company, seq, text);
      if (changed.length > 0)
        await afterSlice?.(
          tx,
          changed.map(({ seq }) => seq),
        );
      return changed.length;
    });
  return rows;
}

interface AuditErasing {
  subject: { type: 'operator' | 'supplier'; id: string };
  read(db: Db, range: NumberRange): Promise<EntryTexts[]>;
  /** Undefined if nothing changes. */
  rewrite(entry: EntryTexts): Omit<RewrittenEntry, 'seq'> | undefined;
}

/**
 * The last entry of each slice has the hashes of what is left of the others, in the same chain. Returns how many entries
 * change.
 */
export async function redactAudit(
  erasing: Erasing,
  company: CompanyId,
  { subject, read, rewrite }: AuditErasing,
): Promise<number> {
  const last = await readLastSeq(erasing.pool, company);
  let rows = 0;
  for (let after = 0; after < last; after += rowsAtOnce)
    rows += await slice(erasing, company, async (tx, now) => {
      const entries = await read(tx, { after, to: Math.min(last, after + rowsAtOnce) });
      const changed = entries.flatMap((entry) => {
        const rewritten = rewrite(entry);
        if (rewritten === undefined) return [];
        if (!entry.intact) throw refused('erase.altered');
        return [{ seq: entry.seq, ...rewritten }];
      });
      if (!erasing.apply || changed.length === 0) return changed.length;
      const data = { entries: await rewriteEntries(tx, company, changed) };
      const entry = { action: 'audit.erased', subjectType: subject.type, subjectId: subject.id, data };
      await audit(tx, company, erasing.actor, entry, now);
      return changed.length;
    });
  return rows;
}
