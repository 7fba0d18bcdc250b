import { afterAll, expect, it } from 'vitest';
import { addCodes } from '../../../server/testing/coding.ts';
import { openDoor, paths } from '../../../server/testing/door.ts';
import { signedIn } from '../../../server/testing/operator.ts';
import { addSuppliers, submit, traceIsKept } from '../company.ts';
import { anInvoice, lastInvoice } from '../records.ts';
import { render } from './render.ts';

const door = await openDoor();
await addSuppliers(door);
const administrator = await signedIn(door, 'administrator');
const approver = await signedIn(door, 'approver');
const viewer = await signedIn(door, 'viewer');
afterAll(() => door?.close());

const inCompany = (path: string) => `/companies/${door.company}${path}`;

it('who decided and when stands in the list', async () => {
  const id = await submit(door, door.token, anInvoice(2));
  expect((await approver.call('POST', inCompany(`/invoices/${id}/reject`), { reason: 'Twice.' })).status).toBe(200);
  const list = await render(door, viewer, inCompany('/invoices?state=rejected'));
  const cell = list.one('table', 'Invoices').below.find(({ attributes }) => attributes['data-label'] === 'Decided');
  expect(cell?.text).toMatch(/^\d{4}-\d\d-\d\d The approver$/);
});

it('who only looks reads the notes, and cannot write one or be assigned', async () => {
  const id = await submit(door, door.token, anInvoice(3));
  await approver.call('POST', inCompany(`/invoices/${id}/notes`), { text: 'Call them.' });
  const page = await render(door, viewer, inCompany(`/invoices/${id}`));
  expect(page.all('listitem', /Call them\./)).not.toEqual([]);
  for (const name of ['Write the note', 'Assign to me']) expect(page.one('button', name).isDisabled, name).toBe(true);
  expect(page.all('textbox', 'New note')).toEqual([]);
});

it('an invoice and its credit note lead to each other, and say what remains of the invoice', async () => {
  const of = { ...anInvoice(5), supplierNumber: '1005', currency: 'SEK', supplierInvoiceNumber: 'F-5000' };
  const invoice = await submit(door, door.token, { ...of, totalPrice: 5000 });
  const credit = (number: string, totalPrice: number, fields: object = {}) => {
    const note = { externalReferenceId: number, supplierInvoiceNumber: number, creditInvoiceReference: 'f5000' };
    return submit(door, door.token, { ...of, ...note, totalPrice, ...fields });
  };
  const show = async (id: string, language: 'en' | 'sv') => {
    await viewer.call('GET', inCompany('/invoices'));
    return render(door, viewer, inCompany(`/invoices/${id}`), { language });
  };
  const note = await credit('K-1', -1250);
  const page = await show(invoice, 'sv');
  expect(page.one('link', 'K-1').href).toContain(note);
  expect(page.text).toContain('−1\u00A0250,00 SEK Att attestera)');
  expect(page.text).toContain('kreditfakturor på 1\u00A0250,00 SEK; 3\u00A0750,00 SEK av fakturan återstår.');
  await credit('K-2', -4000);
  const credited = await show(note, 'en');
  expect(credited.one('link', 'F-5000').href).toContain(invoice);
  expect(credited.text).toContain('5,000.00 SEK Received) Credit notes of 5,250.00 SEK are here, 250.00 SEK more than');
  await credit('K-3', -1, { currency: 'EUR' });
  expect((await show(invoice, 'sv')).text).toContain('En kreditfaktura har en annan valuta än fakturan');
});

it('a work order is headed by what is to be done, names its facility, and shows other fields without JSON', async () => {
  const facilities = [{ number: '1', name: 'House A' }];
  await door.addProject({ number: 'W', name: 'Eken', proposalIds: ['W'], facilities });
  const description = 'Replace the pump.\nThe key is at the office.';
  const sent = { id: 'fs-1', proposalId: 'W', description, urgency: { level: 2 } };
  const { body } = await door.post(paths.workOrders, sent);
  const list = await render(door, viewer, inCompany('/work-orders'));
  expect(list.one('link', 'Replace the pump.').href).toContain(`/work-orders/${body.id}?queue=list`);
  const page = await render(door, viewer, inCompany(`/work-orders/${body.id}`));
  expect(page.one('main').all('heading')[0]?.text).toBe('Replace the pump.');
  for (const text of ['Eken #1', 'House A (1)', 'The key is at the office.', 'urgency.level 2'])
    expect(page.text).toContain(text);
  for (const name of [/^Mark done/, /^Cancel/]) expect(page.one('button', name).isDisabled, String(name)).toBe(true);
  expect(page.text).not.toMatch(/[{}]/);
});

