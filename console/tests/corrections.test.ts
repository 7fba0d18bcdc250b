import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../server/testing/door.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage } from './browser.ts';
import { submit } from './company.ts';
import { picture } from './picture.ts';
import { suppliers } from './records.ts';

const door = await openDoor();
const [{ number, ...supplier }] = suppliers as [(typeof suppliers)[0]];
await door.addSupplier(number, supplier);
const approver = await signedIn(door, 'approver');
afterAll(async () => {
  await closePages();
  await door?.close();
});

const send = (supplierInvoiceNumber: string) =>
  submit(door, door.token, {
    externalReferenceId: supplierInvoiceNumber,
    supplierInvoiceNumber,
    supplierNumber: number,
    totalPrice: 1250.5,
    currency: 'SEK',
  });
const reason = 'Sent with the wrong amount.';
const withdraw = async (id: string) =>
  expect((await door.post(`${paths.invoices}/${id}/withdraw`, { reason })).status).toBe(200);

it.each([
  {
    locale: 'en-GB',
    approve: 'Approve',
    title: 'Withdrawn by the partner',
    why: /^The partner Scanner withdrew this invoice on/,
    stay: 'Stay here',
    shown: /^Withdrawn by the partner Scanner on/,
    history: 'Invoice withdrawn by the partner',
    label: 'State',
    state: 'Withdrawn',
  },
  {
    locale: 'sv-SE',
    approve: 'Attestera',
    title: 'Återkallad av partnern',
    why: /^Partnern Scanner återkallade fakturan/,
    stay: 'Stanna kvar',
    shown: /^Återkallad av partnern Scanner/,
    history: 'Faktura återkallad av partnern',
    label: 'Status',
    state: 'Återkallad',
  },
])('in $locale an operator who decides about a withdrawn invoice reads who withdrew it', async (t) => {
  const name = `W-${t.locale}`;
  const id = await send(name);
  const { page, go, close, complaints } = await openPage(door, approver, { locale: t.locale, fresh: true });
  await go(`/companies/${door.company}/invoices/${id}`);
  const approve = page.getByRole('button', { name: t.approve, exact: true });
  await approve.waitFor();
  // The page has not heard of it yet: the operator clicks at the same moment.
  await page.route('**/events**', (route) => route.abort());
  await page.route(`**/invoices/${id}/approve`, async (route) => {
    await withdraw(id);
    await route.continue();
  });
  await approve.click();
  const dialog = page.getByRole('dialog', { name: t.title });
  await dialog.getByText(t.why).waitFor();
  await picture(page, `withdrawn-meanwhile-${t.locale}`);
  await dialog.getByRole('button', { name: t.stay }).click();
  await page.getByText(t.shown).waitFor();
  await page.getByText(t.history, { exact: true }).waitFor();
  await approve.waitFor({ state: 'detached' });
  await picture(page, `withdrawn-invoice-${t.locale}`, { whole: true });
  expect(await seriousIn(page)).toEqual([]);
  await go(`/companies/${door.company}/invoices`);
  await page.getByLabel(t.label, { exact: true }).selectOption({ label: t.state });
  await page.getByRole('link', { name, exact: true }).waitFor();
  await picture(page, `withdrawn-list-${t.locale}`);
  expect(complaints.filter((complaint) => !complaint.includes('409') && !complaint.includes('ERR_FAILED'))).toEqual([]);
  await close();
});

it('an open invoice shows at once that its partner withdrew it', async () => {
  const id = await send('W-live');
  const { page, go, close, complaints } = await openPage(door, approver, { fresh: true });
  await go(`/companies/${door.company}/invoices/${id}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await withdraw(id);
  await page.getByText(/^Withdrawn by the partner Scanner on/).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

// The first one confirms the account, so from then on another telephone number waits, too.
it.each([
  {
    locale: 'en-GB',
    phone: '018-1',
    call: /record, 018-1, comes from a partner, and nobody at the company has confirmed it\./,
    title: /^Proposed by the partner Scanner,/,
    confirm: 'Confirm',
    ask: 'Confirm this change?',
    done: 'The change is made.',
  },
  {
    locale: 'sv-SE',
    phone: '018-2',
    call: /^Ring 018-1, numret i registret, .* Ett annat nummer är föreslaget: ring inte det\.$/,
    title: /^Föreslaget av partnern Scanner,/,
    confirm: 'Bekräfta',
    ask: 'Bekräfta ändringen?',
    done: 'Ändringen är gjord.',
  },
])(
  'in $locale a proposal of a partner names it and the number to call, and one operator confirms it',
  async ({ locale, phone, call, title, confirm, ask, done }) => {
    const body = { ...supplier, number, name: `Renamed ${locale}`, bankGiro: '5050-1055', phone };
    const { status } = await door.call('PUT', `${paths.suppliers}/${number}`, { body });
    expect(status).toBe(200);
    const { page, go, close, complaints } = await openPage(door, approver, { locale });
    await go(`/companies/${door.company}/proposals`);
    const proposal = page.getByRole('region', { name: title });
    await proposal.waitFor();
    await page.getByText(call).waitFor();
    await picture(page, `partner-proposal-${locale}`);
    expect(await seriousIn(page)).toEqual([]);
    await proposal.getByRole('button', { name: confirm, exact: true }).click();
    await page.getByRole('dialog', { name: ask }).getByRole('button', { name: confirm, exact: true }).click();
    await page.getByText(done).waitFor();
    await go(`/companies/${door.company}/suppliers/${number}`);
    await page.getByText(`Renamed ${locale}`).first().waitFor();
    await page.getByText(phone, { exact: true }).first().waitFor();
    await picture(page, `partner-proposal-history-${locale}`, { whole: true });
    expect(complaints).toEqual([]);
    await close();
  },
);
