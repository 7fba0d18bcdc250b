import { readExpiries } from '../backups.ts';
import { eraseOperator, obstacleToErase, personOf } from '../operator.ts';
import { findOperator } from '../operator-store.ts';
import { eraseAction, refused, type EraseObstacle } from '../refused.ts';
import { staysOfOperator, staysOfSupplier } from '../stays.ts';
import { eraseSupplier, findSupplierToErase } from '../supplier.ts';
import type { ErasedKind } from '../walk.ts';
import type { OperatorDeps } from '../../deps.ts';
import { notFound } from '../../errors/errors.ts';
import type { CompanyId } from '../../ground/db/pool.ts';
import { byOperator } from '../../suppliers/store.ts';
import { erasedKindNames, stayingNames, type StayingName } from '../../../common/names/erasing.ts';
import type { Operator } from '../../../common/permissions.ts';

type ErasingDeps = Pick<OperatorDeps, 'pool' | 'config' | 'followers'>;

export interface ErasingCall {
  operator: Operator;
  /** Otherwise it is only said what would be done. */
  apply: boolean;
}

export async function operatorErasure(deps: ErasingDeps, { operator, apply }: ErasingCall, id: string) {
  const now = new Date();
  const found = await findOperator(deps.pool, id);
  if (found === undefined || found.id !== id.toLowerCase()) throw notFound();
  const obstacle = obstacleToErase(found, now);
  if (apply) requireNone(obstacle);
  const kinds = await eraseOperator({ pool: deps.pool, actor: operator, apply }, personOf(found));
  const { name, email: knownBy } = found;
  return reportOf(deps, { name, knownBy, obstacle, kinds, stays: staysOfOperator, apply, now });
}

export async function supplierErasure(
  deps: ErasingDeps,
  { operator, apply, company, number, traceId }: ErasingCall & { company: CompanyId; number: string; traceId: string },
) {
  const now = new Date();
  const { pool, followers, config } = deps;
  const supplier = { company, number, author: byOperator(operator, traceId), voucherYears: config.voucherYears };
  const found = await findSupplierToErase(pool, supplier, now);
  if (found === undefined) throw notFound();
  const { entry, obstacle } = found;
  if (apply) requireNone(obstacle);
  const kinds = await eraseSupplier({ pool, actor: operator, apply }, supplier, entry);
  if (apply) followers.wake(company);
  return reportOf(deps, { name: entry.name, knownBy: number, obstacle, kinds, stays: staysOfSupplier, apply, now });
}

function requireNone(obstacle: EraseObstacle | undefined): void {
  if (obstacle !== undefined) throw refused(obstacle.code, obstacle.parameters);
}

interface Outcome {
  name: string;
  knownBy: string;
  obstacle: EraseObstacle | undefined;
  kinds: readonly ErasedKind[];
  stays: readonly StayingName[];
  apply: boolean;
  now: Date;
}

async function reportOf({ config }: ErasingDeps, { obstacle, kinds, stays, apply, now, ...about }: Outcome) {
  return {
    ...about,
    erase: eraseAction(obstacle),
    erased: apply,
    goes: kinds.map(({ kind, fate, rows }) => ({ kind, what: erasedKindNames.en[kind], fate, rows })),
    stays: stays.map((kind) => ({ kind, why: stayingNames.en[kind] })),
    // What was erased must be said even if the place is away.
    backups: await readExpiries(config, now).then(
      ({ backups }) => backups,
      () => null,
    ),
  };
}
