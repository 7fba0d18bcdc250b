import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../../server/testing/door.ts';
import { signedIn } from '../../../server/testing/operator.ts';
import type { InvoiceRow, Overview, Page } from '../../src/api/types.ts';
import { submit } from '../company.ts';
import { changed, render } from './render.ts';

const door = await openDoor();
await door.addSupplier('1');
for (const n of [1, 2, 3]) await submit(door, door.token, { externalReferenceId: `${n}`, supplierNumber: '1' });
const approver = await signedIn(door, 'approver');
afterAll(() => door?.close());

const inCompany = (path: string) => `/companies/${door.company}${path}`;

it('a list and figures that are still catching up say so, also where there is nothing in the list yet', async () => {
  const show = (path: string, fields: Partial<Page<InvoiceRow>> & Partial<Overview>) =>
    render(door, approver, inCompany(path), {
      answer: (address, response) => (/\/(invoices|overview)\b/.test(address) ? changed(response, fields) : response),
    });
  const line = 'The list is still catching up with what arrived; reload in a moment.';
  const list = await show('/invoices', { catchingUp: true });
  expect(list.one('table', 'Invoices').all('row')).toHaveLength(4);
  expect(list.text).toContain(line);
  const empty = await show('/invoices', { catchingUp: true, rows: [] });
  expect(empty.one('main').text).toContain('No invoice has arrived yet');
  expect(empty.text).toContain(line);
  const settled = await show('/invoices', {});
  expect(settled.one('table', 'Invoices').all('row')).toHaveLength(4);
  expect(settled.text).not.toContain(line);
  const overview = await show('/overview', { catchingUp: true });
  expect(overview.text).toContain('The figures are still catching up with what arrived; reload in a moment.');
});

it('a list that cannot be read says why, with a trace id and a way on', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const page = await render(door, approver, inCompany('/invoices'), {
    answer: (address, response) =>
      address.endsWith('/invoices')
        ? Response.json({ traceId, message: 'after must be a cursor of this list' }, { status: 400 })
        : response,
  });
  const alert = page.one('alert');
  expect(alert.text).toContain(traceId);
  expect(alert.text).toContain('after must be a cursor of this list');
  alert.one('button', 'Try again');
});

it.each([
  ['a page that does not exist', () => inCompany('/nothing')],
  ['an address outside the companies', () => '/nothing-else'],
  ['a supplier that does not exist', () => inCompany('/suppliers/none')],
  ['another company', () => '/companies/00000000-0000-0000-0000-000000000000/invoices'],
])('%s says that there is nothing, with a way back', async (_what, path) => {
  const page = await render(door, approver, path());
  expect(page.all('heading')[0]?.text).toBe('There is nothing here');
  expect(page.one('link', 'Go to the overview').href).toMatch(/^\/console\//);
});

it.each([
  ['/partners', 'viewer'],
  ['/systems', 'approver'],
  ['/audit', 'approver'],
  ['/new/supplier', 'viewer'],
  ['/import/suppliers', 'viewer'],
  ['/projects/new', 'viewer'],
  ['/projects/import', 'viewer'],
] as const)('%s tells a %s whom to ask, with a way back', async (path, role) => {
  const page = await render(door, await signedIn(door, role), inCompany(path));
  expect(page.all('heading').map(({ text }) => text)).toEqual(['You have no access to this page']);
  expect(page.one('main').text).toContain(`Your role, ${role}, does not allow this. Ask an administrator.`);
  page.one('link', 'Go to the overview');
});

it('the users are for administrators only, and a company without a partner says how to begin', async () => {
  const users = await render(door, approver, '/operators', { language: 'sv' });
  expect(users.all('heading')[0]?.text).toBe('Du har inte tillgång till sidan');
  const company = await door.addCompany('New');
  const administrator = await signedIn(door, 'administrator', company.id);
  const overview = await render(door, administrator, `/companies/${company.id}/overview`, {
    answer: (address, response) => (/\/partners\b/.test(address) ? changed(response, { rows: [] }) : response),
  });
  for (const name of ['Create a partner', 'Import suppliers', 'Invite users']) overview.one('link', name);
  const invoices = await render(door, administrator, `/companies/${company.id}/invoices`);
  invoices.one('link', 'Go to partners and tokens');
  const started = await render(door, await signedIn(door, 'administrator'), inCompany('/overview'));
  expect(started.text).not.toContain('Get started');
});

it('a partner’s switch for webhooks is off and says why while the company has it off for all', async () => {
  const administrator = await signedIn(door, 'administrator');
  const show = () => render(door, administrator, inCompany('/partners'));
  const isOff = (page: Awaited<ReturnType<typeof show>>) =>
    page.all('switch', /may manage its webhook endpoints$/).map(({ isDisabled }) => isDisabled);
  const before = await show();
  expect(isOff(before)).toEqual([false]);
  await administrator.call('PATCH', inCompany('/settings'), { partnersManageWebhooks: false });
  const after = await show();
  expect(isOff(after)).toEqual([true]);
  expect(after.text).toContain('Switched off for all partners, under Settings');
});

it('who has no company yet may load the page again', async () => {
  const nobody = await signedIn(door, 'viewer');
  await door.pool.query('DELETE FROM operator_companies WHERE operator_id = $1', [nobody.id]);
  const page = await render(door, nobody, '/');
  expect(page.one('main').text).toContain('Ask an administrator for access to a company');
  page.one('link', 'Load again');
});
