import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor, paths } from '../testing/door.ts';
import { formOf } from '../testing/form.ts';
import { countOf, creationNames, creationsOn, invoiceOn, postText, type Creation } from '../testing/operations.ts';
import { expectProblem } from '../testing/problem.ts';

const door = await openDoor();
const creations = await creationsOn(door);
afterAll(() => door.close());

const creationOf = (name: Creation['name']) => creations.find((one) => one.name === name) as Creation;
const replayed = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed');
const usedBy = (name: string) => new RegExp(`^This Idempotency-Key was used before by ${name} for `);

describe.each(creationNames)('%s', (name) => {
  let creation: Creation;
  const post = (body: unknown, key: string) => door.post(creation.path, body, { 'idempotency-key': key });
  beforeAll(() => {
    creation = creationOf(name);
  });

  it('the same key with the same body replays the first answer, and creates nothing', async () => {
    const [body, key] = [await creation.body(`replay ${name}`), `replay ${name}`];
    const first = await post(body, key);
    expect([first.status, replayed(first)]).toEqual([200, null]);
    const before = await countOf(door, creation.table);
    for (let again = 0; again < 2; again++) {
      const answer = await post(body, key);
      expect([answer.status, replayed(answer), answer.body]).toEqual([200, 'true', first.body]);
    }
    expect(await countOf(door, creation.table)).toBe(before);
  });

  it('the same key with another body is a 409', async () => {
    const [body, key] = [await creation.body(`key ${name}`), `other ${name}`];
    const first = await post(body, key);
    const before = await countOf(door, creation.table);
    expectProblem(await post(await creation.body(`another ${name}`), key), 409, usedBy(name));
    const answer = await post({ ...body, unknown: 'field' }, key);
    const records: Record<string, string> = {
      createSupplier: `supplier "key ${name}"`,
      createSupplierInvoice: `supplier invoice ${first.body.id}`,
      attach: `attachment ${first.body.id}`,
      createWorkOrder: `work order ${first.body.id}`,
    };
    const record = records[name] ?? `${creation.noun} ${first.body.id}`;
    expectProblem(
      answer,
      409,
      `This Idempotency-Key was used before by ${name} for ${record}; it differs from what was sent now in unknown. Send a new key, or the same body as then.`,
    );
    expect(decodeURIComponent(answer.headers.get('doorway-existing-id') ?? '')).toBe(first.body.id ?? `key ${name}`);
    expect(await countOf(door, creation.table)).toBe(before);
  });

  it('the same key on another operation is a 409', async () => {
    const key = `operations ${name}`;
    expect((await post(await creation.body(`operations ${name}`), key)).status).toBe(200);
    for (const other of creations.filter((one) => one !== creation)) {
      const answer = await door.post(other.path, await other.body(`${other.name} after ${name}`), {
        'idempotency-key': key,
      });
      expectProblem(answer, 409, usedBy(name));
      expect(answer.body.message).toMatch(/[^;]+\. Send a new key\.$/);
    }
  });

  it('a repeat without the key, or with a new one, is the 409 of what exists', async () => {
    const body = await creation.body(`without ${name}`);
    await post(body, `without ${name}`);
    for (const answer of [await door.post(creation.path, body), await post(body, `new ${name}`)])
      expectProblem(answer, 409, 'nothing differs from what was sent now');
    expectProblem(await post(body, `new ${name}`), 409, 'nothing differs');
  });

  it('a request that failed does not use its key up', async () => {
    const [body, key] = [await creation.body(`failed ${name}`), `failed ${name}`];
    expectProblem(await post({}, key), 400);
    expectProblem(await post([], key), 400);
    expectProblem(
      await door.call('POST', creation.path, { token: undefined, body, headers: { 'idempotency-key': key } }),
      401,
    );
    const answer = await post(body, key);
    expect([answer.status, replayed(answer)]).toEqual([200, null]);
  });

  it('keys are each partner’s own', async () => {
    const key = `partners ${name}`;
    await post(await creation.body(`mine ${name}`), key);
    const token = await door.tokenFor({ partner: 'Another' });
    // The invoice was sent by the first partner.
    await door.pool.query(`UPDATE partners SET attaches_to_all = true WHERE company_id = $1 AND name = 'Another'`, [
      door.company,
    ]);
    const answer = await door.call('POST', creation.path, {
      token,
      body: await creation.body(`theirs ${name}`),
      headers: { 'idempotency-key': key },
    });
    expect([answer.status, replayed(answer)]).toEqual([200, null]);
  });

  it('a key has 1 to 255 characters', async () => {
    const body = await creation.body(`length ${name}`);
    const before = await countOf(door, creation.table);
    expectProblem(await post(body, 'k'.repeat(256)), 400, /idempotency-key/i);
    expectProblem(await post(body, ''), 400, /idempotency-key/i);
    expect(await countOf(door, creation.table)).toBe(before);
    expect((await post(body, `${name} ${'k'.repeat(254 - name.length)}`)).status).toBe(200);
  });

  it('of equal requests with one key at once, one creates and the others replay it', async () => {
    const [body, key] = [await creation.body(`crowd ${name}`), `crowd ${name}`];
    const before = await countOf(door, creation.table);
    const answers = await Promise.all(Array.from({ length: 30 }, () => post(body, key)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter((answer) => replayed(answer) === null)).toHaveLength(1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(await countOf(door, creation.table)).toBe(before + 1);
  });

  it('an answer that shortens a long name is replayed too', async () => {
    const body = { ...(await creation.body(`long ${name}`)), [`${'a'.repeat(79)}😀 and more`]: 1 };
    const first = await post(body, `long ${name}`);
    expect(first.status, first.body.message).toBe(200);
    expect((await post(body, `long ${name}`)).body).toEqual(first.body);
  });
});

it('the same body is the same however it is written', async () => {
  const post = (text: string) => postText(door, paths.invoices, text, { headers: { 'idempotency-key': 'written' } });
  const first = await post('{"externalReferenceId":"written","supplierNumber":"1","totalPrice":1.10,"currency":null}');
  const again = await post(' {"totalPrice" : 11e-1, "supplierNumber":"\\u0031",\n"externalReferenceId":"written"}');
  expect([again.status, replayed(again), again.body]).toEqual([200, 'true', first.body]);
  expectProblem(
    await post('{"externalReferenceId":"written","supplierNumber":"1","totalPrice":1.1000000000000000001}'),
    409,
    'it differs from what was sent now in totalPrice.',
  );
});

it('a file is the same as JSON and as a form', async () => {
  const supplierInvoiceId = await invoiceOn(door, 'both forms');
  const content = '<a>both</a>';
  const headers = { 'idempotency-key': 'both forms' };
  const first = await door.post(
    paths.attach,
    { supplierInvoiceId, fileName: 'a.xml', content: Buffer.from(content).toString('base64') },
    headers,
  );
  const form = formOf([
    { name: 'supplierInvoiceId', content: supplierInvoiceId },
    { name: 'file', fileName: 'a.xml', type: 'text/xml', content },
  ]);
  const again = await door.call('POST', paths.attach, { raw: form.raw, headers: { ...form.headers, ...headers } });
  expect([again.status, replayed(again), again.body]).toEqual([200, 'true', first.body]);
});

it('a key of a request whose reference failed is free again', async () => {
  const headers = { 'idempotency-key': 'later' };
  const invoice = { externalReferenceId: 'later', supplierNumber: 'later' };
  expectProblem(await door.post(paths.invoices, invoice, headers), 400);
  await door.addSupplier('later');
  expect((await door.post(paths.invoices, invoice, headers)).status).toBe(200);
  expect(
    (await door.pool.query('SELECT FROM idempotency_keys WHERE company_id = $1 AND answer IS NULL', [door.company]))
      .rowCount,
  ).toBe(0);
});

it('in a crowd with and without keys everybody gets their own outcome', async () => {
  const send = (reference: string, key?: string, supplierNumber = '1') =>
    door.post(
      paths.invoices,
      { externalReferenceId: reference, supplierNumber },
      key === undefined ? {} : { 'idempotency-key': key },
    );
  const kinds = [
    { send: (n: number) => send(`plain ${n}`), status: 200 },
    { send: (n: number) => send(`keyed ${n}`, `mixed ${n}`), status: 200 },
    { send: (n: number) => send(`keyed ${n}`, `mixed ${n}`), status: 200 },
    { send: (n: number) => send(`orphan ${n}`, `orphan ${n}`, 'nobody'), status: 400 },
    { send: (n: number) => send(`orphan ${n}`, undefined, 'nobody'), status: 400 },
  ];
  const crowd = Array.from({ length: 20 }, (_, n) => kinds.map((kind) => ({ ...kind, n }))).flat();
  const answers = await Promise.all(crowd.map(({ send, n }) => send(n)));
  expect(answers.map(({ status }) => status)).toEqual(crowd.map(({ status }) => status));
  expect(answers.filter((answer) => replayed(answer) === 'true')).toHaveLength(20);
});

it('of different bodies with one key at once, one is created and the others are told', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      door.post(
        paths.invoices,
        { externalReferenceId: `rival ${n}`, supplierNumber: '1' },
        { 'idempotency-key': 'rivals' },
      ),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200))
    expectProblem(answer, 409, usedBy('createSupplierInvoice'));
});

