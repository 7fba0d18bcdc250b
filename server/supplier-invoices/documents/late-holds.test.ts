import pino from 'pino';
import { afterAll, expect, it } from 'vitest';
import { documentTasks } from '../../jobs/documents.ts';
import { queueGuardMail } from '../../notifications/guard.ts';
import type { QueuedMail } from '../../notifications/mail.ts';
import { openDoor, paths } from '../../testing/door.ts';
import { pdfOf, samples } from '../../testing/files.ts';
import { signedIn, type SignedIn } from '../../testing/operator.ts';
import { setChecks } from '../../testing/settings.ts';
import { nowMs } from '../../testing/time.ts';

const door = await openDoor();
const { pool, files, followers, company } = door;
const log = pino({ level: 'silent' });
const [limited, other] = [await signedIn(door, 'approver'), await signedIn(door, 'approver')];
const administrator = await signedIn(door, 'administrator');
await signedIn(door, 'viewer');
await pool.query('UPDATE operator_companies SET approval_limit = 1 WHERE company_id = $1 AND operator_id = $2', [
  company,
  limited.id,
]);
await door.addSupplier('late', { bankGiro: '991-2346' });
afterAll(() => door.close());

let made = 0;
const invoice = async (): Promise<string> =>
  (
    await door.post(paths.invoices, {
      externalReferenceId: `late ${(made += 1)}`,
      supplierNumber: 'late',
      supplierInvoiceNumber: `L-${made}`,
      totalPrice: 100 + made,
      currency: 'SEK',
    })
  ).body.id;
const attach = async (id: string, content = pdfOf(2_000, `late ${(made += 1)}`), fileName = 'late.pdf') => {
  const body = { supplierInvoiceId: id, fileName, content: content.toString('base64') };
  expect((await door.post(paths.attach, body)).status).toBe(200);
  return content;
};
/** Reads what waits, as if every file named this account. */
const readFiles = async (id: string, account = '5050-1055') => {
  const read = () => Promise.resolve({ outcome: 'read' as const, pages: [[`Bankgiro ${account}`]], isCut: false });
  const reader = { read, close: () => Promise.resolve() };
  const tasks = documentTasks({ pool, files, followers, reader, log });
  await tasks['documents.read']?.({ company, invoiceId: id }, new AbortController().signal);
};
const at = (id: string) => `/companies/${company}/invoices/${id}`;
const act = (who: SignedIn, id: string, what: string, body: object = {}) => who.call('POST', `${at(id)}/${what}`, body);
const done = async (answer: ReturnType<typeof act>) => {
  const { status, body } = await answer;
  expect(status, body.message).toBe(200);
  return body;
};
const read = async (id: string) => (await other.call('GET', at(id))).body;
const eventsOf = async (id: string, after: number) =>
  (
    await pool.query('SELECT type, data FROM events WHERE company_id = $1 AND subject_id = $2 ORDER BY seq', [
      company,
      id,
    ])
  ).rows.slice(after);
const mails: (QueuedMail & { key: string })[] = [];
let now = nowMs();
/** The mails about this company that are queued since the last look. */
const newMails = async () => {
  const earlier = mails.length;
  const queue = (mail: QueuedMail, key: string) => Promise.resolve(void mails.push({ ...mail, key }));
  await queueGuardMail({ db: pool, queue, base: 'https://d.example.com', log }, new Date((now += 60_000)));
  return mails.slice(earlier).filter(({ companyId, key }) => companyId === company && key.includes(' late '));
};
await newMails();

it('an approval says that files wait to be read, and is asked for knowingly; other files do not wait', async () => {
  const id = await invoice();
  await attach(id, samples.png, 'late.png');
  expect(await read(id)).toMatchObject({ filesWaiting: false });
  await attach(id);
  expect(await read(id)).toMatchObject({ filesWaiting: true, actions: { approve: { allowed: true } } });
  for (const who of [limited, other])
    expect(await act(who, id, 'approve')).toMatchObject({
      status: 409,
      body: { code: 'decision.refused', parameters: { why: 'invoice.unread' } },
    });
  const bulk = await other.call('POST', `/companies/${company}/bulk`, {
    decision: 'approve',
    withFindings: true,
    ids: [id],
  });
  expect(bulk.body).toMatchObject({ left: 0, leftOut: [{ id, code: 'invoice.unread' }] });
  await readFiles(id, '991-2346');
  expect(await read(id)).toMatchObject({ filesWaiting: false });
  await done(act(limited, id, 'approve'));
  await attach(id);
  await done(act(other, id, 'approve', { withUnreadFiles: true }));
  expect((await eventsOf(id, 4)).map(({ type, data }) => [type, data.withUnreadFiles])).toEqual([
    ['supplierinvoice.signed', undefined],
    ['supplierinvoice.attached', undefined],
    ['supplierinvoice.approved', true],
  ]);
});

