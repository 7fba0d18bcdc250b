import { v7 as uuidv7 } from 'uuid';
import type { SupplierPatch } from './schemas.ts';
import { audit } from '../../audit/record.ts';
import { changeSupplier } from '../changes-store.ts';
import type { OperatorDeps } from '../../deps.ts';
import { notFound } from '../../errors/errors.ts';
import { repeated } from '../../ground/db/batch.ts';
import { transaction, type CompanyId } from '../../ground/db/pool.ts';
import type { Operator } from '../../operators/permissions.ts';
import { changesBetween } from '../rules.ts';
import { lockSuppliers } from '../store.ts';

/** Changes the fields that are given and differ; where none does, nothing is recorded. */
export async function patchSupplier(
  { pool, followers }: Pick<OperatorDeps, 'pool' | 'followers'>,
  company: CompanyId,
  operator: Operator,
  traceId: string,
  number: string,
  patch: SupplierPatch,
): Promise<void> {
  // An import takes the company's counters first and a change takes them last, so one of the two may have to repeat.
  const changed = await repeated(() =>
    transaction(pool, async (tx) => {
      const before = (await lockSuppliers(tx, company, [number])).get(number);
      if (before === undefined) throw notFound();
      const changes = changesBetween(before, patch);
      if (changes.length === 0) return false;
      const now = new Date();
      await changeSupplier(tx, company, { number, changes, id: uuidv7(), eventId: uuidv7(), operator, traceId }, now);
      await audit(
        tx,
        company,
        operator,
        { action: 'supplier.updated', subjectType: 'supplier', subjectId: number, data: { changes } },
        now,
      );
      return true;
    }),
  );
  if (changed) followers.wake(company);
}
