import { type CompanyId, type Db, columnOf, rowsOf } from '../ground/db/pool.ts';
import { accountsOfPerson, twoPeopleObstacleOf, type Person, type UnprovenOperator } from './two-people.ts';
import { conflict } from '../errors/errors.ts';
import { mayDo, roles, type Permission } from '../../common/permissions.ts';

/**
 * An operator has the same role in the sandboxes of a company. A system, such as bookkeeping, must not read what is not
 * real.
 */
export const companiesOfOperators = `operator_companies JOIN companies
  ON companies.id = company_id OR (companies.sandbox_of = company_id AND role <> 'system')`;

/** SQL, a condition on operators: they can sign in. */
export const canAct = 'disabled_at IS NULL AND joined_at IS NOT NULL';

const rolesWith = (permission: Permission) =>
  roles
    .filter((role) => mayDo(role, permission))
    .map((role) => `'${role}'`)
    .join(', ');

/** SQL, a condition on operators: they have the permission in the company, which is $1. Also for `noCompany`. */
export const mayInCompany = (permission: Permission, operators = 'operators') => `(administrator OR EXISTS (
  SELECT FROM operator_companies
  WHERE operator_companies.company_id = $1 AND operator_id = ${operators}.id AND role IN (${rolesWith(permission)})))`;

/** Returns only operators who may enter the company, in the order of `ids`. */
export async function peopleOf(db: Db, company: CompanyId, ids: readonly string[]): Promise<Person[]> {
  if (ids.length === 0) return [];
  return rowsOf<Person>(db, {
    name: 'people-of-company',
    text: `SELECT id, name FROM operators
           WHERE id = ANY ($2) AND disabled_at IS NULL AND NOT system AND (administrator OR EXISTS (
             SELECT FROM operator_companies WHERE company_id = $1 AND operator_id = operators.id))
           ORDER BY array_position($2, id)`,
    values: [company, ids],
  });
}

/** Approvers come before administrators. */
export const approversOf = (db: Db, company: CompanyId, except: readonly string[], limit: number): Promise<string[]> =>
  columnOf(db, {
    name: 'approvers-of-company',
    text: `SELECT name FROM operators
           WHERE id <> ALL ($2) AND ${canAct} AND ${mayInCompany('decide')}
           ORDER BY ${mayInCompany('administer')}, name, id LIMIT $3`,
    values: [company, except, limit],
  });

const provedDays = 30;

/**
 * SQL: operators who may not count as people of their own. For a day after a link that was shown to somebody else, that
 * person may have used it. For 30 days the inviter may have chosen the password, if the link was shown to them or opened
 * on their device. Accounts with one mailbox are one person's. Also the inviters, for their names, and operators who are
 * disabled, because they acted before. The database's clock decides, as it did when the link was used.
 */
export const unprovenOperators = `
  SELECT id, name, CASE WHEN shown_link_used_at > now() - interval '1 day' THEN shown_link_used_at + interval '1 day' END AS until,
         mailbox, CASE WHEN proved_at > now() - interval '${provedDays} days' THEN proved_by END AS "provedBy",
         proved_at + interval '${provedDays} days' AS "provedUntil"
  FROM operators
  WHERE shown_link_used_at > now() - interval '1 day' OR proved_at > now() - interval '${provedDays} days'
     OR id IN (SELECT proved_by FROM operators WHERE proved_at > now() - interval '${provedDays} days')
     OR mailbox IN (SELECT mailbox FROM operators GROUP BY mailbox HAVING count(*) > 1)
  ORDER BY id`;

/** SQL: an array of the operator's id and the accounts that count as the same person. */
export const idsOfPersonIn = (operatorId: string) => `ARRAY(
  SELECT account.id FROM operators AS me JOIN operators AS account
    ON account.id = me.id OR account.mailbox = me.mailbox
    OR (account.id = me.proved_by AND me.proved_at > now() - interval '${provedDays} days')
    OR (account.proved_by = me.id AND account.proved_at > now() - interval '${provedDays} days')
  WHERE me.id = ${operatorId})`;

export const readUnproven = async (db: Db): Promise<UnprovenOperator[]> =>
  rowsOf<UnprovenOperator>(db, { name: 'read-unproven-operators', text: unprovenOperators });

/** Every decision that takes two people calls this for the second one. */
export async function requireTwoPeople(tx: Db, firstId: string, secondId: string): Promise<void> {
  const obstacle = twoPeopleObstacleOf(await readUnproven(tx), secondId, [firstId]);
  if (obstacle !== undefined) throw conflict('decision.refused', { why: obstacle.code, ...obstacle.parameters });
}

/** The operator's id and those of the other accounts that count as the same person. */
export const idsOfPerson = async (db: Db, operatorId: string): Promise<string[]> => [
  operatorId,
  ...accountsOfPerson(await readUnproven(db), operatorId).keys(),
];
