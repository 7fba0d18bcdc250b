import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor, paths, type Answer } from '../testing/door.ts';
import { filesOf, pdfOf } from '../testing/files.ts';
import { formOf } from '../testing/form.ts';
import { creationNames, creationsOn, invoiceOn, type Creation } from '../testing/operations.ts';
import { expectProblem } from '../testing/problem.ts';

const door = await openDoor();
const creations = await creationsOn(door);
afterAll(() => door.close());

const tables = [
  'attachments',
  'audit_log',
  'company_counters',
  'events',
  'idempotency_keys',
  'projects',
  'supplier_invoices',
  'suppliers',
  'work_orders',
];

/** Every row of the company that a request could change, and its files. */
async function everything(): Promise<unknown> {
  const { rows } = await door.pool.query(
    tables
      .map(
        (table) =>
          `SELECT '${table}' AS name, array_agg(t::text ORDER BY t::text) FROM ${table} AS t WHERE company_id = $1`,
      )
      .join(' UNION ALL '),
    [door.company],
  );
  return { rows, files: await filesOf(door) };
}

const dry = (path: string, body: unknown, headers?: Record<string, string>) =>
  door.post(`${path}/check`, body, headers);
const deprecationOf = ({ headers }: Answer) => ['deprecation', 'sunset', 'link'].map((name) => headers.get(name));
const deprecated = [
  '@1795046400',
  'Sat, 01 Jan 2028 00:00:00 GMT',
  '</docs/versions>; rel="deprecation"; type="text/html"',
];
const keyed = (key: string) => ({ 'idempotency-key': key });
const outcomeOf = ({ status, headers, body: { message } }: Answer) => ({
  status,
  message: (message as string).replace(/^Dry run: the (.+) would be (\w+)\. Nothing was stored\./, '$1 $2'),
  code: headers.get('doorway-error'),
  existing: headers.get('doorway-existing-id'),
});

