import { afterAll, describe, expect, it } from 'vitest';
import { noCompany } from '../../ground/db/pool.ts';
import { openOwnApp, openOwnDoor, paths, type Answer, type Call } from '../../testing/door.ts';
import { formOf } from '../../testing/form.ts';
import { creationsOn, type Creation } from '../../testing/operations.ts';
import { samples } from '../../testing/files.ts';
import { signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';
import { nowMs } from '../../testing/time.ts';

const door = await openOwnApp('A process keeps only a few calls a minute that belong to no company.');
const creations = await creationsOn(door);
const viewer = await signedIn(door, 'viewer');
const administrator = await signedIn(door, 'administrator');
afterAll(() => door.close());

const traceIdOf = ({ headers }: Answer) => headers.get('traceparent')?.split('-')[1] as string;
const at = (path: string) => `/companies/${door.company}${path}`;

/** A call is stored up to a second after its answer. */
async function traceOf(answer: Answer, who = viewer, path = at('/requests')): Promise<any> {
  let found: Answer | undefined;
  await expect.poll(async () => (found = await who.call('GET', `${path}/${traceIdOf(answer)}`)).status).toBe(200);
  return found?.body;
}

const post = async (name: Creation['name'], more: Record<string, unknown> = {}, call: Call = {}) => {
  const { path, body } = creations.find((one) => one.name === name) as Creation;
  return door.call('POST', path, { body: { ...(await body(`${name} ${Math.random()}`)), ...more }, ...call });
};

it('a dry run is marked, accepted or not, and names no record', async () => {
  for (const [path, body, status] of [
    [`${paths.suppliers}/check`, { number: 'dry', name: 'Nord' }, 200],
    [`${paths.suppliers}?dryRun=true`, { number: 'dry', name: 'Nord' }, 200],
    [`${paths.suppliers}/check`, { number: 'dry' }, 400],
  ] as const)
    expect(await traceOf(await door.post(path, body))).toMatchObject({ status, dryRun: true, subject: null });
  expect(await traceOf(await post('createSupplier'))).toMatchObject({ status: 200, dryRun: false });
});

describe('an accepted call', () => {
  it.each([
    ['createSupplier', 'supplier'],
    ['createSupplierInvoice', 'supplierInvoice'],
    ['attach', 'attachment'],
    ['createWorkOrder', 'workOrder'],
  ] as const)('%s is found by its trace id, with the %s that it created', async (operation, type) => {
    const before = nowMs();
    const answer = await post(operation, operation === 'attach' ? {} : { projectName: 'Eken', totalPrice: 12.5 });
    expect(answer.status).toBe(200);
    const trace = await traceOf(answer);
    expect(trace).toMatchObject({
      traceId: traceIdOf(answer),
      partner: 'Scanner',
      operation,
      status: 200,
      reason: null,
      problems: [],
      others: [],
    });
    expect(trace.subject).toMatchObject({ type, ...(type !== 'supplier' && { id: answer.body.id }) });
    if (type === 'supplier') expect(trace.subject.id).toMatch(/^createSupplier /);
    if (type === 'attachment') expect(trace.subject.supplierInvoiceId).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(trace.body)).toMatchObject(
      type === 'attachment' ? { fileName: 'invoice.xml' } : { projectName: 'Eken', totalPrice: 12.5 },
    );
    expect(Date.parse(trace.at)).toBeGreaterThanOrEqual(before - 5);
    expect(Date.parse(trace.at)).toBeLessThanOrEqual(nowMs());
    expect(trace.durationMs).toBeGreaterThan(0);
  });

  it('createSupplier shows the sent body and its unknown fields, even after the supplier was changed', async () => {
    const answer = await door.post(paths.suppliers, {
      number: 'changed',
      name: 'As sent',
      city: 'Uppsala',
      costCentre: 1.5,
      weebsite: 'example.com',
    });
    const approver = await signedIn(door, 'approver');
    for (const change of [
      { city: '', name: 'Once' },
      { city: 'Lund', name: 'Twice', street: 'Kungsgatan 1' },
    ])
      expect((await approver.call('PATCH', `/companies/${door.company}/suppliers/changed`, change)).status).toBe(200);
    const { body, unused, moreUnused } = await traceOf(answer);
    expect(JSON.parse(body)).toEqual({
      number: 'changed',
      name: 'As sent',
      city: 'Uppsala',
      costCentre: 1.5,
      weebsite: 'example.com',
    });
    expect([unused, moreUnused]).toEqual([
      [
        { path: 'weebsite', nearest: 'website', isRemoved: false },
        { path: 'costCentre', nearest: null, isRemoved: false },
      ],
      0,
    ]);
  });

  it('listSuppliers is found, even if nothing has changed', async () => {
    const answer = await door.call('GET', paths.suppliers);
    expect(await traceOf(answer)).toMatchObject({ operation: 'listSuppliers', status: 200, subject: null, body: null });
    const again = await door.call('GET', paths.suppliers, {
      headers: { 'if-none-match': answer.headers.get('etag') as string },
    });
    expect(await traceOf(again)).toMatchObject({ status: 304, reason: null });
  });

  it('a replay names the record that the first call created', async () => {
    const body = { externalReferenceId: 'replayed', supplierNumber: '1' };
    const first = await door.post(paths.invoices, body, { 'idempotency-key': 'k-1' });
    const second = await door.post(paths.invoices, body, { 'idempotency-key': 'k-1' });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect((await traceOf(second)).subject).toEqual({ type: 'supplierInvoice', id: first.body.id });
  });
});

