import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionsFor as invoiceActions } from '../../server/supplier-invoices/desk/rules.ts';
import { findingsOf } from '../../server/supplier-invoices/rules.ts';
import { invoiceOn } from '../../server/testing/operations.ts';
import { openDoor, paths, send, type Answer, type Door } from '../../server/testing/door.ts';
import { api, signedIn, type SignedIn } from '../../server/testing/operator.ts';
import { causeOf } from '../../server/calls/rules.ts';
import { actionsFor as workOrderActions } from '../../server/work-orders/desk/rules.ts';
import { warningsOf } from '../../server/projects/rules.ts';
import { inSwedish } from '../src/text/sentences.ts';
import { problems, wholeSentences } from './server-sentences.ts';

/*
 * Everything that the service says to an operator has its Swedish. Covered are, read out of the server's sources, every
 * whole sentence and every problem of a field or of a file that may be answered by the operator API or stand in the trace
 * of a partner's call, with the cause that such a call is counted by; and, as they are answered, the messages of wrong
 * calls, the reasons of what may not be done, the warnings of projects, the findings and the mistakes of imports.
 */

/** What is put into a sentence; 12 where nothing else is needed. */
const samples: [expression: RegExp, sample: string[]][] = [
  [
    /^describeDifferences/,
    [
      'nothing differs from what was sent now',
      'it differs from what was sent now in city, articles[3].price and 2 more fields',
    ],
  ],
  [
    /^record$/,
    [
      '',
      ' for supplier "1001 x"',
      ' for supplier invoice 0190-12',
      ' for attachment 0190-12',
      ' for work order 0190-12',
    ],
  ],
  [/^differs$/, ['', '; it differs from what was sent now in totalPrice, articles[3].price']],
  [/^isSame$|^isSame \?/, [', or the same body as then']],
  [/^operation$/, ['createSupplier']],
  [/^fault$/, ['must not contain U+200B, which cannot be seen', 'must have at most 255 characters']],
  [/^nameOf\(found\)/, ['U+200B']],
  [/^role$/, ['viewer', 'approver', 'administrator']],
  [/^scope$/, ['suppliers:read']],
  [/^refused$/, ['work orders for it will be refused']],
  [/^length === 0/, ['no facility', '2 facilities']],
  [/mistakes?/, ['1 mistake', '2 mistakes', '10,000 mistakes or more']],
  [
    /^joinProblems|^problems\.join|^first$/,
    ['name is required', 'articles[3].price must be a number; supplierNumber is required'],
  ],
  [/^dateTakes$/, ['must be whole epoch milliseconds between 2000-01-01 and 2100-01-01']],
  [/^advice$/, ['did you mean name', 'the fields are number, name']],
  [/^kind$/, ['field', 'column']],
  [/^type$/, ['boolean', 'integer', 'null']],
  [/^first\.at/, ['', ', at [3]']],
  [/^called$/, ['a PDF', 'well-formed XML']],
  [/^flaw$/, ['it ends too early']],
];

