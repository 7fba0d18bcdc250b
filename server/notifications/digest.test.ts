import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { queueNotifications } from './notifications.ts';
import type { QueuedMail } from './mail.ts';
import { openOwnDoor, paths, type Door } from '../testing/door.ts';
import { signedIn } from '../testing/operator.ts';

const base = 'https://doorway.example.com';

async function stage() {
  const door = await openOwnDoor('It writes the digests of all companies.');
  onTestFinished(() => door.close());
  await door.addSupplier('1', { bankGiro: '991-2346' });
  const reader = await signedIn(door, 'viewer');
  const chosen = { held: false, endpointOff: false, failuresPercent: null, digest: true };
  const answer = await reader.call('PUT', `/session/companies/${door.company}/mail`, chosen);
  expect(answer.status, answer.body.message).toBe(200);
  const queued: QueuedMail[] = [];
  const look = (now: Date) =>
    queueNotifications(
      {
        db: door.pool,
        queue: async (mail) => void queued.push(mail),
        base,
        log: pino({ level: 'silent' }),
      },
      now,
    );
  return { door, reader, queued, look };
}

const send = async (door: Door, more: object = {}) => {
  const body = { externalReferenceId: randomUUID(), supplierNumber: '1', ...more };
  const answer = await door.post(paths.invoices, body);
  expect(answer.status, answer.body.message).toBe(200);
  return answer.body.id as string;
};
const toldOn = (door: Door, time: string) => door.pool.query('UPDATE mail_told SET told_at = $1', [time]);
const projected = async (door: Door, where: string, many: number) => {
  const found = async () => (await door.pool.query(`SELECT FROM invoice_projections WHERE ${where}`)).rowCount;
  await expect.poll(found).toBe(many);
};

it('in the morning of a weekday there is a digest of what waits, in the reader’s language and time zone', async () => {
  const { door, reader, queued, look } = await stage();
  await door.pool.query('UPDATE operators SET preferences = $2 WHERE id = $1', [
    reader.id,
    { language: 'sv', timeZone: 'Europe/Helsinki' },
  ]);
  await send(door, { paymentDueDate: Date.parse('2026-11-13T00:00:00Z') });
  await send(door, { paymentDueDate: Date.parse('2026-11-18T00:00:00Z') });
  const held = await send(door, { supplierBankGiro: '5050-1055' });
  const approver = await signedIn(door, 'approver');
  const path = `/companies/${door.company}/invoices/${held}/assignment`;
  expect((await approver.call('PUT', path, { operatorId: reader.id })).status).toBe(200);
  await projected(door, 'TRUE', 3);
  await projected(door, `state = 'held' AND assigned_to IS NOT NULL`, 1);
  await toldOn(door, '2026-11-15T12:00:00Z');

  await look(new Date('2026-11-16T04:59:00Z'));
  expect(queued).toEqual([]);
  await look(new Date('2026-11-16T05:00:00Z'));
  expect(queued).toMatchObject([{ operatorId: reader.id, subject: `${door.companyName}: det här väntar 2026-11-16` }]);
  const lines = [
    ['2 att attestera', 'invoices?state=received&waitsFor=company&sort=dueDate'],
    ['1 förfallna', 'invoices?overdue=true&sort=dueDate'],
    ['1 förfaller den här veckan', 'invoices?state=open&sort=dueDate'],
    ['1 stoppade', 'invoices?state=held&waitsFor=company&sort=dueDate'],
    ['1 tilldelade dig', 'invoices?state=open&waitsFor=company&assigned=me&sort=dueDate'],
  ];
  const list = lines.map(([what, at]) => `- ${what}\n  ${base}/console/companies/${door.company}/${at}`).join('\n');
  expect(queued[0]?.text).toContain(
    `Det här väntar hos ${door.companyName}:\n\n${list}\n\nÖversikten:\n${base}/console/companies/`,
  );
  await look(new Date('2026-11-16T12:00:00Z'));
  expect(queued).toHaveLength(1);
  await look(new Date('2026-11-17T05:00:00Z'));
  expect(queued.map(({ subject }) => subject)).toEqual([
    `${door.companyName}: det här väntar 2026-11-16`,
    `${door.companyName}: det här väntar 2026-11-17`,
  ]);
});

