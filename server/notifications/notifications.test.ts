import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { queueNotifications } from './notifications.ts';
import type { QueuedMail } from './mail.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import { openOwnDoor, paths } from '../testing/door.ts';
import { signedIn, type SignedIn } from '../testing/operator.ts';

const base = 'https://doorway.example.com';
const nothing = { held: false, endpointOff: false, failuresPercent: null, digest: false };
/** A Monday, 10:00 in Stockholm; each run is a minute after the previous one. */
const begin = Date.parse('2026-11-16T09:00:00Z');

let reader: SignedIn;
let queued: (QueuedMail & { key: string })[];
let minutes: number;
const door = await openOwnDoor('It looks for news at all companies.');
await door.addSupplier('1', { name: 'Nordbygg Material AB', bankGiro: '991-2346' });
afterAll(() => door.close());
beforeEach(async () => {
  queued = [];
  minutes = 0;
  for (const table of ['mail_choices', 'mail_told', 'mail_positions', 'calls', 'webhook_endpoints'])
    await door.pool.query(`DELETE FROM ${table}`);
  reader = await signedIn(door, 'viewer');
});

const choose = async (chosen: object, who = reader, company: CompanyId = door.company) => {
  const answer = await who.call('PUT', `/session/companies/${company}/mail`, { ...nothing, ...chosen });
  expect(answer.status, answer.body.message).toBe(200);
};
const prefer = (preferences: object, who = reader) =>
  door.pool.query('UPDATE operators SET preferences = $2 WHERE id = $1', [who.id, preferences]);
const lookAt = (now: Date) =>
  queueNotifications(
    {
      db: door.pool,
      queue: async (mail, key) => void queued.push({ ...mail, key }),
      base,
      log: pino({ level: 'silent' }),
    },
    now,
  );
const look = () => lookAt(new Date(begin + 60_000 * minutes++));
const send = async (more: object = {}) => {
  const { status, body } = await door.post(paths.invoices, {
    externalReferenceId: randomUUID(),
    supplierNumber: '1',
    supplierInvoiceNumber: `F-${randomUUID().slice(0, 8)}`,
    ...more,
  });
  expect(status, body.message).toBe(200);
  return body.id as string;
};
const hold = (more: object = {}) => send({ supplierBankGiro: '5050-1055', ...more });

it('held invoices come in one mail, which lists ten of them with links', async () => {
  await hold();
  await choose({ held: true });
  const ids = [];
  for (let n = 0; n < 12; n++) ids.push(await hold({ totalPrice: 12500.5, currency: 'SEK' }));
  await send();
  await look();
  expect(queued).toHaveLength(1);
  const [mail] = queued;
  expect(mail).toMatchObject({
    operatorId: reader.id,
    companyId: door.company,
    subject: `${door.companyName}: 12 invoices are held`,
  });
  const named = [...(mail?.text ?? '').matchAll(/\/invoices\/([0-9a-f-]{36})$/gm)].map(([, id]) => id);
  expect(named).toEqual(ids.slice(0, 10));
  expect(mail?.text).toContain('And 2 more.');
  expect(mail?.text).toMatch(
    /^- Nordbygg Material AB, F-[0-9a-f]{8}, 12,500\.50 SEK\n {2}Bank giro differs\n {2}https:/m,
  );
  expect(mail?.text).toContain(`${base}/console/companies/${door.company}/invoices?state=held`);
  expect(mail?.text).toContain(`${base}/console/account`);
  await look();
  expect(queued).toHaveLength(1);
});

