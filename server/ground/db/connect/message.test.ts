import { expect, it, onTestFinished } from 'vitest';
import { sendTogether } from './message.ts';
import { noCompany } from '../pool.ts';
import { createPool } from './create-pool.ts';
import { ownDatabaseForThisTest } from '../../../testing/database.ts';

it.each(['session', 'transaction'] as const)(
  'statements that are sent together all happen or none (%s)',
  async (pooling) => {
    const { connection } = await ownDatabaseForThisTest('It creates a table.');
    const pool = createPool({ connection: { ...connection, pooling }, size: 1, onIdleError: () => undefined });
    onTestFinished(() => pool.end());
    await pool.query('CREATE TABLE numbers (n integer PRIMARY KEY)');
    const unhurried = { name: 'unhurried', text: `SELECT set_config('synchronous_commit', 'off', true)`, values: [] };
    const insert = (n: string) => ({ name: 'insert', text: 'INSERT INTO numbers VALUES ($1)', values: [n] });
    const count = {
      name: 'count',
      text: `SELECT count(*)::integer AS n, current_setting('synchronous_commit') AS commit FROM numbers`,
      values: [],
    };
    const send = (...numbers: string[]) => sendTogether(pool, noCompany, [unhurried, ...numbers.map(insert), count]);

    // The last statement is prepared only by the message that reaches it.
    await expect(send('1', '1')).rejects.toMatchObject({ code: '23505' });
    expect((await send('1', '2')).map(({ rowCount }) => rowCount)).toEqual([1, 1, 1, 1]);
    await expect(send('3', 'x')).rejects.toMatchObject({ code: '22P02' });
    expect((await send('4'))[2]?.rows).toEqual([{ n: 3, commit: 'off' }]);
    const { rows } = await pool.query(`SELECT current_setting('synchronous_commit') AS commit`);
    expect(rows).toEqual([{ commit: 'on' }]);
  },
);
