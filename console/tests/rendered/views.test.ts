import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../../server/testing/door.ts';
import { signedIn } from '../../../server/testing/operator.ts';
import type { MarkupElement } from './markup.ts';
import { render } from './render.ts';

const door = await openDoor();
const approver = await signedIn(door, 'approver');
afterAll(() => door?.close());

const list = (query: string, language: 'en' | 'sv' = 'en') =>
  render(door, approver, `/companies/${door.company}/invoices${query}`, { language });
const marked = (views: MarkupElement) =>
  views.below.filter((part) => 'aria-current' in part.attributes).map(({ text }) => text);

it('the usual views are a click away, and the one that is shown is marked, in both languages', async () => {
  const views = (await list('')).one('navigation', 'Views');
  expect(marked(views)).toEqual(['All']);
  const addresses: [string, string][] = [
    ['To approve', '?state=received&waitsFor=company&sort=dueDate'],
    ['Without findings', '?state=received&waitsFor=company&finding=none&sort=dueDate'],
    ['Waits for a second approver', '?state=signed&waitsFor=company&sort=dueDate'],
    ['Held', '?state=held&waitsFor=company&sort=dueDate'],
    ['Overdue', '?overdue=true&sort=dueDate'],
    ['Assigned to you', '?state=open&waitsFor=company&assigned=me&sort=dueDate'],
    ['With partner', '?waitsFor=partner&sort=dueDate'],
    ['Without a file', '?files=none'],
    ['Decided by me', '?decidedBy=me'],
  ];
  for (const [name, address] of addresses) {
    expect(new URL(views.one('link', name).href, door.url).search).toBe(address);
    expect(marked((await list(address)).one('navigation', 'Views'))).toEqual([name]);
  }
  const swedish = (await list('?state=received&waitsFor=company&sort=dueDate', 'sv')).one('navigation', 'Vyer');
  expect(swedish.all('link').map(({ text }) => text)).toEqual([
    'Alla',
    'Att attestera',
    'Utan anmärkningar',
    'Väntar på andra attest',
    'Stoppade',
    'Förfallna',
    'Väntar på dig',
    'Tilldelade dig',
    'Hos partnern',
    'Utan fil',
    'Beslutade av mig',
  ]);
});