function filledIn(text: string): string[] {
  const [, before, expression, after] = /^([^]*?)\$\{((?:[^{}`]|`[^`]*`|\{[^}]*\})*)\}([^]*)$/.exec(text) ?? [];
  if (before === undefined || expression === undefined || after === undefined)
    return [text.replace('scope $1', 'scope suppliers:read').replace('$1', 'id')];
  const values = samples.find(([known]) => known.test(expression))?.[1] ?? ['12'];
  return values.flatMap((value) => filledIn(after).map((rest) => before + value + rest));
}

/** In Swedish, and wholly so. The samples have no such words. */
function expectSwedish(text: string): void {
  const swedish = inSwedish(text);
  expect(swedish, `no Swedish for: ${text}`).toBeDefined();
  expect(swedish, text).not.toMatch(/\b(?:the|is|must|this|was|with|already|undefined)\b|\$/i);
}

describe('what stands in the server’s sources', () => {
  it('is found', () => {
    expect(wholeSentences().length).toBeGreaterThan(95);
    expect(problems().length).toBeGreaterThan(60);
  });

  it.each(wholeSentences().map(({ file, text }) => [text, file]))('%s (%s)', (text, file) => {
    for (const sentence of filledIn(text)) {
      expectSwedish(sentence);
      // Of a partner's call the cause is shown too, where it is counted.
      if (!/operator|access|imports|projects|desk\/|states/.test(file)) expectSwedish(causeOf(sentence, []));
    }
  });

  it.each(problems().map(({ file, text }) => [text, file]))('%s (%s)', (text) => {
    for (const problem of filledIn(text)) {
      expectSwedish(problem);
      if (/^(?:must|is|cannot)/.test(problem)) expectSwedish(`articles[3].price ${problem}.`);
    }
  });
});

it('why something may not be done, what warns and what was found', () => {
  for (const role of ['approver', 'viewer'] as const) {
    for (const state of ['received', 'held', 'approved', 'rejected'] as const)
      for (const { why } of Object.values(invoiceActions(state, role))) if (why !== undefined) expectSwedish(why);
    for (const state of ['open', 'done', 'cancelled'] as const)
      for (const { why } of Object.values(workOrderActions(state, role))) if (why !== undefined) expectSwedish(why);
  }
  const project = (facilities: number) => ({
    id: '',
    number: 'P1',
    name: 'Eken',
    proposalIds: [],
    facilities: Array.from({ length: facilities }, (_, n) => ({ number: `${n}`, name: '' })),
  });
  const warnings = warningsOf([project(0), project(3)], [{ proposalId: 'P-1', numbers: ['1', '2'] }]);
  expect(warnings).toHaveLength(3);
  const findings = findingsOf({ externalReferenceId: '1', supplierNumber: '1', currency: 'KRONOR' });
  expect(findings).toHaveLength(1);
  for (const sentence of [...warnings, ...findings.map(({ message }) => message)]) expectSwedish(sentence);
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

  const expectRefused = ({ status, body }: Answer) => {
    expect(status).toBeGreaterThanOrEqual(400);
    expectSwedish(body.message);
  };

  it('to wrong calls of operators', async () => {
    const wrong: [string, string, unknown?][] = [
      ['POST', '/session', { email: 'x@example.com', password: 'wrong password 1' }],
      ['POST', '/session', { email: 1 }],
      ['POST', '/invitations/accept', { key: 'x', password: 'y' }],
      ['PUT', '/password', { current: 'wrong', next: 'x' }],
      ['POST', '/tokens', { nmae: 'x' }],
      ['POST', '/tokens', { name: 'x', expiresAt: '2020-01-01T00:00:00Z' }],
      ['POST', '/companies', { name: 'Acme' }],
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

  /** Files that begin like one of each kind, with all that can be wrong with them. */
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

  it('to partners, as the trace of the call and the overview tell it', async () => {
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
      [`${paths.invoices}?dryRun=1`, invoice],
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
    const refused: string[] = [];
    // Each operation is sent with a key of its own, and then with that of another.
    const keyed = (headers: string, path: string, body: unknown): [string, unknown, Record<string, string>] => [
      path,
      body,
      { 'idempotency-key': headers },
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
    for (const [path, body, headers] of [...wrong, ...withKeys]) {
      const answer = body === undefined ? await door.call('GET', path) : await door.post(path, body, headers);
      if (answer.status !== 200) refused.push(answer.body.traceId);
    }
    expect(refused).toHaveLength(wrong.length + withKeys.length - 6);
    await expect
      .poll(async () => (await viewer.call('GET', `${company}/requests?failed=true&limit=200`)).body.rows)
      .toHaveLength(refused.length);
    for (const traceId of refused) {
      const { reason, problems: told } = (await viewer.call('GET', `${company}/requests/${traceId}`)).body;
      expectSwedish(reason);
      for (const { problem } of told) expectSwedish(problem);
    }
    const { failures } = (await viewer.call('GET', `${company}/overview`)).body;
    expect(failures.length).toBeGreaterThan(10);
    for (const { reason } of failures) expectSwedish(reason);
  });
});

it('a sentence that is not known, or not wholly, has no Swedish', () => {
  for (const text of [
    'Something new.',
    'name is required; something new.',
    'line 3: something new',
    'line 3: name is required\nsomething new',
  ])
    expect(inSwedish(text)).toBeUndefined();
  expect(inSwedish('line 3: name is required\nNothing was imported, because the file has 1 mistake.')).toBe(
    'rad 3: name måste finnas\nInget importerades, eftersom filen har 1 fel.',
  );
  expect(inSwedish('articles[3].price must be a number; supplierNumber is required.')).toBe(
    'articles[3].price måste vara ett tal; supplierNumber måste finnas.',
  );
});
