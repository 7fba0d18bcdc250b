import { afterAll, expect, it } from 'vitest';
import { looksOf } from '../looks.ts';
import { openDoor, paths } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';

const door = await openDoor();
const approver = await signedIn(door, 'approver');
const path = `/companies/${door.company}/suppliers`;
afterAll(() => door.close());

let sent = 0;
async function invoiceOf(supplierNumber: string, more: object = {}) {
  const { body } = await door.post(paths.invoices, {
    externalReferenceId: `twin-${(sent += 1)}`,
    supplierNumber,
    ...more,
  });
  return (await approver.call('GET', `/companies/${door.company}/invoices/${body.id}`)).body;
}
const codesOf = ({ findings }: { findings: { code: string }[] }) => findings.map(({ code }) => code);
const registerAtDesk = (fields: object) => approver.call('POST', path, fields);
const registerAtDoor = (fields: object) => door.post(paths.suppliers, fields);
const confirm = (number: string) => approver.call('POST', `${path}/${encodeURIComponent(number)}/confirm`);

it.each([
  [
    'a number in lower case',
    { number: 'ab-1001', name: 'Nordbygg' },
    { number: 'AB-1001', name: 'Helt annan' },
    'number',
  ],
  ['a number with a dot', { number: 'B1002', name: 'Sydbygg' }, { number: 'B.1002', name: 'Ett annat' }, 'number'],
  ['a letter O for a zero', { number: 'C1003', name: 'Ostbygg' }, { number: 'C1OO3', name: 'Inget likt' }, 'number'],
  ['Cyrillic letters', { number: 'CEPA-4', name: 'Vastbygg' }, { number: 'СЕРА-4', name: 'Okand' }, 'number'],
  [
    'the same name in capitals and with a legal form',
    { number: 'D5', name: 'Rör & Co AB' },
    { number: 'D5-2', name: 'ROR &CO' },
    'name',
  ],
  ['a name with a Greek letter', { number: 'E6', name: 'Volta El' }, { number: 'X6', name: 'Vοlta El AB' }, 'name'],
  [
    'the same organisational number as a VAT number',
    { number: 'F7', name: 'Mark', organizationalNumber: '556016-0680' },
    { number: 'Y7', name: 'Schakt', organizationalNumber: 'SE556016068001' },
    'organization',
  ],
  [
    'the same organisational number without 01 and with letters for digits',
    { number: 'F8', name: 'Grus', organizationalNumber: '556036-0793' },
    { number: 'Y8', name: 'Sand', organizationalNumber: 'SE5S6O3607 93' },
    'organization',
  ],
  [
    'invisible and blank characters in the name',
    { number: 'F9', name: 'Betongen i Väst AB' },
    { number: 'Y9', name: 'Bet\u{e0041}ongen\u3164i\u2800Va\ufe20st\ufe0f' },
    'name',
  ],
  [
    'the name of a supplier in liquidation',
    { number: 'F10', name: 'Lantmännen Norr Ekonomisk förening' },
    { number: 'Y10', name: 'LantmännenNorr AB i likvidation' },
    'name',
  ],
])(
  'an invoice of a supplier that a partner registered with %s is held until somebody confirms it',
  async (_what, original, twin, by) => {
    expect((await registerAtDesk({ ...original, bankGiro: '991-2346' })).status).toBe(200);
    expect((await registerAtDoor({ ...twin, bankGiro: '5050-1055' })).status).toBe(200);
    const held = await invoiceOf(twin.number);
    expect(held).toMatchObject({
      state: 'held',
      findings: [
        {
          code: 'payee.twin',
          severity: 'hold',
          parameters: { number: original.number, account: '991-2346', by: [by] },
        },
      ],
      supplier: { bankGiro: '5050-1055', alike: [{ number: original.number, bankGiro: '991-2346', by: [by] }] },
    });
    expect((await invoiceOf(original.number)).state).toBe('received');
    expect((await confirm(twin.number)).body).toMatchObject({
      isConfirmed: true,
      confirmed: { by: 'The approver' },
      alike: [],
    });
    expect((await invoiceOf(twin.number)).state).toBe('received');
  },
);

it('the partner is not told which supplier the other one resembles', async () => {
  await registerAtDesk({ number: 'G1', name: 'Glasbolaget', bankGiro: '991-2346' });
  await registerAtDoor({ number: 'g1', name: 'Annat', bankGiro: '5050-1055' });
  const { body } = await door.post(paths.invoices, { externalReferenceId: 'untold', supplierNumber: 'g1' });
  expect(body.message).toContain('the supplier resembles another one, and the company has to confirm it');
  expect(body.message).not.toMatch(/G1|Glas|991/);
});

