import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { openDoor, openOwnApp, paths } from '../testing/door.ts';
import { breathe, nowMs } from '../testing/time.ts';

const door = await openDoor();
const other = await openOwnApp('A second process of the same service.');
await door.addSupplier('1');
const token = await door.tokenFor({ partner: 'Careless' });
afterAll(async () => {
  await other.close();
  await door.close();
});

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: any;
}

/** A small generator with a fixed seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const random = randomFrom(23);
const chance = (share: number) => random() < share;

/** Undefined if the partner hangs up before the answer; the service may have done its work all the same. */
function post(
  path: string,
  body: unknown,
  { key, isDropped = false }: { key?: string | undefined; isDropped?: boolean } = {},
) {
  const base = chance(0.5) ? door.url : other.url;
  const turnsBeforeDrop = Math.floor(random() * 30);
  return new Promise<Answer | undefined>((resolve) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    const sent = request(base + path, { method: 'POST', agent: false, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode as number,
          headers: response.headers,
          body: JSON.parse(Buffer.concat(parts).toString()),
        }),
      );
      response.on('error', () => resolve(undefined));
    });
    sent.on('error', () => resolve(undefined));
    sent.end(JSON.stringify(body), async () => {
      if (!isDropped) return;
      for (let turns = 0; turns < turnsBeforeDrop; turns++) await breathe();
      sent.destroy();
    });
  });
}

interface Entry {
  reference: string;
  total: number;
  file: string;
  state: 'received' | 'withdrawn';
  /** Whether it must have its file: not if it was taken back. */
  isFiled: boolean;
}

const invoiceOf = ({ reference, total }: Pick<Entry, 'reference' | 'total'>) => ({
  externalReferenceId: reference,
  supplierNumber: '1',
  totalPrice: total,
});
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

const entries = Array.from({ length: 15 }, (_, at): Entry => {
  const reference = `careless-${at}`;
  return {
    reference,
    total: at * 10.1,
    file: `<Invoice><ID>${reference}</ID></Invoice>`,
    state: 'received',
    isFiled: true,
  };
});

async function sendCarelessly(entry: Entry): Promise<void> {
  const key = chance(0.5) ? `key ${entry.reference}` : undefined;
  const isWrongFirst = chance(0.2);
  const first = isWrongFirst ? { ...entry, total: entry.total + 1 } : entry;
  for (let attempt = 0; attempt < 2; attempt++) {
    for (let turns = Math.floor(random() * 80); turns > 0; turns--) await breathe();
    const options = { key: isWrongFirst ? undefined : key, isDropped: chance(0.5) };
    await Promise.all(
      Array.from({ length: chance(0.4) ? 2 : 1 }, () =>
        post(paths.invoices, invoiceOf(attempt === 0 ? first : entry), options),
      ),
    );
  }
}

const existing = ({ body, headers }: Answer) => (body.id ?? headers['doorway-existing-id']) as string;

/** Repeats until there is an answer: a repeat is a 409 that names what exists. */
async function sure(path: string, body: unknown): Promise<string> {
  for (let isDropped = true; ; isDropped = chance(0.3)) {
    const answer = await post(path, body, { isDropped });
    if (answer === undefined) continue;
    expect([200, 409]).toContain(answer.status);
    return existing(answer);
  }
}

async function withdraw(id: string): Promise<void> {
  for (let answer: Answer | undefined; answer?.status !== 200;)
    answer = await post(`${paths.invoices}/${id}/withdraw`, { reason: 'Sent by mistake' }, { isDropped: chance(0.3) });
}

async function attach(entry: Entry): Promise<void> {
  const supplierInvoiceId = await sure(paths.invoices, invoiceOf(entry));
  const file = { supplierInvoiceId, fileName: 'invoice.xml', content: Buffer.from(entry.file).toString('base64') };
  await Promise.all([sure(paths.attach, file), sure(paths.attach, file)]);
}

const dayMs = 24 * 60 * 60 * 1000;
const period = { from: nowMs() - dayMs, to: nowMs() + dayMs };

async function reconcile(): Promise<any> {
  const supplierInvoices = entries.map(({ reference, total }) => ({
    externalReferenceId: reference,
    totalPrice: total,
  }));
  const answer = await post('/doorway/v1/reconciliations', { ...period, supplierInvoices });
  expect(answer?.status).toBe(200);
  return answer?.body;
}

/** Puts the books right, in the company as well as here. */
async function mend({ missing, differing, unlisted }: any): Promise<void> {
  const find = (reference: string) => entries.find((entry) => entry.reference === reference) as Entry;
  await Promise.all(missing.map((reference: string) => sure(paths.invoices, invoiceOf(find(reference)))));
  for (const { externalReferenceId, id, stored } of differing) {
    await withdraw(id);
    const entry = find(externalReferenceId);
    entries.push({ ...entry, reference: `${entry.reference} corrected` });
    Object.assign(entry, { total: stored, state: 'withdrawn', isFiled: false });
  }
  for (const { externalReferenceId: reference, id, totalPrice: total } of unlisted) {
    await withdraw(id);
    entries.push({ reference, total, file: '', state: 'withdrawn', isFiled: false });
  }
}

it('a partner that drops answers, repeats, doubles, reorders and sends through two processes has equal books after it reconciles', async () => {
  const forgotten = new Set(entries.filter(() => chance(0.1)));
  const shuffled = entries.filter((entry) => !forgotten.has(entry)).toSorted(() => random() - 0.5);
  const mistaken = { ...(shuffled[0] as Entry), total: 0.5 };
  const strangers = [1, 2].map((at) => ({ ...mistaken, reference: `not in the books ${at}` }));
  await Promise.all([mistaken, ...strangers].map((entry) => sure(paths.invoices, invoiceOf(entry))));
  await Promise.all(shuffled.map(sendCarelessly));
  // A request whose sender hung up may still be at work.
  let idleLooks = 0;
  const isIdle = () => [door.pool, other.pool].every(({ totalCount, idleCount }) => totalCount === idleCount);
  await expect.poll(() => (idleLooks = isIdle() ? idleLooks + 1 : 0)).toBeGreaterThan(10);
  const first = await reconcile();
  expect(first.missing.length).toBeGreaterThanOrEqual(forgotten.size);
  expect([first.differing.length > 0, first.unlisted.length]).toEqual([true, 2]);
  await mend(first);
  await Promise.all(entries.filter(({ isFiled }) => isFiled).map(attach));
  const last = await reconcile();
  expect(last).toMatchObject({ matched: entries.length, missing: [], differing: [], unlisted: [] });
  expect(last.message).toMatch(/^The books are equal: /);

  const { rows } = await door.pool.query(
    `SELECT external_reference_id AS reference, (document ->> 'totalPrice')::float8 AS total, state,
            ARRAY(SELECT encode(sha256, 'hex') FROM attachments
                  WHERE attachments.company_id = $1 AND supplier_invoice_id = invoice.id) AS files
     FROM supplier_invoices AS invoice WHERE company_id = $1`,
    [door.company],
  );
  const byReference = (one: { reference: string }, two: { reference: string }) =>
    one.reference < two.reference ? -1 : 1;
  expect(rows.toSorted(byReference)).toEqual(
    entries
      .map(({ reference, total, state, file, isFiled }) => ({
        reference,
        total,
        state,
        files: isFiled ? [hashOf(file)] : [],
      }))
      .toSorted(byReference),
  );
});
