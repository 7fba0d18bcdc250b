import { v7 as uuidv7 } from 'uuid';
import type { FieldChange } from './changes-store.ts';
import { isOtherPayee } from './payee.ts';
import { insertProposal, readProposals } from './proposals-store.ts';
import { shownChanges } from './rules.ts';
import { audit } from '../audit/record.ts';
import { conflict } from '../errors/errors.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

/** As many as anybody looks through. */
const mostWaiting = 20;

/** Which of an operator's changes are made at once, and which wait for a second person where the company wants one for who is paid. */
export function splitChanges(
  changes: readonly FieldChange[],
  payeeTakesTwo: boolean,
): { atOnce: FieldChange[]; proposed: FieldChange[] } {
  const waits = ({ field, from, to }: FieldChange) => payeeTakesTwo && isOtherPayee(field, from, to);
  return { atOnce: changes.filter((change) => !waits(change)), proposed: changes.filter(waits) };
}

/** The same of a supplier that is new: it cannot be without its name, so that only the rest waits. */
export function splitNew(changes: readonly FieldChange[], payeeTakesTwo: boolean) {
  const { atOnce, proposed } = splitChanges(changes, payeeTakesTwo);
  return {
    atOnce: [...proposed.filter(({ field }) => field === 'name'), ...atOnce],
    proposed: proposed.filter(({ field }) => field !== 'name'),
  };
}

/**
 * Writes down changes of who is paid, with an entry of the audit log, for a second person to confirm. What waits already is not
 * written down again; true where something was. The transaction must have locked the supplier.
 */
export async function proposeChanges(
  tx: Db,
  company: CompanyId,
  operator: { id: string; name: string },
  number: string,
  changes: readonly FieldChange[],
  now: Date,
): Promise<boolean> {
  if (changes.length === 0) return false;
  const waiting = await readProposals(tx, company, number);
  const fresh = changes.filter(
    ({ field, to }) => !waiting.some(({ patch }) => (patch as Partial<Record<string, string>>)[field] === to),
  );
  if (fresh.length === 0) return false;
  if (waiting.length >= mostWaiting) throw conflict('proposal.limit', { most: mostWaiting });
  const id = uuidv7();
  const patch = Object.fromEntries(fresh.map(({ field, to }) => [field, to]));
  await insertProposal(tx, company, number, { id, patch, by: operator, at: now });
  const entry = {
    action: 'supplier.proposed',
    subjectType: 'supplier',
    subjectId: number,
    data: { proposalId: id, changes: shownChanges(fresh) },
  };
  await audit(tx, company, operator, entry, now);
  return true;
}
