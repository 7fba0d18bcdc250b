import type { OperatorDeps } from '../../deps.ts';
import { lockedTransaction } from '../../events/counters.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import type { Operator } from '../../../common/permissions.ts';

export type ChangeDeps = Pick<OperatorDeps, 'pool' | 'followers'>;

export interface Caller {
  company: CompanyId;
  operator: Operator;
  traceId: string;
}

export interface SupplierCall extends Caller {
  number: string;
}

/** `now` is the database's time. */
export async function changing(
  { pool, followers }: ChangeDeps,
  company: CompanyId,
  act: (tx: Db, now: Date) => Promise<boolean>,
) {
  if (await lockedTransaction(pool, company, act)) followers.wake(company);
}
