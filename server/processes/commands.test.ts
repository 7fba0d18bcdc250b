import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { scopes } from '../app.ts';
import { paths } from '../testing/door.ts';
import {
  dataDirForThisTest,
  doorway,
  firstStart,
  postmasterPid,
  startService,
  type Service,
} from '../testing/process.ts';

const acme = ['--company', 'Acme', '--partner', 'Scanner'];
const aToken = /^dw_[\w-]{43}\n$/;

const statusAt = async ({ call }: Service, token: string) => (await call('GET', paths.suppliers, { token })).status;
const statuses = (services: Service[], token: string) =>
  Promise.all(services.map((service) => statusAt(service, token)));

it('token commands work while no service runs, and leave no database running', async () => {
  const env = { DATA_DIR: await dataDirForThisTest() };
  const first = await doorway(['token', 'create', ...acme], env);
  expect(first).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(aToken),
    stderr: 'Made the company Acme.\nMade the partner Scanner.\n',
  });
  const second = await doorway(
    ['token', 'create', ...acme, '--scopes', 'suppliers:read, suppliers:write', '--expires-in', '90d', '--json'],
    env,
  );
  expect(second).toMatchObject({ code: 0, stderr: '' });
  const made = JSON.parse(second.stdout) as { id: string; token: string; expiresAt: string };
  expect(Date.parse(made.expiresAt) - Date.now()).toBeGreaterThan(89 * 86_400_000);

  const list = await doorway(['token', 'list', '--json'], env);
  expect(list).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(list.stdout)).toMatchObject([
    { company: 'Acme', partner: 'Scanner', scopes, expiresAt: null, revokedAt: null },
    { id: made.id, scopes: ['suppliers:read', 'suppliers:write'], expiresAt: made.expiresAt, revokedAt: null },
  ]);
  // Neither the tokens nor what stands for them in the database.
  expect(list.stdout).not.toMatch(/dw_|hash/);
  expect(await doorway(['token', 'revoke', made.id], env)).toMatchObject({ code: 0, stdout: '' });
  expect((await doorway(['token', 'list', '--company', 'Acme'], env)).stdout).toMatch(
    /\tall scopes\tvalid\n.*\tsuppliers:read,suppliers:write\trevoked /,
  );
  expect(JSON.parse((await doorway(['token', 'list', '--company', 'Other', '--json'], env)).stdout)).toEqual([]);
  expect(await postmasterPid(env.DATA_DIR)).toBeUndefined();

  // A database that holds a company is not empty, so the service makes no demo company on it.
  const service = await startService(env);
  expect(await statuses([service], first.stdout.trim())).toEqual([200]);
  await service.stop('SIGTERM');
  expect(service.token).toBeUndefined();
});

it('a token is given a name, which its list shows', async () => {
  const env = { DATA_DIR: await dataDirForThisTest() };
  expect(await doorway(['token', 'create', ...acme, '--name', ' Production '], env)).toMatchObject({ code: 0 });
  expect((await doorway(['token', 'list'], env)).stdout).toMatch(/\tvalid\tProduction\n$/);
  expect(JSON.parse((await doorway(['token', 'list', '--json'], env)).stdout)).toMatchObject([{ name: 'Production' }]);
  expect(await doorway(['token', 'create', ...acme, '--name', ' '], env)).toMatchObject({
    code: 2,
    stderr: 'The name of a token has 1 to 255 characters.\n',
  });
});

it('a token works at once on running services, and a revoked or expired one is refused by all of them within a second', async () => {
  const env = { DATA_DIR: await dataDirForThisTest() };
  const services = [await firstStart(env.DATA_DIR), await startService(env)];
  const [byToken, byId, shortLived] = await Promise.all([
    doorway(['token', 'create', ...acme], env),
    doorway(['token', 'create', ...acme, '--json'], env),
    doorway(['token', 'create', ...acme, '--expires-in', '1s', '--json'], env),
  ]);
  const token = byToken.stdout.trim();
  const { id, token: other } = JSON.parse(byId.stdout) as { id: string; token: string };
  const brief = JSON.parse(shortLived.stdout) as { token: string; expiresAt: string };
  expect([await statuses(services, token), await statuses(services, other)]).toEqual([
    [200, 200],
    [200, 200],
  ]);

  await sleep(Math.max(0, Date.parse(brief.expiresAt) - Date.now()));
  expect(await statuses(services, brief.token)).toEqual([401, 401]);

  for (const [named, revoked] of [
    [token, token],
    [id, other],
  ] as const) {
    // Asked all the time, so that every process remembers it as valid until the last moment.
    let asking = true;
    const asked = Promise.all(
      services.map(async (service) => {
        while (asking) await statusAt(service, revoked);
      }),
    );
    expect(await doorway(['token', 'revoke', named], env)).toMatchObject({ code: 0, stdout: '' });
    await sleep(1_000);
    expect(await statuses(services, revoked)).toEqual([401, 401]);
    asking = false;
    await asked;
  }
  expect(await doorway(['token', 'revoke', 'dw_unknown'], env)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('no such token'),
  });
  expect(await statuses(services, services[0]!.token as string)).toEqual([200, 200]);
});

it('a command that is used wrongly says what it takes, exits with 2 and makes nothing', async () => {
  const env = { DATA_DIR: await dataDirForThisTest() };
  const wrong: [string[], ...string[]][] = [
    [['token', 'create', ...acme, '--scopes', 'suppliers:read,suppliers:delete'], 'suppliers:delete', ...scopes],
    [['token', 'create', ...acme, '--expires-in', 'soon'], '--expires-in', 'soon', '90d'],
    [['token', 'create', '--company', 'Acme'], '--partner'],
    [['token', 'create', ...acme, '--scope', 'suppliers:read'], '--scope'],
    [['token', 'show'], 'show'],
    [['serve', '--port', '80'], '--port'],
    [[], 'Usage: doorway'],
  ];
  await Promise.all(
    wrong.map(async ([args, ...told]) => {
      const { code, stdout, stderr } = await doorway(args, env);
      expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' });
      for (const part of told) expect(stderr).toContain(part);
      expect(stderr).not.toMatch(/^\s+at /m);
    }),
  );
  expect(JSON.parse((await doorway(['token', 'list', '--json'], env)).stdout)).toEqual([]);
});

it('--help of every command exits with 0 and says what the command does', async () => {
  const seen: string[] = [];
  async function ask(command: string[]): Promise<void> {
    const { code, stdout, stderr } = await doorway([...command, '--help'], {});
    expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Usage: doorway ${command.join(' ')}.*\n\n\\S.{10,}`));
    seen.push(command.join(' '));
    const listed = /^Commands:\n((?: .*\n)*)/m.exec(stdout)?.[1] ?? '';
    const names = [...listed.matchAll(/^  ([a-z-]+)/gm)]
      .map(([, name]) => name as string)
      .filter((name) => name !== 'help');
    await Promise.all(names.map((name) => ask([...command, name])));
  }
  await ask([]);
  expect(seen).toEqual(expect.arrayContaining(['serve', 'migrate', 'token create', 'token list', 'token revoke']));
  expect((await doorway(['--version'], {})).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
