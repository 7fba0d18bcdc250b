import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { faultOfIdentifier, identifierOf, isInvalidIdentifier } from '../identifiers.ts';
import { readContents } from '../testing/imports.ts';
import { checkProjects, importProjects, projectLayout } from '../projects/import.ts';
import { checkSuppliers, importSuppliers, supplierLayout } from '../suppliers/import.ts';
import { openDoor, paths, send, type Answer } from '../testing/door.ts';
import { countOf, creationsOn, documentOf, type Creation } from '../testing/operations.ts';
import { api, signedIn } from '../testing/operator.ts';
import { expectProblem } from '../testing/problem.ts';
import { runs } from '../testing/properties.ts';
import { anyCharacter } from '../testing/unicode.ts';

const door = await openDoor();
const creations = await creationsOn(door);
const approver = await signedIn(door, 'approver');
afterAll(() => door.close());

const nfc = 'Åkeri'.normalize('NFC');
const nfd = 'Åkeri'.normalize('NFD');
const written = (text: string) => [
  ` ${text}`,
  `${text}\t`,
  `\u00A0${text}\n`,
  `\uFEFF${text}\u3000`,
  text.normalize('NFD'),
];

describe.each([
  ['createSupplier', 'number'],
  ['createSupplierInvoice', 'externalReferenceId'],
  ['createWorkOrder', 'id'],
] as const)('%s', (name, field) => {
  const post = async (value: string) => {
    const { path, body } = creations.find((one) => one.name === name) as Creation;
    return door.post(path, { ...(await body('')), [field]: value });
  };

  it('takes an identifier once, however it is written, and finds no difference in that', async () => {
    const first = `${nfc} ${name}`;
    expect((await post(`  ${first.normalize('NFD')}`)).status).toBe(200);
    for (const again of [first, ...written(first)]) {
      const answer = await post(again);
      expectProblem(answer, 409, 'nothing differs from what was sent now');
      expect(answer.body.message).toContain(`"${first}"`);
    }
    for (const other of [first.toLowerCase(), first.replace(' ', '  '), `${first}.`])
      expect((await post(other)).status, other).toBe(200);
  });

  it('refuses what cannot be seen in it, with the path and the character', async () => {
    const { table } = creations.find((one) => one.name === name) as Creation;
    const before = await countOf(door, table);
    for (const [character, code] of [
      ['\t', '0009'],
      ['\u0085', '0085'],
      ['\u00AD', '00AD'],
      ['\u200B', '200B'],
      ['\u202E', '202E'],
      ['\u2066', '2066'],
      ['\uFEFF', 'FEFF'],
      ['\u{E0041}', 'E0041'],
    ])
      expectProblem(await post(`10${character}01`), 400, `${field} must not contain U+${code}, which cannot be seen.`);
    for (const character of ['\u200E', '\u0085', '\u2060'])
      expectProblem(await post(`1001${character}`), 400, 'which cannot be seen');
    expectProblem(await post(' \u00A0\t'), 400, `${field} must not be empty.`);
    // Each of these is one character as sent and three as stored.
    expectProblem(await post('\u{1D160}'.repeat(100)), 400, `${field} must have at most 255 characters.`);
    expect(await countOf(door, table)).toBe(before);
  });
});

it('what an invoice or a work order refers to is found however it is written, and the document stays as it was sent', async () => {
  await door.addSupplier(nfd, { name: nfd });
  await door.addProject({ number: 'p9', name: 'Ängen', proposalIds: [nfc], facilities: [{ number: 'f', name: '' }] });
  for (const [at, text] of written(nfc).entries()) {
    const invoice = { externalReferenceId: ` refers ${at}`, supplierNumber: text };
    const { status, body } = await door.post(paths.invoices, invoice);
    expect(status, body.message).toBe(200);
    expect(JSON.parse(await documentOf(door, 'supplier_invoices', body.id))).toEqual(invoice);
    const { rows } = await door.pool.query(
      'SELECT external_reference_id, supplier_number FROM supplier_invoices WHERE id = $1',
      [body.id],
    );
    expect(rows).toEqual([{ external_reference_id: `refers ${at}`, supplier_number: nfc }]);
    const order = await door.post(paths.workOrders, { id: `refers ${at}`, proposalId: text });
    expect(order.status, order.body.message).toBe(200);
  }
  expectProblem(
    await door.post(paths.invoices, { externalReferenceId: 'hidden', supplierNumber: '1\u200D' }),
    400,
    'supplierNumber must not contain U+200D',
  );
  expectProblem(
    await door.post(paths.workOrders, { id: 'hidden', proposalId: 'P\u202E-1' }),
    400,
    'proposalId must not contain U+202E',
  );
});

