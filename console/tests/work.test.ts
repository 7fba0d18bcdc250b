import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { openDoor, paths, send } from '../../server/testing/door.ts';
import { signedIn, type SignedIn } from '../../server/testing/operator.ts';
import { nowMs } from '../../server/testing/time.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage, type OpenedPage } from './browser.ts';
import { attach, seed, submit } from './company.ts';
import { png } from './files.ts';
import { ink } from './ink.ts';
import { picture } from './picture.ts';
import { suspicious } from './suspicious.ts';

const door = await openDoor();
const seeded = await seed(door, 12);
const administrator = await signedIn(door, 'administrator');
const approver = await signedIn(door, 'approver');
const viewer = await signedIn(door, 'viewer');
afterAll(async () => {
  await closePages();
  await door?.close();
});

const shared = new Map<SignedIn, OpenedPage>();
/** The operator's page, which tests share: showing another address costs a third of loading the console. */
async function show(who: SignedIn, path: string): Promise<OpenedPage> {
  const known = shared.get(who);
  const opened = known ?? (await openPage(door, who));
  shared.set(who, opened);
  opened.complaints.length = 0;
  await (known === undefined ? opened.go(path) : opened.visit(path));
  return opened;
}

it('a failed call is found by what a partner pasted, with its faulty fields marked', async () => {
  const { page, visit } = await show(viewer, `/companies/${door.company}/trace`);
  await page.getByLabel('Trace id').fill('no id in here');
  await page.getByRole('button', { name: 'Find the call' }).click();
  await page.getByText('There is no trace id in this text').waitFor();
  await page.getByLabel('Trace id').fill(`{"traceId":"${seeded.failedTrace}","message":"supplierNumber is required"}`);
  await page.getByRole('button', { name: 'Find the call' }).click();
  await page.getByRole('heading', { level: 1, name: 'Create an invoice' }).waitFor();
  const marked = page.locator('mark');
  await marked.first().waitFor();
  expect((await marked.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual(
    expect.arrayContaining([expect.stringContaining('"price": "125,50"'), expect.stringContaining('"supplierNumber"')]),
  );
  await visit(`/companies/${door.company}/requests/${'0'.repeat(31)}1`);
  await page.getByText('No call with this trace id is kept').waitFor();
});

it('an import shows every mistake, then what it would change, and then imports', async () => {
  const { page } = await show(approver, `/companies/${door.company}/projects/import`);
  await page.getByLabel('Or paste it here').fill('number,name,citty\nP8,,x\n');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('nothing was imported').first().waitFor();
  await page.getByText('citty').first().waitFor();
  const file = {
    name: 'projects.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('number;name;proposalIds;facilities\nP8;Skolan;P-2026-030;7=Gym\nP9;Badhuset;;\n'),
  };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect.poll(() => page.getByLabel('Or paste it here').inputValue()).toContain('Badhuset');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'Preview: nothing is imported yet' });
  await preview.getByText('2 new, 0 changed, 0 already as in the file.').waitFor();
  expect(await preview.getByRole('row', { name: 'P8' }).innerText()).toContain('Facilities: 7=Gym');
  await picture(page, 'import-preview');
  expect(await seriousIn(page)).toEqual([]);
  await preview.getByRole('button', { name: 'Import 2 new' }).click();
  await page.getByText('2 created, 0 changed').waitFor();
  expect(await preview.count()).toBe(0);
  await page.getByText('Project Badhuset (P9) has no facility').waitFor();
  await page.getByRole('link', { name: 'Show the projects' }).click();
  await page.getByRole('link', { name: 'Skolan' }).waitFor();
});

