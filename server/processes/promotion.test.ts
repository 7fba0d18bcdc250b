import { expect, it, vi } from 'vitest';
import { examine } from '../doctor/doctor.ts';
import { migrate } from '../ground/db/migrate.ts';
import { connectionTo } from '../ground/db/connect/open.ts';
import { runCommand } from '../testing/command-line.ts';
import { paths } from '../testing/door.ts';
import { emptyDataDir, expectUnavailable, startService } from '../testing/process.ts';
import { openPair } from '../testing/standby.ts';

const patience = { timeout: 120_000, interval: 100 };

it('after a promotion the service finds the new primary by itself, and what was acknowledged is there', async () => {
  const { primary, standby, url, promote } = await openPair();
  try {
    const env = { DATABASE_URL: url, DATA_DIR: await emptyDataDir() };
    const token = (
      await runCommand(['token', 'create', '--company', 'Acme', '--partner', 'Scanner', '--new-company'], env)
    ).stdout.trim();
    const service = await startService(env);
    const create = (number: string) =>
      service.call('POST', paths.suppliers, { token, body: { number, name: `Supplier ${number}` } });
    expect((await create('before')).status).toBe(200);
    const hosts = async () => (await examine(env)).find(({ name }) => name === 'hosts');
    expect(await hosts()).toMatchObject({
      status: 'ok',
      message: expect.stringMatching(/takes writes, .* takes no writes\.$/),
    });

    // A clean stop, so that the standby has everything.
    await primary.close();
    expectUnavailable(await create('between'));
    expectUnavailable(await service.call('GET', '/health/ready'));
    expect(await hosts()).toMatchObject({
      status: 'fail',
      message: expect.stringMatching(/cannot be used \(ENOENT\), .* takes no writes\.$/),
    });

    await promote();
    await vi.waitFor(async () => expect((await service.call('GET', '/health/ready')).status).toBe(200), patience);
    expect((await create('after')).status).toBe(200);
    const { body } = await service.call('GET', paths.suppliers, { token });
    expect(body.suppliers.map(({ number }: { number: string }) => number)).toEqual(['after', 'before']);
    expect(await hosts()).toMatchObject({ status: 'warn' });
    expect(await migrate(connectionTo(url, 'session')), 'the schema is up to date').toEqual([]);
    expect(await service.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  } finally {
    await Promise.all([primary.close(), standby.close()]);
  }
});