it('Swedish is Swedish throughout, and a refused call is told in it, with the English that the partner was given', async () => {
  const show = (path: string) => render(door, administrator, path, { language: 'sv' });
  const invoice = await show(inCompany(`/invoices/${await submit(door, door.token, lastInvoice)}`));
  expect(invoice.text).toContain('18\u00A0412,50 KRONOR');
  expect(invoice.text).toMatch(/KRONOR.* är ingen valuta\./);

  const refused = await door.post(paths.invoices, {
    externalReferenceId: 'in Swedish',
    supplierNumber: '1001',
    articles: [{ price: 'tolv' }],
  });
  await traceIsKept(door, refused.body.traceId);
  const call = await show(inCompany(`/requests/${refused.body.traceId}`));
  const saying = (text: string) => call.below.filter((part) => part.text === text);
  expect(call.text).toMatch(/articles\[0\]\.price\s*måste vara ett tal/);
  call.unfold('Svaret till partnern');
  const english = saying('articles[0].price must be a number.').at(-1);
  expect(english?.attributes.lang).toBe('en');
  expect(call.below.find(({ tag }) => tag === 'mark')?.text).toContain('måste vara ett tal');
  const misspelt = { externalReferenceId: 'misspelt', supplierNumber: '1001', supplierInvoceNumber: '1' };
  const accepted = await door.post(paths.invoices, misspelt);
  const acceptedTrace = accepted.headers.get('traceparent')?.split('-')[1] as string;
  await traceIsKept(door, acceptedTrace);
  expect((await show(inCompany(`/requests/${acceptedTrace}`))).text).toMatch(
    /supplierInvoceNumber .*Kanske menades supplierInvoiceNumber\./,
  );
  const overview = await show(inCompany('/overview'));
  const cause = overview.one('link', 'articles[].price måste vara ett tal.');
  const calls = await show(cause.href.replace(/^\/console/, ''));
  expect(calls.text).toContain('articles[0].price måste vara ett tal.');
});

it('the overview tells of an endpoint that was switched off, and leads there; an address is for administrators', async () => {
  const url = 'https://8.8.8.8/gone';
  const made = await administrator.call('POST', inCompany('/webhooks'), { url });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  await door.pool.query(
    `UPDATE webhook_endpoints SET switched_off_at = '2026-11-15T08:00Z', switched_off_for = 'gone' WHERE company_id = $1 AND id = $2`,
    [door.company, made.body.id],
  );
  const overview = await render(door, viewer, inCompany('/overview'));
  expect(overview.text).toContain('A webhook endpoint was switched off');
  const link = overview.one('link', 'The company’s own system');
  const page = await render(door, viewer, link.href.replace(/^\/console/, ''));
  page.one('heading', /^Endpoint: The company/);
  expect(page.text).toContain('On 2026-11-15 09:00 CET it answered 410');
  expect(page.text).toContain('The address, the deliveries and the answers are for administrators.');
  expect(page.one('button', 'Switch on').isDisabled).toBe(true);
  expect(page.all('button', 'More')).toEqual([]);
  expect(page.all('region', 'Deliveries')).toEqual([]);
  const list = await render(door, viewer, inCompany('/webhooks'));
  expect(list.one('table').all('row').length).toBeGreaterThan(1);
  expect(list.all('columnheader').map(({ text }) => text)).toEqual(['Belongs to', 'State']);
  expect(list.text).not.toContain('8.8.8.8');
});

it('an invoice shows its coding, or a proposal with its reason and what an approval does with it', async () => {
  const coded = async (n: number) => {
    const id = await submit(door, door.token, { ...anInvoice(n), supplierNumber: '1003', projectName: 'Kajen' });
    const rows = [{ account: '4010', vatCode: '25' }];
    expect((await approver.call('PUT', inCompany(`/invoices/${id}/coding`), { rows })).status).toBe(200);
    return id;
  };
  const codingOn = async (id: string, who = approver, language: 'en' | 'sv' = 'en') =>
    (await render(door, who, inCompany(`/invoices/${id}`), { language })).one('region', /^(Coding|Kontering)$/);
  const bare = await submit(door, door.token, { ...anInvoice(20), supplierNumber: '1003', projectName: 'Kajen' });
  expect((await render(door, approver, inCompany(`/invoices/${bare}`))).all('region', 'Coding')).toEqual([]);
  await addCodes(door, { account: ['4010'], vatCode: ['25'] });
  expect((await codingOn(bare)).text).toContain('Not coded.');
  const first = await coded(21);
  const proposed = await codingOn(bare);
  expect(proposed.text).toContain('Account: 4010 Name of 4010');
  expect(proposed.text).toContain('Proposed: the last 1 of 1 of this supplier.');
  proposed.one('button', 'Use the proposal');
  for (const n of [22, 23]) await coded(n);
  const takenOver = await codingOn(bare, approver, 'sv');
  expect(takenOver.text).toContain('Förslag: leverantörens senaste 3 av 3. Det används när fakturan attesteras.');
  expect(takenOver.all('button').map(({ text }) => text)).toEqual(['Ändra']);
  expect((await codingOn(first)).text).toMatch(/VAT code: 25 Name of 25 By The approver/);
  expect((await codingOn(first, viewer)).one('button', /^Change/).isDisabled).toBe(true);
});
