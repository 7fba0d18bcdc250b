import { dutyMs, dutyOf, type DutyObstacle, type DutySubject, type PayeeAct } from './rules.ts';
import { short } from '../../../common/errors/short.ts';
import { dayOf } from '../../checks/dates.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { approversOf } from '../../operators/people-store.ts';
import { readDeskSettings } from '../../settings/store.ts';
import { readPayeeActs } from '../../suppliers/changes-store.ts';

const maxNames = 3;

const areOff = async (db: Db, company: CompanyId) => (await readDeskSettings(db, company)).dutiesOffReason !== null;
const since = (now: Date) => new Date(now.getTime() - dutyMs);

/**
 * Returns the duty that keeps an operator from approving an invoice, with the names of some operators who may approve
 * it.
 */
export async function readDuty(
  db: Db,
  company: CompanyId,
  operatorId: string,
  invoice: DutySubject,
  now: Date,
): Promise<DutyObstacle | undefined> {
  if (await areOff(db, company)) return undefined;
  const payeeActs = await readPayeeActs(db, company, [invoice.supplierNumber], since(now));
  const duty = dutyOf(operatorId, invoice, payeeActs);
  if (duty === undefined) return undefined;
  const barred = [operatorId, invoice.releasedBy, invoice.signedBy, ...payeeActs.map((act) => act.operatorId)];
  const others = await approversOf(
    db,
    company,
    barred.filter((id) => id !== null),
    maxNames,
  );
  const { code, did, at } = duty;
  return {
    code,
    parameters: { ...(did && { did }), on: dayOf(at.getTime()), others: others.map((name) => short(name)) },
  };
}

/** Undefined if the company has switched the duties off. */
export const readOwnPayeeActs = async (
  db: Db,
  company: CompanyId,
  operatorId: string,
  supplierNumbers: readonly string[],
  now: Date,
): Promise<PayeeAct[] | undefined> =>
  (await areOff(db, company)) ? undefined : readPayeeActs(db, company, supplierNumbers, since(now), operatorId);