it('what differs from a file under the same key is its name, its invoice or its bytes', async () => {
  const supplierInvoiceId = await invoiceOn(door, 'file under a key');
  const file = (content: string, fileName = 'a.xml') =>
    door.post(
      paths.attach,
      { supplierInvoiceId, fileName, content: Buffer.from(content).toString('base64') },
      { 'idempotency-key': 'a file' },
    );
  expect((await file('<a/>')).status).toBe(200);
  expectProblem(await file('<a/>', 'b.xml'), 409, 'it differs from what was sent now in fileName.');
  expectProblem(await file('<b/>'), 409, 'it differs from what was sent now in the bytes of the file.');
});

it('a key that was kept before records were noted with it is told without what is not known', async () => {
  const supplier = { number: 'noted later', name: 'N' };
  await door.post(paths.suppliers, supplier, { 'idempotency-key': 'noted later' });
  await door.pool.query(`UPDATE idempotency_keys SET subject_id = NULL WHERE company_id = $1 AND key = 'noted later'`, [
    door.company,
  ]);
  const answer = await door.post(paths.suppliers, { ...supplier, name: 'M' }, { 'idempotency-key': 'noted later' });
  expectProblem(
    answer,
    409,
    'This Idempotency-Key was used before by createSupplier. Send a new key, or the same body as then.',
  );
  expect(answer.headers.get('doorway-existing-id')).toBeNull();
});

it('at most ten differing fields are named', async () => {
  const invoice = (price: number) => ({
    externalReferenceId: 'ten',
    supplierNumber: '1',
    articles: Array.from({ length: 12 }, () => ({ price })),
  });
  await door.post(paths.invoices, invoice(1), { 'idempotency-key': 'ten' });
  expectProblem(
    await door.post(paths.invoices, invoice(2), { 'idempotency-key': 'ten' }),
    409,
    /articles\[9\]\.price and 2 more fields\. Send a new key/,
  );
});
