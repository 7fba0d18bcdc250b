import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage, type OpenedPage } from './browser.ts';
import { addSuppliers, submit } from './company.ts';
import { picture } from './picture.ts';
import { anInvoice, projects } from './records.ts';

const door = await openDoor();
await addSuppliers(door);
for (const project of projects) await door.addProject(project);
await Promise.all(Array.from({ length: 60 }, (_, at) => submit(door, door.token, anInvoice(at + 1))));
const approver = await signedIn(door, 'approver');
const shared = await openPage(door, approver);
afterAll(async () => {
  await closePages();
  await door?.close();
});

const invoices = () => `/companies/${door.company}/invoices`;
/** Ten of the invoices. */
const few = () => `${invoices()}?supplier=1003`;
const rows = (page: Page) => page.getByRole('table', { name: 'Invoices' }).getByRole('row');

it('a slow list shows skeletons, then that it is catching up, a failing one a sentence, its trace id and a way on', async () => {
  const { page, go } = shared;
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  let fails = false;
  let answer = () => {};
  const patience = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/operator/v1/companies/*/invoices*', async (route) => {
    if (fails) return route.fulfill({ status: 400, json: { traceId, message: 'after must be a cursor of this list' } });
    await patience;
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...((await response.json()) as object), catchingUp: true } });
  });
  await go(few());
  await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'attached' });
  expect(await page.locator('.mantine-Skeleton-root').count()).toBeGreaterThan(3);
  expect(await seriousIn(page)).toEqual([]);
  answer();
  await expect.poll(() => rows(page).count()).toBe(11);
  await page.getByText('The list is still catching up with what arrived; reload in a moment.').waitFor();
  expect(await seriousIn(page)).toEqual([]);
  fails = true;
  await page.reload();
  const alert = page.getByRole('alert');
  await alert.getByText(traceId).waitFor();
  await alert.getByText('after must be a cursor of this list').waitFor();
  await picture(page, 'state-failed');
  expect(await seriousIn(page)).toEqual([]);
  fails = false;
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => rows(page).count()).toBe(11);
  await expect.poll(() => alert.count()).toBe(0);
  await page.unrouteAll();
});

describe('with a clock that the test moves', () => {
  let opened: OpenedPage;
  beforeAll(async () => {
    opened = await openPage(door, approver, { fresh: true });
    await opened.page.clock.install();
    await opened.go('/account');
  });
  afterAll(() => opened?.close());

  it('a service that does not answer is told of, and what was shown before stays', async () => {
    const { page, visit } = opened;
    await visit(few());
    await expect.poll(() => rows(page).count()).toBe(11);
    await page.route('**/operator/v1/**', (route) => route.abort());
    await page.clock.runFor(25_000);
    await page.getByRole('alert').getByText('The service does not answer').waitFor();
    expect(await rows(page).count()).toBe(11);
    await page.unroute('**/operator/v1/**');
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  it('a list that refreshes with nobody there does not keep the session from ending', async () => {
    const { page, visit } = opened;
    const said: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/operator/v1/') && request.url().includes('/invoices'))
        said.push(request.headers()['x-doorway-console']);
    });
    await visit(`${invoices()}?supplier=1004`);
    await expect.poll(() => rows(page).count()).toBe(11);
    expect(new Set(said)).toEqual(new Set(['1']));
    await page.clock.fastForward('06:00');
    await expect.poll(() => said.at(-1)).toBe('idle');
    await page.keyboard.press('Shift');
    // Longer than the time between two refreshes while the feed works.
    await page.clock.fastForward('01:10');
    await expect.poll(() => said.at(-1)).toBe('1');
  });

  it('a list refreshes by itself, and the reader stays where they were', async () => {
    const { page, visit } = opened;
    await visit(`${invoices()}?state=received`);
    await expect.poll(() => rows(page).count()).toBe(51);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => rows(page).count()).toBe(61);
    const reading = page.getByRole('link', { name: 'F-41', exact: true });
    await reading.scrollIntoViewIfNeeded();
    const before = (await reading.boundingBox())?.y ?? Number.NaN;
    expect(before).toBeGreaterThan(0);
    await submit(door, door.token, anInvoice(500));
    await page.clock.runFor(16_000);
    await page.getByRole('link', { name: 'F-500', exact: true }).waitFor({ state: 'attached' });
    await expect.poll(() => rows(page).count()).toBe(62);
    const movedBy = async () => Math.abs(((await reading.boundingBox())?.y ?? Number.NaN) - before);
    await expect.poll(movedBy).toBeLessThan(2);
    expect(new URL(page.url()).search).toBe('?state=received');
  });
});

it('what was typed into a project is not lost by a click on a link', async () => {
  const { page, visit } = shared;
  await visit(`/companies/${door.company}/projects`);
  await page.getByRole('link', { name: 'Hamnen' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Hamnen, the new quay');
  await page.getByRole('link', { name: 'Suppliers' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('You have not saved').waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Stay here' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Hamnen, the new quay');
  await page.getByRole('link', { name: 'Suppliers' }).click();
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByRole('heading', { level: 1, name: 'Suppliers' }).waitFor();
});
