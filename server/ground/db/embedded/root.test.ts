import { chmod, lstat, mkdir, mkdtemp, readFile, readdir, readlink, rm, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { locatePackage, copyBinaries, systemFolder } from './binaries.ts';
import { run } from './command.ts';
import { openEmbedded } from './embedded.ts';
import { postgresUser } from './run-as.ts';
import { copyMigratedCluster } from '../../../testing/process.ts';

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function temporaryFolder(mode: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'doorway-test-'));
  await chmod(folder, mode);
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function answer(connection: pg.ClientConfig, sql: string): Promise<unknown> {
  const client = new pg.Client({ ...connection, ssl: false });
  await client.connect();
  try {
    return (await client.query<{ answer: unknown }>(sql)).rows[0]?.answer;
  } finally {
    await client.end();
  }
}

describe.runIf(process.getuid?.() === 0)('under root', () => {
  it('keeps the database elsewhere when its user cannot enter the data folder, and finds it again', async () => {
    const dataDir = await temporaryFolder(0o700);
    cleanups.push(() => rmdir(systemFolder).catch(() => undefined));
    const [first, alsoFirst] = await Promise.all([openEmbedded({ dataDir }), openEmbedded({ dataDir })]);
    cleanups.push(() => rm(dirname(first.directory), { recursive: true, force: true }));
    expect(dirname(dirname(first.directory))).toBe(systemFolder);
    expect(alsoFirst.directory).toBe(first.directory);
    expect([first.created, alsoFirst.created].sort()).toEqual([false, true]);
    expect(await readlink(join(dataDir, 'postgres'))).toBe(first.directory);
    expect([...first.notes, ...alsoFirst.notes].join(' ')).toContain(`cannot enter ${dataDir}`);
    const { user } = await postgresUser();
    expect(await stat(dirname(first.directory))).toMatchObject({ uid: user.uid, mode: 0o40700 });
    expect(await stat(systemFolder)).toMatchObject({ uid: 0, mode: 0o40755 });
    await answer(first.connection, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await Promise.all([first.close(), alsoFirst.close()]);

    const second = await openEmbedded({ dataDir });
    expect(second).toMatchObject({ created: false, directory: first.directory });
    expect(await answer(second.connection, 'TABLE kept')).toBe(42);
    await second.close();
  });

  it('does not begin an empty database where the one that a link names is gone', async () => {
    const dataDir = await temporaryFolder(0o700);
    await run('ln', ['-s', join(systemFolder, 'gone', 'postgres'), join(dataDir, 'postgres')]);
    await expect(openEmbedded({ dataDir })).rejects.toThrow(/that folder is gone/);
  });

  it('runs PostgreSQL as the owner of a cluster that another user has made', async () => {
    const dataDir = await temporaryFolder(0o711);
    await copyMigratedCluster(dataDir);
    await run('chown', ['-R', '65534:65534', join(dataDir, 'postgres')]);
    const db = await openEmbedded({ dataDir });
    expect(db.created).toBe(false);
    const pid = (await readFile(join(db.directory, 'postmaster.pid'), 'utf8')).split('\n')[0] ?? '';
    expect((await stat(`/proc/${pid}`)).uid).toBe(65534);
    await db.close();
  });

  it('refuses a cluster that belongs to root, with a sentence', async () => {
    const dataDir = await temporaryFolder(0o711);
    await mkdir(join(dataDir, 'postgres'));
    await run('cp', ['/etc/hostname', join(dataDir, 'postgres', 'PG_VERSION')]);
    await expect(openEmbedded({ dataDir })).rejects.toThrow(/belongs to root.*chown/);
  });

  it('copies programs that its user cannot read to where it can, once, writable by root alone', async () => {
    const { user } = await postgresUser();
    const parent = await temporaryFolder(0o711);
    const native = join((await locatePackage()).folder, 'native');
    const hidden = join(await temporaryFolder(0o700), 'native');
    await mkdir(hidden);
    await run('cp', ['-a', join(native, 'bin'), join(native, 'lib'), hidden]);
    expect((await run(join(hidden, 'bin', 'postgres'), ['--version'], user).catch(() => ({ ok: false }))).ok).toBe(
      false,
    );
    const [copy, same] = await Promise.all([copyBinaries(hidden, '0.0', parent), copyBinaries(hidden, '0.0', parent)]);
    expect(copy).toBe(same);
    expect(await readdir(parent)).toEqual(['postgresql-0.0']);
    expect((await run(join(copy, 'bin', 'postgres'), ['--version'], user)).output).toMatch(/PostgreSQL/);
    expect(
      (await run('find', [copy, '!', '-type', 'l', '(', '-perm', '/022', '-o', '!', '-uid', '0', ')'])).output,
    ).toBe('');
    expect((await lstat(join(copy, 'bin', 'postgres'))).mode & 0o777).toBe(0o755);
  });
});

it.runIf(process.getuid?.() !== 0)('refuses a cluster of another user, with a sentence', async () => {
  const dataDir = await temporaryFolder(0o700);
  // /usr belongs to root.
  await run('ln', ['-s', '/usr', join(dataDir, 'postgres')]);
  await expect(openEmbedded({ dataDir })).rejects.toThrow(/belongs to the user root/);
});
