import { afterAll, beforeAll, expect, it } from 'vitest';
import { requireCompany } from '../../../server/companies/store.ts';
import { createToken } from '../../../server/testing/access.ts';
import { openDoor, paths, type Door } from '../../../server/testing/door.ts';
import { signedIn, type SignedIn } from '../../../server/testing/operator.ts';
import type { Overview } from '../../src/api/types.ts';
import { addMorningWork, seed, submit, traceIsKept } from '../company.ts';
import { suspicious } from '../suspicious.ts';
import type { MarkupElement } from './markup.ts';
import { changed, render } from './render.ts';

let door: Door;
let approver: SignedIn;
beforeAll(async () => {
  door = await openDoor();
  await seed(door, 12);
  await submit(door, door.token, suspicious);
  approver = await signedIn(door, 'approver');
  await addMorningWork(door, approver);
});
afterAll(() => door?.close());

const inCompany = (path: string) => `/companies/${door.company}${path}`;
const numberIn = (text: string) => Number(/(\d+)$/.exec(text)?.[1]);
const pathOf = (link: MarkupElement) => link.href.replace(/^\/console/, '');
const invoicesIn = (page: MarkupElement, table: string) => page.one('table', table).all('row').length - 1;

/** The number of invoices in the list at an address, whose parameters are those of the API. */
const countAt = async (href: string) => {
  const { searchParams } = new URL(href, door.url);
  searchParams.delete('sort');
  return (await approver.call('GET', inCompany(`/invoices/totals?${searchParams}`))).body.count;
};

it('each figure leads to a list of as many rows, which is the view of its name by due date', async () => {
  const overview = await render(door, approver, inCompany('/overview'));
  const views = ['To approve', 'Overdue', 'Held', 'Waits for a second approver', 'Waits for you'];
  for (const tile of [...views, 'Due this week', 'You are mentioned']) {
    const link = overview.one('link', new RegExp(`^${tile} \\d`));
    const count = Number(/\d+/.exec(link.text.replace(tile, ''))?.[0]);
    expect(count, tile).toBeGreaterThan(0);
    expect(await countAt(link.href), tile).toBe(count);
    if (!views.includes(tile)) continue;
    expect(new URL(link.href, door.url).searchParams.get('sort'), tile).toBe('dueDate');
    const list = await render(door, approver, pathOf(link));
    expect(invoicesIn(list, 'Invoices'), tile).toBe(Math.min(count, 50));
    const shown = list.one('navigation', 'Views').below.filter((part) => 'aria-current' in part.attributes);
    expect(shown.map(({ text }) => text)).toEqual([tile]);
  }
});

it('no proposed change of a supplier is a figure too, and leads to a page that says so', async () => {
  const overview = await render(door, approver, inCompany('/overview'));
  const page = await render(door, approver, pathOf(overview.one('link', /^Proposed supplier changes 0/)));
  page.one('heading', 'Proposed supplier changes');
  expect(page.one('main').text).toContain('Nothing to confirm');
});

it('each bar of the ages and of the reasons leads to as many rows, and so do each partner’s failures', async () => {
  const overview = await render(door, approver, inCompany('/overview'), { language: 'sv' });
  for (const panel of ['Att attestera, efter dagar sedan ankomst', 'Stoppade, efter orsak']) {
    const bars = overview.one('region', panel).all('link');
    expect(bars.some(({ text }) => numberIn(text) > 0)).toBe(true);
    for (const { href, text } of bars) expect(await countAt(href), text).toBe(numberIn(text));
    const bar = bars.find(({ text }) => numberIn(text) > 0) as MarkupElement;
    const list = await render(door, approver, pathOf(bar), { language: 'sv' });
    expect(invoicesIn(list, 'Fakturor'), panel).toBe(numberIn(bar.text));
  }
  const [failed] = overview.one('table', 'Misslyckade anrop per partner, senaste 7 dagarna').all('link') as [
    MarkupElement,
  ];
  expect(Number(failed.text)).toBeGreaterThan(0);
  const calls = await render(door, approver, pathOf(failed), { language: 'sv' });
  expect(invoicesIn(calls, 'Anrop')).toBe(Number(failed.text));
  expect(calls.one('table', 'Anrop').all('link')[0]?.text).toMatch(/^2\d{3}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} \S+$/);
});

it('the reports say what is due and with whom, and each user and partner leads to what waits there', async () => {
  const due = await render(door, approver, inCompany('/reports'), { language: 'sv' });
  expect(due.one('table', 'Uppföljning').all('row')[1]?.text).toMatch(
    /^\d{4}-\d\d-\d\d −?\d+ .*,\d\d \S+ (The approver|Företagets kö) På /,
  );
  for (const [of, name] of [
    ['approvers', 'The approver'],
    ['partners', 'Scanner'],
  ]) {
    const page = await render(door, approver, inCompany(`/reports?of=${of}&days=90`), { language: 'sv' });
    const rows = page.one('table', 'Uppföljning').all('row').slice(1);
    expect(rows.map((row) => row.one('link').text)).toContain(name);
    for (const row of rows) {
      const waiting = row.below.find(({ attributes }) => attributes['data-label'] === 'Antal väntande')?.text;
      expect(await countAt(row.one('link').href), row.text).toBe(Number(waiting));
    }
    expect(page.one('link', 'Exportera CSV').href).toMatch(
      new RegExp(`/reports/waiting\\?of=${of}&days=90&format=csv`),
    );
  }
});