describe.each(creationNames)('%s', (name) => {
  let creation: Creation;
  let sent: Record<string, unknown>;
  beforeAll(async () => {
    creation = creations.find((one) => one.name === name) as Creation;
    sent = await creation.body(`sent ${name}`);
    await door.post(creation.path, sent, keyed(`sent ${name}`));
  });

  it('a dry run that would be accepted is told so without an id, and leaves nothing behind', async () => {
    const body = await creation.body(`new ${name}`);
    const before = await everything();
    const { status, headers, body: answer } = await dry(creation.path, { ...body, citty: 1 }, keyed(`new ${name}`));
    expect(status).toBe(200);
    expect(Object.keys(answer)).toEqual(['message', 'findings']);
    expect(answer.message).toMatch(/^Dry run: the .+ would be \w+\. Nothing was stored\. Note: .*citty was not used/);
    expect(answer.findings).toEqual([]);
    expect(headers.get('doorway-dry-run')).toBe('true');
    expect(await everything()).toEqual(before);
    // Neither the reference nor the key is used up.
    const real = await door.post(`${creation.path}?dryRun=false`, body, keyed(`new ${name}`));
    expect([real.status, real.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect(real.headers.get('doorway-dry-run')).toBeNull();
  });

  it('a dry run is refused as a real request is', async () => {
    const other = await creation.body(`other ${name}`);
    const requests: [body: unknown, headers?: Record<string, string>][] = [
      [sent],
      [{ ...sent, more: 1 }],
      [other, keyed(`sent ${name}`)],
      [{ ...other, unknown: '\0' }],
      [[]],
      [other, keyed('k'.repeat(300))],
      ...['supplierNumber', 'supplierInvoiceId', 'proposalId']
        .filter((field) => field in other)
        .map((field): [unknown] => [{ ...other, [field]: 'unknown' }]),
    ];
    const before = await everything();
    for (const [body, headers] of requests) {
      const [tried, real] = [await dry(creation.path, body, headers), await door.post(creation.path, body, headers)];
      expect(real.status).toBeGreaterThanOrEqual(400);
      expect(outcomeOf(tried)).toEqual(outcomeOf(real));
    }
    expect(await everything()).toEqual(before);
  });

  it('a dry run with the key and the body of an earlier request is told that it would be a replay', async () => {
    const { status, body } = await dry(creation.path, sent, keyed(`sent ${name}`));
    expect([status, body.message]).toEqual([200, expect.stringContaining('the first answer would be sent again')]);
    expect(Object.keys(body)).toEqual(['message', 'findings']);
  });

  it('dryRun is deprecated, and takes true or false', async () => {
    const body = await creation.body(`value ${name}`);
    const checked = await dry(creation.path, body);
    for (const value of ['true', '1']) {
      const tried = await door.post(`${creation.path}?dryRun=${value}`, body);
      expect([tried.status, tried.body]).toEqual([200, checked.body]);
      expect(deprecationOf(tried)).toEqual(deprecated);
    }
    for (const value of ['', '2', 'TRUE', 'constructor']) {
      const refused = await door.post(`${creation.path}?dryRun=${value}`, body);
      expectProblem(refused, 400, 'dryRun takes true or false.');
      expect(deprecationOf(refused)).toEqual(deprecated);
    }
    expectProblem(await door.post(`${creation.path}?dryrun=true`, body), 400, /did you mean dryRun/);
    expectProblem(await door.post(`${creation.path}/check?dryRun=true`, body), 400, /no query parameters/);
    const real = await door.post(creation.path, body);
    for (const answer of [checked, real]) expect(deprecationOf(answer)).toEqual([null, null, null]);
    expect(real.status).toBe(200);
  });
});

it('a dry run finds what a real invoice would be held for, and tells nothing of the record', async () => {
  await door.addSupplier('held', { name: 'Östra Rör', bankGiro: '991-2346' });
  const body = { supplierNumber: 'held', supplierBankGiro: '5050-1055', supplierInvoiceNumber: 'F-1' };
  const real = await door.post(paths.invoices, { externalReferenceId: 'held 1', ...body });
  const tried = await dry(paths.invoices, { externalReferenceId: 'held 2', ...body });
  expect(tried.body).toEqual({
    message: expect.stringMatching(/would have 2 findings, the gravest: .+, so it would be held until/),
    findings: [
      {
        code: 'payee.bankgiro',
        severity: 'hold',
        path: 'supplierBankGiro',
        message: 'supplierBankGiro differs from the supplier’s record.',
      },
      expect.objectContaining({ code: 'duplicate.number', severity: 'warning' }),
    ],
  });
  expect(tried.headers.get('doorway-findings')).toBe('payee.bankgiro,duplicate.number');
  expect(JSON.stringify(tried.body)).not.toMatch(new RegExp(`991-?2346|${real.body.id}`));
});

it('dry runs at once do not count as earlier for each other', async () => {
  const body = { supplierNumber: '1', supplierInvoiceNumber: 'at once', externalReferenceId: 'at once' };
  const answers = await Promise.all(Array.from({ length: 20 }, () => dry(paths.invoices, body)));
  expect(new Set(answers.map(({ status, body: { findings } }) => `${status} ${findings.length}`))).toEqual(
    new Set(['200 0']),
  );
});

it('a dry run of a form reads the file and keeps it nowhere', async () => {
  const [first, second] = [await invoiceOn(door, 'form 1'), await invoiceOn(door, 'form 2')];
  const send = (path: string, invoice: string, content: Uint8Array, fileName = 'a.pdf') =>
    door.call(
      'POST',
      path,
      formOf([
        { name: 'supplierInvoiceId', content: invoice },
        { name: 'file', fileName, content },
      ]),
    );
  const pdf = pdfOf(200_000, 'form');
  expect((await send(paths.attach, first, pdf)).status).toBe(200);
  const before = await everything();
  const tried = await send(`${paths.attach}/check`, second, pdf);
  expect(tried.body.findings).toEqual([
    { code: 'duplicate.file', severity: 'warning', message: 'This file is on another invoice of this supplier.' },
  ]);
  expectProblem(await send(`${paths.attach}/check`, first, pdf), 409);
  expectProblem(await send(`${paths.attach}/check`, second, pdf, 'a.png'), 400, /PDF by its bytes/);
  expect(await everything()).toEqual(before);
});
