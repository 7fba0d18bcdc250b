import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOwnApp, paths, type Call } from '../testing/door.ts';
import { creationNames, creationsOn, type Creation } from '../testing/operations.ts';
import { expectProblem } from '../testing/problem.ts';

const limitBytes = 64 * 1024;
const door = await openOwnApp('The limits of bodies are settings of the process.', {
  env: { BODY_LIMIT_BYTES: String(limitBytes), ATTACH_BODY_LIMIT_BYTES: String(limitBytes), FILE_LIMIT_BYTES: '1024' },
});
const creations = await creationsOn(door);
const reader = await door.tokenFor({ scopes: ['suppliers:read'] });
afterAll(() => door.close());

const json = { 'content-type': 'application/json' };
const plain = { 'content-type': 'text/plain' };
const tooLong = { 'idempotency-key': 'k'.repeat(300) };
const tooLarge = `{"x":"${'x'.repeat(limitBytes)}"}`;

describe.each(creationNames)('%s', (name) => {
  let creation: Creation;
  const post = (call: Call) => door.call('POST', creation.path, call);
  beforeAll(() => {
    creation = creations.find((one) => one.name === name) as Creation;
  });

  it('401 comes before everything', async () => {
    for (const raw of ['not JSON', '', tooLarge])
      for (const headers of [json, plain, { ...json, ...tooLong }])
        expectProblem(await post({ token: 'dw_wrong', raw, headers }), 401);
  });

  it('403 comes before what the request carries', async () => {
    for (const raw of ['not JSON', '', tooLarge])
      for (const headers of [json, plain, { ...json, ...tooLong }])
        expectProblem(await post({ token: reader, raw, headers }), 403);
  });

  it('413 and 415 come before what the body says', async () => {
    expectProblem(await post({ raw: tooLarge, headers: json }), 413);
    expectProblem(await post({ raw: 'not JSON', headers: plain }), 415);
    expectProblem(await post({ raw: 'not JSON', headers: { ...plain, ...tooLong } }), 415);
  });

  it('the 400 of the body comes before the 409', async () => {
    const body = await creation.body(`order ${name}`);
    expect((await post({ body, headers: { 'idempotency-key': `order ${name}` } })).status).toBe(200);
    const bad = { ...body, unknown: '\0' };
    expectProblem(await post({ body: bad }), 400, 'unknown must not contain U+0000');
    expectProblem(
      await post({ body: bad, headers: { 'idempotency-key': `order ${name}` } }),
      400,
      'unknown must not contain U+0000',
    );
    expectProblem(await post({ body, headers: tooLong }), 400, /idempotency-key/i);
    expectProblem(
      await post({ body: [], headers: { 'idempotency-key': `order ${name}` } }),
      400,
      'must be a JSON object',
    );
  });
});

describe('the 409 comes before the 400 of what the body refers to', () => {
  it('for an invoice', async () => {
    await door.post(paths.invoices, { externalReferenceId: 'sent', supplierNumber: '1' });
    expectProblem(
      await door.post(paths.invoices, { externalReferenceId: 'sent', supplierNumber: 'nobody' }),
      409,
      'differs from what was sent now in supplierNumber.',
    );
  });

  it('for a work order', async () => {
    await door.post(paths.workOrders, { id: 'sent', proposalId: 'P-1' });
    expectProblem(
      await door.post(paths.workOrders, { id: 'sent', proposalId: 'nowhere' }),
      409,
      'differs from what was sent now in proposalId.',
    );
  });

  it('for a key that was used', async () => {
    const headers = { 'idempotency-key': 'used' };
    await door.post(paths.suppliers, { number: 'used', name: 'U' }, headers);
    expectProblem(
      await door.post(paths.invoices, { externalReferenceId: 'orphan', supplierNumber: 'nobody' }, headers),
      409,
      'Idempotency-Key',
    );
    expectProblem(
      await door.post(paths.workOrders, { id: 'orphan', proposalId: 'nowhere' }, headers),
      409,
      'Idempotency-Key',
    );
    const file = { fileName: 'a.xml', content: Buffer.from('<a/>').toString('base64') };
    for (const supplierInvoiceId of ['019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88', 'no id at all'])
      expectProblem(await door.post(paths.attach, { ...file, supplierInvoiceId }, headers), 409, 'Idempotency-Key');
  });
});

describe('the list', () => {
  it('401, then 403, then 400', async () => {
    const writer = await door.tokenFor({ scopes: ['suppliers:write'] });
    expectProblem(await door.call('GET', `${paths.suppliers}?limit=x`, { token: undefined }), 401);
    expectProblem(await door.call('GET', `${paths.suppliers}?limit=x`, { token: writer }), 403);
    expectProblem(await door.call('GET', `${paths.suppliers}?limit=x`, { headers: { 'if-none-match': '*' } }), 400);
  });
});
