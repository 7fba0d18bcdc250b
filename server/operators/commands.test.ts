import { expect, it } from 'vitest';
import { send } from '../testing/door.ts';
import { api, cookieOf } from '../testing/operator.ts';
import { connectToEmbedded, emptyDataDir, doorway, firstStart, startService } from '../testing/process.ts';

const password = 'correct horse battery';
const linkIn = (output: string) => /^ {2}(http\S+\/console\/first)#([\w-]{43})$/m.exec(output);
const accept = (address: string, body: object) =>
  send(address, 'POST', `${api}/invitations/accept`, { body: { password, ...body } });

it('each start prints a link for the first administrator until one was used', async () => {
  const dataDir = await emptyDataDir();
  const first = await firstStart(dataDir);
  const [, page, unused] = linkIn(first.shown()) ?? [];
  expect(page).toBe(`${first.address}/console/first`);
  await first.stop('SIGTERM');

  const second = await startService({ DATA_DIR: dataDir });
  await expect.poll(() => linkIn(second.shown())).not.toBeNull();
  const key = linkIn(second.shown())?.[2];
  expect(key).not.toBe(unused);
  expect((await accept(second.address, { key, email: 'first@example.com', name: 'First' })).status).toBe(204);
  expect((await accept(second.address, { key: unused, email: 'second@example.com', name: 'Second' })).status).toBe(400);
  await second.stop('SIGTERM');

  const third = await startService({ DATA_DIR: dataDir });
  expect((await third.call('GET', '/health/ready')).status).toBe(200);
  await third.stop('SIGTERM');
  expect(third.output() + third.shown()).not.toContain('/console/first#');
});

it('doorway operator create prints a link that works, and list shows who is there', async () => {
  const dataDir = await emptyDataDir();
  const service = await firstStart(dataDir);
  const env = { DATA_DIR: dataDir, PUBLIC_URL: 'https://door.example.com/', BASE_PATH: '/in' };
  const made = await doorway(
    ['operator', 'create', '--email', 'Boss@example.com', '--name', 'The boss', '--administrator'],
    env,
  );
  expect(made).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^https:\/\/door\.example\.com\/in\/console\/welcome#[\w-]{43}\n$/),
  });
  const signedIn = await accept(service.address, { key: made.stdout.trim().split('#')[1] });
  expect(signedIn.status).toBe(204);
  const me = await send(service.address, 'GET', `${api}/session`, { headers: { cookie: cookieOf(signedIn) } });
  expect(me.body).toMatchObject({ email: 'boss@example.com', name: 'The boss', administrator: true });

  const viewer = await doorway(
    [
      'operator',
      'create',
      '--email',
      'v@example.com',
      '--name',
      'V',
      '--company',
      'Demo company',
      '--role',
      'viewer',
      '--json',
    ],
    { DATA_DIR: dataDir, PORT: '8123' },
  );
  expect(JSON.parse(viewer.stdout)).toEqual({
    id: expect.any(String),
    link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:8123\/console\/welcome#[\w-]{43}$/),
  });
  expect((await doorway(['operator', 'list'], env)).stdout).toMatch(
    /boss@example\.com\tThe boss\tadministrator\tactive\n.*v@example\.com\tV\tviewer of Demo company\tinvited\n$/,
  );
  const listed = await doorway(['operator', 'list', '--json'], env);
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { email: 'boss@example.com', invited: false },
    { email: 'v@example.com', companies: [{ role: 'viewer' }] },
  ]);
  expect(listed.stdout).not.toMatch(/scrypt|hash/);

  const create = ['operator', 'create', '--email', 'x@example.com', '--name', 'X'];
  const wrong: [string[], number, string][] = [
    [create, 2, '--administrator'],
    [[...create, '--role', 'viewer'], 2, '--company'],
    [[...create, '--company', 'Demo company', '--role', 'owner'], 2, 'approver'],
    [[...create, '--company', 'Demo company', '--role', 'viewer', '--limit', '5'], 2, '--role approver'],
    [[...create, '--company', 'Demo company', '--role', 'approver', '--limit', '-5'], 2, 'such as 50000'],
    [[...create, '--company', 'Nowhere', '--role', 'viewer'], 1, 'There is no company "Nowhere"'],
    [
      ['operator', 'create', '--email', 'nobody', '--name', 'X', '--administrator'],
      2,
      'email must be an e-mail address',
    ],
    [['operator', 'create', '--email', 'boss@example.com', '--name', 'X', '--administrator'], 1, 'already'],
    [['operator', 'create', '--email', 'x@example.com', '--name', ' ', '--administrator'], 2, 'name'],
  ];
  for (const [args, code, said] of wrong)
    expect(await doorway(args, env), args.join(' ')).toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringContaining(said),
    });
  const database = await connectToEmbedded(dataDir);
  expect((await database.query('SELECT count(*)::integer AS many FROM operators')).rows).toEqual([{ many: 2 }]);
  expect(
    (await database.query("SELECT operator_id, operator_name FROM audit_log WHERE action = 'operator.created'")).rows,
  ).toEqual([
    { operator_id: null, operator_name: 'the command line' },
    { operator_id: null, operator_name: 'the command line' },
  ]);

  const approver = ['--company', 'Demo company', '--role', 'approver', '--limit', '50000.50'];
  expect((await doorway([...create, ...approver], env)).code).toBe(0);
  expect((await doorway(['operator', 'list'], env)).stdout).toContain('approver of Demo company up to 50000.50\t');
});
