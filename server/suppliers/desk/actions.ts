import type { SupplierPatch } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import { repeated } from '../../ground/db/batch.ts';
import { lockCounters } from '../../ground/db/counters.ts';
import { transaction, type CompanyId } from '../../ground/db/pool.ts';
import type { Operator } from '../../operators/permissions.ts';
import { applySupplierPatch } from '../change.ts';

/** Changes the fields that are given and differ; where none does, nothing is recorded. */
export async function patchSupplier(
  { pool, followers }: Pick<OperatorDeps, 'pool' | 'followers'>,
  company: CompanyId,
  operator: Operator,
  traceId: string,
  number: string,
  patch: SupplierPatch,
): Promise<void> {
  const { changed } = await repeated(() =>
    transaction(pool, async (tx) => {
      await lockCounters(tx, company);
      return applySupplierPatch(tx, company, operator, traceId, number, patch, new Date());
    }),
  );
  if (changed) followers.wake(company);
}
