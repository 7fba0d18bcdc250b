import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../../server/testing/door.ts';
import { signedIn } from '../../../server/testing/operator.ts';
import { submit } from '../company.ts';
import { suppliers } from '../records.ts';
import { render } from './render.ts';

const door = await openDoor();
const [{ number, ...supplier }] = suppliers as [(typeof suppliers)[0]];
await door.addSupplier(number, supplier);
const approver = await signedIn(door, 'approver');
const company = `/companies/${door.company}`;
afterAll(() => door?.close());

it('a withdrawn invoice says in Swedish who withdrew it, has no decision, and is in the list of withdrawn ones', async () => {
  const supplierInvoiceNumber = 'W-1';
  const sent = { externalReferenceId: 'W-1', supplierInvoiceNumber, supplierNumber: number, totalPrice: 1250.5 };
  const id = await submit(door, door.token, { ...sent, currency: 'SEK' });
  const reason = 'Sent with the wrong amount.';
  expect((await door.post(`${paths.invoices}/${id}/withdraw`, { reason })).status).toBe(200);
  const page = await render(door, approver, `${company}/invoices/${id}`, { language: 'sv' });
  expect(page.text).toContain('Återkallad av partnern Scanner');
  expect(page.text).toContain('Faktura återkallad av partnern');
  expect(page.all('button', /^Attestera/)).toEqual([]);
  const all = await render(door, approver, `${company}/invoices`, { language: 'sv' });
  const choice = all.one('combobox', 'Status').one('option', 'Återkallad');
  const list = await render(door, approver, `${company}/invoices?state=${choice.attributes.value}`, { language: 'sv' });
  list.one('link', 'W-1');
});

it('a proposal of a partner names it in Swedish, with the number to call that it did not bring itself', async () => {
  const propose = async (phone: string) => {
    const body = { ...supplier, number, name: `Renamed ${phone}`, bankGiro: '5050-1055', phone };
    expect((await door.call('PUT', `${paths.suppliers}/${number}`, { body })).status).toBe(200);
    const { proposals } = (await approver.call('GET', `${company}/suppliers/${number}`)).body;
    return proposals[0].id as string;
  };
  const first = await propose('018-1');
  const confirm = `${company}/suppliers/${number}/proposals/${first}/confirm`;
  const confirmed = await approver.call('POST', confirm, {});
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
  // The confirmation confirms the account, so from then on another telephone number waits, too.
  await propose('018-2');
  const page = await render(door, approver, `${company}/proposals`, { language: 'sv' });
  const proposal = page.one('region', /^Föreslaget av partnern Scanner,/);
  expect(proposal.one('button', 'Bekräfta').isDisabled).toBe(false);
  expect(page.text).toMatch(/Ring 018-1, numret i registret, .* Ett annat nummer är föreslaget: ring inte det\./);
});
