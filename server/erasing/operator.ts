import { stringify } from 'lossless-json';
import * as store from './operator-store.ts';
import { redacted, type ErasedPerson } from './redact.ts';
import { audit, type Actor } from '../audit/record.ts';
import { readEntriesNaming, readLastSeq, rewriteEntries, type EntryTexts } from '../audit/erase-store.ts';
import { listCompanies } from '../companies/store.ts';
import { CommandError } from '../errors/command-error.ts';
import { lockedTransaction } from '../events/counters.ts';
import { noCompany, transaction, type CompanyId, type Db, type Pool } from '../ground/db/pool.ts';
import { parseExactly } from '../ground/json/json.ts';

/** What becomes of one kind of data. */
export interface ErasedKind {
  what: string;
  rows: number;
  fate: 'deleted' | 'replaced';
}

export interface ErasureReport {
  kinds: ErasedKind[];
}

const numbersAtOnce = 5_000;
const rowsAtOnce = 500;

export const personOf = ({ id, name, email }: store.OperatorToErase): ErasedPerson => ({
  id,
  name,
  email,
  newName: `Erased user ${id.slice(-6)}`,
  newEmail: `${id}@erased.invalid`,
});

/** Why the operator cannot be erased now. */
export function obstacleToErase({ disabledAt, erasedAt, freeAt }: store.OperatorToErase, now: Date) {
  if (erasedAt !== null) return `This user was erased on ${dayOf(erasedAt)}.`;
  if (disabledAt === null || freeAt === null) return 'Only a user who left can be erased. Disable the user first.';
  return freeAt <= now
    ? undefined
    : `The user can be erased from ${dayOf(freeAt)} on: for 30 days what they did takes another person for what follows.`;
}

export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

interface Erasing {
  pool: Pool;
  actor: Actor;
  person: ErasedPerson;
  /** Otherwise rows are only counted. */
  apply: boolean;
}

/**
 * Replaces the operator's name and address everywhere, and deletes what only the operator needed. It works in slices, the
 * operator's own row last: after a crash it is run again. Ids stay, so that histories, duties and chains hold.
 */
export async function eraseOperator(erasing: Erasing): Promise<ErasureReport> {
  const { pool, person } = erasing;
  const companies = [noCompany, ...(await listCompanies(pool)).map(({ id }) => id)];
  const counts = new Map<string, ErasedKind>();
  const add = (what: string, fate: ErasedKind['fate'], rows: number) => {
    const kind = counts.get(what) ?? { what, fate, rows: 0 };
    counts.set(what, { ...kind, rows: kind.rows + rows });
  };
  const isShared = await store.nameIsShared(pool, person);
  for (const company of companies) {
    for (const [places, by] of [
      [store.nameColumns, person.id],
      [isShared ? {} : store.bareNameColumns, person.name],
    ] as const)
      for (const place of Object.values(places))
        add(place.what, 'replaced', await replaceNames(erasing, company, place, by));
    add('names in events', 'replaced', await redactEvents(erasing, company));
    for (const { what, count, remove } of Object.values(store.ownRowsInCompanies)) {
      add(what, 'deleted', await store.countRows(pool, count, [company, person.id]));
      if (erasing.apply) await lockedTransaction(pool, company, (tx) => tx.query(remove, [company, person.id]));
    }
    add('names, addresses and networks in the audit log', 'replaced', await redactAudit(erasing, company));
  }
  for (const { what, count } of Object.values(store.ownRows))
    add(what, 'deleted', await store.countRows(pool, count, [person.id]));
  add('name, address, password and preferences of the user', 'deleted', 1);
  const kinds = [...counts.values()];
  if (erasing.apply) await eraseOwnRows(erasing, kinds);
  return { kinds };
}

