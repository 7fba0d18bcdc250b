import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../../server/testing/door.ts';
import { signedIn } from '../../../server/testing/operator.ts';
import { guideSections, sectionOf } from '../../src/layout/guide.ts';
import { accessPages, createPages, workPages } from '../../src/layout/pages.ts';
import { render } from './render.ts';

const door = await openDoor();
afterAll(() => door?.close());

it('every page has a section of the guide, which is served beside the console and has that heading', async () => {
  const answer = await fetch(`${door.url}/console/guide/operators`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const guide = await answer.text();
  const ids = new Set([...guide.matchAll(/<h[23] id="([^"]+)"/g)].map(([, id]) => id));
  expect(Object.values(guideSections).filter((section) => !ids.has(section))).toEqual([]);
  for (const { to } of [...workPages, ...accessPages, ...createPages])
    expect(sectionOf(to.replace('$companyId', '1')), to).toBeDefined();
  expect(sectionOf('/companies/1/invoices')).toBe('invoices');
  expect(sectionOf('/companies/1/invoices/2')).toBe('deciding-one-after-the-other');
  expect(sectionOf('/companies/1/projects/import')).toBe('exports-and-imports');
  // Keys are shown as keys, and pictures are left out.
  expect(guide).toContain('<kbd>');
  expect(guide).not.toContain('<img');
  expect((await fetch(`${door.url}/console/guide/pages.css`)).status).toBe(200);
});

it('the navigation leads to the section about the page', async () => {
  const page = await render(door, await signedIn(door, 'viewer'), `/companies/${door.company}/suppliers`);
  expect(page.one('link', 'Help with this page').href).toBe('/console/guide/operators#suppliers');
});
