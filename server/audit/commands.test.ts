import { once } from 'node:events';
import { expect, it } from 'vitest';
import { audit, commandLine } from './record.ts';
import { createToken } from '../testing/access.ts';
import { requireCompany } from '../companies/store.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { runCommand } from '../testing/command-line.ts';
import { databaseForThisTest } from '../testing/database.ts';
import { emptyDataDir, startDoorway } from '../testing/process.ts';

const note = /\d+:[0-9a-f]{64}/;

it('doorway audit verify names the first entry that does not fit and checks a note, and export prints the log', async () => {
  const database = await databaseForThisTest();
  const env = { DATABASE_URL: database.url, DATA_DIR: await emptyDataDir() };
  const pool = createPool({ connection: database.connection, size: 2, onIdleError: () => undefined });
  await createToken(pool, { company: 'Acme', partner: 'Scanner', by: commandLine });
  const acme = await requireCompany(pool, 'Acme');
  const run = (...args: string[]) => runCommand(['audit', ...args], env);

  const [whole, exported, all] = await Promise.all([run('verify'), run('export', '--company', 'Acme'), run('export')]);
  expect(whole).toMatchObject({ code: 0, stderr: '' });
  expect(whole.stdout).toMatch(
    /^Outside of any company: 1 entry fits\. The last is 1:[0-9a-f]{64}\nAcme: all 2 entries fit\. The last is 2:[0-9a-f]{64}\n$/,
  );
  const noted = note.exec(whole.stdout.split('\n')[1] as string)?.[0] as string;

  expect(exported).toMatchObject({ code: 0, stderr: '' });
  const lines = exported.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { seq: 1, companyId: acme, action: 'partner.created' },
    { seq: 2, action: 'token.created', hash: noted.split(':')[1], previous: lines[0].hash },
  ]);
  expect(all.stdout.trim().split('\n')).toHaveLength(3);

  await audit(
    pool,
    acme,
    { id: null, name: 'X' },
    { action: 'a', subjectType: 'b', subjectId: 'c' },
    new Date('2026-06-03T12:00:00Z'),
  );
  expect(await run('verify', '--company', 'Acme', '--expect', noted)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Acme: all 3 entries fit\. The last is 3:/),
    stderr: '',
  });

  const wrong: [string[], string][] = [
    [['--expect', noted], '--company'],
    [['--company', 'Acme', '--expect', '2'], '--expect is "2", but it takes a number, a colon and a hash'],
    [['--company', 'Acme', '--expect', `0:${'0'.repeat(64)}`], 'but it takes'],
  ];
  await Promise.all(
    wrong.map(async ([args, said]) =>
      expect(await run('verify', ...args)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining(said),
      }),
    ),
  );
  expect(await run('verify', '--company', 'Nowhere')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('There is no company "Nowhere"'),
  });

  await pool.query(`UPDATE audit_log SET operator_name = 'Y' WHERE company_id = $1 AND seq = 3`, [acme]);
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM audit_log WHERE company_id = $1 AND seq = 3', [
    acme,
  ]);
  const id = rows[0]?.id;
  const problem = `entry 3 (${id}, 2026-06-03T12:00:00Z) was altered: its hash is not that of what it says.`;
  const [altered, told, nobodys] = await Promise.all([
    run('verify'),
    run('verify', '--company', 'Acme', '--json'),
    run('verify', '--no-company', '--json'),
  ]);
  expect(altered).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^Outside of any company: 1 entry fits\..*\n$/),
    stderr: `Acme: ${problem}\n`,
  });
  expect(told.code).toBe(1);
  expect(JSON.parse(told.stdout)).toEqual([
    {
      company: 'Acme',
      companyId: acme,
      fits: false,
      entries: 3,
      erased: 0,
      removedUpTo: 0,
      last: { number: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      misfit: { fault: 'altered', number: 3, id, at: '2026-06-03T12:00:00Z', problem },
    },
  ]);
  expect(JSON.parse(nobodys.stdout)).toMatchObject([{ company: null, fits: true, entries: 1, misfit: null }]);
  await pool.end();
});

it('an export whose reader stops early ends without an error', async () => {
  const database = await databaseForThisTest();
  const env = { DATABASE_URL: database.url, DATA_DIR: await emptyDataDir() };
  const pool = createPool({ connection: database.connection, size: 2, onIdleError: () => undefined });
  await createToken(pool, { company: 'Acme', partner: 'Scanner' });
  await createToken(pool, { company: 'Zeta', partner: 'Scanner', by: commandLine });
  const acme = await requireCompany(pool, 'Acme');
  // More output than a pipe holds.
  for (let n = 0; n < 300; n++)
    await audit(
      pool,
      acme,
      { id: null, name: 'X' },
      { action: 'a', subjectType: 'b', subjectId: 'c', data: { text: 'x'.repeat(2_000) } },
      new Date(),
    );
  await pool.end();
  const { child, ended } = startDoorway(['audit', 'export'], env);
  const output = child.stdout as NonNullable<typeof child.stdout>;
  await once(output, 'data');
  output.destroy();
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
});
