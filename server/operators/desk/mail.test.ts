import { afterAll, beforeEach, expect, it } from 'vitest';
import { openDoor, openOwnApp, openOwnDoor, send } from '../../testing/door.ts';
import { api, callWith, cookieOf, goodPassword, signedIn } from '../../testing/operator.ts';
import { openSmtp, smtpForThisTest, wayForThisTest } from '../../testing/smtp.ts';

const env = { MAIL_FROM: 'Doorway <doorway@example.com>', PUBLIC_URL: 'https://doorway.example.com' };

const smtp = await openSmtp();
const door = await openOwnDoor('The mail server is a setting of the process.', {
  env: { ...env, SMTP_URL: smtp.url, TRUST_PROXY: 'true' },
});
const administrator = await signedIn(door, 'administrator');
afterAll(async () => {
  await door.close();
  await smtp.close();
});
beforeEach(() => void smtp.received.splice(0));

const keyIn = (text: string) => /\/console\/welcome#([\w-]{43})$/m.exec(text)?.[1] ?? '';
const accept = (key: string) =>
  send(door.url, 'POST', `${api}/invitations/accept`, { body: { key, password: goodPassword } });
const forget = (email: string, more: object = {}, from = '198.51.100.7') =>
  send(door.url, 'POST', `${api}/session/forgotten`, {
    body: { email, ...more },
    headers: { 'x-forwarded-for': from },
  });
const prefer = (id: string, language: string) =>
  door.pool.query(`UPDATE operators SET preferences = $2 WHERE id = $1`, [id, { language }]);
const actionsOn = async (id: string) =>
  (await door.pool.query('SELECT action FROM audit_log WHERE subject_id = $1 ORDER BY seq', [id])).rows.map(
    ({ action }) => action,
  );
/** Mail is sent after the answer. */
const arrived = async (many: number) => {
  await expect.poll(() => smtp.received.length).toBe(many);
  return smtp.received;
};

it('an invitation is sent to the new operator in the language of the inviter, and the answer has no link', async () => {
  await prefer(administrator.id, 'sv');
  const form = { email: 'asa@example.com', name: 'Åsa Öberg', companies: [{ id: door.company, role: 'approver' }] };
  const made = await administrator.call('POST', '/operators', form);
  expect(made.status, made.body.message).toBe(200);
  expect(made.body).toEqual({ id: expect.any(String), sent: true });
  expect(smtp.received).toMatchObject([{ to: ['asa@example.com'], subject: 'Inbjudan till Doorway' }]);
  const [mail] = smtp.received;
  expect(mail?.text).toMatch(/^Hej Åsa Öberg!\n\nThe administrator har bjudit in dig/);
  expect(mail?.text).toContain('https://doorway.example.com/console/welcome#');
  expect((await accept(keyIn(mail?.text ?? ''))).status).toBe(204);
  await prefer(administrator.id, 'en');
});

it('a new link is sent in the operator’s own language, and voids the first one', async () => {
  const form = { email: 'again@example.com', name: 'Again' };
  const { id } = (await administrator.call('POST', '/operators', form)).body;
  expect((await administrator.call('POST', `/operators/${id}/invitation`)).body).toEqual({ sent: true });
  expect(smtp.received.map(({ subject }) => subject)).toEqual(Array(2).fill('Your invitation to Doorway'));
  const [first, second] = smtp.received.map(({ text }) => keyIn(text)) as [string, string];
  expect((await accept(first)).status).toBe(400);
  expect((await accept(second)).status).toBe(204);
  await prefer(id, 'sv');
  expect((await administrator.call('POST', `/operators/${id}/invitation`)).body).toEqual({ sent: true });
  expect(smtp.received[2]).toMatchObject({
    subject: 'Välj ett nytt lösenord till Doorway',
    text: expect.stringContaining('The administrator har gett dig en ny engångslänk'),
  });
  expect(await actionsOn(id)).toEqual(expect.arrayContaining(['operator.created', 'operator.invited']));
});