it('each recipient gets the mail in their own language, without invoices that were released meanwhile', async () => {
  const approver = await signedIn(door, 'approver');
  await prefer({ language: 'sv' });
  await choose({ held: true });
  await choose({ held: true }, approver);
  const [gone, stays] = [await hold(), await hold({ totalPrice: 1250, currency: 'SEK' })];
  const path = `/companies/${door.company}/invoices/${gone}/release`;
  const released = await approver.call('POST', path, { reason: 'It is right' });
  expect(released.status, released.body.message).toBe(200);
  await look();
  const byReader = Object.fromEntries(queued.map((mail) => [mail.operatorId, mail]));
  expect(Object.keys(byReader).sort()).toEqual([reader.id, approver.id].sort());
  expect(byReader[reader.id]).toMatchObject({
    subject: `${door.companyName}: 1 faktura är stoppad`,
    text: expect.stringMatching(/^Hej The viewer!\n\nEn ny faktura är stoppad och kan attesteras först/),
  });
  expect(byReader[reader.id]?.text).toContain('1\u00a0250,00 SEK\n  Bankgirot avviker\n');
  expect(byReader[approver.id]?.subject).toBe(`${door.companyName}: 1 invoice is held`);
  for (const { text } of queued) {
    expect(text).toContain(stays);
    expect(text).not.toContain(gone);
  }
});

it('changes that partners propose come in one mail, without their values, to those who chose it', async () => {
  const other = await signedIn(door, 'approver');
  await choose({ held: true }, other);
  await prefer({ language: 'sv' });
  await choose({ proposed: true });
  await choose({ ...nothing });
  expect((await reader.call('GET', `/session/companies/${door.company}/mail`)).body.proposed).toBe(true);
  const body = { number: '1', name: 'Nordbygg Material AB', bankGiro: '5050-1055' };
  const { status } = await door.call('PUT', `${paths.suppliers}/1`, { body });
  expect(status).toBe(200);
  await look();
  expect(queued).toMatchObject([
    { operatorId: reader.id, subject: `${door.companyName}: en partner föreslår en ändring av en leverantör` },
  ]);
  expect(queued[0]?.text).toContain('- Nordbygg Material AB (1)\n  föreslaget av Scanner: Bankgiro\n');
  expect(queued[0]?.text).not.toContain('5050');
  await look();
  expect(queued).toHaveLength(1);
});

it('one of several concurrent processes runs, and a mail that it could not queue comes a minute later', async () => {
  await choose({ held: true });
  await hold();
  await Promise.all([look(), lookAt(new Date(begin)), lookAt(new Date(begin + 1_000))]);
  expect(queued).toHaveLength(1);
  await hold();
  const failing = new Date(begin + 60_000 * ++minutes);
  await queueNotifications(
    {
      db: door.pool,
      queue: () => Promise.reject(new Error('the queue is away')),
      base,
      log: pino({ level: 'silent' }),
    },
    failing,
  );
  minutes++;
  await look();
  expect(queued.map(({ subject }) => subject)).toEqual(Array(2).fill(`${door.companyName}: 1 invoice is held`));
  expect(new Set(queued.map(({ key }) => key)).size).toBe(2);
});

it('an operator who is disabled, has left the company, chose nothing or is a system gets no mail', async () => {
  await choose({ held: true });
  const administrator = await signedIn(door, 'administrator');
  const left = await signedIn(door, 'viewer');
  await choose({ held: true }, left);
  await administrator.call('PATCH', `/operators/${left.id}`, { companies: [] });
  await administrator.call('PATCH', `/operators/${reader.id}`, { disabled: true });
  await choose({ held: true }, administrator);
  await choose({}, await signedIn(door, 'viewer'));
  const { body: system } = await administrator.call('POST', `/companies/${door.company}/systems`, { name: 'Ledger' });
  await door.pool.query('INSERT INTO mail_choices SELECT $1, $2, TRUE, TRUE, 1, TRUE', [door.company, system.id]);
  await hold();
  await look();
  expect(queued.map(({ operatorId }) => operatorId)).toEqual([administrator.id]);
});

it('a mail has nothing of another company', async () => {
  const { id: other } = await door.addCompany('Other');
  const elsewhere = await signedIn(door, 'viewer', other);
  await choose({ held: true, failuresPercent: 1, endpointOff: true, digest: true }, elsewhere, other);
  await hold();
  await look();
  expect(queued).toEqual([]);
});

