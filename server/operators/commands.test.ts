import { afterAll, expect, it } from 'vitest';
import { runCommand } from '../testing/command-line.ts';
import { openOwnDoor } from '../testing/door.ts';
import { api, cookieOf, goodPassword } from '../testing/operator.ts';
import { smtpForThisTest, wayForThisTest } from '../testing/smtp.ts';

const door = await openOwnDoor('The commands list the operators of the whole database.');
const env = { DATA_DIR: door.dataDir, DATABASE_URL: door.database.url };
afterAll(() => door.close());

const accept = (key: string | undefined) =>
  door.call('POST', `${api}/invitations/accept`, { token: undefined, body: { key, password: goodPassword } });

it('doorway operator create prints a working link, and list shows the operators', async () => {
  const outside = { ...env, PUBLIC_URL: 'https://door.example.com/', BASE_PATH: '/in' };
  const made = await runCommand(
    ['operator', 'create', '--email', 'Boss@example.com', '--name', 'The boss', '--administrator'],
    outside,
  );
  expect(made).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^https:\/\/door\.example\.com\/in\/console\/welcome#[\w-]{43}\n$/),
  });
  const signedIn = await accept(made.stdout.trim().split('#')[1]);
  expect(signedIn.status).toBe(204);
  const me = await door.call('GET', `${api}/session`, { token: undefined, headers: { cookie: cookieOf(signedIn) } });
  expect(me.body).toMatchObject({ email: 'boss@example.com', name: 'The boss', administrator: true });

  const acme = ['--company', 'Acme'];
  const viewer = await runCommand(
    ['operator', 'create', '--email', 'v@example.com', '--name', 'V', ...acme, '--role', 'viewer', '--json'],
    { ...env, PORT: '8123' },
  );
  expect(JSON.parse(viewer.stdout)).toEqual({
    id: expect.any(String),
    link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:8123\/console\/welcome#[\w-]{43}$/),
  });
  const list = async (...more: string[]) => (await runCommand(['operator', 'list', ...more], env)).stdout;
  expect(await list()).toMatch(
    /boss@example\.com\tThe boss\tadministrator\tactive\n.*v@example\.com\tV\tviewer of Acme\tinvited\n$/,
  );
  const listed = await list('--json');
  expect(JSON.parse(listed)).toMatchObject([
    { email: 'boss@example.com', invited: false },
    { email: 'v@example.com', companies: [{ role: 'viewer' }] },
  ]);
  expect(listed).not.toMatch(/scrypt|hash/);

  // The way back in if a directory or a mailbox is away; guard mail tells the administrators of it.
  const again = await runCommand(['operator', 'link', '--email', 'Boss@example.com'], outside);
  expect((await accept(again.stdout.trim().split('#')[1])).status).toBe(204);
  const { rows } = await door.pool.query(`SELECT operator_name, data FROM audit_log WHERE action = 'operator.invited'`);
  expect(rows).toEqual([{ operator_name: 'the command line', data: { linkShown: true } }]);

  const create = ['operator', 'create', '--email', 'x@example.com', '--name', 'X'];
  const wrong: [string[], number, string][] = [
    [create, 2, '--administrator'],
    [['operator', 'link', '--email', 'nobody@example.com'], 2, 'No operator'],
    [[...create, '--role', 'viewer'], 2, '--company'],
    [[...create, ...acme, '--role', 'owner'], 2, 'approver'],
    [[...create, ...acme, '--role', 'viewer', '--limit', '5'], 2, '--role approver'],
    [[...create, ...acme, '--role', 'approver', '--limit', '-5'], 2, 'such as 50000'],
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
    expect(await runCommand(args, env), args.join(' ')).toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringContaining(said),
    });
  expect((await door.pool.query('SELECT count(*)::integer AS many FROM operators')).rows).toEqual([{ many: 2 }]);
  expect(
    (await door.pool.query("SELECT operator_id, operator_name FROM audit_log WHERE action = 'operator.created'")).rows,
  ).toEqual([
    { operator_id: null, operator_name: 'the command line' },
    { operator_id: null, operator_name: 'the command line' },
  ]);

  const approver = [...acme, '--role', 'approver', '--limit', '50000.50'];
  expect((await runCommand([...create, ...approver], env)).code).toBe(0);
  expect(await list()).toContain('approver of Acme up to 50000.50\t');
});

