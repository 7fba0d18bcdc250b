import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { scopes, usualScopes } from '../app.ts';
import { commands } from '../command-line.ts';
import { openDemo } from '../demo/demo.ts';
import { openEmbedded } from '../ground/db/embedded/embedded.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { createToken } from '../testing/access.ts';
import { runCommand } from '../testing/command-line.ts';
import { databaseForThisTest } from '../testing/database.ts';
import { doorway, emptyDataDir, migratedDataDir, postmasterPid, runScript } from '../testing/process.ts';
import { fromNow } from '../testing/time.ts';

const acme = ['--company', 'Acme', '--partner', 'Scanner'];
const main = new URL('../dist/main.js', import.meta.url).href;
const aToken = /^dw_[\w-]{43}\n$/;

it('a command works while no service runs, and leaves no database running', async () => {
  const dataDir = await migratedDataDir();
  const made = await doorway(['token', 'create', ...acme, '--new-company'], { DATA_DIR: dataDir });
  expect(made).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(aToken),
    stderr: 'Made the company Acme.\nMade the partner Scanner.\n',
  });
  expect(await postmasterPid(dataDir)).toBeUndefined();
  expect(await runCommand(['token', 'revoke', 'dw_unknown'], { DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('no such token'),
  });
  expect(await postmasterPid(dataDir)).toBeUndefined();

  // A database with a company is not empty, so the service creates no demo company.
  const database = await openEmbedded({ dataDir });
  onTestFinished(() => database.close());
  const pool = createPool({ connection: database.connection, size: 1, onIdleError: () => undefined });
  expect(await openDemo(pool, scopes, 'on').finally(() => pool.end())).toBeUndefined();
});

it('token list shows scopes, expiry and name, and never a token', async () => {
  const env = { DATA_DIR: await emptyDataDir(), DATABASE_URL: (await databaseForThisTest()).url };
  const token = (...args: string[]) => runCommand(['token', ...args], env);
  expect(await token('list')).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('no tokens') });
  expect(await token('create', ...acme)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'There is no company "Acme". There are no companies yet. doorway token create --new-company makes one.\n',
  });
  await token('create', ...acme, '--new-company');
  const limited = ['create', ...acme, '--scopes', 'suppliers:read, suppliers:write', '--expires-in', '90d', '--json'];
  const second = await token(...limited);
  expect(second).toMatchObject({ code: 0, stderr: '' });
  const made = JSON.parse(second.stdout) as { id: string; token: string; expiresAt: string };
  expect(Date.parse(made.expiresAt)).toBeGreaterThan(fromNow(89 * 86_400_000).getTime());

  const list = await token('list', '--json');
  expect(list).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(list.stdout)).toMatchObject([
    { company: 'Acme', partner: 'Scanner', scopes: usualScopes, expiresAt: null, revokedAt: null },
    { id: made.id, scopes: ['suppliers:read', 'suppliers:write'], expiresAt: made.expiresAt, revokedAt: null },
  ]);
  expect(list.stdout).not.toMatch(/dw_|hash/);
  expect(await token('revoke', made.id)).toMatchObject({ code: 0, stdout: '' });
  expect((await token('list', '--company', 'Acme')).stdout).toMatch(
    /\tall scopes but webhooks:manage\tvalid\n.*\tsuppliers:read,suppliers:write\trevoked /,
  );
  expect(JSON.parse((await token('list', '--company', 'Other', '--json')).stdout)).toEqual([]);

  expect(await token('create', ...acme, '--name', ' Production ')).toMatchObject({ code: 0 });
  expect((await token('list')).stdout).toMatch(/\tvalid\tProduction\n$/);
  expect(JSON.parse((await token('list', '--json')).stdout)[2]).toMatchObject({ name: 'Production' });
  expect(await token('create', ...acme, '--name', ' ')).toMatchObject({
    code: 2,
    stderr: 'The name of a token has 1 to 255 characters.\n',
  });
});

it('a command that is used wrongly says what it takes, exits with 2 and makes nothing', async () => {
  const env = { DATA_DIR: await emptyDataDir(), DATABASE_URL: (await databaseForThisTest()).url };
  type Wrong = [string[], ...string[]][];
  const inProcess: Wrong = [
    [['token', 'create', ...acme, '--scopes', 'suppliers:read,suppliers:delete'], 'suppliers:delete', ...scopes],
    [['token', 'create', ...acme, '--scope', 'suppliers:read'], '--scope'],
    [['token', 'create', ...acme, '--expires-in', 'soon'], '--expires-in', 'soon', '90d'],
    [['token', 'create', '--company', 'Acme'], '--partner'],
    [['token', 'show'], 'show'],
    [['worker', '--port', '80'], '--port'],
    [[], 'Usage: doorway'],
  ];
  const asProcess: Wrong = [[['serve', '--port', '80'], '--port']];
  const runs = [
    ...inProcess.map(([args, ...told]) => ({ args, told, ended: runCommand(args, env) })),
    ...asProcess.map(([args, ...told]) => ({ args, told, ended: doorway(args, env) })),
  ];
  for (const { args, told, ended } of runs) {
    const { code, stdout, stderr } = await ended;
    expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' });
    for (const part of told) expect(stderr).toContain(part);
    expect(stderr).not.toMatch(/^\s+at /m);
  }
  expect(JSON.parse((await runCommand(['token', 'list', '--json'], env)).stdout)).toEqual([]);
});