describe('a failed call', () => {
  it('a refused body has every problem with its path, and the body', async () => {
    const answer = await post('createSupplierInvoice', {
      supplierNumber: null,
      articles: [{ price: 1 }, { price: '12', quantity: true }],
      invoiceDate: 1_762_988_400,
    });
    expectProblem(answer, 400);
    const trace = await traceOf(answer);
    expect(trace).toMatchObject({
      operation: 'createSupplierInvoice',
      status: 400,
      reason: answer.body.message,
      subject: null,
    });
    expect(trace.problems).toHaveLength(4);
    expect(trace.problems).toEqual(
      expect.arrayContaining([
        { path: 'supplierNumber', problem: 'is required', code: 'field.required', parameters: {} },
        { path: 'articles[1].price', problem: 'must be a number', code: 'number.type', parameters: {} },
        { path: 'articles[1].quantity', problem: 'must be a number', code: 'number.type', parameters: {} },
        {
          path: 'invoiceDate',
          problem: expect.stringContaining('looks like seconds'),
          code: 'date.seconds',
          parameters: { sent: 1_762_988_400, send: 1_762_988_400_000 },
        },
      ]),
    );
    expect(JSON.parse(trace.body).articles).toEqual([{ price: 1 }, { price: '12', quantity: true }]);
  });

  it.each([
    [
      'a body that is no JSON',
      () =>
        door.call('POST', paths.invoices, {
          raw: '{"externalReferenceId": ',
          headers: { 'content-type': 'application/json' },
        }),
      400,
      'createSupplierInvoice',
    ],
    [
      'an empty body',
      () => door.call('POST', paths.invoices, { raw: '', headers: { 'content-type': 'application/json' } }),
      400,
      'createSupplierInvoice',
    ],
    [
      'an unknown supplier',
      () => post('createSupplierInvoice', { supplierNumber: 'none' }),
      400,
      'createSupplierInvoice',
    ],
    ['a supplier that exists', () => post('createSupplier', { number: '1' }), 409, 'createSupplier'],
    ['an unknown proposal', () => post('createWorkOrder', { proposalId: 'P-0' }), 400, 'createWorkOrder'],
    [
      'another content type',
      () => door.call('POST', paths.suppliers, { raw: 'number=1', headers: { 'content-type': 'text/plain' } }),
      415,
      'createSupplier',
    ],
    [
      'a body that is too large',
      () =>
        door.call('POST', paths.suppliers, {
          raw: `{"a":"${'x'.repeat(2_200_000)}"}`,
          headers: { 'content-type': 'application/json' },
        }),
      413,
      'createSupplier',
    ],
    [
      'a token without the scope',
      async () => post('createSupplier', {}, { token: await door.tokenFor({ scopes: ['suppliers:read'] }) }),
      403,
      'createSupplier',
    ],
    ['a query that is not valid', () => door.call('GET', `${paths.suppliers}?limit=0`), 400, 'listSuppliers'],
    ['a form without a file', () => door.call('POST', paths.attach, { raw: new FormData() }), 400, 'attach'],
    [
      'a file of another kind',
      () => post('attach', { content: Buffer.from('plain text').toString('base64') }),
      400,
      'attach',
    ],
  ] as const)('%s is stored once, with the reason in the partner’s answer', async (_what, call, status, operation) => {
    const answer = await call();
    expect(answer.status).toBe(status);
    const trace = await traceOf(answer);
    expect(trace).toMatchObject({
      operation,
      status,
      partner: 'Scanner',
      reason: answer.body.message,
      subject: null,
      others: [],
    });
  });

  it('a file sent as a form is stored without the form', async () => {
    const { status, body } = await post('createSupplierInvoice');
    expect(status).toBe(200);
    const answer = await door.call(
      'POST',
      paths.attach,
      formOf([
        { name: 'supplierInvoiceId', content: body.id },
        { name: 'file', fileName: 'a.pdf', content: samples.png },
      ]),
    );
    expect(answer.status).toBe(400);
    const trace = await traceOf(answer);
    expect(trace.problems).toEqual([
      {
        path: '',
        problem: 'the file is PNG by its bytes, but its name says application/pdf',
        code: 'file.named',
        parameters: { kind: 'PNG', says: 'application/pdf' },
      },
    ]);
    expect(trace.body).toBeNull();
  });
});

