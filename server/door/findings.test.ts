import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../testing/door.ts';
import { pdfOf } from '../testing/files.ts';
import { signedIn } from '../testing/operator.ts';

const door = await openDoor();
afterAll(() => door.close());
await door.addSupplier('1', { name: 'Nordbygg', bankGiro: '991-2346' });

const findingsOf = ({ headers }: { headers: Headers }) => headers.get('doorway-findings');

it('codes of findings are in a header, gravest first and each once, also where the answer is replayed', async () => {
  const line = { price: 1, quantity: 1, totalPrice: 9 };
  const body = {
    externalReferenceId: 'a',
    supplierNumber: '1',
    supplierBankGiro: '5050-1055',
    articles: [line, line],
    currency: 'kronor',
  };
  const headers = { 'idempotency-key': 'a' };
  const first = await door.post(paths.invoices, body, headers);
  expect(findingsOf(first)).toBe('payee.bankgiro,sum.line,currency.unknown');
  const replay = await door.post(paths.invoices, body, headers);
  expect([replay.headers.get('idempotency-replayed'), findingsOf(replay)]).toEqual(['true', findingsOf(first)]);
  expect(replay.body).toEqual(first.body);
  expect(Object.keys(replay.body)).toEqual(['id', 'message']);
});

it('an answer without findings has no such header', async () => {
  expect(findingsOf(await door.post(paths.invoices, { externalReferenceId: 'b', supplierNumber: '1' }))).toBeNull();
});

it('a file that another invoice has is told in the header', async () => {
  const ids: string[] = [];
  for (const externalReferenceId of ['c', 'd'])
    ids.push((await door.post(paths.invoices, { externalReferenceId, supplierNumber: '1' })).body.id);
  const attach = (supplierInvoiceId?: string) =>
    door.post(paths.attach, { supplierInvoiceId, fileName: 'a.pdf', content: pdfOf(900).toString('base64') });
  expect(findingsOf(await attach(ids[0]))).toBeNull();
  expect(findingsOf(await attach(ids[1]))).toBe('duplicate.file');
});

it('a wrong check digit of a new supplier is a finding, also in a check, and an operator sees it', async () => {
  const supplier = { number: '2', name: 'Nordbygg', bankGiro: '991-2345', organizationalNumber: '811218-9875' };
  const finding = (has: string) =>
    ` The supplier ${has} 2 findings, the gravest: the bank giro "991-2345" has a wrong check digit.`;
  const checked = await door.post(`${paths.suppliers}/check`, supplier);
  expect([findingsOf(checked), checked.body.findings]).toMatchObject([
    'number.bankgiro,number.organization',
    [
      { code: 'number.bankgiro', severity: 'warning', path: 'bankGiro' },
      { path: 'organizationalNumber', message: expect.stringContaining('811218-****') },
    ],
  ]);
  expect(checked.body.message).toContain(finding('would have'));
  const created = await door.post(paths.suppliers, supplier);
  expect([created.status, findingsOf(created)]).toEqual([200, findingsOf(checked)]);
  expect(created.body).toEqual({ message: `Supplier created.${finding('has')}` });
  const operator = await signedIn(door, 'viewer');
  const { body } = await operator.call('GET', `/companies/${door.company}/suppliers/2`);
  expect(body.findings).toEqual([
    { code: 'number.bankgiro', path: 'bankGiro' },
    { code: 'number.organization', path: 'organizationalNumber' },
  ]);
});
