import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../testing/access.ts';
import { requireCompany } from '../companies/store.ts';
import type { Pool } from '../ground/db/pool.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { createTestDatabase } from '../testing/database.ts';
import { paths, send, type Answer, type Call } from '../testing/door.ts';
import { formOf } from '../testing/form.ts';
import { isLongRun } from '../testing/long.ts';
import { signedIn } from '../testing/operator.ts';
import { afterAllTests, emptyDataDir, startService, type Service } from '../testing/process.ts';
import { usedBy } from '../testing/processor-time.ts';

/** Part of the large sizes and counts. */
const share = isLongRun ? 1 : 1 / 4;
const largeBytes = share * 1024 * 1024;
const json = { 'content-type': 'application/json' };
/**
 * Quadratic code took minutes of processor time for 1 MiB, which is many seconds for a quarter. Linear code takes at most
 * a second for 1 MiB, also on a busy machine.
 */
const maxSeconds = 5 * share;

interface Attack {
  method: string;
  path: string;
  call: Call;
}

let service: Service;
let company: string;
let token: string;
let cookie: string;

async function prepare(pool: Pool): Promise<void> {
  ({ token } = await createToken(pool, { company: 'Acme', partner: 'Scanner' }));
  company = await requireCompany(pool, 'Acme');
  ({ cookie } = await signedIn(
    { pool, company, url: '' } as unknown as Parameters<typeof signedIn>[0],
    'administrator',
  ));
}

/** Processor time of the service so far: its one thread delays other callers only while it uses the processor. */
const usedSeconds = () => usedBy(String(service.child.pid)) ?? 0;

const filled = (text: string, bytes = largeBytes) => text.repeat(Math.ceil(bytes / Buffer.byteLength(text)));
const post = (path: string, raw: string | Uint8Array, headers: Record<string, string> = json): Attack => ({
  method: 'POST',
  path,
  call: { token, raw, headers },
});
const asOperator = (method: string, path: string, raw: string, type = 'application/json'): Attack => ({
  method,
  path: `/operator/v1${path}`,
  call: { raw, headers: { 'content-type': type, cookie, 'x-doorway-console': '1' } },
});

/** The worst known input for each part that reads a caller's bytes. */
const brokenJson = {
  'a string of escaped quotes that is never closed': `{"email":"${filled('\\"')}`,
  'backslashes that are never closed': `{"email":"${filled('\\\\')}`,
  'quotes alone': filled('"'),
  'digits alone': `[${filled('1')}`,
  'digits and signs': `{"a":${filled('1e+')}`,
  'brackets that are never closed': filled('['),
  'names without values': `{${filled('"a":')}`,
  commas: `[${filled(',')}`,
  spaces: `{${filled(' ')}`,
  'line feeds': `{${filled('\n')}x`,
};