it('no key of a link is anywhere in the database or the log', async () => {
  await administrator.call('POST', '/operators', { email: 'secret@example.com', name: 'Secret' });
  const key = keyIn(smtp.received[0]?.text ?? '');
  expect(key).not.toBe('');
  const { rows } = await door.pool.query(
    `SELECT (SELECT count(*) FROM graphile_worker._private_jobs)::integer AS jobs,
            (SELECT count(*) FROM audit_log WHERE data::text LIKE '%' || $1 || '%')::integer AS audited`,
    [key],
  );
  expect(rows).toEqual([{ jobs: 0, audited: 0 }]);
  expect(door.logged.join('')).not.toContain(key);
});

it('if the mail server refuses or is down, the answer has the reason and no link', async () => {
  const refusing = await smtpForThisTest({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no such user'), { responseCode: 550 })),
  });
  const way = await wayForThisTest(refusing);
  const other = await openOwnApp('The mail server is a setting of the process.', {
    env: { ...env, SMTP_URL: way.url },
  });
  try {
    const asked = await signedIn(other, 'administrator');
    const made = await asked.call('POST', '/operators', { email: 'gone@example.com', name: 'Gone' });
    expect(made.body).toEqual({
      id: expect.any(String),
      sent: false,
      notSent: {
        code: 'mail.failed',
        parameters: { why: 'recipient', answer: '550 no such user' },
        message: 'The mail server refuses this e-mail address. It said: "550 no such user".',
      },
    });
    way.open = false;
    const again = await asked.call('POST', `/operators/${made.body.id}/invitation`);
    expect(again.body).toEqual({
      sent: false,
      notSent: expect.objectContaining({ message: 'The mail server cannot be reached.' }),
    });
  } finally {
    await other.close();
  }
});

it('an operator who forgot the password gets a link that works once, within an hour', async () => {
  expect((await send(door.url, 'GET', `${api}/session/forgotten`, {})).body).toEqual({ offered: true });
  const somebody = await signedIn(door, 'viewer');
  expect((await forget(` ${somebody.email.toUpperCase()}`, { language: 'sv' })).status).toBe(204);
  const [mail] = await arrived(1);
  expect(mail).toMatchObject({ to: [somebody.email], subject: 'Välj ett nytt lösenord till Doorway' });
  expect(mail?.text).toContain('inom en timme');
  const { rows } = await door.pool.query(
    'SELECT extract(epoch FROM expires_at - created_at)::integer AS seconds FROM invitations WHERE operator_id = $1',
    [somebody.id],
  );
  expect(rows).toEqual([{ seconds: 3600 }]);
  expect((await somebody.call('GET', '/session')).status).toBe(200);
  const key = keyIn(mail?.text ?? '');
  const accepted = await accept(key);
  expect(accepted.status).toBe(204);
  expect((await callWith(door, cookieOf(accepted), 'GET', '/session')).body.email).toBe(somebody.email);
  expect((await somebody.call('GET', '/session')).status).toBe(401);
  expect((await accept(key)).status).toBe(400);
  expect(await actionsOn(somebody.id)).toEqual(['operator.forgotten', 'invitation.used', 'operator.signedin']);
});

