import type { AbsenceDays } from './route.ts';
import { type CompanyId, type Db, countTouched, execute, rowsOf } from '../../ground/db/pool.ts';
import type { Person } from '../../people/two-people.ts';

export interface Absence extends Omit<AbsenceDays, 'deputyId'> {
  id: string;
  operator: Person;
  deputy: Person;
  createdBy: Person;
  createdAt: Date;
}

const person = (id: string) =>
  `(SELECT jsonb_build_object('id', operators.id, 'name', name) FROM operators WHERE operators.id = ${id})`;
const columns = `
  id, ${person('operator_id')} AS operator, ${person('deputy_id')} AS deputy, first_day::text AS "firstDay", last_day::text AS "lastDay",
  ${person('created_by')} AS "createdBy", created_at AS "createdAt"`;

/** The present and coming ones. */
export const readAbsencesFrom = (db: Db, company: CompanyId, day: string): Promise<Absence[]> =>
  rowsOf(db, {
    name: 'read-absences',
    text: `SELECT ${columns} FROM absences WHERE company_id = $1 AND last_day >= $2 ORDER BY first_day, last_day, id`,
    values: [company, day],
  });

export interface NewAbsence extends AbsenceDays {
  id: string;
  operatorId: string;
  createdBy: string;
}

export const insertAbsence = (tx: Db, company: CompanyId, absence: NewAbsence, now: Date): Promise<void> =>
  execute(tx, {
    name: 'insert-absence',
    text: `INSERT INTO absences (company_id, id, operator_id, deputy_id, first_day, last_day, created_by, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      company,
      absence.id,
      absence.operatorId,
      absence.deputyId,
      absence.firstDay,
      absence.lastDay,
      absence.createdBy,
      now,
    ],
  });

export const deleteAbsence = (tx: Db, company: CompanyId, id: string): Promise<void> =>
  execute(tx, {
    name: 'delete-absence',
    text: 'DELETE FROM absences WHERE company_id = $1 AND id = $2',
    values: [company, id],
  });

export const deleteAbsencesBefore = (db: Db, company: CompanyId, day: string): Promise<number> =>
  countTouched(db, 'DELETE FROM absences WHERE company_id = $1 AND last_day < $2', [company, day]);
