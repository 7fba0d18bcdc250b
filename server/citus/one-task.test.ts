import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { manyTasks, referenceWrites, type Exception } from './many-tasks.ts';
import { canBeExplained, problemOf, writtenReferenceTable } from './plans.ts';
import { citusUrl, createDistributedDatabase } from '../testing/citus.ts';
import type { Statement } from '../testing/statements.ts';

const folder = process.env['STATEMENTS_FROM'];

/** A whole run collects more. Fewer mean that collecting is broken. */
const minStatements = 500;

function readStatements(folder: string): Statement[] {
  const all = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8'), reviveBytes) as Statement[]);
  return [...new Map(all.map((one) => [one.text, one])).values()].filter(canBeExplained);
}

const reviveBytes = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value
    ? Buffer.from(value.data as number[])
    : value;

async function onEmptyDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const database = await createDistributedDatabase();
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await database.drop();
  }
}

const asLine = ({ from, text }: Statement, problem: string) =>
  `${from}: ${problem}\n    ${text.replace(/\s+/g, ' ').slice(0, 200)}`;

/** Lines about statements that have a problem and are not listed, and the reasons of entries that no statement needs. */
async function compare(
  statements: Statement[],
  exceptions: readonly Exception[],
  problemOf: (statement: Statement) => string | undefined | Promise<string | undefined>,
) {
  const problems: string[] = [];
  const unneeded = new Set(exceptions);
  for (const statement of statements) {
    const problem = await problemOf(statement);
    if (problem === undefined) continue;
    const listed = exceptions.find(({ isMeant }) => isMeant(statement));
    if (listed === undefined) problems.push(asLine(statement, problem));
    else unneeded.delete(listed);
  }
  return { problems: problems.sort(), unneeded: [...unneeded].map(({ reason }) => reason) };
}

const clean = { problems: [], unneeded: [] };
const isSkipped = citusUrl === undefined || folder === undefined;

it.skipIf(isSkipped)(
  'every statement that the tests sent is one task of one worker, or listed with a reason',
  async () => {
    const statements = readStatements(folder as string);
    const found = await onEmptyDatabase((client) =>
      compare(statements, manyTasks, (statement) => problemOf(client, statement)),
    );
    expect(found).toEqual(clean);
    expect(statements.length).toBeGreaterThan(minStatements);
  },
);

it.skipIf(isSkipped)('no statement writes a reference table, unless it is listed with a reason', async () => {
  const found = await compare(readStatements(folder as string), referenceWrites, (statement) => {
    const table = writtenReferenceTable(statement);
    return table && `writes ${table}`;
  });
  expect(found).toEqual(clean);
});
