import type pg from 'pg';
import { referenceTables } from '../ground/db/citus/distribute.ts';
import type { Statement } from '../testing/statements.ts';

/** Why a statement is not one task on one worker; undefined if it is. */
export async function problemOf(client: pg.ClientBase, { text, values }: Statement): Promise<string | undefined> {
  await client.query('BEGIN');
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(`EXPLAIN (COSTS OFF, FORMAT JSON) ${text}`, values);
    return problemOfPlan(JSON.stringify(rows[0]?.['QUERY PLAN']));
  } catch (error) {
    return `refused: ${(error as Error).message}`;
  } finally {
    await client.query('ROLLBACK');
  }
}

/** `plan` is the JSON of EXPLAIN. A plan without Citus uses only tables of the coordinator, or none. */
export function problemOfPlan(plan: string): string | undefined {
  if (/"INSERT\/SELECT method": ?"(?!pushdown)/.test(plan)) return 'its rows are collected before they are inserted';
  if (plan.includes('"Distributed Query":') && /"Subplans":/.test(plan)) return 'parts of it run one after the other';
  const tasks = [...plan.matchAll(/"Task Count": ?(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  return tasks > 1 ? `it has ${tasks} tasks` : undefined;
}

const writes = new RegExp(
  String.raw`\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+(${[...referenceTables].join('|')})\b`,
  'i',
);

/** The reference table that a statement writes. */
export const writtenReferenceTable = ({ text }: Pick<Statement, 'text'>): string | undefined => writes.exec(text)?.[1];

/** Statements that can be explained: not BEGIN, SET, LISTEN or the like. */
export const canBeExplained = ({ text }: Pick<Statement, 'text'>) =>
  /^\s*(?:WITH|SELECT|INSERT|UPDATE|DELETE|\()/i.test(text);
