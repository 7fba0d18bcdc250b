import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { guarded, writeSmallBackup } from '../archive/archive.testing.ts';
import { openObjectStore } from '../../ground/objects/open.ts';
import { runCommand } from '../../testing/command-line.ts';
import { databaseForThisTest } from '../../testing/database.ts';
import { emptyDataDir } from '../../testing/process.ts';

const newKey = () => randomBytes(32).toString('base64');

it('a check leaves nothing behind, not even what a killed one has left; a restore says from where events go on, and brings the key', async () => {
  const [folder, dataDir] = [await emptyDataDir(), await emptyDataDir()];
  const source = {
    DATA_DIR: await emptyDataDir(),
    DATABASE_URL: (await databaseForThisTest()).url,
    BACKUP_KEY: newKey(),
  };
  const secretsKey = `${newKey()}\n`;
  await writeFile(join(source.DATA_DIR, 'secrets.key'), secretsKey);
  await runCommand(['token', 'create', '--company', 'Acme', '--partner', 'Scanner', '--new-company'], source);
  expect(await runCommand(['backup', '--to', folder], source)).toMatchObject({ code: 0 });

  const killed = join(dataDir, 'restore-check-4999999');
  await mkdir(join(killed, 'postgres'), { recursive: true });
  await writeFile(join(killed, 'postgres', 'half'), '');
  const env = { DATA_DIR: dataDir, BACKUP_KEY: source.BACKUP_KEY };
  expect(await runCommand(['restore', folder, '--check'], env)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/can be restored; this check has changed nothing.* 1 company, /),
  });
  expect(await readdir(dataDir)).toEqual([]);

  const target = { ...env, DATABASE_URL: (await databaseForThisTest()).url };
  const restored = await runCommand(['restore', folder, '--json'], target);
  expect(restored).toMatchObject({ code: 0 });
  expect(JSON.parse(restored.stdout)).toMatchObject({
    companies: [{ company: 'Acme', nextEvent: 1 }],
    secretsKey: 'written',
    problems: [],
  });
  expect(await readFile(join(dataDir, 'secrets.key'), 'utf8')).toBe(secretsKey);
  expect((await runCommand(['token', 'list'], target)).stdout).toContain('Acme');
  expect(await runCommand(['restore', folder], target)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The database is not empty'),
  });

  await writeFile(join(dataDir, 'secrets.key'), `${newKey()}\n`);
  const again = { ...env, DATABASE_URL: (await databaseForThisTest()).url };
  expect((await runCommand(['restore', folder], again)).stdout).toMatch(
    /- Acme: from number 1 on\n[^]*DATA_DIR has another secrets.key than the backup, and keeps it/,
  );
});

it('a hostile backup is refused by one sentence, in which nothing moves the cursor', async () => {
  const folder = await emptyDataDir();
  const store = await openObjectStore({ folder: folder }, undefined);
  const { manifest, target } = await writeSmallBackup(store);
  const run = async (fields: object, options: string[] = []) => {
    await writeFile(join(folder, target.folder, 'manifest.json'), guarded({ ...manifest, ...fields }));
    const env = { DATA_DIR: await emptyDataDir(), DATABASE_URL: 'postgres://127.0.0.1:1/none' };
    const { code, stdout, stderr } = await runCommand(['restore', folder, ...options], env);
    expect(stderr + stdout).not.toMatch(/[^\P{Cc}\n]/u);
    return [code, stdout, stderr];
  };
  const sentence = (field: string) =>
    `The backup cannot be used: ${manifest.name}/manifest.json is no manifest of Doorway: its field ${field} is missing or wrong. Use another backup.\n`;
  for (const options of [[], ['--check'], ['--json']]) {
    expect(await run({ version: '1.14.0\u001b]0;x\u0007\u001b[2J' }, options)).toEqual([1, '', sentence('version')]);
    expect(await run({ installation: ['x'] }, options)).toEqual([1, '', sentence('installation')]);
  }
  const [part] = manifest.parts;
  const [code, , stderr] = await run({ parts: [{ ...part, name: 'tables/\u009b2J\u202e.copy.gz' }] });
  expect(code).toBe(1);
  expect(stderr).toContain('it has a part "tables/\\u009b2J\\u202e.copy.gz"');
});
