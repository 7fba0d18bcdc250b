import type { AbsenceForm } from './routing-schemas.ts';
import { audit } from '../../../audit/record.ts';
import { dayIn } from '../../../../common/days.ts';
import { problemAt } from '../../../../common/errors/catalogue.ts';
import { mayDo, type Role } from '../../../../common/permissions.ts';
import { readTimeZone } from '../../../companies/store.ts';
import type { DecisionDeps } from '../../../decisions/decide.ts';
import { actionUnless, obstacleOf } from '../../../decisions/table.ts';
import type { OperatorCall, RecordCall } from '../../../desk/operation.ts';
import { ApiError, conflict, invalidBody, notFound } from '../../../errors/errors.ts';
import { lockedTransaction } from '../../../events/counters.ts';
import { newId } from '../../../ground/db/ids.ts';
import type { CompanyId, Db, Pool } from '../../../ground/db/pool.ts';
import { peopleOf } from '../../../people/store.ts';
import type { Person } from '../../../people/two-people.ts';
import { deleteAbsence, insertAbsence, readAbsencesFrom } from '../../routing/absences-store.ts';
import { beginRouting } from '../../routing/routing-store.ts';

const maxComing = 50;
const plausibleYear = /^2[01]/;

const mayChange = (operatorId: string, caller: Person, role: Role): boolean =>
  operatorId === caller.id || mayDo(role, 'administer');

const todayIn = async (db: Db, company: CompanyId, now: Date) => dayIn(now.getTime(), await readTimeZone(db, company));

export async function readAbsences(pool: Pool, { company, operator: caller, role }: OperatorCall) {
  const absences = await readAbsencesFrom(pool, company, await todayIn(pool, company, new Date()));
  return {
    absences: absences.map((absence) => ({
      ...absence,
      createdAt: absence.createdAt.toISOString(),
      remove: actionUnless(mayChange(absence.operator.id, caller, role) ? undefined : obstacleOf('role.refused')),
    })),
  };
}

export async function createAbsence(
  { pool, followers }: DecisionDeps,
  { company, operator: caller, role, body }: OperatorCall<AbsenceForm>,
): Promise<void> {
  const operatorId = (body.operatorId ?? caller.id).toLowerCase();
  const deputyId = body.deputyId.toLowerCase();
  if (!mayChange(operatorId, caller, role)) throw new ApiError('permission.missing', { role });
  await lockedTransaction(pool, company, async (tx, now) => {
    const people = await peopleOf(tx, company, [operatorId, deputyId]);
    const [operator, deputy] = [operatorId, deputyId].map((id) => people.find((person) => person.id === id));
    const today = await todayIn(tx, company, now);
    const { firstDay, lastDay } = body;
    const problems = [
      ...(operator === undefined ? [problemAt('operatorId', 'operator.unknown')] : []),
      ...(deputy === undefined ? [problemAt('deputyId', 'operator.unknown')] : []),
      ...(operatorId === deputyId ? [problemAt('deputyId', 'deputy.same')] : []),
      ...(plausibleYear.test(firstDay) ? [] : [problemAt('firstDay', 'field.invalid')]),
      ...(plausibleYear.test(lastDay) ? [] : [problemAt('lastDay', 'field.invalid')]),
      ...(lastDay < firstDay ? [problemAt('lastDay', 'day.order')] : []),
      ...(lastDay < today ? [problemAt('lastDay', 'day.past')] : []),
    ];
    if (problems.length > 0) throw invalidBody(problems);
    const own = (await readAbsencesFrom(tx, company, today)).filter((absence) => absence.operator.id === operatorId);
    const other = own.find((absence) => absence.firstDay <= lastDay && firstDay <= absence.lastDay);
    if (other !== undefined) throw conflict('absence.exists', { from: other.firstDay, to: other.lastDay });
    if (own.length >= maxComing) throw conflict('absence.limit', {});
    const id = newId();
    await insertAbsence(tx, company, { id, operatorId, deputyId, firstDay, lastDay, createdBy: caller.id }, now);
    await beginRouting(tx, company);
    const entry = { action: 'absence.created', subjectId: id, data: { operator, deputy, firstDay, lastDay } };
    await audit(tx, company, caller, entry, now);
  });
  followers.wake(company);
}

export async function endAbsence(
  { pool, followers }: DecisionDeps,
  { company, operator: caller, role, id }: RecordCall,
): Promise<void> {
  await lockedTransaction(pool, company, async (tx, now) => {
    const absences = await readAbsencesFrom(tx, company, await todayIn(tx, company, now));
    const absence = absences.find((one) => one.id === id.toLowerCase());
    if (absence === undefined) throw notFound();
    if (!mayChange(absence.operator.id, caller, role)) throw new ApiError('permission.missing', { role });
    await deleteAbsence(tx, company, absence.id);
    const { operator, deputy, firstDay, lastDay } = absence;
    const entry = { action: 'absence.ended', subjectId: absence.id, data: { operator, deputy, firstDay, lastDay } };
    await audit(tx, company, caller, entry, now);
  });
  followers.wake(company);
}