const endpoint = async (why: string | null, at: Date | null, url = 'https://hooks.example.com/secret?key=1') => {
  const id = randomUUID();
  await door.pool.query(
    `INSERT INTO webhook_endpoints (company_id, id, url, types, secret, created_at, created_by, switched_off_at, switched_off_for)
     VALUES ($1, $2, $3, '{}', 'whsec_x', $4, $5, $6, $7)`,
    [door.company, id, url, new Date(begin), reader.id, at, why],
  );
  return id;
};

it('an endpoint that was switched off is mailed once, and again if it happens again', async () => {
  await choose({ endpointOff: true });
  await endpoint(null, null, 'https://on.example.com');
  await endpoint('operator', new Date(begin), 'https://mine.example.com');
  const id = await endpoint('failing', new Date(begin - 1));
  await endpoint('gone', new Date(begin), 'https://gone.example.com/');
  await look();
  expect(queued).toMatchObject([
    { operatorId: reader.id, subject: `${door.companyName}: 2 webhook endpoints are switched off` },
  ]);
  expect(queued[0]?.text).toContain(
    '- The company’s own system has taken nothing for three days\n- The company’s own system answered that it is gone (410)',
  );
  // Only administrators see the host.
  expect(queued[0]?.text).not.toMatch(/secret|key=1|mine|example\.com\/?\n/);
  const administrator = await signedIn(door, 'administrator');
  await choose({ endpointOff: true }, administrator);
  await look();
  expect(queued).toHaveLength(2);
  expect(queued[1]?.text).toContain(
    '- hooks.example.com has taken nothing for three days\n- gone.example.com answered that it is gone (410)',
  );
  expect(queued[1]?.text).not.toMatch(/secret|key=1|mine|on\.example/);
  await choose({}, administrator);
  await door.pool.query('UPDATE webhook_endpoints SET switched_off_at = $2 WHERE id = $1', [
    id,
    new Date(begin + 90_000),
  ]);
  await prefer({ language: 'sv' });
  await look();
  expect(queued[2]).toMatchObject({ subject: `${door.companyName}: en webhookmottagare är avstängd` });
});

async function called(partnerId: string, statuses: number[], at: Date): Promise<void> {
  await door.pool.query(
    `INSERT INTO calls (company_id, id, created_at, trace_id, partner_id, operation, status, duration_ms)
     SELECT $1, gen_random_uuid(), $2, gen_random_uuid(), $3, 'createSupplierInvoice', status, 1 FROM unnest($4::smallint[]) AS status`,
    [door.company, at, partnerId, statuses],
  );
}
const statuses = (good: number, bad: number) => [...Array(good).fill(200), ...Array(bad).fill(400)] as number[];
const partnerOf = async (name: string) => {
  await door.tokenFor({ partner: name });
  return (await door.pool.query('SELECT id FROM partners WHERE company_id = $1 AND name = $2', [door.company, name]))
    .rows[0].id as string;
};

it('a partner with a higher share of failed calls than chosen is mailed at most every six hours', async () => {
  await choose({ failuresPercent: 20 });
  const now = new Date(begin);
  const ago = (minutesAgo: number) => new Date(begin - 60_000 * minutesAgo);
  await called(await partnerOf('Bad & worse'), statuses(15, 5), ago(10));
  await called(await partnerOf('Fair'), statuses(16, 4), ago(10));
  await called(await partnerOf('Seldom'), statuses(0, 19), ago(10));
  await called(await partnerOf('Earlier'), statuses(0, 50), ago(61));
  await lookAt(now);
  expect(queued).toMatchObject([
    { operatorId: reader.id, subject: `${door.companyName}: many calls fail (Bad & worse)` },
  ]);
  expect(queued[0]?.text).toContain('- Bad & worse: 5 of 20 calls failed (25%)');
  expect(queued[0]?.text).toContain('/requests?failed=true&partner=Bad%20%26%20worse');
  const later = (hours: number) => new Date(begin + 3_600_000 * hours);
  await called(await partnerOf('Bad & worse'), statuses(0, 20), later(5.2));
  await lookAt(later(5.5));
  expect(queued).toHaveLength(1);
  await lookAt(later(6));
  expect(queued).toHaveLength(2);
});