const wholeJson = {
  'a field name of a megabyte over faulty numbers': `{"externalReferenceId":"x","supplierNumber":"1","${filled('n', 1.5 * largeBytes)}":[${Array.from({ length: 120 }, () => '1e99').join(',')}]}`,
  'long names within long names': `{"externalReferenceId":"x","supplierNumber":"1",${Array.from({ length: 19 }, () => `"${filled('n', largeBytes / 20)}":{`).join('')}"x":1e99${filled('}', 20)}`,
  'faulty numbers alone': `{"externalReferenceId":"x","supplierNumber":"1","x":[${filled('1e99,').slice(0, -1)}]}`,
  'text that cannot be stored': `{"externalReferenceId":"x","supplierNumber":"1","x":[${filled('"\\u0000",').slice(0, -1)}]}`,
  'a name with semicolons': `{"externalReferenceId":1,"supplierNumber":"1","${filled('; ')}":1e99}`,
  'a number with semicolons for a supplier': `{"externalReferenceId":"x","supplierNumber":"${filled('; ', 255)}"}`,
  'names that are not known': `{"externalReferenceId":"x","supplierNumber":"none",${Array.from({ length: 70_000 * share }, (_, at) => `"unknown${at}":1`).join(',')}}`,
  'lines that are all wrong': `{"externalReferenceId":"x","supplierNumber":"1","articles":[${Array.from({ length: 5_000 * share }, () => '{"price":"","vat":"","quantity":"","unit":1,"totalPrice":[]}').join(',')}]}`,
  'more lines than may be': `{"externalReferenceId":"x","supplierNumber":"1","articles":[${filled('7,').slice(0, -1)}]}`,
  'a string of spaces': `{"externalReferenceId":"${filled(' ')}","supplierNumber":"1"}`,
  'a date as seconds': `{"externalReferenceId":"x","supplierNumber":"1","invoiceDate":1700000000,"x":"${filled('; looks like seconds')}"}`,
};

const files = {
  spaces: [filled(' '), 'text/csv'],
  'tabs and carriage returns': [filled('\t\r'), 'text/csv'],
  columns: [Array.from({ length: 100_000 * share }, (_, at) => `c${at}`).join(','), 'text/csv'],
  commas: [filled(','), 'text/csv'],
  quotes: [filled('"'), 'text/csv'],
  'a quote that is never closed': [`number,name\n"${filled('""')}`, 'text/csv'],
  'lines of another length': [`number,name\n${filled('1\n')}`, 'text/csv'],
  'lines with mistakes': [`number,name\n${filled('1,\n')}`, 'text/csv'],
  'proposal ids': [`number,name,proposalIds\n1,a,${filled('x|')}`, 'text/csv'],
  facilities: [`number,name,proposalIds,facilities\n1,a,,${filled('=|')}`, 'text/csv'],
  'a cell of line feeds': [`number,name\n"${filled('\n')}",x`, 'text/csv'],
  'broken JSON': [`[{"number":"${filled('\\"')}`, 'application/json'],
  'nested JSON': [filled('['), 'application/json'],
  'names that are not known': [
    `[{${Array.from({ length: 70_000 * share }, (_, at) => `"u${at}":1`).join(',')}}]`,
    'application/json',
  ],
  objects: [`[${filled('{},').slice(0, -1)}]`, 'application/json'],
} as const;

describe('one request of the worst kind', () => {
  const finished = afterAllTests();
  beforeAll(async () => {
    const database = await createTestDatabase();
    finished(() => database.drop());
    const pool = createPool({ connection: database.connection, size: 2, onIdleError: () => undefined });
    await prepare(pool);
    await pool.end();
    service = await startService(
      { DATABASE_URL: database.url, DATA_DIR: await emptyDataDir(finished), UNKNOWN_CALLS_PER_MINUTE: '0' },
      { finished },
    );
    await service.call('POST', paths.suppliers, { token, body: { number: '1', name: 'Nordbygg' } });
  });

  async function expectHarmless(attack: Attack, statuses: number[]): Promise<Answer> {
    const written = service.output().length;
    const before = usedSeconds();
    const answer = await send(service.address, attack.method, attack.path, attack.call);
    expect(usedSeconds() - before).toBeLessThan(maxSeconds);
    expect(statuses, JSON.stringify(answer.body).slice(0, 300)).toContain(answer.status);
    if (answer.status >= 400)
      expect(Buffer.byteLength(JSON.stringify(answer.body ?? ''))).toBeLessThanOrEqual(16 * 1024);
    for (const line of service.output().slice(written).split('\n'))
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(8 * 1024);
    return answer;
  }

  it.each(Object.entries(brokenJson))('stalls nothing, before and after the sign-in: %s', async (_what, text) => {
    for (const path of ['/operator/v1/session', '/operator/v1/invitations/accept'])
      await expectHarmless({ ...post(path, text), call: { raw: text, headers: json } }, [413]);
    // Suppliers, invoices and work orders are read by the same code, as the next test proves; files have their own.
    for (const path of [paths.invoices, paths.attach]) await expectHarmless(post(path, text), [400]);
    await expectHarmless(asOperator('POST', `/companies/${company}/projects`, text), [400]);
  });

  it('stalls nothing, whichever operation gets it', async () => {
    for (const path of [paths.suppliers, paths.workOrders])
      for (const text of [
        brokenJson['backslashes that are never closed'],
        brokenJson['brackets that are never closed'],
      ])
        await expectHarmless(post(path, text), [400]);
  });

  it.each(Object.entries(wholeJson))('stalls nothing and is answered in 16 KiB: %s', async (_what, text) => {
    await expectHarmless(post(paths.invoices, text), [200, 400, 409]);
    await expectHarmless(post(paths.invoices, text, { ...json, 'idempotency-key': randomUUID() }), [200, 400, 409]);
    await expectHarmless(asOperator('POST', `/companies/${company}/projects`, text), [400]);
  });

  it('that differs from what exists in a megabyte of names is told in a sentence', async () => {
    const body = (value: number) =>
      `{"externalReferenceId":"differs","supplierNumber":"1","${filled('n')}":{${Array.from({ length: 1_000 }, (_, at) => `"f${at}":${value}`).join(',')}}}`;
    await expectHarmless(post(paths.invoices, body(1)), [200]);
    const { body: told } = await expectHarmless(post(paths.invoices, body(2)), [409]);
    expect(told.message).toContain('and 990 more fields');
    expect(told.message.length).toBeLessThan(4_000);
  });

  it.each(Object.entries(files))('stalls nothing as a file of projects: %s', async (_what, [text, type]) => {
    await expectHarmless(asOperator('POST', `/companies/${company}/projects/import`, text, type), [200, 400]);
  });

  it('stalls nothing as a form of OAuth', async () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const raw of [filled('a&'), filled('%'), filled('=')])
      await expectHarmless({ method: 'POST', path: '/oauth/token', call: { raw, headers: type } }, [413]);
    const names = Array.from({ length: 1_600 }, (_, at) => `a${at}`)
      .join('&')
      .slice(0, 8_000);
    for (const raw of [filled('a&', 8_000), filled('%', 8_000), names])
      await expectHarmless({ method: 'POST', path: '/oauth/token', call: { raw, headers: type } }, [400, 401]);
  });

  it('stalls nothing as an operator’s form with very many fields', async () => {
    const fields = Array.from({ length: 100_000 * share }, (_, at) => `"nam${at}":1`).join(',');
    await expectHarmless(asOperator('POST', '/operators', `{${fields}}`), [400]);
    await expectHarmless(asOperator('PATCH', `/companies/${company}/suppliers/1`, `{${fields}}`), [400]);
    await expectHarmless(
      asOperator('POST', '/operators', `{"email":"a@b","name":"x","companies":[${filled('1,').slice(0, -1)}]}`),
      [400],
    );
  });

  it('stalls nothing as a file in JSON or in a form', async () => {
    for (const content of [
      filled('='),
      filled(' '),
      filled('A'),
      filled('\\n'),
      filled('\\u002b'),
      filled('å'),
      filled('<!--'),
      Buffer.from(`<?xml version="1.0"?>${filled('<a ')}`).toString('base64'),
    ])
      await expectHarmless(
        post(paths.attach, `{"supplierInvoiceId":"${randomUUID()}","fileName":"a.xml","content":"${content}"}`),
        [400],
      );
    const parts = [
      { name: 'file', fileName: `${filled('a.', 300)}xml`, content: '<a/>' },
      ...Array.from({ length: 60 }, (_, at) => ({ name: `field ${at}`, content: filled('; ', 16_000) })),
    ];
    for (const many of [parts, parts.slice(0, 40), [{ name: filled('n', 60_000), content: filled('v') }]]) {
      const { raw, headers } = formOf(many);
      await expectHarmless(post(paths.attach, raw, headers), [400]);
    }
    await expectHarmless(
      post(paths.attach, filled('--doorway-form-boundary\r\n'), {
        'content-type': 'multipart/form-data; boundary=doorway-form-boundary',
      }),
      [400],
    );
  });

  it('stalls nothing in its headers or its address', async () => {
    const long = 15_000;
    for (const headers of [
      { authorization: `Bearer ${filled('a', long)}=` },
      { authorization: `Basic ${filled('A', long)}` },
      { cookie: filled('; ', long) },
      { cookie: filled('doorway_session=', long) },
      { 'accept-encoding': filled('gzip;q=0, ', long) },
      { 'if-none-match': filled('W/"x",', long) },
      { traceparent: filled('0', long) },
      { 'idempotency-key': filled('x', long) },
    ] as Record<string, string>[])
      for (const path of [paths.suppliers, '/operator/v1/companies', '/console/assets/none'])
        await expectHarmless(
          { method: 'GET', path, call: { token: headers.authorization === undefined ? token : undefined, headers } },
          [200, 401, 404],
        );
    for (const path of [
      `/${filled('a/', long)}`,
      `${paths.suppliers}?${filled('a&', long)}`,
      `${paths.suppliers}?number=${filled('%20', long)}`,
    ])
      await expectHarmless({ method: 'GET', path, call: { token } }, [200, 400, 404]);
    const search = `/operator/v1/companies/${company}`;
    for (const q of [filled('%25', 700), filled('_', 255), filled('a', 255), filled('a ', 255), 'å'])
      for (const list of ['invoices', 'suppliers', 'projects', 'work-orders'])
        await expectHarmless(
          { method: 'GET', path: `${search}/${list}?q=${q}`, call: { headers: { cookie } } },
          [200, 400],
        );
  });

  it('and after all of it the service holds no more memory than a few bodies', async () => {
    const status = await readFile(`/proc/${service.child.pid}/status`, 'utf8').catch(() => '');
    const kibibytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
    expect(kibibytes).toBeLessThan(900 * 1024);
    expect((await service.call('GET', '/health/ready')).status).toBe(200);
  });
});
