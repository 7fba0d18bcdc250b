import type { SMTPServerOptions } from 'smtp-server';
import { expect, it } from 'vitest';
import { connectionTo, createMailer, MailFailure, type MailerOptions } from './mailer.ts';
import { readMailServer, type MailServer } from './address.ts';
import { certificate, privateKey } from '../../testing/certificate.ts';
import { portForThisTest, smtpForThisTest } from '../../testing/smtp.ts';
import { pauseBetweenTries } from '../../testing/time.ts';

const from = { name: 'Doorway', address: 'doorway@example.com' };
const to = { name: 'Åsa Öberg', address: 'asa@example.com' };
const serverAt = (url: string) => readMailServer(url) as MailServer;
const mailerAt = (url: string, more: Partial<MailerOptions> = {}) =>
  createMailer({ server: serverAt(url), from, ...more });

async function failure(url: string, more: Partial<MailerOptions> = {}): Promise<{ why: string; answer: string }> {
  const error: unknown = await mailerAt(url, more)
    .send({ to, subject: 'Subject', text: 'Text' })
    .catch((failed: unknown) => failed);
  expect(error).toBeInstanceOf(MailFailure);
  const { why, answer } = error as MailFailure;
  return { why, answer };
}

it('a mail arrives with its letters as they are, as plain text, and asks for no automatic answer', async () => {
  const smtp = await smtpForThisTest();
  const text = 'Fakturan är stoppad.\n\nhttps://doorway.example.com/console/invoices/1\n\n.\nÄnden är nära ☂';
  await mailerAt(smtp.url).send({ to, subject: 'Två fakturor är stoppade – åäö', text });
  expect(smtp.received).toMatchObject([
    { from: from.address, to: [to.address], subject: 'Två fakturor är stoppade – åäö', text },
  ]);
  const headers = Object.fromEntries(smtp.received[0]?.headers ?? []);
  expect(headers).toMatchObject({
    from: 'Doorway <doorway@example.com>',
    to: 'Åsa Öberg <asa@example.com>',
    'auto-submitted': 'auto-generated',
    'content-type': expect.stringMatching(/^text\/plain; charset=utf-8/),
  });
});

it('line breaks in a name, an address or a subject begin no header and reach nobody else', async () => {
  const smtp = await smtpForThisTest();
  const evil = 'x\r\nBcc: other@example.com\r\n\r\nhello\u2028there\u0000';
  await mailerAt(smtp.url).send({ to: { name: evil, address: to.address }, subject: evil, text: 'Text' });
  await mailerAt(smtp.url)
    .send({ to: { name: 'A', address: 'a@example.com>\r\nRCPT TO:<other@example.com' }, subject: 'S', text: 'T' })
    .catch(() => undefined);
  await mailerAt(smtp.url)
    .send({ to: { name: 'A', address: 'a@example.com,other@example.com' }, subject: 'S', text: 'T' })
    .catch(() => undefined);
  const [mail] = smtp.received;
  expect(mail?.headers.map(([name]) => name)).not.toContain('bcc');
  expect(mail?.subject).toBe('x Bcc: other@example.com hello there');
  expect(mail?.text).toBe('Text');
  for (const { to: reached } of smtp.received) {
    expect(reached).toHaveLength(1);
    expect(reached).not.toContain('other@example.com');
  }
});

it('what a mail says is never fetched: neither a file nor an address', async () => {
  const smtp = await smtpForThisTest();
  const odd = { path: '/etc/passwd' } as unknown as string;
  await expect(mailerAt(smtp.url).send({ to, subject: 'S', text: odd })).rejects.toThrow();
  expect(smtp.received).toEqual([]);
});