it('suppliers that the company registered, and those with the same account, are no twins', async () => {
  await registerAtDesk({ number: 'H1', name: 'Husbyggarna', bankGiro: '991-2346' });
  await registerAtDesk({ number: 'H1-2', name: 'Husbyggarna', bankGiro: '5050-1055' });
  await registerAtDoor({ number: 'H1-3', name: 'Husbyggarna', bankGiro: '991-2346' });
  expect((await invoiceOf('H1')).state).toBe('received');
  expect((await invoiceOf('H1-2')).state).toBe('received');
  // The third supplier has the account of the first, not of the second.
  expect((await invoiceOf('H1-3')).findings).toMatchObject([{ code: 'payee.twin', parameters: { number: 'H1-2' } }]);
});

it('two suppliers that an operator tells apart are no twins, until a third one comes', async () => {
  await registerAtDesk({ number: 'J1', name: 'Jordbruket', bankGiro: '991-2346' });
  await registerAtDoor({ number: 'J2', name: 'Jordbruket', bankGiro: '5050-1055' });
  expect(codesOf(await invoiceOf('J2'))).toEqual(['payee.twin']);
  const told = await approver.call('POST', `${path}/J2/distinguish`, { other: 'J1' });
  expect(told).toMatchObject({ status: 200, body: { alike: [], isConfirmed: false } });
  expect((await invoiceOf('J2')).state).toBe('received');
  for (const [number, to] of [
    ['J1', 'J2'],
    ['J2', 'J1'],
  ])
    expect((await approver.call('GET', `${path}/${number}/history`)).body.rows[0].changes).toEqual([
      { field: 'distinct', from: '', to },
    ]);
  expectProblem(
    await approver.call('POST', `${path}/J1/distinguish`, { other: 'J2' }),
    409,
    /already marked as two suppliers/,
  );
  expectProblem(
    await approver.call('POST', `${path}/J1/distinguish`, { other: 'J1' }),
    409,
    /already marked as two suppliers/,
  );
  expect((await approver.call('POST', `${path}/J1/distinguish`, { other: 'J9' })).status).toBe(404);
  await registerAtDoor({ number: 'J3', name: 'Jordbruket', bankGiro: '5805-6201' });
  expect((await invoiceOf('J2')).findings).toMatchObject([{ code: 'payee.twin', parameters: { number: 'J3' } }]);
});

it('a twin that was registered after the invoice is found at the approval, which is refused', async () => {
  await registerAtDoor({ number: 'R1', name: 'Rörmontage', bankGiro: '5050-1055' });
  const invoice = await invoiceOf('R1');
  expect(invoice.state).toBe('received');
  await registerAtDesk({ number: 'R2', name: 'Rörmontage', bankGiro: '991-2346' });
  const invoicePath = `/companies/${door.company}/invoices/${invoice.id}`;
  const second = await signedIn(door, 'approver');
  expectProblem(
    await second.call('POST', `${invoicePath}/approve`, {}),
    409,
    /new finding stops this approval: .*supplier "R2"/,
  );
  expect((await second.call('GET', invoicePath)).body).toMatchObject({
    state: 'held',
    findings: [{ code: 'payee.twin', parameters: { number: 'R2' } }],
  });
});

it('an invoice that was sent to the twin before is a duplicate, in either order and in one batch', async () => {
  await registerAtDesk({ number: 'K1', name: 'Kakelverket', bankGiro: '991-2346' });
  await registerAtDoor({ number: 'K2', name: 'Kakelverket', bankGiro: '991-2346' });
  const first = await invoiceOf('K1', { supplierInvoiceNumber: 'F-1' });
  expect((await invoiceOf('K2', { supplierInvoiceNumber: 'F1' })).findings).toMatchObject([
    { code: 'duplicate.number', parameters: { earlier: first.id } },
  ]);
  const second = await invoiceOf('K2', { supplierInvoiceNumber: 'F-2' });
  expect((await invoiceOf('K1', { supplierInvoiceNumber: 'F-2' })).findings).toMatchObject([
    { code: 'duplicate.number', parameters: { earlier: second.id } },
  ]);
  const together = await Promise.all(
    ['K1', 'K2', 'K1', 'K2'].map((number) => invoiceOf(number, { paymentReferenceOCR: '2087104' })),
  );
  expect(together.filter((one) => codesOf(one).includes('duplicate.ocr'))).toHaveLength(3);
});

it('a file that is on an invoice of the twin is a duplicate', async () => {
  await registerAtDesk({ number: 'Q1', name: 'Qvarnen', bankGiro: '991-2346' });
  await registerAtDoor({ number: 'Q2', name: 'Qvarnen', bankGiro: '991-2346' });
  await registerAtDoor({ number: 'Q3', name: 'Någon annan', bankGiro: '991-2346' });
  const content = Buffer.from('<invoice>1</invoice>').toString('base64');
  const attach = (supplierInvoiceId: string) =>
    door.post(paths.attach, { supplierInvoiceId, fileName: 'invoice.xml', content });
  const [first, alike, unlike] = [await invoiceOf('Q1'), await invoiceOf('Q2'), await invoiceOf('Q3')];
  await attach(first.id);
  expect((await attach(alike.id)).body.message).toContain('this file is on another invoice of this supplier');
  expect((await attach(unlike.id)).body.message).not.toContain('finding');
});

