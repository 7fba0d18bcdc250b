import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { mailJobs } from './mail.ts';
import { addJob } from './queue.ts';
import { startRunner } from './runner.ts';
import { readConfig } from '../config.ts';
import { openOwnDoor, paths } from '../testing/door.ts';
import { api, signedIn, type SignedIn } from '../testing/operator.ts';
import { portForThisTest, smtpForThisTest, wayForThisTest } from '../testing/smtp.ts';

let reader: SignedIn;
const door = await openOwnDoor('It works off the queue of all companies.');
await door.addSupplier('1', { bankGiro: '991-2346' });
afterAll(() => door.close());
beforeEach(async () => {
  await door.pool.query('DELETE FROM mail_choices');
  await door.pool.query('DELETE FROM mail_positions');
  await door.pool.query('DELETE FROM graphile_worker._private_jobs');
  reader = await signedIn(door, 'viewer');
});

const logged: string[] = [];
const log = pino({ level: 'warn' }, { write: (line) => void logged.push(line) });

function runAt(SMTP_URL: string): void {
  const config = readConfig({ SMTP_URL, MAIL_FROM: 'd@example.com', PUBLIC_URL: 'https://doorway.example.com' });
  const { tasks, cron } = mailJobs({ pool: door.pool, config, log });
  expect(cron).toMatchObject([{ task: 'mail.look', match: '* * * * *' }]);
  onTestFinished(startRunner({ connection: door.database.connection, tasks, log }));
}
const look = () => addJob(door.pool, { task: 'mail.look', payload: {}, key: randomUUID() });
const hold = async () => {
  const chosen = { held: true, endpointOff: false, failuresPercent: null, digest: false };
  const path = `/session/companies/${door.company}/mail`;
  expect((await reader.call('PUT', path, chosen)).status).toBe(200);
  const body = { externalReferenceId: randomUUID(), supplierNumber: '1', supplierBankGiro: '5050-1055' };
  expect((await door.post(paths.invoices, body)).status).toBe(200);
};
const waiting = async () =>
  (
    await door.pool.query<{ attempts: number; error: string | null }>(
      `SELECT attempts::integer, last_error AS error FROM graphile_worker.jobs WHERE task_identifier = 'mail.send'`,
    )
  ).rows;
const failedOnce = async () => {
  await expect.poll(async () => (await waiting())[0]?.error ?? '').toContain('the mail server ');
};

it('news is mailed to its operators, and the queue is empty afterwards', async () => {
  const smtp = await smtpForThisTest();
  await hold();
  runAt(smtp.url);
  await look();
  await expect
    .poll(() => smtp.received)
    .toMatchObject([{ to: [reader.email], subject: `${door.companyName}: 1 invoice is held` }]);
  await expect.poll(waiting).toEqual([]);
});

it('an administrator gets mail about changes of another one', async () => {
  const smtp = await smtpForThisTest();
  const [anna, bo] = [await signedIn(door, 'administrator'), await signedIn(door, 'administrator')];
  const { status } = await anna.call('PATCH', `/companies/${door.company}/settings`, { payeeTakesTwo: true });
  expect(status).toBe(200);
  runAt(smtp.url);
  await look();
  await expect
    .poll(() => smtp.received)
    .toMatchObject([{ to: [bo.email], subject: `${door.companyName}: Settings changed (The administrator)` }]);
  expect(smtp.received[0]?.text).toMatch(/payment details: no → yes\n {2}The administrator, /);
});

