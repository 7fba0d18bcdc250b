import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../../server/testing/door.ts';
import { invoiceOn } from '../../../server/testing/operations.ts';
import { signedIn } from '../../../server/testing/operator.ts';
import { render } from './render.ts';

const door = await openDoor();
afterAll(() => door.close());
await door.addSupplier('1', { name: 'Ylva Sand' });
const base = `/companies/${door.company}`;
const page = `${base}/erase/suppliers/1`;

it('an administrator sees what erasing a supplier would do, and types the number first', async () => {
  const administrator = await signedIn(door, 'companyAdministrator');
  expect((await render(door, administrator, `${base}/suppliers/1`)).one('link', 'Erase personal data…')).toBeDefined();
  const english = await render(door, administrator, page);
  expect(english.text).toContain('Erase the personal data of Ylva Sand');
  expect(english.text).toMatch(/name, numbers, address, contact and accounts of the supplier ?deleted ?1/);
  expect(english.text).toContain('receipts and chains are verified with them');
  expect(english.text).toContain('There is no backup.');
  expect(english.text).toContain('Type the supplier’s number, 1');
  expect(english.one('button', 'Erase')).toBeDefined();
  const swedish = await render(door, administrator, page, { language: 'sv' });
  expect(swedish.text).toContain('Radera personuppgifter: Ylva Sand');
  expect(swedish.text).toContain('Det finns ingen säkerhetskopia.');
  expect(swedish.one('button', 'Radera')).toBeDefined();

  await invoiceOn(door, 'open');
  const refused = await render(door, administrator, page, { language: 'sv' });
  expect(refused.text).toContain('fakturor som ingen har beslutat om');
  expect(refused.all('button', 'Radera')).toEqual([]);
});

it('an approver is not offered it', async () => {
  const approver = await signedIn(door, 'approver');
  expect((await render(door, approver, `${base}/suppliers/1`)).text).not.toContain('Erase personal data');
  expect((await render(door, approver, page)).text).not.toContain('What goes');
});

it('an administrator of the installation sees when a user who left can be erased', async () => {
  const [administrator, left] = [await signedIn(door, 'administrator'), await signedIn(door, 'viewer')];
  await administrator.call('PATCH', `/operators/${left.id}`, { disabled: true });
  const links = (await render(door, administrator, '/operators')).all('link', 'Erase…');
  expect(links.some(({ href }) => href.endsWith(`/operators/${left.id}/erase`))).toBe(true);
  const english = await render(door, administrator, `/operators/${left.id}/erase`);
  expect(english.text).toMatch(/This user can be erased from \d{4}-\d\d-\d\d on/);
  const swedish = await render(door, administrator, `/operators/${left.id}/erase`, { language: 'sv' });
  expect(swedish.text).toMatch(/Användaren kan raderas från och med \d{4}-\d\d-\d\d/);
});
