import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { manyTasks } from './many-tasks.ts';
import { canBeExplained, problemOf } from './plans.ts';
import { citusUrl, createDistributedDatabase } from '../testing/citus.ts';
import type { Statement } from '../testing/statements.ts';

const folder = process.env['STATEMENTS_TO'];

const collected = (): Statement[] => {
  const all = readdirSync(folder as string)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => JSON.parse(readFileSync(join(folder as string, file), 'utf8')) as Statement[]);
  return [...new Map(all.map((one) => [one.text, one])).values()].filter(canBeExplained);
};

it.skipIf(citusUrl === undefined || folder === undefined)(
  'every statement that the tests sent is one task of one worker, except for those that are listed with a reason',
  async () => {
    const database = await createDistributedDatabase();
    const client = new pg.Client(database.connection);
    await client.connect();
    const problems: string[] = [];
    const needed = new Set<string>();
    try {
      for (const statement of collected()) {
        const problem = await problemOf(client, statement);
        if (problem === undefined) continue;
        const listed = manyTasks.find(({ isMeant }) => isMeant(statement));
        if (listed === undefined)
          problems.push(`${statement.from}: ${problem}\n    ${statement.text.replace(/\s+/g, ' ').slice(0, 200)}`);
        else needed.add(listed.reason);
      }
    } finally {
      await client.end();
      await database.drop();
    }
    console.log(`${collected().length} statements explained, ${problems.length} problems`);
    expect(problems.sort()).toEqual([]);
  },
);