it('the list of suppliers is filtered by a number however it is written', async () => {
  await door.addSupplier('filter å');
  const list = (number: string) => door.call('GET', `${paths.suppliers}?number=${encodeURIComponent(number)}`);
  for (const number of ['filter å', ...written('filter å')])
    expect((await list(number)).body.suppliers).toMatchObject([{ number: 'filter å' }]);
  expect((await list('Filter å')).body.suppliers).toEqual([]);
  expectProblem(await list('filter\u200B å'), 400, 'number must not contain U+200B, which cannot be seen.');
});

it('a path may have any character in an identifier: a line end is an unknown supplier, not an unknown path', async () => {
  for (const end of ['\r', '\n', '\u2028'])
    expect((await door.call('GET', `${paths.suppliers}/a${encodeURIComponent(end)}b`)).status).toBe(404);
});

it('an Idempotency-Key is the same however it is written, in UTF-8', async () => {
  const post = (key: string, number: string) =>
    door.post(paths.suppliers, { number, name: 'N' }, { 'idempotency-key': Buffer.from(key).toString('latin1') });
  const replayed = ({ status, headers }: Answer) => [status, headers.get('idempotency-replayed')];
  expect(replayed(await post(`key ${nfd}`, 'keyed'))).toEqual([200, null]);
  expect(replayed(await post(`key ${nfc}`, 'keyed'))).toEqual([200, 'true']);
  expect(replayed(await post(`Key ${nfc}`, 'keyed by another'))).toEqual([200, null]);
  expectProblem(
    await post('a\tb', 'hidden'),
    400,
    'The header Idempotency-Key must not contain U+0009, which cannot be seen.',
  );
  expectProblem(
    await post('a\u200Bb', 'hidden'),
    400,
    'The header Idempotency-Key must not contain U+200B, which cannot be seen.',
  );
  // The key belongs to the body as it was sent.
  expectProblem(
    await post(`key ${nfc}`, 'keyed '),
    409,
    'This Idempotency-Key was used before by createSupplier for supplier "keyed". Send a new key, or the same body as then.',
  );
});

