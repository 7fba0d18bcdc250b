import { expect, it } from 'vitest';
import { send } from '../testing/door.ts';
import { api, goodPassword } from '../testing/operator.ts';
import { emptyDataDir, doorway, firstStart } from '../testing/process.ts';
import { smtpForThisTest, wayForThisTest } from '../testing/smtp.ts';

const link = /https:\/\/doorway\.example\.com\/console\/welcome#([\w-]{43})$/m;

it('where mail is set up doorway operator create sends the link; where that fails it says why and prints it', async () => {
  const dataDir = await emptyDataDir();
  const service = await firstStart(dataDir);
  const smtp = await smtpForThisTest({
    onRcptTo: ({ address }, _session, done) =>
      address === 'gone@example.com' ? done(Object.assign(new Error('no such user'), { responseCode: 550 })) : done(),
  });
  const way = await wayForThisTest(smtp);
  const env = {
    DATA_DIR: dataDir,
    PUBLIC_URL: 'https://doorway.example.com',
    SMTP_URL: way.url,
    MAIL_FROM: 'Doorway <doorway@example.com>',
  };
  const create = (email: string, ...more: string[]) =>
    doorway(['operator', 'create', '--email', email, '--name', ' The boss ', '--administrator', ...more], env);
  const opens = async (key: string | undefined) =>
    (await send(service.address, 'POST', `${api}/invitations/accept`, { body: { key, password: goodPassword } }))
      .status;

  expect(await create('Boss@example.com')).toMatchObject({
    code: 0,
    stdout: 'The link was sent to boss@example.com.\n',
    stderr: '',
  });
  expect(smtp.received).toMatchObject([
    {
      to: ['boss@example.com'],
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
