import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../../server/testing/door.ts';
import { signedIn, type SignedIn } from '../../../server/testing/operator.ts';
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
  expect(page.text).toMatch(/Held by the check: bank giro differs [\d: -]+ CET$/);
});

it('a released invoice says who released it and why, and its second approver reads the answer and the first comment', async () => {
  const [releaser, first, second] = [
    await signedIn(door, 'approver'),
    await signedIn(door, 'approver'),
    await signedIn(door, 'approver'),
  ];
  await door.pool.query('UPDATE operator_companies SET approval_limit = 1 WHERE operator_id = $1', [first.id]);
  const id = await submit(door, door.token, {
    ...anInvoice(40_002),
    supplierNumber: '1001',
    currency: 'SEK',
    supplierBankGiro: '5050-1055',
  });
  const act = async (who: SignedIn, what: string, body: object) => {
    const { status, body: answer } = await who.call('POST', `${pageOf(id)}/${what}`, body);
    expect(status, answer.message).toBe(200);
    return answer;
  };
  expect((await render(door, second, pageOf(id))).all('button', /^Release/)).toHaveLength(1);
  await act(releaser, 'release', { reason: 'They confirmed the account by telephone.' });
  const { questions } = await act(first, 'questions', { text: 'Which order is it?' });
  const answer = { questionId: questions[0].id, text: 'It is order 4711.' };
  expect((await door.post(`${paths.invoices}/${id}/answers`, answer)).status).toBe(200);
  await act(first, 'approve', { comment: 'Delivered to the site.' });

  const page = await render(door, second, pageOf(id));
  const header = page.text.slice(page.text.indexOf('Approved 1 of 2'), page.text.indexOf('Details'));
  expect(header).toMatch(/Released by The approver, .+\. They confirmed the account by telephone\./);
  expect(header).toMatch(/Answer from Scanner, .+: It is order 4711\./);
  expect(header).toMatch(/First approval of two: The approver, .+\. Delivered to the site\./);
  expect(header).toContain('Hold, released');
  expect(page.below.filter(({ attributes }) => attributes['data-severity'] === 'hold')).toEqual([]);
  const list = await render(door, second, `${company}/invoices?supplier=1001&state=received`);
  const marks = list.one('row', /F-40002/).below.map(({ attributes }) => attributes['data-severity']);
  expect(marks.filter((mark) => mark !== undefined)).toEqual(['released']);

  await act(second, 'approve', { comment: 'Fine.' });
  const approved = await render(door, viewer, pageOf(id));
  expect(approved.text).toMatch(/Approved by The approver, .+\. Fine\./);
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
  expect(sums.text).not.toContain('Net');
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
