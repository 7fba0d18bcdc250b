import * as store from './operator-store.ts';
import { readEventsNaming } from './event-store.ts';
import { redactedText, type ErasedPerson } from './redact.ts';
import { refused, type EraseObstacle } from './refused.ts';
import {
  createTally,
  redactAudit,
  redactEvents,
  rowsAtOnce,
  rowsByKind,
  type ErasedKind,
  type Erasing,
  type Tally,
} from './walk.ts';
import { audit } from '../audit/record.ts';
import { readEntriesNaming, type EntryTexts } from '../audit/erase-store.ts';
import { listCompanies } from '../companies/store.ts';
import { lockedTransaction } from '../events/counters.ts';
import { noCompany, transaction, type CompanyId } from '../ground/db/pool.ts';

export const personOf = ({ id, name, email }: store.OperatorToErase): ErasedPerson => ({
  id,
  name,
  email,
  newName: `Erased user ${id.slice(-6)}`,
  newEmail: `${id}@erased.invalid`,
});

/** Why the operator cannot be erased now. */
export function obstacleToErase(
  { disabledAt, erasedAt, freeAt }: store.OperatorToErase,
  now: Date,
): EraseObstacle | undefined {
  if (erasedAt !== null) return { code: 'erase.erased', parameters: { on: dayOf(erasedAt) } };
  if (disabledAt === null || freeAt === null) return { code: 'erase.enabled' };
  return freeAt <= now ? undefined : { code: 'erase.recent', parameters: { until: dayOf(freeAt) } };
}

export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/**
 * Replaces the operator's name and address everywhere, and deletes what only the operator needed. It works in slices, the
 * operator's own row last: after a crash it is run again. Ids stay, so that histories, duties and chains hold.
 */
export async function eraseOperator(erasing: Erasing, person: ErasedPerson): Promise<ErasedKind[]> {
  const { pool, apply } = erasing;
  const tally = createTally();
  const companies = [noCompany, ...(await listCompanies(pool)).map(({ id }) => id)];
  const isShared = await store.nameIsShared(pool, person);
  for (const company of companies) await eraseInCompany(erasing, person, company, isShared, tally);
  for (const { kind, count } of Object.values(store.ownRows))
    tally.add(kind, 'deleted', await store.countRows(pool, count, [person.id]));
  tally.add('operator.account', 'deleted', 1);
  const kinds = tally.kinds();
  if (apply) await eraseOwnRows(erasing, person, kinds);
  return kinds;
}

async function eraseInCompany(
  erasing: Erasing,
  person: ErasedPerson,
  company: CompanyId,
  isShared: boolean,
  tally: Tally,
): Promise<void> {
  const { pool, apply } = erasing;
  for (const [columns, by] of [
    [store.nameColumns, person.id],
    [isShared ? {} : store.bareNameColumns, person.name],
  ] as const)
    for (const column of Object.values(columns))
      tally.add(column.kind, 'replaced', await replaceNames(erasing, person, company, column, by));
  const texts = [person.id, person.email].map((text) => text.toLowerCase());
  const events = await redactEvents(erasing, company, {
    read: (db, range) => readEventsNaming(db, company, range, texts),
    rewrite: ({ data }) => redactedText(data, person, false),
  });
  tally.add('events', 'replaced', events);
  for (const { kind, count, remove } of Object.values(store.ownRowsInCompanies)) {
    tally.add(kind, 'deleted', await store.countRows(pool, count, [company, person.id]));
    if (apply) await lockedTransaction(pool, company, (tx) => tx.query(remove, [company, person.id]));
  }
  const entries = await redactAudit(erasing, company, {
    subject: { type: 'operator', id: person.id },
    read: (db, range) => readEntriesNaming(db, company, { ...range, operatorId: person.id, texts }),
    rewrite: (entry) => withoutPerson(entry, person),
  });
  tally.add('audit', 'replaced', entries);
}

async function replaceNames(
  { pool, apply }: Erasing,
  person: ErasedPerson,
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

function withoutPerson(entry: EntryTexts, person: ErasedPerson) {
  const isOwn = entry.operatorId === person.id || entry.subjectId === person.id;
  const data = redactedText(entry.data, person, isOwn);
  const operatorName = entry.operatorId === person.id ? person.newName : entry.operatorName;
  if (data === undefined && operatorName === entry.operatorName) return undefined;
  return { operatorName, data: data ?? entry.data };
}

function eraseOwnRows({ pool, actor }: Erasing, person: ErasedPerson, kinds: readonly ErasedKind[]): Promise<void> {
  return transaction(pool, async (tx) => {
    const now = new Date();
    if (!(await store.eraseOperatorRow(tx, person, now))) throw refused('erase.meanwhile');
    for (const { remove } of Object.values(store.ownRows)) await tx.query(remove, [person.id]);
    await store.deleteTriesOf(tx, person.email);
    const data = { rows: rowsByKind(kinds) };
    await audit(tx, noCompany, actor, { action: 'operator.erased', subjectId: person.id, data }, now);
  });
}