it('a call of another company is not found by an operator who may not enter that company', async () => {
  const { token } = await createToken(door.pool, { company: 'Other AB', partner: 'Foreign' });
  const { traceId } = (await door.call('POST', paths.invoices, { token, body: { supplierNumber: 7 } })).body;
  await traceIsKept({ ...door, company: await requireCompany(door.pool, 'Other AB') }, traceId);
  const page = await render(door, approver, inCompany(`/requests/${traceId}`), { language: 'sv' });
  expect(page.text).toContain('Inget anrop med detta spårnings-id hittades');
  expect(page.text).not.toContain('Other AB');
});

it('the overview shows the last verification of files, and damaged files lead to their invoices', async () => {
  const { pool, company } = door;
  const panelOf = (page: MarkupElement) => page.one('region', 'Kontroll av bifogade filer').text;
  const before = await render(door, approver, inCompany('/overview'), { language: 'sv' });
  expect(panelOf(before)).toContain('Ingen fil har kontrollerats än');
  await pool.query(
    `INSERT INTO file_verifications (company_id, began_at, ended_at, round_began_at, files, total)
     VALUES ($1, now(), '2026-11-17T02:19:00Z', now(), 1200, 1204)`,
    [company],
  );
  await pool.query(
    `INSERT INTO damaged_files (company_id, sha256, problem, found_at)
     SELECT company_id, sha256, CASE WHEN file_name = 'F-20871.pdf' THEN 'missing' ELSE 'altered' END, now()
     FROM attachments WHERE company_id = $1 AND file_name IN ('F-20871.pdf', 'delivery-note.png')`,
    [company],
  );
  const page = await render(door, approver, inCompany('/overview'), { language: 'sv' });
  expect(panelOf(page)).toContain('1\u00A0200 av 1\u00A0204');
  expect(panelOf(page)).toContain('2 filer saknas eller är skadade');
  const alert = page.one('alert', /2 filer saknas eller är skadade/);
  const [file] = alert.all('listitem', /F-20871\.pdf · Saknas/) as [MarkupElement];
  const invoice = await render(door, approver, pathOf(file.one('link')), { language: 'sv' });
  expect(invoice.all('heading')[0]?.text).toContain('F-20871');
});

it('administrators are warned of an overdue or failed backup, others read when the last one was taken', async () => {
  const backup: Overview['backup'] = {
    schedule: 'nightly',
    takenAt: '2026-11-14T01:31:00Z',
    isOverdue: true,
    failedAt: '2026-11-17T01:30:00Z',
    problem: 's3://backups/doorway answered 403 (AccessDenied).',
    place: 's3://backups/doorway',
  };
  const overviewFor = (who: SignedIn, language: 'en' | 'sv', fields: Partial<Overview['backup']> = {}) =>
    render(door, who, inCompany('/overview'), {
      language,
      answer: (address, response) =>
        /\/overview\b/.test(address)
          ? changed(response, { backup: { ...backup, ...fields } } satisfies Partial<Overview>)
          : response,
    });
  const administrator = await signedIn(door, 'administrator');
  const page = await overviewFor(administrator, 'sv');
  const warning = /säkerhetskopi(an|eringen)/;
  const { text } = page.one('alert', warning);
  expect(text).toContain('Den senaste säkerhetskopian är äldre än 48 timmar');
  expect(text).toContain(`Misslyckades 2026-11-17 02:30 CET: ${backup.problem}`);
  expect(page.text).toContain('Senaste säkerhetskopia: 2026-11-14 02:31 CET · s3://backups/doorway');

  const failed = await overviewFor(administrator, 'sv', { isOverdue: false });
  expect(failed.one('alert', warning).text).toContain('Den senaste säkerhetskopieringen misslyckades');

  const elsewhere = await overviewFor(administrator, 'sv', { isOverdue: false, schedule: 'elsewhere' });
  elsewhere.one('region', 'Stoppade, efter orsak');
  expect(elsewhere.text).not.toMatch(/säkerhetskopia:/);
  expect(elsewhere.all('alert', warning)).toEqual([]);

  const clerk = await overviewFor(approver, 'en', { schedule: 'none' });
  expect(clerk.text).toContain('Last good backup: 2026-11-14 02:31');
  expect(clerk.all('alert', /The last good backup/)).toEqual([]);
});
