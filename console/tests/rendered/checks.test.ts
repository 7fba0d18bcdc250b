import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../../server/testing/door.ts';
import { signedIn } from '../../../server/testing/operator.ts';
import { addSuppliers, submit } from '../company.ts';
import { anInvoice } from '../records.ts';
import { adding, suspicious } from '../suspicious.ts';
import { render } from './render.ts';

const door = await openDoor();
await addSuppliers(door);
const administrator = await signedIn(door, 'administrator');
const viewer = await signedIn(door, 'viewer');
afterAll(() => door?.close());

const company = `/companies/${door.company}`;
const pageOf = (id: string) => `${company}/invoices/${id}`;

it('an operator who changed the supplier cannot release its invoice, and is told so', async () => {
  const changer = await signedIn(door, 'approver');
  const changed = await changer.call('PATCH', `${company}/suppliers/1006`, { bankGiro: '991-2346' });
  expect(changed.status).toBe(200);
  const invoice = { ...anInvoice(40_001), supplierNumber: '1006', currency: 'SEK', supplierBankGiro: '991-2346' };
  const page = await render(door, changer, pageOf(await submit(door, door.token, invoice)), { language: 'sv' });
  expect(page.one('alert', /Fakturan är stoppad/).text).toContain('Betalningsmottagaren nyligen');
  expect(page.one('button', 'Häv stoppet').isDisabled).toBe(true);
  expect(page.text).toMatch(
    /Strax innan fakturan .+ vem som får betalt.+häva stoppet, till exempel The (approver|administrator)/,
  );
});

it('a hold comes first, then the duplicate, then warnings, and a note last and without a frame', async () => {
  const sent = { ...suspicious, invoiceDate: suspicious.invoiceDate + 13 * 3_600_000 };
  await submit(door, door.token, { ...sent, externalReferenceId: 'earlier', supplierBankGiro: '5805-6201' });
  const page = await render(door, viewer, pageOf(await submit(door, door.token, sent)));
  const at = (words: string) => {
    const found = page.text.indexOf(words);
    expect(found, words).toBeGreaterThan(-1);
    return found;
  };
  const shown = [
    'Bank giro differs',
    'Possible duplicate',
    'Line does not add up',
    'Date with a time of day',
    'Details',
  ];
  expect(shown.toSorted((a, b) => at(a) - at(b))).toEqual(shown);
  const inAlert = page.all('alert').map(({ text }) => text);
  expect(inAlert).toEqual([
    expect.stringContaining('This invoice is held'),
    expect.stringContaining('does not add up'),
  ]);
  expect(inAlert.join()).not.toContain('Date with a time of day');
});

it('a calculation that adds up is said in a line, one that does not shows the difference', async () => {
  const right = await render(door, viewer, pageOf(await submit(door, door.token, adding)));
  const folded = right.one('region', 'Sums');
  expect(folded.text).toMatch(/Adds up: .*VAT on the sum/);
  expect(folded.all('table')).toEqual([]);
  folded.unfold('Calculation');
  expect(folded.one('row', /^Lines/).text).toContain('299.97');
  expect(folded.one('row', /^Expected/).text).toContain('374.96');
  expect(folded.text).toContain('Net');

  const wrong = await render(
    door,
    viewer,
    pageOf(await submit(door, door.token, { ...suspicious, externalReferenceId: 'again' })),
  );
  const sums = wrong.one('region', 'Sums');
  expect(sums.text).toContain('Does not add up.');
  for (const [name, amount] of [
    ['Sent', '6,900.00'],
    ['Expected', '6,125.00'],
    ['Difference', '775.00'],
  ])
    expect(sums.one('row', new RegExp(`^${name}`)).text).toContain(amount);
});

it('a viewer reads the settings of the checks and cannot change them', async () => {
  const rules = { 'currency.unknown': 'hold' };
  expect((await administrator.call('PATCH', `${company}/checks`, { rules })).status).toBe(200);
  const page = await render(door, viewer, `${company}/checks`, { language: 'sv' });
  const currency = page.one('radiogroup', 'Okänd valuta: i det här företaget');
  expect(
    currency
      .all('radio')
      .filter(({ isChecked }) => isChecked)
      .map(({ name }) => name),
  ).toEqual(['Stoppa']);
  expect(currency.one('radio', 'Av').isDisabled).toBe(true);
});
