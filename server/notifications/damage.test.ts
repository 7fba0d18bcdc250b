import pino from 'pino';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { queueDamageMail } from './damage.ts';
import type { QueuedMail } from './mail.ts';
import { lockCounters } from '../events/counters.ts';
import { deleteDamage, insertDamage, type NewDamage } from '../files/store.ts';
import { newId } from '../ground/db/ids.ts';
import { companyTransaction } from '../ground/db/pool.ts';
import { openOwnDoor, paths } from '../testing/door.ts';
import { pdfOf, sha256 } from '../testing/files.ts';
import { signedIn } from '../testing/operator.ts';

const base = 'https://doorway.example.com';
const begin = Date.parse('2026-11-16T03:00:00Z');
const minuteMs = 60_000;

const door = await openOwnDoor('Administrators are told of damaged files of all companies.');
await door.addSupplier('1');
const anna = await signedIn(door, 'administrator');
await signedIn(door, 'approver');
afterAll(() => door.close());
let queued: QueuedMail[];
beforeEach(async () => {
  queued = [];
  for (const table of ['damaged_files', 'mail_told']) await door.pool.query(`DELETE FROM ${table}`);
  await door.pool.query(`UPDATE operators SET name = 'Anna', preferences = '{}' WHERE id = $1`, [anna.id]);
});

const look = (minutes: number) =>
  queueDamageMail(
    { db: door.pool, queue: async (mail) => void queued.push(mail), base, log: pino({ level: 'silent' }) },
    new Date(begin + minutes * minuteMs),
  );
const addDamage = (damage: NewDamage, at: Date) =>
  companyTransaction(door.pool, door.company, async (tx) => {
    await lockCounters(tx, door.company);
    await insertDamage(tx, door.company, damage, at);
  });
let seeds = 0;
async function damage(minutes: number, fileName = 'a.pdf') {
  const invoice = await door.post(paths.invoices, {
    externalReferenceId: `damaged ${seeds}`,
    supplierNumber: '1',
    supplierInvoiceNumber: `F-${seeds}`,
  });
  const bytes = pdfOf(100, `damaged ${seeds++}`);
  const supplierInvoiceId = invoice.body.id as string;
  const attached = await door.post(paths.attach, { supplierInvoiceId, fileName, content: bytes.toString('base64') });
  const hash = Buffer.from(sha256(bytes), 'hex');
  const owners = [{ attachmentId: attached.body.id as string, fileName, supplierInvoiceId }];
  const at = new Date(begin + minutes * minuteMs);
  await addDamage({ sha256: hash, problem: 'missing', owners }, at);
  return { supplierInvoiceId, hash };
}

it('a damaged file is mailed to administrators, with the invoice', async () => {
  await look(0);
  expect(queued).toEqual([]);
  const { supplierInvoiceId } = await damage(1, 'Faktura\r\nBcc: x.pdf');
  await look(2);
  expect(queued).toMatchObject([{ operatorId: anna.id, subject: `${door.companyName}: 1 file is damaged` }]);
  expect(queued[0]?.text).toContain(
    `- Faktura Bcc: x.pdf: missing\n  invoice F-0\n  ${base}/console/companies/${door.company}/invoices/${supplierInvoiceId}\n`,
  );
});

it('the same damage is mailed once, and again after the file was whole', async () => {
  const { hash } = await damage(0);
  for (const minutes of [1, 2, 90]) await look(minutes);
  expect(queued).toHaveLength(1);
  await deleteDamage(door.pool, door.company, [hash]);
  await look(100);
  await addDamage({ sha256: hash, problem: 'altered', owners: [] }, new Date(begin + 101 * minuteMs));
  await look(102);
  expect(queued).toHaveLength(2);
});

it('more damage waits for an hour, and comes in one mail, in the reader’s language', async () => {
  await door.pool.query(`UPDATE operators SET preferences = '{"language":"sv"}' WHERE id = $1`, [anna.id]);
  await damage(0);
  await look(1);
  for (let many = 0; many < 12; many++) await damage(10 + many);
  await look(59);
  expect(queued).toHaveLength(1);
  await look(61);
  expect(queued[1]?.subject).toBe(`${door.companyName}: 12 filer är skadade`);
  expect(queued[1]?.text).toMatch(/^Hej Anna!\n\nDoorway har läst [^]*- a\.pdf: saknas\n {2}faktura F-\d+\n/);
  expect(queued[1]?.text.match(/saknas\n/g)).toHaveLength(10);
  expect(queued[1]?.text).toContain('Det finns fler i översikten.');
});

it('nobody gets mail about a sandbox', async () => {
  await damage(0);
  await door.pool.query('UPDATE companies SET sandbox_of = id, sandbox_partner_id = $2 WHERE id = $1', [
    door.company,
    newId(),
  ]);
  await look(1);
  expect(queued).toEqual([]);
});