async function replaceNames(
  { pool, person, apply }: Erasing,
  company: CompanyId,
  { count, replace }: store.NameColumn,
  by: string,
): Promise<number> {
  const rows = await store.countRows(pool, count, [company, by, person.newName]);
  if (!apply) return rows;
  const values = [company, by, person.newName, rowsAtOnce];
  for (let left = rows; left > 0; left -= rowsAtOnce)
    await lockedTransaction(pool, company, (tx) => tx.query(replace, values));
  return rows;
}

/** Numbers and ids of events stay, so readers and webhooks go on as before. */
async function redactEvents({ pool, person, apply }: Erasing, company: CompanyId): Promise<number> {
  const last = await store.lastEvent(pool, company);
  const texts = [person.id, person.email];
  let rows = 0;
  for (let after = 0; after < last; after += numbersAtOnce) {
    const range = { after, to: Math.min(last, after + numbersAtOnce), texts };
    const work = async (tx: Db) => {
      const changed = (await store.readEventsNaming(tx, company, range)).flatMap(({ seq, data }) => {
        const text = redactedText(data, person, false);
        return text === undefined ? [] : [{ seq, text }];
      });
      if (apply) for (const { seq, text } of changed) await store.writeEventData(tx, company, seq, text);
      return changed.length;
    };
    rows += apply ? await lockedTransaction(pool, company, work) : await work(pool);
  }
  return rows;
}

/** Undefined if nothing changes. */
function redactedText(data: string, person: ErasedPerson, isOwn: boolean): string | undefined {
  const value = parseExactly(data);
  const text = stringify(redacted(value, person, isOwn)) as string;
  return text === stringify(value) ? undefined : text;
}

/** The last entry of each slice has the hashes of what is left of the others, in the same chain. */
async function redactAudit({ pool, person, actor, apply }: Erasing, company: CompanyId): Promise<number> {
  const last = await readLastSeq(pool, company);
  let rows = 0;
  for (let after = 0; after < last; after += rowsAtOnce) {
    const range = {
      after,
      to: Math.min(last, after + rowsAtOnce),
      operatorId: person.id,
      texts: [person.id, person.email],
    };
    const work = async (tx: Db, now: Date) => {
      const changed = (await readEntriesNaming(tx, company, range)).flatMap((entry) => withoutPerson(entry, person));
      if (apply && changed.length > 0) {
        const entries = await rewriteEntries(tx, company, changed);
        const entry = { action: 'audit.erased', subjectType: 'operator', subjectId: person.id, data: { entries } };
        await audit(tx, company, actor, entry, now);
      }
      return changed.length;
    };
    rows += apply
      ? await lockedTransaction(pool, company, work)
      : await transaction(pool, (tx) => work(tx, new Date()));
  }
  return rows;
}

function withoutPerson(entry: EntryTexts, person: ErasedPerson) {
  const isOwn = entry.operatorId === person.id || entry.subjectId === person.id;
  const data = redactedText(entry.data, person, isOwn);
  const operatorName = entry.operatorId === person.id ? person.newName : entry.operatorName;
  if (data === undefined && operatorName === entry.operatorName) return [];
  if (!entry.intact)
    throw new CommandError(
      `Entry ${entry.seq} (${entry.id}) of the audit log was altered, and erasing would hide it. doorway audit verify says more.`,
    );
  return [{ seq: entry.seq, operatorName, data: data ?? entry.data }];
}

function eraseOwnRows({ pool, person, actor }: Erasing, kinds: readonly ErasedKind[]): Promise<void> {
  return transaction(pool, async (tx) => {
    const now = new Date();
    if (!(await store.eraseOperatorRow(tx, person, now)))
      throw new CommandError('The user was enabled or erased meanwhile. Names that were replaced stay so.');
    for (const { remove } of Object.values(store.ownRows)) await tx.query(remove, [person.id]);
    await store.deleteTriesOf(tx, person.email);
    const data = {
      rows: Object.fromEntries(kinds.filter(({ rows }) => rows > 0).map(({ what, rows }) => [what, rows])),
    };
    await audit(tx, noCompany, actor, { action: 'operator.erased', subjectId: person.id, data }, now);
  });
}