it('--help of every command exits with 0 and says what the command does', async () => {
  const seen: string[] = [];
  /** Only the list of commands needs a process; the commands themselves run in this one. */
  async function ask(command: string[], run: typeof runCommand): Promise<void> {
    const { code, stdout, stderr } = await run([...command, '--help'], {});
    expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Usage: doorway ${command.join(' ')}.*\n\n\\S.{10,}`));
    seen.push(command.join(' '));
    const listed = /^Commands:\n((?: .*\n)*)/m.exec(stdout)?.[1] ?? '';
    const names = [...listed.matchAll(/^  ([a-z-]+)/gm)]
      .map(([, name]) => name as string)
      .filter((name) => name !== 'help');
    await Promise.all(names.map((name) => ask([...command, name], runCommand)));
  }
  await ask([], doorway);
  expect(seen).toEqual(
    expect.arrayContaining(['token create', 'token list', 'token revoke', ...Object.keys(commands)]),
  );
  expect((await doorway(['--version'], {})).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

/** Runs commands one after the other in one process of the built program, and prints `separator` after each. */
const separator = '\u0000\n';
const source = `
  const [main, commands] = process.argv.slice(1);
  for (const [at, args] of JSON.parse(commands).entries()) {
    process.argv = ['node', 'doorway', ...args];
    await import(main + '?' + at);
    for (const output of [process.stdout, process.stderr]) output.write(${JSON.stringify(separator)});
  }`;

it('one command of each family of the built program: the answer is on standard output, the rest on standard error, and the process ends by itself', async () => {
  const database = await databaseForThisTest();
  const env = { DATA_DIR: await emptyDataDir(), DATABASE_URL: database.url };
  const pool = createPool({ connection: database.connection, size: 1, onIdleError: () => undefined });
  onTestFinished(() => pool.end());
  await createToken(pool, { company: 'Acme', partner: 'Scanner' });
  const suppliers = join(env.DATA_DIR, 'suppliers.json');
  await writeFile(suppliers, '[{"number":"1","name":"One"}]');
  const company = ['--company', 'Acme'];
  /** Complete standard output and standard error. Tokens have their own test; events tail is in events.test.ts. */
  const families: Record<string, [args: string[], stdout: RegExp, stderr: RegExp]> = {
    client: [['create', ...acme], /^\{"client_id":"\S+","client_secret":"\S+".*\}\n$/, /^(?:[^{]*\n)?$/],
    operator: [
      ['create', '--email', 'a@example.com', '--name', 'A', ...company, '--role', 'viewer'],
      /^http:\/\/127\.0\.0\.1:8080\/console\/welcome#[\w-]{43}\n$/,
      /^$/,
    ],
    system: [['create', ...company, '--name', 'Bookkeeping'], /^dwo_[\w-]{43}\n$/, /^$/],
    project: [['import', ...company, '-'], /^$/, /^1 project created, 0 updated\.\n/],
    supplier: [['import', ...company, '--json', suppliers], /^\{"created":1,"updated":0,"unchanged":0\}\n$/, /^$/],
    checks: [['run', ...company], /^0 invoices were checked\. Nothing is new\.\n$/, /^$/],
  };
  const commandLines = Object.entries(families).map(([name, [args]]) => [name, ...args]);
  const { code, signal, stdout, stderr } = await runScript(source, [main, JSON.stringify(commandLines)], env, {
    input: 'number,name\nP1,Eken\n',
  }).ended;
  expect({ code, signal, stderr }).toMatchObject({ code: 0, signal: null });
  const [answers, notes] = [stdout.split(separator), stderr.split(separator)];
  expect([answers.pop(), notes.pop()]).toEqual(['', '']);
  expect(Object.keys(families).map((name, at) => [name, answers[at], notes[at]])).toEqual(
    Object.entries(families).map(([name, [, answer, note]]) => [
      name,
      expect.stringMatching(answer),
      expect.stringMatching(note),
    ]),
  );
  // The command does part of its work and then fails.
  await pool.query(`UPDATE audit_log SET operator_name = 'Y'`);
  expect(await doorway(['audit', 'verify', ...company], env)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Acme: entry 1 .* was altered/),
  });
});