it('whoever may decide gets one mail with what waits for them, the earliest due first, until they switch it off', async () => {
  const { door, reader, queued, look } = await stage();
  const approver = await signedIn(door, 'approver');
  // Nothing waits for this one.
  await signedIn(door, 'approver');
  const at = `/session/companies/${door.company}/mail`;
  const assign = async (who: { id: string }, more: object) => {
    const id = await send(door, { totalPrice: 1250.5, currency: 'SEK', supplierInvoiceNumber: 'F-1', ...more });
    const path = `/companies/${door.company}/invoices/${id}/assignment`;
    expect((await approver.call('PUT', path, { operatorId: who.id })).status).toBe(200);
    return id;
  };
  const later = await assign(approver, { paymentDueDate: Date.parse('2026-12-18T00:00:00Z') });
  const first = await assign(approver, { paymentDueDate: Date.parse('2026-11-18T00:00:00Z') });
  await assign(reader, {});
  await projected(door, 'assigned_to IS NOT NULL', 3);
  // The first mail comes on the next morning.
  await look(new Date('2026-11-16T09:00:00Z'));
  await toldOn(door, '2026-11-16T09:00:00Z');
  queued.length = 0;
  await look(new Date('2026-11-17T06:00:00Z'));
  const mine = queued.filter(({ operatorId }) => operatorId !== reader.id);
  expect(mine).toMatchObject([
    { operatorId: approver.id, subject: `${door.companyName}: 2 invoices wait for you`, invoices: [first, later] },
  ]);
  expect(mine[0]?.text).toContain(
    `- Supplier 1, F-1, 1,250.50 SEK\n  due 2026-11-18\n  ${base}/console/companies/${door.company}/invoices/${first}\n`,
  );
  expect(mine[0]?.text).not.toMatch(/dwm_|decide#|At /);
  const choices = (await approver.call('GET', at)).body;
  const { setUp: _setUp, ...form } = choices;
  await approver.call('PUT', at, { ...form, digest: true });
  await toldOn(door, '2026-11-17T09:00:00Z');
  queued.length = 0;
  await look(new Date('2026-11-18T06:00:00Z'));
  const both = queued.filter(({ operatorId }) => operatorId === approver.id);
  expect(both).toHaveLength(1);
  expect(both[0]?.text).toMatch(/This waits for you:[^]*This waits at [^]*assigned to you/);
  await approver.call('PUT', at, { ...form, waiting: false });
  await toldOn(door, '2026-11-18T09:00:00Z');
  queued.length = 0;
  await look(new Date('2026-11-19T06:00:00Z'));
  expect(queued.map(({ operatorId }) => operatorId)).toEqual([reader.id]);
});

it('if nothing waits there is no digest, and the first digest comes the morning after the choice', async () => {
  const { door, queued, look } = await stage();
  const { rows } = await door.pool.query('SELECT told_at AS at FROM mail_told');
  await look(rows[0].at as Date);
  // In the future, because a run ignores everything older than the last run.
  await toldOn(door, '2036-11-17T12:00:00Z');
  await look(new Date('2036-11-18T12:00:00Z'));
  expect(queued).toEqual([]);
  await send(door);
  await projected(door, `state = 'received'`, 1);
  // Today's digest was due before anything arrived.
  await look(new Date('2036-11-18T13:00:00Z'));
  expect(queued).toEqual([]);
  await look(new Date('2036-11-19T12:00:00Z'));
  expect(queued).toMatchObject([{ subject: `${door.companyName}: what waits, 2036-11-19` }]);
  expect(queued[0]?.text).toContain('- 1 to approve\n');
});