describe('a call without a company', () => {
  it.each([
    [
      'without a token',
      () => door.call('POST', paths.suppliers, { token: undefined, body: {} }),
      401,
      'createSupplier',
    ],
    ['with an unknown token', () => door.call('GET', paths.suppliers, { token: 'dw_unknown' }), 401, 'listSuppliers'],
    [
      'to a path that is none',
      () => door.call('POST', '/supplierinvoices/supplier?token=x', { body: {} }),
      404,
      'none',
    ],
    ['with a method that the path does not take', () => door.call('DELETE', paths.invoices), 405, 'none'],
  ] as const)('%s is found by administrators, and in no company', async (_what, call, status, operation) => {
    const answer = await call();
    expect(answer.status).toBe(status);
    const trace = await traceOf(answer, administrator, '/requests');
    expect(trace).toMatchObject({ operation, status, partner: null, reason: answer.body.message, subject: null });
    if (operation === 'none')
      expect(trace.problems[0].path).toMatch(
        /^(POST \/supplierinvoices\/supplier|DELETE \/supplierinvoices\/supplierinvoices)$/,
      );
    expectProblem(
      await viewer.call('GET', at(`/requests/${traceIdOf(answer)}`)),
      404,
      'No call with this trace id is kept here.',
    );
  });

  it('a call of a company is not among them', async () => {
    const answer = await door.call('GET', paths.suppliers);
    await traceOf(answer);
    expectProblem(await administrator.call('GET', `/requests/${traceIdOf(answer)}`), 404);
  });

  it('requests of operators and probes are not stored as calls', async () => {
    const calls = [
      await viewer.call('GET', at('/nothing')),
      await door.call('GET', '/health/live'),
      await viewer.call('GET', at('/requests')),
    ];
    await traceOf(await door.call('GET', paths.suppliers));
    const { rows } = await door.pool.query('SELECT FROM calls WHERE trace_id = ANY ($1)', [calls.map(traceIdOf)]);
    expect(rows).toHaveLength(0);
  });
});

it('of several calls with one trace id, the newest is shown and the others are listed', async () => {
  const traceparent = `00-${'ab'.repeat(16)}-00f067aa0ba902b7-01`;
  const send = () =>
    door.call('POST', paths.suppliers, { body: { number: 'same trace', name: 'Same' }, headers: { traceparent } });
  const [first, second] = [await send(), await send()];
  expect([first.status, second.status]).toEqual([200, 409]);
  await expect.poll(async () => (await traceOf(first)).others.length).toBe(1);
  const newest = await traceOf(first);
  expect(newest.status).toBe(409);
  expect(newest.others).toEqual([
    { id: expect.any(String), at: expect.any(String), operation: 'createSupplier', status: 200 },
  ]);
  const { body } = await viewer.call('GET', at(`/requests/${'AB'.repeat(16)}?id=${newest.others[0].id}`));
  expect(body).toMatchObject({ status: 200, others: [{ id: newest.id }] });
});

it('every call is stored exactly once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => door.post(paths.suppliers, { number: `once ${n % 40}`, name: 'Once' })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
  await traceOf(answers.at(-1) as Answer);
  const count = async () =>
    (
      await door.pool.query(
        'SELECT trace_id, count(*)::integer AS many FROM calls WHERE trace_id = ANY ($1) AND company_id <> $2 GROUP BY 1',
        [answers.map(traceIdOf), noCompany],
      )
    ).rows;
  await expect.poll(async () => (await count()).length).toBe(60);
  expect((await count()).every(({ many }) => many === 1)).toBe(true);
});

it('below BASE_PATH, unknown paths of the console and the operator API are not stored as calls', async () => {
  const below = await openOwnDoor('The base path is a setting of the process.', { env: { BASE_PATH: '/in' } });
  try {
    const missed = ['/in/operator/v1/nothing', '/in/console/assets/nothing.js', '/in/nothing'];
    for (const path of missed) expect([path, (await fetch(below.url + path)).status]).toEqual([path, 404]);
    const problems = async () =>
      (await below.pool.query('SELECT problems FROM calls')).rows.map((row) => row.problems[0].path);
    await expect.poll(problems).toEqual(['GET /in/nothing']);
  } finally {
    await below.close();
  }
});