it('a token is shown once, works at the door, and does not once it is revoked', async () => {
  const { page } = await show(administrator, `/companies/${door.company}/partners`);
  await page.getByRole('button', { name: 'New partner' }).click();
  await page.getByLabel('Name of the partner system').fill('Field service');
  await page.getByRole('button', { name: 'Create the partner' }).click();
  await page.getByRole('link', { name: 'Field service' }).waitFor();
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('Partner', { exact: true }).selectOption({ label: 'Field service' });
  await page.getByLabel('Name of the token').fill('Production');
  await page.getByLabel('Register suppliers').uncheck();
  await page.getByRole('button', { name: 'Create the token' }).click();
  const token = await page.getByTestId('secret').innerText();
  expect(token).toMatch(/^dw_[\w-]{43}$/);
  expect((await send(door.url, 'GET', paths.suppliers, { token })).status).toBe(200);
  expect((await send(door.url, 'POST', paths.suppliers, { token, body: { number: '7', name: 'Seven' } })).status).toBe(
    403,
  );
  await page.getByRole('button', { name: 'I have copied it' }).click();
  const row = page.getByRole('table', { name: 'Access tokens' }).getByRole('row', { name: 'Field service' });
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await row.getByText('Revoked').waitFor();
  await expect.poll(async () => (await send(door.url, 'GET', paths.suppliers, { token })).status).toBe(401);
});

it('an operator token ends in 90 days unless chosen otherwise, and an administrator sees its use and revokes it', async () => {
  // The list of operators is sorted by name, and the tests that share the database have many.
  await door.pool.query('UPDATE operators SET name = $2 WHERE id = $1', [viewer.id, 'A viewer']);
  const mine = await show(viewer, '/account');
  await mine.page.getByRole('button', { name: 'New token' }).click();
  await mine.page.getByLabel('What the token is for').fill('Ledger export');
  const day = await mine.page.getByRole('dialog').getByRole('button', { name: 'Expires' }).innerText();
  expect(Math.round((Date.parse(day) - nowMs()) / 86_400_000)).toBeGreaterThanOrEqual(89);
  await mine.page.getByRole('button', { name: 'Create the token' }).click();
  const token = await mine.page.getByTestId('secret').innerText();
  const status = async () => (await send(door.url, 'GET', '/operator/v1/session', { token })).status;
  expect(await status()).toBe(200);
  await mine.page.getByRole('button', { name: 'I have copied it' }).click();

  const { page, complaints } = await show(administrator, '/operators');
  await page.getByRole('row', { name: viewer.email }).getByRole('button', { name: 'Tokens' }).click();
  const row = page.getByRole('table', { name: 'User tokens of A viewer' }).getByRole('row', { name: 'Ledger export' });
  await row.waitFor();
  await row.getByText('never').waitFor({ state: 'detached' });
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog', { name: 'Revoke the token?' }).getByRole('button', { name: 'Revoke' }).click();
  await row.getByText('Revoked').waitFor();
  expect(await status()).toBe(401);
  expect(complaints).toEqual([]);
});

it('a partner is allowed to attach to all invoices, and not any more', async () => {
  const { page, complaints } = await show(administrator, `/companies/${door.company}/partners`);
  await page.getByText('A partner may attach files to the invoices that it has sent itself.').waitFor();
  const allowed = page.getByRole('switch', { name: 'Inbox may attach files to all invoices' });
  expect(await allowed.isChecked()).toBe(false);
  const stored = async () =>
    (await administrator.call('GET', `/companies/${door.company}/partners`)).body.rows.find(
      ({ name }: { name: string }) => name === 'Inbox',
    ).attachesToAll;
  await allowed.click();
  await page.getByText('Inbox may now attach files to all invoices.').waitFor();
  expect([await allowed.isChecked(), await stored()]).toEqual([true, true]);
  await allowed.click();
  await page.getByText('Inbox may now attach files to its own invoices only.').waitFor();
  expect([await allowed.isChecked(), await stored()]).toEqual([false, false]);
  expect(complaints).toEqual([]);
});