it('a server that is away, refuses, hangs or breaks off is told apart, each in time', async () => {
  // Nothing listens on port 1.
  expect(await failure('smtp://127.0.0.1:1')).toEqual({ why: 'away', answer: '' });

  const refusing = (message: string, responseCode: number) => (_: unknown, __: unknown, done: (error: Error) => void) =>
    done(Object.assign(new Error(message), { responseCode }));
  const recipient = await smtpForThisTest({ onRcptTo: refusing('5.1.1 nobody of that name', 550) });
  expect(await failure(recipient.url)).toEqual({ why: 'recipient', answer: '550 5.1.1 nobody of that name' });
  const sender = await smtpForThisTest({ onMailFrom: refusing('not from you', 553) });
  expect(await failure(sender.url)).toMatchObject({ why: 'sender', answer: '553 not from you' });
  const data = await smtpForThisTest({
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => done(Object.assign(new Error('looks like spam'), { responseCode: 554 })));
    },
  });
  expect(await failure(data.url)).toEqual({ why: 'refused', answer: '554 looks like spam' });

  const silent = await portForThisTest(() => undefined);
  expect(await failure(`smtp://127.0.0.1:${silent}`, { stepTimeoutMs: 200 })).toEqual({ why: 'timeout', answer: '' });
  const trickling = await portForThisTest(async (socket) => {
    for (let n = 0; !socket.destroyed; n++) {
      socket.write(n === 0 ? '220-' : 'x');
      await pauseBetweenTries();
    }
  });
  const slowly = { stepTimeoutMs: 60_000, wholeTimeoutMs: 300 };
  expect(await failure(`smtp://127.0.0.1:${trickling}`, slowly)).toEqual({ why: 'timeout', answer: '' });
  const breaking = await portForThisTest((socket) => socket.end('220 hello\r\n'));
  expect(await failure(`smtp://127.0.0.1:${breaking}`)).toMatchObject({ why: 'away' });
});

const withPassword: SMTPServerOptions = {
  authOptional: false,
  onAuth: ({ username, password }, _session, done) =>
    username === 'door' && password === 'p@ss/word'
      ? done(null, { user: 'door' })
      : done(new Error('the password is wrong')),
};

it('a user and a password are taken from the address, and neither of them stands in a failure', async () => {
  const smtp = await smtpForThisTest(withPassword);
  const url = (password: string) => smtp.url.replace('//', `//door:${encodeURIComponent(password)}@`);
  await mailerAt(url('p@ss/word')).send({ to, subject: 'S', text: 'T' });
  await mailerAt(url('p@ss/word')).check();
  expect(smtp.received).toHaveLength(1);
  const error: unknown = await mailerAt(url('s3cret-wrong'))
    .check()
    .catch((failed: unknown) => failed);
  expect(error).toMatchObject({ why: 'credentials' });
  expect(JSON.stringify(error) + (error as Error).stack + (error as Error).message).not.toContain('s3cret');
});

it('with smtps the certificate must be trusted', async () => {
  const smtp = await smtpForThisTest({ ...withPassword, secure: true, key: privateKey, cert: certificate });
  const url = smtp.url.replace('//', '//door:p%40ss%2Fword@');
  expect(await failure(url)).toMatchObject({ why: 'tls' });
  await mailerAt(url, { ca: certificate }).send({ to, subject: 'S', text: 'T' });
  expect(smtp.received).toHaveLength(1);
});

it('a password goes over TLS, or nowhere, except to this machine', () => {
  const tls = (url: string) => {
    const { secure, requireTLS, ignoreTLS, port } = { port: undefined, ...connectionTo(serverAt(url)) };
    return { secure, requireTLS, ignoreTLS, port };
  };
  expect(tls('smtp://u:p@mail.example.com:587')).toEqual({
    secure: false,
    requireTLS: true,
    ignoreTLS: false,
    port: 587,
  });
  expect(tls('smtp://mail.example.com')).toMatchObject({ secure: false, requireTLS: false, ignoreTLS: false });
  expect(tls('smtps://u:p@mail.example.com')).toMatchObject({ secure: true, requireTLS: false, ignoreTLS: false });
  for (const host of ['127.0.0.1', 'localhost', '[::1]'])
    expect(tls(`smtp://u:p@${host}:25`)).toMatchObject({ requireTLS: false, ignoreTLS: true });
});