it('an overdue backup is mailed to administrators, however many companies there are', async () => {
  const smtp = await smtpForThisTest();
  await door.addCompany('Another company');
  const { email } = await signedIn(door, 'administrator');
  await door.pool.query('UPDATE operators SET disabled_at = now() WHERE administrator AND email <> $1', [email]);
  await door.pool.query(
    `INSERT INTO backups (id, place, name, began_at, alive_until, taken_at, ended_at, outcome, damaged_files, stored_bytes)
     SELECT gen_random_uuid(), '/b', 'n', past, past, past, past, 'good', 0, 1 FROM (SELECT now() - interval '3 days' AS past)`,
  );
  onTestFinished(async () => void (await door.pool.query('DELETE FROM backups')));
  runAt(smtp.url);
  await look();
  await expect.poll(() => smtp.received).toMatchObject([{ to: [email], subject: 'Doorway: a backup is overdue' }]);
  await look();
  await expect.poll(async () => (await door.pool.query('SELECT FROM graphile_worker._private_jobs')).rowCount).toBe(0);
  expect(smtp.received).toHaveLength(1);
});

it('mail is tried again while the server is down', async () => {
  const smtp = await smtpForThisTest();
  const way = await wayForThisTest(smtp);
  way.open = false;
  await hold();
  runAt(way.url);
  await look();
  await failedOnce();
  way.open = true;
  await expect.poll(() => smtp.received).toMatchObject([{ to: [reader.email] }]);
  await expect.poll(waiting).toEqual([]);
});

it('refused mail is tried again, and given up once it is out of date', async () => {
  let refusals = 0;
  const refusing = await smtpForThisTest({
    onRcptTo: (_address, _session, done) => {
      refusals += 1;
      done(Object.assign(new Error('greylisted, come again'), { responseCode: 451 }));
    },
  });
  await hold();
  runAt(refusing.url);
  await look();
  await expect.poll(() => refusals).toBe(2);
  await door.pool.query(
    `UPDATE graphile_worker._private_jobs
     SET payload = jsonb_set(payload::jsonb, '{until}', '"2026-01-01T00:00:00Z"')::json, run_at = now()`,
  );
  await expect.poll(waiting).toEqual([]);
  expect(logged.join('')).toContain('a mail could not be sent in time, and is given up');
  expect(logged.join('')).toContain('greylisted, come again');
});

it('links that open an invoice are made when their mail is sent, and only at addresses that Doorway wrote', async () => {
  const smtp = await smtpForThisTest();
  const [approver, viewer] = [await signedIn(door, 'approver'), await signedIn(door, 'viewer')];
  const body = { externalReferenceId: randomUUID(), supplierNumber: '1' };
  const { id } = (await door.post(paths.invoices, body)).body;
  const path = `/companies/${door.company}/invoices/${id}`;
  const address = `https://doorway.example.com/console${path}`;
  const text = `- ${address}\n  ${address}\n  https://example.com${path}\n`;
  const until = '2099-01-01T00:00:00Z';
  for (const { id: operatorId } of [approver, viewer]) {
    const payload = { companyId: door.company, operatorId, subject: 'S', text, invoices: [id], until };
    await addJob(door.pool, { task: 'mail.send', payload, key: operatorId, tries: 1 });
  }
  await door.pool.query(`UPDATE operators SET disabled_at = now() WHERE id = $1`, [viewer.id]);
  runAt(smtp.url);
  await expect.poll(() => smtp.received.length).toBe(1);
  const [, key] = /\n {2}\S+\/decide#(dwm_[\w-]{43})\n/.exec(smtp.received[0]?.text ?? '') ?? [];
  expect(smtp.received[0]?.text.trim()).toBe(text.replace(`  ${address}`, `  ${address}/decide#${key}`).trim());
  const { status } = await door.call('GET', `${api}${path}`, { token: key });
  expect(status).toBe(200);
});

it('an operator who has left gets no waiting mail', async () => {
  const silent = await portForThisTest((socket) => socket.destroy());
  await hold();
  runAt(`smtp://127.0.0.1:${silent}`);
  await look();
  await failedOnce();
  const administrator = await signedIn(door, 'administrator');
  await administrator.call('PATCH', `/operators/${reader.id}`, { disabled: true });
  await expect.poll(waiting).toEqual([]);
});

it('without a mail server there are no jobs', () => {
  expect(mailJobs({ pool: door.pool, config: readConfig({}), log })).toEqual({ tasks: {}, cron: [] });
});
