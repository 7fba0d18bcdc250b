import { afterAll, expect, it } from 'vitest';
import { openDoor, paths, type Answer } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';
import { newId } from '../../ground/db/ids.ts';

const door = await openDoor();
const viewer = await signedIn(door, 'viewer');
afterAll(() => door.close());

const at = (path: string) => `/companies/${door.company}${path}`;
const rowsOf = async (query = '') => (await viewer.call('GET', at(`/requests?failed=true${query}`))).body.rows;
const failuresOf = async () => (await viewer.call('GET', at('/overview'))).body.failures;

async function callOf({ body: { traceId } }: Answer) {
  let found: Answer | undefined;
  await expect.poll(async () => (found = await viewer.call('GET', at(`/requests/${traceId}`))).status).toBe(200);
  return found?.body;
}

/** A call in the form that an earlier version stored. */
const keepOld = (reason: string, cause: string, problems: object[] | null = null) =>
  door.pool.query(
    `INSERT INTO calls (company_id, created_at, id, trace_id, operation, status, duration_ms, reason, cause, problems)
     VALUES ($1, $2, $3, $3, 'createSupplierInvoice', 400, 1, $4, $5, $6)`,
    [door.company, new Date(), newId(), reason, cause, problems && JSON.stringify(problems)],
  );

const body = (reference: string, more: object = {}) => ({
  externalReferenceId: reference,
  supplierNumber: '7',
  ...more,
});

it('a refused call has the error code and the parameters of the partner’s answer', async () => {
  const answer = await door.post(paths.invoices, body('a'));
  expect(answer.headers.get('doorway-error')).toBe('supplier.unknown');
  expect(Object.keys(answer.body).sort()).toEqual(['message', 'traceId']);
  expect(await callOf(answer)).toMatchObject({
    reason: answer.body.message,
    code: 'supplier.unknown',
    parameters: { number: '7' },
    problems: [],
  });
  await door.post(paths.suppliers, { number: '1', name: 'One' });
  await expect
    .poll(async () => (await viewer.call('GET', at('/requests?failed=false'))).body.rows)
    .toMatchObject([{ operation: 'createSupplier', reason: null, code: null, parameters: null, problems: [] }]);
});

it('a refused body has its problems with their codes, and a list shows the first three', async () => {
  const answer = await door.post(paths.invoices, {
    articles: [1, 2, 3, 4].map(() => ({ price: 'x' })),
    orderNumber: 'x'.repeat(256),
  });
  const call = await callOf(answer);
  expect(call).toMatchObject({ code: 'body.invalid', parameters: { count: 7 } });
  expect(call.problems).toHaveLength(7);
  expect(call.problems).toContainEqual({
    path: 'orderNumber',
    code: 'text.long',
    parameters: { most: 255 },
    problem: 'must have at most 255 characters',
  });
  const [row] = await rowsOf('&limit=1');
  expect(row).toMatchObject({ code: 'body.invalid', parameters: { count: 7 } });
  expect(row.problems).toEqual(
    call.problems.slice(0, 3).map(({ path, code, parameters }: any) => ({ path, code, parameters })),
  );
});

it('failures are counted by code, and for bodies by the first problem without line numbers', async () => {
  const priceAt = (line: number) => ({
    articles: Array.from({ length: line + 1 }, (_, n) => ({ price: n === line ? 'x' : 1 })),
  });
  for (const line of [0, 3]) await callOf(await door.post(paths.invoices, body('b', priceAt(line))));
  expect(await failuresOf()).toContainEqual({
    operation: 'createSupplierInvoice',
    status: 400,
    reason: 'articles[].price must be a number.',
    code: 'body.invalid',
    problem: { path: 'articles[].price', code: 'number.type' },
    count: 2,
  });
  expect(await rowsOf(`&cause=${encodeURIComponent('articles[].price must be a number.')}`)).toHaveLength(2);
});

it('a call from before errors had codes shows its English sentence, and is counted with equal sentences', async () => {
  const cause = 'There is no supplier with this number.';
  const before = (await failuresOf()).find(({ reason }: any) => reason === cause).count;
  await keepOld('There is no supplier with the number 8. Create it.', cause);
  await keepOld('name is required.', 'name is required.', [{ path: 'name', problem: 'is required' }]);
  const failures = await failuresOf();
  expect(failures.find(({ reason }: any) => reason === cause)).toMatchObject({
    code: 'supplier.unknown',
    count: before + 1,
  });
  expect(failures).toContainEqual({
    operation: 'createSupplierInvoice',
    status: 400,
    reason: 'name is required.',
    count: 1,
  });
  expect(await rowsOf(`&cause=${encodeURIComponent(cause)}`)).toHaveLength(before + 1);
  const [row] = await rowsOf(`&cause=${encodeURIComponent('name is required.')}`);
  expect(row).toMatchObject({ reason: 'name is required.', code: null, parameters: null, problems: [] });
  expect((await viewer.call('GET', at(`/requests/${row.traceId}`))).body).toMatchObject({
    reason: 'name is required.',
    code: null,
    problems: [{ path: 'name', problem: 'is required' }],
  });
});

it('parameter values are shortened, and contain no secret', async () => {
  const iban = 'SE4550000000058398257466';
  const unknown = await callOf(await door.post(paths.invoices, body('c', { supplierNumber: iban })));
  expect(unknown.parameters.number).toBe('•••7466');
  const long = await callOf(
    await door.post(paths.attach, { supplierInvoiceId: 'x'.repeat(255), fileName: 'a.xml', content: 'PHgvPg==' }),
  );
  expect(long.parameters.id).toHaveLength(255);
  const name = await callOf(await door.post(paths.suppliers, { number: '2', name: 'x', ['y'.repeat(5_000)]: 1e300 }));
  expect(name.problems[0].path.length).toBeLessThanOrEqual(301);
});
