import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { sweepAbsences } from '../../routing/absences-sweep.ts';
import { followRouting } from '../../../jobs/routing.ts';
import { daysAgo } from '../../../testing/days-ago.ts';
import { openDoor, paths } from '../../../testing/door.ts';
import { decideAs, signedIn, type SignedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';

const door = await openDoor();
await door.addSupplier('1');
const [administrator, anna, bo, viewer] = [
  await signedIn(door, 'companyAdministrator'),
  await signedIn(door, 'approver'),
  await signedIn(door, 'approver'),
  await signedIn(door, 'viewer'),
];
afterAll(() => door.close());
const inCompany = `/companies/${door.company}`;
const routing = `${inCompany}/routing`;
const absences = `${inCompany}/absences`;

const any = (...people: SignedIn[]) => ({ need: 'any', people: people.map(({ id }) => id) });
const rule = (name: string, steps: object[], when: object = {}) => ({ name, when, steps });

const save = async (rules: object[], more: object = {}) => {
  const { version } = (await administrator.call('GET', routing)).body;
  return administrator.call('PUT', routing, { version, rules, ...more });
};
const invoice = async (fields: object = {}): Promise<string> => {
  const { body } = await door.post(paths.invoices, {
    externalReferenceId: randomUUID(),
    supplierNumber: '1',
    totalPrice: 10,
    ...fields,
  });
  await followRouting({ pool: door.pool }, door.company);
  return `${inCompany}/invoices/${body.id}`;
};
const routeOf = async (path: string, by = viewer) => (await by.call('GET', path)).body.route;
const waitsFor = async (path: string) => (await routeOf(path)).waitsFor.map(({ id }: { id: string }) => id);
const confirm = (who: SignedIn, path: string, step = 1) => who.call('POST', `${path}/confirm-step`, { step });
const away = (who: SignedIn, deputy: SignedIn, more: object = {}) =>
  who.call('POST', absences, { deputyId: deputy.id, firstDay: '2026-01-01', lastDay: '2099-12-31', ...more });
const day = (offset: number) => daysAgo(-offset).toISOString().slice(0, 10);

beforeEach(() => door.pool.query('DELETE FROM absences WHERE company_id = $1', [door.company]));

it('rules are saved whole, by whoever saw the last version; a mistake is named at its place', async () => {
  const eken = rule('Eken', [any(anna)], { projects: ['Eken'], suppliers: ['1'] });
  const first = await save([eken, rule('Viewer', [any(anna), any(viewer)])], { remindAfterDays: 3 });
  expect(first.body).toMatchObject({
    version: 1,
    rules: [{ name: 'Eken', when: { projects: ['Eken'] } }, { name: 'Viewer' }],
    remindAfterDays: 3,
    escalateAfterDays: null,
    warnings: [{ path: 'rules[1].steps[1]', code: 'route.nobody', parameters: { rule: 'Viewer', step: 2 } }],
  });
  const shown = first.body.people.map(({ id, mayDecide }: { id: string; mayDecide: boolean }) => [id, mayDecide]);
  expect(shown).toEqual(
    expect.arrayContaining([
      [anna.id, true],
      [viewer.id, false],
    ]),
  );
  expectProblem(await administrator.call('PUT', routing, { version: 0, rules: [] }), 409, /^Somebody else has saved/);
  const stranger = await signedIn(door, 'approver', (await door.addCompany('Elsewhere')).id);
  const id = randomUUID();
  const wrong = [
    { ...rule('One', [any(stranger)], { suppliers: ['1', 'unknown'] }), id },
    { ...rule('Two', [any(anna)], { partners: [randomUUID()] }), id },
  ];
  const refused = await save(wrong);
  expect(refused.status).toBe(400);
  expect(refused.body.problems.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual([
    ['rules[0].when.suppliers[1]', 'supplier.missing'],
    ['rules[0].steps[0].people[0]', 'operator.unknown'],
    ['rules[1].id', 'rule.repeated'],
    ['rules[1].when.partners[0]', 'partner.missing'],
  ]);
  expect((await anna.call('PUT', routing, { version: 1, rules: [] })).status).toBe(403);
  expect((await stranger.call('GET', routing)).status).toBe(404);
  const renamed = { ...first.body.rules[1], name: 'Renamed' };
  const second = await save([renamed, rule('Third', [any(bo)])], { remindAfterDays: 3 });
  await save(second.body.rules.toReversed(), { remindAfterDays: 3 });
  const { rows } = await door.pool.query(
    `SELECT data FROM audit_log WHERE company_id = $1 AND action = 'routing.changed' ORDER BY seq`,
    [door.company],
  );
  const settings = { remindAfterDays: 3, escalateAfterDays: null };
  expect(rows.map(({ data }) => data)).toEqual([
    { ...settings, rules: 2, added: ['Eken', 'Viewer'], changed: [], removed: [] },
    { ...settings, rules: 2, added: ['Third'], changed: ['Renamed'], removed: ['Eken'] },
    { ...settings, rules: 2, added: [], changed: [], removed: [] },
  ]);
});

it('an invoice says whom it waits for and why; lists, counts and the company’s queue follow', async () => {
  await save([
    rule('Eken', [any(anna)], { projects: ['eken'] }),
    rule('Viewer', [any(viewer)], { projects: ['Örnen'] }),
  ]);
  const [eken, ornen, other] = [
    await invoice({ projectName: ' EKEN' }),
    await invoice({ projectName: 'Örnen' }),
    await invoice({ projectName: 'Other' }),
  ];
  expect(await routeOf(eken)).toMatchObject({
    waitsFor: [{ id: anna.id, name: 'The approver' }],
    step: 1,
    steps: 1,
    because: { code: 'rule', rule: 'Eken', field: 'project', value: 'EKEN' },
    confirm: { allowed: false, code: 'role.refused' },
  });
  expect(await routeOf(ornen)).toMatchObject({ waitsFor: [], because: { code: 'nobody.may', rule: 'Viewer' } });
  expect(await routeOf(other)).toMatchObject({ waitsFor: [], because: { code: 'no.rule' } });
  const listed = async (who: SignedIn, filter: string) =>
    (await who.call('GET', `${inCompany}/invoices?${filter}&sort=createdAt`)).body.rows.map(
      (row: { id: string; with: string | null }) => [`${inCompany}/invoices/${row.id}`, row.with],
    );
  expect(await listed(anna, 'with=me')).toEqual([[eken, 'The approver']]);
  expect(await listed(bo, `with=${anna.id}`)).toEqual([[eken, 'The approver']]);
  expect(await listed(bo, 'with=me')).toEqual([]);
  expect(await listed(bo, 'with=none')).toEqual([
    [ornen, null],
    [other, null],
  ]);
  expect((await anna.call('GET', `${inCompany}/overview`)).body.mine).toMatchObject({ waiting: 1, assigned: 0 });
  await bo.call('PUT', `${other}/assignment`, { operatorId: bo.id });
  expect(await routeOf(other)).toMatchObject({ waitsFor: [{ id: bo.id }], because: { code: 'assigned' } });
  expect((await decideAs(anna, eken, 'approve')).status).toBe(200);
  expect(await routeOf(eken)).toBeNull();
  expect(await listed(anna, 'with=me')).toEqual([]);
});

it('of two people who confirm a step at once, one does, and the other hears who did; the last step is the approval', async () => {
  await save([rule('Two steps', [any(anna, bo), any(bo)])]);
  const path = await invoice();
  expect((await routeOf(path, anna)).confirm).toEqual({ allowed: true });
  const answers = await Promise.all([confirm(anna, path), confirm(bo, path)]);
  const [late, done] = answers.sort((one, other) => other.status - one.status);
  expect(done?.body.route).toMatchObject({
    waitsFor: [{ id: bo.id }],
    step: 2,
    confirmed: [{ step: 1, by: 'The approver' }],
  });
  expect(done?.body.timeline.at(-1)).toMatchObject({ type: 'supplierinvoice.confirmed', by: 'The approver' });
  expect(late).toMatchObject({
    status: 409,
    body: { parameters: { why: 'route.confirmed', by: 'The approver', at: expect.stringMatching(/Z$/) } },
  });
  expect((await confirm(bo, path, 2)).body.parameters.why).toBe('route.last');
  expect((await confirm(viewer, path)).status).toBe(403);
  // Whoever may approve may do so before.
  const early = await invoice();
  expect((await decideAs(administrator, early, 'approve')).status).toBe(200);
  expect((await confirm(anna, early)).body.parameters.why).toBe('invoice.approved');
});

it('confirmations are void once the invoice is reopened, and when the rule no longer asks for them', async () => {
  const steps = [any(anna), any(bo)];
  const saved = await save([rule('Two steps', steps)]);
  const path = await invoice();
  await confirm(anna, path);
  await decideAs(bo, path, 'approve');
  await decideAs(bo, path, 'reopen', { reason: 'Too early.' });
  await followRouting({ pool: door.pool }, door.company);
  expect(await routeOf(path)).toMatchObject({ waitsFor: [{ id: anna.id }], step: 1, confirmed: [] });
  await confirm(anna, path);
  await save([{ ...saved.body.rules[0], steps: [any(administrator), any(bo)] }]);
  expect((await confirm(anna, path)).body.parameters.why).toBe('route.other');
  expect((await confirm(administrator, path)).status).toBe(200);
});

it('a deputy is asked and confirms; once the absence has ended in between, the deputy is asked no more', async () => {
  await save([rule('Two steps', [any(anna), any(administrator)])]);
  const entered = (await away(anna, bo)).body.absences[0];
  expect(entered).toMatchObject({ operator: { id: anna.id }, deputy: { id: bo.id }, remove: { allowed: true } });
  const [first, second] = [await invoice(), await invoice()];
  expect(await routeOf(first)).toMatchObject({
    waitsFor: [{ id: bo.id, deputyFor: [{ id: anna.id, name: 'The approver' }] }],
  });
  expect((await confirm(bo, first)).body.route.step).toBe(2);
  expect((await administrator.call('GET', routing)).body.people).toContainEqual(
    expect.objectContaining({
      id: anna.id,
      away: expect.objectContaining({ deputy: { id: bo.id, name: 'The approver' } }),
    }),
  );
  // A new day, which no follower has noticed yet.
  await door.pool.query('UPDATE absences SET last_day = $2 WHERE company_id = $1', [door.company, day(-2)]);
  expect(await waitsFor(second)).toEqual([bo.id]);
  expect((await confirm(bo, second)).body.parameters).toMatchObject({ why: 'route.other' });
  expect((await confirm(anna, second)).body.route.step).toBe(2);
  // A confirmation for somebody counts after the absence.
  await followRouting({ pool: door.pool }, door.company);
  expect((await routeOf(first)).step).toBe(2);
});

it('who released an invoice or gave its first approval is not asked, also not as a deputy', async () => {
  await save([rule('Both', [any(anna, bo)])]);
  const barring = async (column: string, value: string | string[]) => {
    const path = await invoice();
    await door.pool.query(`UPDATE supplier_invoices SET ${column} = $2 WHERE company_id = $1 AND id = $3`, [
      door.company,
      value,
      path.split('/').at(-1),
    ]);
    await administrator.call('PUT', `${path}/assignment`, { operatorId: anna.id });
    expect(await waitsFor(path)).toEqual([anna.id]);
    await administrator.call('PUT', `${path}/assignment`, { operatorId: null });
    return path;
  };
  const [released, signed] = [await barring('releasers', [bo.id]), await barring('signed_by', bo.id)];
  for (const path of [released, signed]) expect(await waitsFor(path)).toEqual([anna.id]);
  await away(anna, bo);
  await administrator.call('PUT', `${released}/assignment`, { operatorId: anna.id });
  expect(await routeOf(released)).toMatchObject({ waitsFor: [], because: { code: 'all.barred' } });
});

it('absences are one’s own, or anybody’s for an administrator; they do not overlap, and their days are in order', async () => {
  expect((await away(anna, bo, { operatorId: bo.id })).status).toBe(403);
  expect((await away(viewer, bo)).status).toBe(403);
  const wrong = await away(anna, anna, { firstDay: '2026-02-03', lastDay: '2026-02-02' });
  expect(wrong.body.problems.map(({ code }: { code: string }) => code)).toEqual([
    'deputy.same',
    'day.order',
    'day.past',
  ]);
  const made = await away(administrator, bo, { operatorId: anna.id, firstDay: day(10), lastDay: day(20) });
  expect(made.status, made.body.message).toBe(200);
  expectProblem(await away(anna, administrator, { firstDay: day(20) }), 409, /already away from .* to /);
  const { id } = made.body.absences[0];
  expect((await bo.call('DELETE', `${absences}/${id}`)).status).toBe(403);
  expect((await anna.call('DELETE', `${absences}/${id}`)).body.absences).toEqual([]);
  expect((await anna.call('DELETE', `${absences}/${id}`)).status).toBe(404);
  for (const ended of [-89, -92])
    await door.pool.query(
      `INSERT INTO absences (company_id, id, operator_id, deputy_id, first_day, last_day, created_by, created_at)
       VALUES ($1, $2, $3, $4, $5, $5, $3, now())`,
      [door.company, randomUUID(), anna.id, bo.id, day(ended)],
    );
  await sweepAbsences(door.pool, new Date(), new AbortController().signal);
  const kept = await door.pool.query('SELECT FROM absences WHERE company_id = $1', [door.company]);
  expect(kept.rowCount).toBe(1);
  const { rows } = await door.pool.query(
    `SELECT action, operator_id AS by FROM audit_log WHERE company_id = $1 AND subject_id = $2 ORDER BY seq`,
    [door.company, id],
  );
  expect(rows).toEqual([
    { action: 'absence.created', by: administrator.id },
    { action: 'absence.ended', by: anna.id },
  ]);
});

it('rules are tried on the last 90 days without being stored', async () => {
  await save([rule('All', [any(anna)])]);
  const before = (await administrator.call('GET', routing)).body;
  await invoice({ projectName: 'Tried' });
  await invoice({ projectName: 'Tried', supplierInvoiceNumber: 'x' });
  const rules = [
    rule('Tried', [any(bo), any(anna)], { projects: ['tried'] }),
    rule('None', [any(viewer)], { projects: ['none'] }),
  ];
  const trial = (await administrator.call('POST', `${routing}/try`, { rules })).body;
  const { invoices, people, queue, changed } = trial;
  expect(people).toEqual([{ id: bo.id, name: 'The approver', invoices: 2 }]);
  expect(queue).toEqual({ invoices: invoices - 2, reasons: [{ code: 'no.rule', invoices: invoices - 2 }] });
  expect(trial).toMatchObject({ more: false, rules: [2, 0], warnings: [{ path: 'rules[1].steps[0]' }] });
  expect(changed).toBeGreaterThanOrEqual(2);
  expect((await administrator.call('GET', routing)).body).toEqual(before);
});
