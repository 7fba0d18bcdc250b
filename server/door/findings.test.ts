import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../testing/door.ts';
import { pdfOf } from '../testing/files.ts';

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
