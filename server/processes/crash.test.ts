import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { storedPathOf } from '../ground/files/disk.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import { paths, type Answer } from '../testing/door.ts';
import { isLongRun } from '../testing/long.ts';
import {
  connectToEmbedded,
  firstStart,
  kill,
  killPostgres,
  migratedDataDir,
  postmasterPid,
  startService,
  type Service,
} from '../testing/process.ts';

/** Records that the service answered with 200 and therefore must never lose. */
interface AcknowledgedRecords {
  invoices: Map<string, string>;
  files: { supplierInvoiceId: string; id: string; text: string }[];
}

const loops = isLongRun ? 16 : 4;
const minAcknowledged = isLongRun ? 200 : 24;
const invoice = (reference: string) => ({ externalReferenceId: reference, supplierNumber: '1001', totalPrice: 10.5 });
const attachment = ({ supplierInvoiceId, text }: { supplierInvoiceId: string; text: string }) => ({
  supplierInvoiceId,
  fileName: 'invoice.xml',
  content: Buffer.from(text).toString('base64'),
});

/**
 * Creates invoices, every fourth with a file, until the service is gone. Unanswered requests may or may not be stored.
 */
async function load({ call }: Service, token: string, round: number, acknowledged: AcknowledgedRecords): Promise<void> {
  const post = (path: string, body: unknown) => call('POST', path, { token, body });
  async function loop(number: number): Promise<void> {
    for (let at = 0; ; at++) {
      const reference = `${round}-${number}-${at}`;
      const created = await post(paths.invoices, invoice(reference));
      expect([200, 503]).toContain(created.status);
      if (created.status !== 200) continue;
      acknowledged.invoices.set(reference, created.body.id);
      if (at % 4 !== 0) continue;
      const file = { supplierInvoiceId: created.body.id as string, text: `<invoice>${reference}</invoice>` };
      const attached = await post(paths.attach, attachment(file));
      expect([200, 503]).toContain(attached.status);
      if (attached.status === 200) acknowledged.files.push({ ...file, id: attached.body.id });
    }
  }
  // The kill ends a loop with a network error. A failed expectation must still be reported.
  const ended = Array.from({ length: loops }, (_, number) => loop(number).catch((error: unknown) => error));
  for (const error of await Promise.all(ended)) if (!(error instanceof TypeError)) throw error;
}

/** Repeats each acknowledged request: the answer must name the same id as before. */
async function expectKept(
  service: Service,
  token: string,
  dataDir: string,
  company: CompanyId,
  { invoices, files }: AcknowledgedRecords,
): Promise<void> {
  const repeats = [
    ...[...invoices].map(([reference, id]) => ({ path: paths.invoices, body: invoice(reference) as object, id })),
    ...files.map((file) => ({ path: paths.attach, body: attachment(file), id: file.id })),
  ];
  const wrong: Answer[] = [];
  const send = async () => {
    for (let next = repeats.pop(); next !== undefined; next = repeats.pop()) {
      const answer = await service.call('POST', next.path, { token, body: next.body });
      if (answer.status !== 409 || !answer.body.message.includes(next.id)) wrong.push(answer);
    }
  };
  await Promise.all(Array.from({ length: loops }, send));
  expect(wrong).toEqual([]);

  for (const { text } of files) {
    const sha256 = createHash('sha256').update(text).digest();
    const bytes = await readFile(storedPathOf(join(dataDir, 'files'), company, sha256));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256.toString('hex'));
  }
}

/** Each record has one event, a company's numbers have no gaps, and no event names a missing record. */
async function expectWholeHistory(dataDir: string, acknowledged: AcknowledgedRecords): Promise<void> {
  const client = await connectToEmbedded(dataDir);
  const { rows } = await client.query(`
    SELECT (SELECT count(*) FROM supplier_invoices)::integer AS invoices,
           (SELECT count(*) FROM attachments)::integer AS files,
           (SELECT count(*) FROM events WHERE type = 'supplierinvoice.created')::integer AS created,
           (SELECT count(DISTINCT subject_id) FROM events JOIN supplier_invoices ON supplier_invoices.id::text = subject_id
            WHERE type = 'supplierinvoice.created')::integer AS told,
           (SELECT count(*) FROM events JOIN attachments ON attachments.id::text = data ->> 'attachmentId'
            WHERE type = 'supplierinvoice.attached')::integer AS attached,
           (SELECT count(*) FROM events) AS events, (SELECT min(seq) FROM events) AS first,
           (SELECT max(seq) FROM events) AS last, (SELECT event_seq FROM company_counters) AS counter`);
  const { invoices, files, created, told, attached, events, first, last, counter } = rows[0];
  expect({ created, told, attached }).toEqual({ created: invoices, told: invoices, attached: files });
  expect({ first, last, counter }).toEqual({ first: '1', last: events, counter: events });
  expect(invoices).toBeGreaterThanOrEqual(acknowledged.invoices.size);
  expect(files).toBeGreaterThanOrEqual(acknowledged.files.length);
  await client.end();
}

/** Which is killed first, and whether the service has begun to start its database again when it is killed. */
const crashes = [
  { first: 'database', livesOn: true },
  ...(isLongRun
    ? [
        { first: 'service', livesOn: false },
        { first: 'database', livesOn: false },
      ]
    : []),
];

it('what was acknowledged survives crashes of the service and its database under load', async () => {
  const dataDir = await migratedDataDir();
  let service: Service = await firstStart(dataDir);
  const token = service.token as string;
  const reader = await connectToEmbedded(dataDir);
  const company = (await reader.query<{ id: CompanyId }>('SELECT id FROM companies')).rows[0]!.id;
  await reader.end();
  const acknowledged: AcknowledgedRecords = { invoices: new Map(), files: [] };

  for (const [round, { first, livesOn }] of crashes.entries()) {
    const before = acknowledged.invoices.size;
    const loading = load(service, token, round, acknowledged);
    await vi.waitFor(() => expect(acknowledged.invoices.size).toBeGreaterThan(before + minAcknowledged), {
      timeout: 120_000,
      interval: 5,
    });
    if (first === 'service') kill(service.child.pid as number);
    const killed = await postmasterPid(dataDir);
    await killPostgres(dataDir);
    if (livesOn)
      await vi.waitFor(async () => expect([killed, undefined]).not.toContain(await postmasterPid(dataDir)), {
        timeout: 120_000,
        interval: 5,
      });
    kill(service.child.pid as number);
    await killPostgres(dataDir);
    await loading;
    expect(await service.ended).toMatchObject({ signal: 'SIGKILL' });

    // The file still exists, so this was no clean stop.
    expect(await postmasterPid(dataDir)).toBeGreaterThan(0);
    service = await startService({ DATA_DIR: dataDir });
    await expectKept(service, token, dataDir, company, acknowledged);
    await expectWholeHistory(dataDir, acknowledged);
  }
  expect(acknowledged.files.length).toBeGreaterThan(0);
  expect((await service.stop('SIGTERM')).code).toBe(0);
});