it('a hold that comes after the approval reopens the invoice, with events, an audit entry and one mail', async () => {
  await newMails();
  const id = await invoice();
  await done(act(other, id, 'approve'));
  await attach(id);
  await readFiles(id);
  const record = await read(id);
  expect(record).toMatchObject({ state: 'held', decision: null, actions: { release: { allowed: true } } });
  const by = { name: 'the service' };
  const heldFor = ['document.account'];
  expect(await eventsOf(id, 3)).toMatchObject([
    { type: 'supplierinvoice.reopened', data: { by, from: 'approved', state: 'held', heldFor } },
    { type: 'supplierinvoice.checked', data: { by } },
    { type: 'supplierinvoice.held', data: { by, heldFor } },
  ]);
  expect((await act(administrator, id, 'booked', { voucher: 'L 1' })).status).toBe(409);
  const { rows } = await pool.query(
    `SELECT operator_name AS by, data FROM audit_log WHERE company_id = $1 AND subject_id = $2 AND action = 'supplierinvoice.reopened'`,
    [company, id],
  );
  expect(rows).toEqual([{ by: 'the service', data: { from: 'approved', state: 'held', heldFor } }]);
  const sent = await newMails();
  const readers = await pool.query<{ id: string }>(
    `SELECT id FROM operators WHERE disabled_at IS NULL AND password_hash IS NOT NULL AND NOT system AND administrator`,
  );
  const expected = [limited.id, other.id, ...readers.rows.map((one) => one.id)];
  expect(sent.map(({ operatorId }) => operatorId).toSorted()).toEqual(expected.toSorted());
  expect(sent[0]?.subject).toBe(`${door.companyName}: 1 invoice was stopped after approval`);
  expect(sent[0]?.text).toContain(`L-${made - 1}`);
  expect(sent[0]?.text).toContain(`https://d.example.com/console${at(id)}`);
  // A repeated job, as after a crash, finds nothing new.
  await readFiles(id);
  expect(await eventsOf(id, 6)).toEqual([]);
  expect(await newMails()).toEqual([]);
  await done(act(other, id, 'release', { reason: 'Called the supplier.' }));
  await done(act(limited, id, 'approve'));
});

it('a booked invoice keeps its state, and a mail says what was found', async () => {
  await newMails();
  const id = await invoice();
  await done(act(other, id, 'approve'));
  await done(act(administrator, id, 'booked', { voucher: `L ${made}` }));
  await attach(id);
  await readFiles(id);
  expect(await read(id)).toMatchObject({ state: 'booked', findings: [{ code: 'document.account' }, {}, {}] });
  expect((await eventsOf(id, 4)).map(({ type }) => type)).toEqual(['supplierinvoice.checked']);
  const mail = (await newMails()).find(({ operatorId }) => operatorId === other.id);
  expect(mail?.text).toContain('These invoices were booked already and stay booked.');
  expect(mail?.text).not.toContain('taken back');
});

it('a hold takes back the first of two approvals; a warning does not', async () => {
  await newMails();
  const [held, warned] = [await invoice(), await invoice()];
  for (const id of [held, warned]) {
    await done(act(limited, id, 'approve'));
    await attach(id);
  }
  await readFiles(held);
  await readFiles(warned, '991-2346');
  expect(await read(held)).toMatchObject({ state: 'held', signed: null });
  expect((await eventsOf(held, 3)).map(({ type }) => type)).toEqual([
    'supplierinvoice.unsigned',
    'supplierinvoice.checked',
    'supplierinvoice.held',
  ]);
  expect(await read(warned)).toMatchObject({ state: 'received', signed: { by: 'The approver' } });
  expect((await newMails()).length).toBeGreaterThan(0);
});

it('a file that another invoice has reopens an approved one, if the company holds such invoices', async () => {
  await setChecks(door, { 'duplicate.file': 'hold' });
  const [first, second] = [await invoice(), await invoice()];
  const content = await attach(first);
  await done(act(other, second, 'approve'));
  await attach(second, content);
  expect(await read(second)).toMatchObject({ state: 'held', decision: null });
  expect((await eventsOf(second, 3)).map(({ type }) => type)).toEqual([
    'supplierinvoice.reopened',
    'supplierinvoice.held',
  ]);
});