it('a mailed link that is opened on the inviter’s device may have been used by the inviter, until it is opened elsewhere', async () => {
  const email = 'borrowed@example.com';
  await administrator.call('POST', '/operators', { email, name: 'Borrowed' });
  const key = keyIn(smtp.received[0]?.text ?? '');
  const own = await send(door.url, 'POST', `${api}/session`, {
    body: { email: administrator.email, password: goodPassword },
  });
  const device =
    own.headers
      .getSetCookie()
      .find((one) => one.startsWith('doorway_device='))
      ?.split(';', 1)[0] ?? '';
  expect(device).not.toBe('');
  const acceptAt = (link: string, cookie: string) =>
    send(door.url, 'POST', `${api}/invitations/accept`, {
      body: { key: link, password: goodPassword },
      headers: { cookie },
    });
  const provedBy = async () =>
    (await door.pool.query('SELECT proved_by, shown_link_used_at FROM operators WHERE email = $1', [email])).rows;
  expect((await acceptAt(key, device)).status).toBe(204);
  expect(await provedBy()).toEqual([{ proved_by: administrator.id, shown_link_used_at: null }]);
  const forgotten = async () => {
    await forget(email, {}, '198.51.100.21');
    await expect.poll(() => keyIn(smtp.received.at(-1)?.text ?? '')).not.toBe(key);
    return keyIn(smtp.received.at(-1)?.text ?? '');
  };
  expect((await acceptAt(await forgotten(), device)).status).toBe(204);
  expect(await provedBy()).toMatchObject([{ proved_by: administrator.id }]);
  smtp.received.splice(1);
  expect((await acceptAt(await forgotten(), '')).status).toBe(204);
  expect(await provedBy()).toMatchObject([{ proved_by: null }]);
});

it('unknown and disabled operators get the same answer as others, and no mail', async () => {
  const [disabled, active] = [await signedIn(door, 'viewer'), await signedIn(door, 'viewer')];
  await administrator.call('PATCH', `/operators/${disabled.id}`, { disabled: true });
  const answers = [];
  for (const email of ['nobody@example.com', disabled.email, active.email])
    answers.push(await forget(email, {}, '198.51.100.8'));
  for (const { status, body } of answers) expect([status, body]).toEqual([204, undefined]);
  expect((await arrived(1)).map(({ to }) => to)).toEqual([[active.email]]);
  expect(await actionsOn(disabled.id)).not.toContain('operator.forgotten');
});

it('the answer is sent before the operator is looked up, so its time reveals nothing', async () => {
  const client = await door.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('LOCK TABLE operators IN ACCESS EXCLUSIVE MODE');
    expect((await forget('timing@example.com', {}, '198.51.100.9')).status).toBe(204);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

it('links are limited to three per address and requests to twenty per network, and earlier links stay valid', async () => {
  const somebody = await signedIn(door, 'viewer');
  for (const at of [1, 2, 3]) expect((await forget(somebody.email, {}, `198.51.100.2${at}`)).status).toBe(204);
  const limited = await forget(somebody.email, {}, '198.51.100.24');
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '900']);
  const mails = await arrived(3);
  expect((await accept(keyIn(mails[0]?.text ?? ''))).status).toBe(204);
  for (let at = 0; at < 20; at++) expect((await forget(`n${at}@example.com`, {}, '198.51.100.30')).status).toBe(204);
  expect((await forget('n20@example.com', {}, '198.51.100.30')).status).toBe(429);
  expect((await forget('n20@example.com', {}, '198.51.100.31')).status).toBe(204);
  // Requests for a link do not count as wrong passwords.
  expect((await forget('limits@example.com', {}, '198.51.100.30')).status).toBe(429);
  const { rows } = await door.pool.query(`SELECT count(*)::integer AS many FROM sign_in_tries WHERE email = $1`, [
    somebody.email,
  ]);
  expect(rows).toEqual([{ many: 0 }]);
});

it('without a mail server no link is offered or sent, and invitations are answered as before', async () => {
  const other = await openDoor();
  try {
    expect((await send(other.url, 'GET', `${api}/session/forgotten`, {})).body).toEqual({ offered: false });
    const asked = await signedIn(other, 'administrator');
    const body = { email: asked.email };
    expect((await send(other.url, 'POST', `${api}/session/forgotten`, { body })).status).toBe(204);
    expect((await other.pool.query('SELECT FROM invitations WHERE operator_id = $1', [asked.id])).rowCount).toBe(0);
    const made = await asked.call('POST', '/operators', { email: `new-${asked.id}@example.com`, name: 'New' });
    expect(made.body).toEqual({ id: expect.any(String), invitation: expect.stringMatching(/^[\w-]{43}$/) });
  } finally {
    await other.close();
  }
});