describe('on the operators’ side', () => {
  const company = () => `/companies/${door.company}`;

  it('a supplier is named however it is written, and what is left from before by its very number', async () => {
    await door.addSupplier('desk');
    await door.pool.query(
      `INSERT INTO suppliers SELECT company_id, 'desk ', 'Left', '', '', '', '', '', '', '', '', '', '', '', '', '{}', NULL, now(), now() FROM suppliers WHERE company_id = $1 AND number = 'desk'`,
      [door.company],
    );
    const read = async (number: string) =>
      (await approver.call('GET', `${company()}/suppliers/${encodeURIComponent(number)}`)).body.name;
    expect([await read('desk'), await read('\tdesk'), await read('desk ')]).toEqual([
      'Supplier desk',
      'Supplier desk',
      'Left',
    ]);
    const changed = await approver.call('PATCH', `${company()}/suppliers/${encodeURIComponent(' desk')}`, {
      city: 'Umeå',
    });
    expect(changed.body).toMatchObject({ number: 'desk', city: 'Umeå' });
    expect((await approver.call('GET', `${company()}/suppliers/%09desk/history`)).body.rows).toHaveLength(2);
    await door.post(paths.invoices, { externalReferenceId: 'desk', supplierNumber: 'desk ' });
    const invoices = async (supplier: string) =>
      (await approver.call('GET', `${company()}/invoices?supplier=${encodeURIComponent(supplier)}`)).body.rows.length;
    expect([await invoices('desk'), await invoices(' desk'), await invoices('desk ')]).toEqual([1, 1, 0]);
  });

  it('projects and their proposal ids are stored as work orders name them', async () => {
    const form = { number: ` ${nfd}`, name: 'N', proposalIds: [`${nfd} desk `], facilities: [{ number: '1' }] };
    expect((await approver.call('POST', `${company()}/projects`, form)).body).toMatchObject({
      number: nfc,
      proposalIds: [`${nfc} desk`],
    });
    expect((await door.post(paths.workOrders, { id: 'of the desk', proposalId: `${nfc} desk` })).status).toBe(200);
    expect(
      (await approver.call('GET', `${company()}/work-orders?project=${encodeURIComponent(nfd)}`)).body.rows,
    ).toHaveLength(1);
    expectProblem(
      await approver.call('POST', `${company()}/projects`, { ...form, number: nfc }),
      409,
      `Another project has the number "${nfc}".`,
    );
    expectProblem(
      await approver.call('POST', `${company()}/projects`, {
        ...form,
        number: 'a\u200B',
        proposalIds: ['x', 'y\u202E'],
      }),
      400,
      'number must not contain U+200B, which cannot be seen; proposalIds[1] must not contain U+202E, which cannot be seen.',
    );
    expectProblem(
      await approver.call('POST', `${company()}/projects`, { ...form, number: 'b', proposalIds: [nfc, nfd] }),
      400,
      'proposalIds[1] is the same as proposalIds[0].',
    );
  });

  it('imports tell records apart in the same way', async () => {
    const suppliers = async (text: string) =>
      importSuppliers(
        door.pool,
        door.companyName,
        await checkSuppliers(readContents(Buffer.from(text), '-', supplierLayout)),
      );
    expect(await suppliers(JSON.stringify([{ number: ` imp ${nfd}`, name: 'N' }]))).toMatchObject({ created: 1 });
    expect(await suppliers(`number,name\nimp ${nfc},N\n`)).toMatchObject({ unchanged: 1 });
    await expect(
      suppliers(
        JSON.stringify([
          { number: nfc, name: 'N' },
          { number: nfd, name: 'N' },
        ]),
      ),
    ).rejects.toThrow(`number "${nfc}" is on line 1 too, at [0]`);
    await expect(suppliers('number,name\na\u200Bb,N\n')).rejects.toThrow(
      'line 2: number must not contain U+200B, which cannot be seen',
    );
    const projects = async (text: string) =>
      importProjects(
        door.pool,
        door.companyName,
        await checkProjects(readContents(Buffer.from(text), '-', projectLayout)),
      );
    expect(
      await projects(
        JSON.stringify([
          { number: `imp ${nfd} `, name: 'N', proposalIds: [` imp ${nfd}`], facilities: [{ number: '1' }] },
        ]),
      ),
    ).toMatchObject({ created: 1 });
    expect(await projects(`number,name\nimp ${nfc},N\n`)).toMatchObject({ updated: 1, created: 0 });
    expect((await door.post(paths.workOrders, { id: 'imported', proposalId: `imp ${nfc}` })).status).toBe(200);
    const file = await send(door.url, 'POST', `${api}${company()}/projects/import`, {
      raw: 'number,name,proposalIds\n1,N,a|b\u200B\n',
      headers: { 'content-type': 'text/csv', cookie: approver.cookie, 'x-doorway-console': '1' },
    });
    expectProblem(file, 400, 'line 2: proposalIds[1] must not contain U+200B, which cannot be seen');
  });
});

it('the trace of a call leads to the supplier that it made', async () => {
  const { status, headers } = await door.post(paths.suppliers, { number: ' traced ', name: 'N' });
  expect(status).toBe(200);
  const traceId = headers.get('traceparent')?.split('-')[1];
  await expect
    .poll(async () => (await approver.call('GET', `/companies/${door.company}/requests/${traceId}`)).body)
    .toMatchObject({ subject: { id: 'traced' } });
});

it('an identifier is its own identifier, and the database takes the same for one', async () => {
  const unit = fc.oneof(
    fc.constantFrom(
      'a',
      ' ',
      '\t',
      '\u00A0',
      '\u1680',
      '\u2007',
      '\u2028',
      '\u3000',
      '\uFEFF',
      '\u0085',
      'Å',
      'A\u030A',
      '\u0301',
      '\u200B',
      '\u00AD',
      '\u{1D160}',
      '가',
    ),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
  );
  const texts = fc
    .sample(
      fc.array(unit, { maxLength: 8 }).map((units) => units.join('').replaceAll('\0', '')),
      { ...runs(500), seed: 11 },
    )
    .filter((text) => text.trim() !== '');
  for (const text of texts) expect(identifierOf(identifierOf(text))).toBe(identifierOf(text));
  const { rows } = await door.pool.query<{ text: string; left: boolean }>(
    `SELECT text, ${isInvalidIdentifier('text')} AS left FROM unnest($1::text[]) AS text`,
    [texts],
  );
  for (const { text, left } of rows)
    expect({ text, left }).toEqual({
      text,
      left: text !== identifierOf(text) || faultOfIdentifier(text) !== undefined,
    });
});