it('an invoice is approved with its PDF in view, and then nobody can decide again', async () => {
  const { page, complaints } = await show(approver, `/companies/${door.company}/invoices/${seeded.invoice}`);
  const paper = page.getByRole('img', { name: 'Page 1 of 2 of F-20871.pdf' });
  await page.getByText('18,412.50 KRONOR').first().waitFor();
  await page.getByText('costCentre').waitFor();
  await page.getByRole('button', { name: 'Show delivery-note.png' }).click();
  await expect
    .poll(() =>
      page
        .getByRole('img', { name: 'The file delivery-note.png' })
        .evaluate((image) => (image as HTMLImageElement).naturalWidth),
    )
    .toBe(160);
  await page.getByRole('button', { name: 'Show F-20871.pdf' }).click();
  await expect.poll(() => ink(paper)).toBeGreaterThan(0.05);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByLabel('Comment (optional)').fill('Checked against the delivery note.');
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('Checked against the delivery note.').first().waitFor();
  await expect.poll(() => ink(paper)).toBeGreaterThan(0.05);
  const approve = page.getByRole('button', { name: 'Approve' });
  await expect.poll(() => approve.getAttribute('aria-disabled')).toBe('true');
  await page
    .getByText(/^The approver approved this invoice at/)
    .first()
    .waitFor({ state: 'attached' });

  await attach(door, seeded.invoice, 'late.png', Buffer.concat([png, Buffer.from('late')]));
  // The page refreshes when the operator returns to the window.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await page.getByRole('button', { name: 'Show late.png' }).waitFor();
  const marks = page.getByText('Arrived after the approval');
  // One on the file, one on the timeline.
  await expect.poll(() => marks.count()).toBe(2);
  // Axe would look at every word of the PDF.
  await page.getByRole('button', { name: 'Show late.png' }).click();
  await paper.waitFor({ state: 'detached' });
  expect(await seriousIn(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

it('a supplier is edited, and its history says who did it', async () => {
  const { page } = await show(approver, `/companies/${door.company}/suppliers/1003`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('IBAN').fill('SE4550000000058398257466');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('definition').filter({ hasText: 'SE45 5000 0000 0583 9825 7466' }).waitFor();
  await page.getByText('Changed by The approver').waitFor();
  expect((await approver.call('GET', `/companies/${door.company}/suppliers/1003`)).body.iban).toBe(
    'SE4550000000058398257466',
  );
});

it('what a role may not do is shown disabled, with the reason', async () => {
  const { page } = await show(viewer, `/companies/${door.company}/suppliers/1003`);
  const edit = page.getByRole('button', { name: 'Edit' });
  await expect.poll(() => edit.getAttribute('aria-disabled')).toBe('true');
  // A focus shows the reason to a person who uses keys.
  await page.keyboard.press('Tab');
  await edit.focus();
  await page.getByRole('tooltip', { name: 'Your role, viewer, does not allow this.' }).waitFor();
  expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
});

/** Typing counts once the search has the focus. */
async function openSearch(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect.poll(() => page.getByRole('dialog').locator('input:focus').count()).toBe(1);
}

it('everything is found by the keyboard alone', async () => {
  const { page, go, visit } = await show(administrator, '/account');
  // A page that was just loaded has no focus yet.
  await go(`/companies/${door.company}/projects`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  const found: [typed: string, shown: string, heading: string][] = [
    ['F-8', 'F-8', 'Invoice F-8'],
    ['östra', 'Östra Rör', 'Östra Rör'],
    ['tings', 'Tingshuset', 'Tingshuset'],
    ['fs-88121', 'Kvarteret Eken #1', 'Replace the pump in the basement.'],
    ['edi h', 'EDI hub', 'Partners and tokens'],
    [seeded.failedTrace, 'Call', 'Create an invoice'],
    ['audit', 'Audit log', 'Audit log'],
  ];
  for (const [typed, shown, heading] of found) {
    await openSearch(page);
    await page.keyboard.insertText(typed);
    await page.getByRole('dialog').getByText(shown).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await openSearch(page);
  await page.keyboard.insertText('nothing is called this');
  await page.getByText('Nothing was found.').waitFor();
  await page.keyboard.press('Escape');
  // A whole answer is pasted, after the key was pressed in a text field.
  await visit(`/companies/${door.company}/suppliers`);
  await page.getByLabel('Search', { exact: true }).focus();
  await openSearch(page);
  await page.keyboard.insertText(`{"traceId":"${seeded.failedTrace}","message":"There is no supplier"}`);
  await page.getByRole('dialog').getByText('Call').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Create an invoice' }).waitFor();
  // No letter is lost or taken for a key of the page before the search has the focus.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new project');
  await expect.poll(() => page.getByRole('dialog').locator('input').inputValue()).toBe('new project');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'New project' }).waitFor();
  await visit(`/companies/${door.company}/invoices`);
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check();
  await openSearch(page);
  const answered = page.waitForResponse((response) => response.url().includes('q=ask'));
  await page.keyboard.insertText('ask the');
  await (await answered).finished();
  // Enter alone does nothing to the page.
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.locator('[data-on-page][data-selected]').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Ask about several invoices' }).locator('textarea:focus').waitFor();
  await page.keyboard.press('Escape');
});

it('filters stand in the address bar, and a link reproduces the view', async () => {
  const { page } = await show(viewer, `/companies/${door.company}/invoices`);
  await page.getByLabel('State').selectOption('rejected');
  await expect.poll(() => page.getByRole('table', { name: 'Invoices' }).getByRole('row').count()).toBe(2);
  await page.getByLabel('Search', { exact: true }).fill('zzz');
  await page.getByText('Nothing fits these filters').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?state=rejected&q=zzz');
  await page.reload();
  await page.getByText('Nothing fits these filters').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await page.getByRole('link', { name: 'F-8', exact: true }).waitFor();
});

it('on a phone all filters but the first wait behind a button', async () => {
  const { page } = await show(viewer, '/account');
  await page.setViewportSize({ width: 390, height: 844 });
  await show(viewer, `/companies/${door.company}/invoices`);
  expect(await page.getByLabel('State').isVisible()).toBe(false);
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('State').selectOption('rejected');
  await expect.poll(() => new URL(page.url()).search).toBe('?state=rejected');
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect
    .poll(() => page.getByRole('button', { name: /filters/i, includeHidden: false }).allInnerTexts())
    .toEqual(['Fewer filters', 'Clear filters']);
});

it('the audit log is exported as JSON lines, with the filters that are set', async () => {
  const { page } = await show(administrator, `/companies/${door.company}/audit?action=supplierinvoice.approved`);
  await page.getByRole('button', { name: 'Export' }).click();
  const link = page.getByRole('menuitem', { name: 'Export as JSON lines' });
  await link.waitFor();
  const response = await page.request.get(new URL((await link.getAttribute('href')) as string, page.url()).href);
  expect(response.headers()['content-type']).toBe('application/x-ndjson');
  const entries = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(new Set(entries.map(({ action }) => action))).toEqual(new Set(['supplierinvoice.approved']));
  // Each entry shows its number, which the verification names.
  for (const { seq } of entries) await page.getByRole('cell', { name: String(seq), exact: true }).waitFor();
});

it('200 lines keep their heading, their count and their amounts in sight, and no label is cut, on a phone and with zoom', async () => {
  await door.addCompany('A company with a name that is too long for the header of a phone');
  const articles = Array.from({ length: 200 }, (_, at) => ({
    articleNumber: `ART-${1_000 + at}`,
    articleDescription:
      at % 2 === 0 ? 'Copper pipe' : 'Copper pipe of 15 mm, with installation and cleaning afterwards',
    quantity: at,
    unit: 'pcs',
    price: 12_345.5,
    vat: 25,
    totalPrice: 1_234_567.5,
  }));
  const id = await submit(door, door.token, { ...suspicious, externalReferenceId: 'long', articles });
  const { page } = await show(administrator, `/companies/${door.company}/invoices/${id}`);
  const lines = page.getByRole('region', { name: 'Lines' });
  await lines.getByText('200 lines').waitFor();
  const row = lines.locator('tr', { hasText: 'ART-1100' });
  // 320 px are a screen of 1280 px at 400 %.
  for (const width of [320, 390, 720, 1024, 1440]) {
    await page.setViewportSize({ width, height: 700 });
    await row.evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const isInSight = (one: Element) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      return left >= 0 && right <= innerWidth && one.contains(document.elementFromPoint(x, y));
    };
    const seen = [row.locator('td').last(), page.getByRole('button', { name: 'Your account' })];
    if (width > 390) seen.push(lines.getByRole('columnheader', { name: 'Line total' }));
    for (const one of seen) await expect.poll(() => one.evaluate(isInSight), { message: `${width}` }).toBe(true);
    const cut = await page
      .locator('.mantine-Button-label')
      .evaluateAll((labels) =>
        labels.filter((label) => label.scrollWidth > label.clientWidth + 1).map((label) => label.textContent),
      );
    expect(cut, `${width}`).toEqual([]);
    await picture(page, `work-lines-${width}`);
  }
});