it('doorway operator create sends the link if mail is set up; if sending fails, it prints the reason and the link', async () => {
  const link = /https:\/\/doorway\.example\.com\/console\/welcome#([\w-]{43})$/m;
  const smtp = await smtpForThisTest({
    onRcptTo: ({ address }, _session, done) =>
      address === 'gone@example.com' ? done(Object.assign(new Error('no such user'), { responseCode: 550 })) : done(),
  });
  const way = await wayForThisTest(smtp);
  const withMail = {
    ...env,
    PUBLIC_URL: 'https://doorway.example.com',
    SMTP_URL: way.url,
    MAIL_FROM: 'Doorway <doorway@example.com>',
  };
  const create = (email: string, ...more: string[]) =>
    runCommand(['operator', 'create', '--email', email, '--name', ' The boss ', '--administrator', ...more], withMail);
  const opens = async (key: string | undefined) => (await accept(key)).status;

  expect(await create('Mailed@example.com')).toMatchObject({
    code: 0,
    stdout: 'The link was sent to mailed@example.com.\n',
    stderr: '',
  });
  expect(smtp.received).toMatchObject([
    {
      to: ['mailed@example.com'],
      subject: 'Your invitation to Doorway',
      text: expect.stringMatching(/^Hello The boss,\n\nThe administrator of this service has invited you to Doorway/),
    },
  ]);
  expect(await opens(link.exec(smtp.received[0]?.text ?? '')?.[1])).toBe(204);
  const told = await create('second@example.com', '--json');
  expect(JSON.parse(told.stdout)).toEqual({ id: expect.any(String), sent: true });
  expect(smtp.received).toHaveLength(2);

  const gone = await create('gone@example.com');
  expect(gone).toMatchObject({
    code: 0,
    stderr: 'The link could not be sent. The mail server refuses this e-mail address. It said: "550 no such user".\n',
  });
  expect(await opens(link.exec(gone.stdout)?.[1])).toBe(204);
  way.open = false;
  const away = await create('away@example.com', '--json');
  expect(JSON.parse(away.stdout)).toEqual({
    id: expect.any(String),
    link: expect.stringMatching(link),
    sent: false,
    notSent: {
      code: 'mail.failed',
      parameters: { why: 'away', answer: '' },
      message: 'The mail server cannot be reached.',
    },
  });
  expect(smtp.received).toHaveLength(2);
});

it('doorway system create prints a token that reads its company’s invoices, and says what is missing otherwise', async () => {
  const create = (company: string, name: string, ...more: string[]) =>
    runCommand(['system', 'create', '--company', company, '--name', name, ...more], env);
  const made = await create('Acme', 'Bookkeeping');
  expect(made).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^dwo_[\w-]{43}\n$/) });
  const token = made.stdout.trim();
  const { body } = await door.call('GET', `${api}/session`, { token });
  expect(body).toMatchObject({ name: 'Bookkeeping', companies: [{ name: 'Acme', role: 'system' }] });
  const list = await door.call('GET', `${api}/companies/${body.companies[0].id}/invoices`, { token });
  expect(list.status).toBe(200);
  expect(JSON.parse((await create('Acme', 'Payments', '--json')).stdout)).toEqual({
    id: expect.any(String),
    token: expect.stringMatching(/^dwo_/),
  });
  expect(await create('Nowhere', 'Bookkeeping')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('There is no company "Nowhere"'),
  });
  expect(await create('Acme', ' ')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('name') });
});
