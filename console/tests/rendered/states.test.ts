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