it('confirming is audited, stands in the history and is an event; a second time it is refused', async () => {
  await registerAtDoor({ number: 'L1', name: 'Lagret', bankGiro: '991-2346' });
  expect((await approver.call('GET', `${path}/L1`)).body).toMatchObject({
    createdBy: 'Scanner',
    isConfirmed: false,
    confirmed: null,
  });
  expect((await confirm('L1')).status).toBe(200);
  expectProblem(await confirm('L1'), 409, /account is already confirmed/);
  expect((await approver.call('GET', `${path}/L1/history`)).body.rows[0]).toMatchObject({
    by: 'The approver',
    changes: [{ field: 'confirmed', from: 'no', to: 'yes' }],
  });
  const { rows } = await door.pool.query(
    `SELECT data FROM audit_log WHERE company_id = $1 AND action = 'supplier.confirmed' AND subject_id = 'L1'`,
    [door.company],
  );
  expect(rows).toMatchObject([{ data: { bankGiro: '991-2346' } }]);
  const viewer = await signedIn(door, 'viewer');
  expect((await viewer.call('POST', `${path}/L1/confirm`)).status).toBe(403);
});

it('an account written by an operator or an import counts as confirmed', async () => {
  await registerAtDoor({ number: 'M1', name: 'Mursten', bankGiro: '991-2346' });
  await approver.call('PATCH', `${path}/M1`, { city: 'Uppsala' });
  expect((await approver.call('GET', `${path}/M1`)).body.isConfirmed).toBe(false);
  const changed = await approver.call('PATCH', `${path}/M1`, { bankGiro: '5050-1055' });
  expect(changed.body).toMatchObject({ isConfirmed: true, confirmed: { by: 'The approver' } });
  await registerAtDoor({ number: 'M2', name: 'Murbruk', bankGiro: '991-2346' });
  await approver.call('POST', `${path}/import`, [{ number: 'M2', bankGiro: '5050-1055' }]);
  expect((await approver.call('GET', `${path}/M2`)).body).toMatchObject({ isConfirmed: true, bankGiro: '5050-1055' });
});

it('payee.first is found only if the company chose it, and ends with the confirmation', async () => {
  const administrator = await signedIn(door, 'administrator');
  const choose = (setting: string) =>
    administrator.call('PATCH', `/companies/${door.company}/checks`, { rules: { 'payee.first': setting } });
  await registerAtDoor({ number: 'N1', name: 'Nitarna', bankGiro: '991-2346' });
  expect(codesOf(await invoiceOf('N1'))).toEqual([]);
  expect((await choose('hold')).status).toBe(200);
  expect(await invoiceOf('N1')).toMatchObject({ state: 'held', findings: [{ code: 'payee.first' }] });
  await choose('warning');
  expect(await invoiceOf('N1')).toMatchObject({ state: 'received', findings: [{ code: 'payee.first' }] });
  await confirm('N1');
  expect(codesOf(await invoiceOf('N1'))).toEqual([]);
  await choose('usual');
  const weaker = { rules: { 'payee.bankgiro': 'warning' } };
  expect((await administrator.call('PATCH', `/companies/${door.company}/checks`, weaker)).status).toBe(400);
});

it('a full-width form of a number that exists is refused as that number', async () => {
  await registerAtDoor({ number: 'P-1042', name: 'Pumpar' });
  const again = await registerAtDoor({ number: 'Ｐ－１０４２', name: 'Pumpar' });
  expectProblem(again, 409, /"P-1042"/);
  expect(again.headers.get('doorway-existing-id')).toBe('P-1042');
  expectProblem(await registerAtDesk({ number: 'P-１０４２', name: 'Pumpar' }), 409, /"P-1042"/);
  // Without a supplier of that number, it is treated like any other number.
  expect((await registerAtDoor({ number: '９９', name: 'Egna' })).status).toBe(200);
  expect((await registerAtDoor({ number: '９９', name: 'Egna' })).headers.get('doorway-existing-id')).toBe(
    encodeURIComponent('９９'),
  );
});

it('whoever writes a supplier also writes how it looks', async () => {
  await registerAtDoor({ number: 'V1', name: 'Vаrvet AB', organizationalNumber: 'SE5560160680' });
  await registerAtDesk({ number: 'V2', name: 'Virket' });
  await approver.call('PATCH', `${path}/V2`, { name: 'Virkeshandeln', organizationalNumber: '556036-0793' });
  await approver.call('POST', `${path}/import`, [
    { number: 'V1', name: 'Ett nytt namn', organizationalNumber: '202100-5489' },
    { number: 'V3', name: 'Importerad HB' },
  ]);
  const { rows } = await door.pool.query(
    `SELECT number, name, organizational_number AS "organizationalNumber",
            json_build_object('number_look', number_look, 'name_look', name_look, 'organization_look', organization_look) AS looks
     FROM suppliers WHERE company_id = $1`,
    [door.company],
  );
  expect(rows.length).toBeGreaterThan(20);
  for (const { looks, ...supplier } of rows)
    expect([supplier, looks]).toEqual([supplier, JSON.parse(looksOf(supplier))]);
});
