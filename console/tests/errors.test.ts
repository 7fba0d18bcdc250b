import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemAt, type Problem } from '../../common/errors/catalogue.ts';
import type { Parameters } from '../../common/errors/entry.ts';
import { openDoor, paths, send, type Answer, type Door } from '../../server/testing/door.ts';
import { errorSamples, noticeSamples, problemSamples } from '../../server/testing/errors.ts';
import { invoiceOn } from '../../server/testing/operations.ts';
import { api, signedIn, type SignedIn } from '../../server/testing/operator.ts';
import { wordsIn, type CodedRefusal } from '../src/text/said.ts';

const english = wordsIn('en');
const swedish = wordsIn('sv');

const each = <Code extends string>(samples: Record<Code, readonly object[]>) =>
  (Object.keys(samples) as Code[]).flatMap((code) =>
    samples[code].map((parameters) => [code, parameters as Parameters] as const),
  );

/** English words that occur neither in Swedish nor in the samples. */
const isEnglish =
  /(?<!\p{L})(?:the|is|must|this|was|with|already|undefined|been|has|are|send|and|of)(?!\p{L})|\[object/iu;

/** Expects a Swedish sentence that has every value of the English one. */
function expectSwedish(said: string | undefined, inEnglish: string | undefined): void {
  expect(said, `no Swedish for: ${inEnglish}`).toBeDefined();
  expect(said).not.toMatch(isEnglish);
  expect(said).not.toBe(inEnglish);
  const values = (text = '') => [...new Set(text.match(/[A-Z]\w+-[78]|\b5[78]\b/g))].sort();
  expect(values(said), said).toEqual(values(inEnglish));
}

describe('everything that the service says has its English and its Swedish', () => {
  const problems: Problem[] = [problemAt('name', 'number.type')];

  it.each(each(errorSamples))('the error %s with %j', (code, parameters) => {
    const refusal = { code, parameters, problems };
    expectSwedish(swedish.refusal(refusal), english.refusal(refusal));
  });

  it.each(each(problemSamples))('the problem %s with %j', (code, parameters) => {
    for (const isApart of [true, false]) {
      const problem = { path: 'articles[3].price', code, parameters };
      expectSwedish(swedish.problem(problem, isApart), english.problem(problem, isApart));
    }
  });

  it.each(each(noticeSamples))('the notice %s with %j', (code, parameters) => {
    expectSwedish(swedish.notice({ code, parameters }), english.notice({ code, parameters }));
  });
});

it('what this console does not know, or not wholly, has no words, so that the English that came with it is shown', () => {
  for (const words of [english, swedish]) {
    for (const code of [undefined, null, 'supplier.of-tomorrow', 'toString'])
      expect(words.refusal({ code, parameters: {} })).toBeUndefined();
    expect(words.refusal({ code: 'supplier.exists', parameters: {} })).toBeUndefined();
    expect(
      words.refusal({ code: 'body.invalid', parameters: { count: 1 }, problems: [{ path: 'a', code: 'new' }] }),
    ).toBeUndefined();
    expect(words.problem({ path: 'a' })).toBeUndefined();
    expect(words.notice({ code: 'currency.unknown' })).toBeUndefined();
    expect(words.cause({})).toBeUndefined();
  }
});

it('several problems are joined in the reader’s language', () => {
  const refusal = {
    code: 'body.invalid',
    parameters: { count: 1_203 },
    problems: [problemAt('articles[3].price', 'number.type'), problemAt('', 'text.long', { most: 10_000 })],
  };
  expect(english.refusal(refusal)).toBe(
    'articles[3].price must be a number; the body must have at most 10,000 characters; and 1201 more.',
  );
  expect(swedish.refusal(refusal)).toBe(
    'articles[3].price måste vara ett tal; innehållet får ha högst 10\u00A0000 tecken; och 1201 till.',
  );
});

describe('what is answered', () => {
  let door: Door;
  let administrator: SignedIn;
  let viewer: SignedIn;
  let company: string;
  beforeAll(async () => {
    door = await openDoor();
    administrator = await signedIn(door, 'administrator');
    viewer = await signedIn(door, 'viewer');
    company = `/companies/${door.company}`;
    await door.addSupplier('S1');
    await door.addProject({
      number: 'P1',
      name: 'Eken',
      proposalIds: ['P-1', 'P-2'],
      facilities: [{ number: '1', name: '' }],
    });
    await door.addProject({ number: 'P2', name: 'Hamnen', proposalIds: ['P-2', 'P-3'], facilities: [] });
  });
  afterAll(() => door.close());

  /** The console makes the answer's sentence from code and parameters, and its Swedish. */
  const expectBoth = (refusal: CodedRefusal, message: string) => {
    expect(english.refusal(refusal)).toBe(message);
    expectSwedish(swedish.refusal(refusal), message);
  };
  const expectRefused = ({ status, body }: Answer) => {
    expect(status).toBeGreaterThanOrEqual(400);
    expectBoth(body, body.message);
  };

  it('to wrong calls of operators', async () => {
    const wrong: [string, string, unknown?][] = [
      ['POST', '/session', { email: 'x@example.com', password: 'wrong password 1' }],
      ['POST', '/session', { email: 1 }],
      ['POST', '/invitations/accept', { key: 'x', password: 'y' }],
      ['PUT', '/password', { current: 'wrong', next: 'x' }],
      ['POST', '/tokens', { nmae: 'x' }],
      ['POST', '/tokens', { name: 'x', expiresAt: '2020-01-01T00:00:00Z' }],
      ['POST', '/companies', { name: door.companyName }],
      ['POST', '/operators', { email: viewer.email, name: 'x' }],
      ['POST', '/operators', { email: 'nobody', name: 'x' }],
      [
        'POST',
        '/operators',
        {
          email: 'a@b.se',
          name: 'x',
          companies: [
            { id: door.company, role: 'viewer' },
            { id: door.company, role: 'viewer' },
          ],
        },
      ],
      [
        'POST',
        '/operators',
        { email: 'a@b.se', name: 'x', companies: [{ id: '019a7c3f-10b4-7d52-8a90-3e6c1f2b4d77', role: 'viewer' }] },
      ],
      ['PATCH', `/operators/${viewer.id}`, { email: 'x' }],
      ['PATCH', `/operators/${administrator.id}`, { disabled: true }],
      ['POST', `${company}/partners`, { name: 'Scanner' }],
      ['POST', `${company}/tokens`, { partnerId: 'x', scopes: ['all'], expiresAt: 1 }],
      ['POST', `${company}/tokens`, { partnerId: '019a7c3f-10b4-7d52-8a90-3e6c1f2b4d77' }],
      ['GET', `${company}/suppliers?sort=x&limit=0`],
      ['GET', `${company}/suppliers?q=a&q=b`],
      ['GET', `${company}/suppliers?after=x`],
      ['GET', `${company}/suppliers?sotr=number&serch=x`],
      ['GET', `${company}/suppliers/S1?full=1`],
      ['GET', `${company}/search`],
      ['PATCH', `${company}/suppliers/S1`, { number: '2' }],
      ['PATCH', `${company}/suppliers/S1`, { name: '', city: 12, iban: 'x'.repeat(300) }],
      ['PATCH', `${company}/suppliers/S1`, []],
      ['POST', `${company}/projects`, { number: 'P1', name: 'x', proposalIds: [], facilities: [] }],
      [
        'POST',
        `${company}/projects`,
        { number: 'P9', name: 'x', proposalIds: ['1', '1'], facilities: [{ number: '1' }, { number: '1' }] },
      ],
      ['GET', `${company}/requests/${'a'.repeat(32)}`],
      ['GET', '/nowhere'],
      ['DELETE', '/companies'],
    ];
    for (const [method, path, body] of wrong) expectRefused(await administrator.call(method, path, body));
    expectRefused(await viewer.call('POST', `${company}/projects`, {}));
    expectRefused(await viewer.call('GET', '/operators'));
    expectRefused(await send(door.url, 'GET', `${api}/session`, {}));
    expectRefused(await send(door.url, 'PUT', `${api}/password`, { headers: { cookie: viewer.cookie } }));
  });

  it('to files that cannot be imported', async () => {
    const files: [string, string][] = [
      ['text/csv', ''],
      ['text/csv', '\n'],
      ['text/csv', 'number,naem,proposalIds,proposalIds\n1,x,a|a,\n'],
      ['text/csv', 'number,name,\n1,x,y\n1,,\n2,x\n3,"y'],
      ['text/csv', 'number,name\n1,a"b\n'],
      ['text/csv', `number,name\n1,${'x'.repeat(300)}\n`],
      ['application/json', '{}'],
      [
        'application/json',
        '[{"number":1,"nmae":2,"proposalIds":"x","facilities":[1,{"number":"1"},{"number":"1"}]},7]',
      ],
      ['application/json', '[{"number":"1","name":"a"},\n{"number":"1","name":"b","colour":1}]'],
      ['application/json', '[{'],
      ['application/json', '[{"number":"1","name":"a","name":"b"}]'],
      ['application/json', JSON.stringify(Array.from({ length: 300 }, () => ({})))],
      ['application/xml', '<x/>'],
    ];
    for (const [type, raw] of files)
      expectRefused(
        await send(door.url, 'POST', `${api}${company}/projects/import`, {
          raw,
          headers: { 'content-type': type, cookie: administrator.cookie, 'x-doorway-console': '1' },
        }),
      );
  });

  /** Files of each kind with everything that can be wrong with them. */
  const notWhole = [
    '%PDF',
    '%PDF-1.4\nx',
    `%PDF-${'x'.repeat(2_000)}`,
    '<a>&</a>',
    '<a></b>',
    '<a><b c="" c=""/></a>',
    '<a>'.repeat(1_001),
    '<a>',
    '<a',
    '<a><b',
    Buffer.from('<a>\xE4</a>', 'latin1'),
    '<?xml version="1.0" encoding="x"?><a/>',
  ];

  it('to partners, as the call and the overview tell it', async () => {
    const invoice = { externalReferenceId: '1', supplierNumber: 'S1' };
    const file = {
      supplierInvoiceId: await invoiceOn(
        { ...door, post: (path, body) => door.post(path, { ...(body as object), supplierNumber: 'S1' }) },
        'with a file',
      ),
      fileName: 'a.xml',
      content: Buffer.from('<x/>').toString('base64'),
    };
    const wrong: [string, unknown][] = [
      [paths.suppliers, { number: 'S1', name: 'Another' }],
      [paths.suppliers, { number: 'S1', name: 'Supplier S1' }],
      [paths.invoices, {}],
      [
        paths.invoices,
        {
          ...invoice,
          articles: [{ price: 'x', quantity: 1e20 }],
          invoiceDate: 1762988400,
          description: 'x'.repeat(10_001),
        },
      ],
      [paths.invoices, { ...invoice, unheard: 1e200 }],
      [paths.invoices, { ...invoice, supplierNumber: 'nobody' }],
      [`${paths.invoices}?dryRun=yes`, invoice],
      [`${paths.suppliers}?limt=1`, undefined],
      [paths.invoices, { ...invoice, supplierNumber: 's-1' }],
      [paths.invoices, { ...invoice, supplierNumber: 'S\u200B1' }],
      [paths.invoices, invoice],
      [paths.invoices, invoice],
      [paths.invoices, { ...invoice, totalPrice: 2 }],
      [paths.attach, { ...file, content: 'ä' }],
      [paths.attach, { ...file, content: '' }],
      [paths.attach, { ...file, fileName: 'a.pdf' }],
      [paths.attach, { ...file, content: Buffer.from('text').toString('base64') }],
      ...notWhole.map((content): [string, unknown] => [
        paths.attach,
        { ...file, fileName: 'x', content: Buffer.from(content).toString('base64') },
      ]),
      [paths.attach, { ...file, supplierInvoiceId: 'none' }],
      [paths.attach, file],
      [paths.attach, file],
      [paths.workOrders, { id: '1', proposalId: 'none' }],
      [paths.workOrders, { id: '1', proposalId: 'P-2' }],
      [paths.workOrders, { id: '1', proposalId: 'P-3' }],
      [paths.workOrders, { id: '1', proposalId: 'P-1' }],
      [paths.workOrders, { id: '1', proposalId: 'P-1' }],
    ];
    // Each operation is sent with its own key and then with another's.
    const keyed = (key: string, path: string, body: unknown): [string, unknown, Record<string, string>] => [
      path,
      body,
      { 'idempotency-key': key },
    ];
    const withKeys = [
      keyed('supplier', paths.suppliers, { number: 'S2', name: 'x' }),
      keyed('invoice', paths.invoices, { ...invoice, externalReferenceId: '2' }),
      keyed('order', paths.workOrders, { id: '2', proposalId: 'P-1' }),
      keyed('supplier', paths.suppliers, { number: 'S2', name: 'y' }),
      keyed('invoice', paths.invoices, { ...invoice, externalReferenceId: '3' }),
      keyed('order', paths.workOrders, { id: '3', proposalId: 'P-1' }),
      keyed('order', paths.suppliers, { number: 'S3', name: 'x' }),
      keyed('a\tb', paths.suppliers, { number: 'S3', name: 'x' }),
    ];
    const refused: Answer[] = [];
    for (const [path, body, headers] of [...wrong, ...withKeys]) {
      const answer = body === undefined ? await door.call('GET', path) : await door.post(path, body, headers);
      if (answer.status !== 200) refused.push(answer);
    }
    expect(refused).toHaveLength(wrong.length + withKeys.length - 6);
    await expect
      .poll(async () => (await viewer.call('GET', `${company}/requests?failed=true&limit=200`)).body.rows)
      .toHaveLength(refused.length);
    for (const { body, headers } of refused) {
      const call = (await viewer.call('GET', `${company}/requests/${body.traceId}`)).body;
      expect(call).toMatchObject({ reason: body.message, code: headers.get('doorway-error') });
      expectBoth(call, body.message);
      for (const problem of call.problems) {
        expect(english.problem(problem, true)).toBe(problem.problem);
        expectSwedish(swedish.problem(problem, true), problem.problem);
      }
    }
    const { failures } = (await viewer.call('GET', `${company}/overview`)).body;
    expect(failures.length).toBeGreaterThan(10);
    for (const { reason, ...cause } of failures) {
      expect(english.cause(cause)).toBe(reason);
      expectSwedish(swedish.cause(cause), reason);
    }
    const { rows } = (await viewer.call('GET', `${company}/requests?failed=true&limit=200`)).body;
    for (const row of rows) expectSwedish(swedish.refusal(row), english.refusal(row));
  });

  it('as reasons why something cannot be decided, and as warnings of projects', async () => {
    const id = await invoiceOn(
      { ...door, post: (path, body) => door.post(path, { ...(body as object), supplierNumber: 'S1' }) },
      'to decide',
    );
    const { actions } = (await viewer.call('GET', `${company}/invoices/${id}`)).body;
    const { rows } = (await viewer.call('GET', `${company}/projects?warnings=true`)).body;
    const notices = [actions.approve, actions.reject].map(({ why, ...action }) => ({ ...action, message: why }));
    notices.push(...rows.flatMap((row: any) => row.notices));
    expect(notices.length).toBeGreaterThan(4);
    for (const { message, ...notice } of notices) {
      expect(english.notice(notice)).toBe(message);
      expectSwedish(swedish.notice(notice), message);
    }
  });
});
