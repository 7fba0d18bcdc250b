import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, paths, send } from '../../testing/door.ts';
import { countOf, postText } from '../../testing/operations.ts';
import { api, signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';
import { actionsFor } from '../../decisions/table.ts';
import { workOrderDecisions, workOrderStates } from '../../decisions/work-orders.ts';

const ids: Record<string, string> = {};
const door = await openDoor();
const approver = await signedIn(door, 'approver');
const viewer = await signedIn(door, 'viewer');
const base = `/companies/${door.company}/work-orders`;
await door.addProject({
  number: 'p1',
  name: 'Eken',
  proposalIds: ['P-1'],
  facilities: [{ number: 'house', name: 'House' }],
});
await door.addProject({
  number: 'p2',
  name: 'Ängen',
  proposalIds: ['P-2'],
  facilities: [{ number: 'barn', name: 'Barn' }],
});
const other = await door.tokenFor({ partner: 'Field service' });
const orders: [string, string, string?, string?][] = [
  ['a', 'P-1', 'Byt pumpen i källaren'],
  ['b', 'P-2', 'Måla 100% av väggen'],
  ['c', 'P-1'],
  ['d', 'P-2', undefined, other],
];
for (const [id, proposalId, description, token = door.token] of orders) {
  const { status, body } = await door.call('POST', paths.workOrders, {
    token,
    body: { id, proposalId, description },
  });
  if (status !== 200) throw new Error(body.message);
  ids[id] = body.id;
}
afterAll(() => door.close());

const order = async (id: string, more = '') =>
  (await postText(door, paths.workOrders, `{"id":${JSON.stringify(id)},"proposalId":"P-1"${more}}`)).body.id as string;
const stateOf = async (id: string) =>
  (await door.pool.query('SELECT state, decided_at, decided_by, reason FROM work_orders WHERE id = $1', [id])).rows[0];
const list = async (query: string) => {
  const { status, body } = await viewer.call('GET', `${base}?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.rows.map(({ reference }: { reference: string }) => reference).join('');
};

describe('the list', () => {
  it('has the fields that an operator sees', async () => {
    const { body } = await viewer.call('GET', base);
    const { rows } = await door.pool.query(`SELECT id FROM projects WHERE company_id = $1 AND number = 'p2'`, [
      door.company,
    ]);
    expect(body.rows.map(({ reference }: { reference: string }) => reference)).toEqual(['d', 'c', 'b', 'a']);
    expect(body.rows[2]).toEqual({
      id: ids.b,
      reference: 'b',
      title: 'Ängen #1',
      state: 'open',
      project: { id: rows[0].id, number: 'p2', name: 'Ängen' },
      facilityNumber: 'barn',
      facilityName: 'Barn',
      description: 'Måla 100% av väggen',
      partner: 'Scanner',
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(body.rows[1].description).toBeNull();
    expect(await list(`project=${rows[0].id}`)).toBe('db');
  });

  it.each([
    ['state=open', 'dcba'],
    ['state=done', ''],
    ['project=p1', 'ca'],
    ['project=none', ''],
    ['partner=Field%20service', 'd'],
    ['partner=none', ''],
    ['q=k%C3%84llar', 'a'],
    ['q=100%25', 'b'],
    ['q=%C3%A4ng', 'db'],
    ['q=by', 'a'],
    ['q=P-2', 'db'],
    ['q=barn&partner=Scanner', 'b'],
    ['sort=title', 'acbd'],
    ['sort=-title', 'dbca'],
    ['sort=createdAt', 'abcd'],
  ])('%s finds %s', async (query, found) => {
    expect(await list(query)).toBe(found);
  });

  it('is read page by page', async () => {
    for (const sort of ['title', '-title', 'createdAt', '-createdAt']) {
      let found = '';
      for (let after = ''; ;) {
        const { body } = await viewer.call('GET', `${base}?sort=${sort}&limit=1${after && `&after=${after}`}`);
        found += body.rows[0].reference;
        if (body.next === undefined) break;
        after = body.next;
      }
      expect(found).toBe(await list(`sort=${sort}`));
    }
  });

  it('comes as CSV', async () => {
    const response = await fetch(`${door.url}${api}${base}?format=csv&project=p1`, {
      headers: { cookie: viewer.cookie },
    });
    expect((await response.text()).trim().split('\r\n')).toHaveLength(3);
  });

  it.each(['state=received', 'q=a', 'q=..', 'sort=state', 'limit=0', 'project=', 'partner=%00', 'format=pdf'])(
    'refuses %s',
    async (query) => {
      expectProblem(await viewer.call('GET', `${base}?${query}`), 400, new RegExp(`^${query.split('=', 1)[0]} `));
    },
  );
});

it('a work order is answered with every digit of unknown fields', async () => {
  const id = await order('exact', ',"description":"x","hours":1.50');
  const response = await fetch(`${door.url}${api}${base}/${id}`, { headers: { cookie: approver.cookie } });
  const text = await response.text();
  expect(text).toContain('"hours": 1.50');
  expect(JSON.parse(text)).toMatchObject({
    id,
    reference: 'exact',
    state: 'open',
    document: { id: 'exact', proposalId: 'P-1', description: 'x' },
    timeline: [{ type: 'workorder.created', by: 'Scanner', reason: null }],
    actions: { done: { allowed: true }, cancel: { allowed: true }, reopen: { allowed: false, code: 'workorder.open' } },
    decisionSeq: null,
    sentToPartner: [],
  });
  expect((await viewer.call('GET', `${base}/${id}`)).body.actions.done).toEqual({
    allowed: false,
    why: expect.stringContaining('Your role'),
    code: 'role.refused',
  });
});

describe('a decision', () => {
  it.each([
    ['done', 'done', { comment: 'All dry.' }, 'All dry.'],
    ['done', 'done', {}, null],
    ['cancel', 'cancelled', { reason: 'Torn down.' }, 'Torn down.'],
  ])('%s makes it %s and keeps who, when and why', async (decision, state, body, reason) => {
    const id = await order(`${decision} ${JSON.stringify(body)}`);
    const answer = await approver.call('POST', `${base}/${id}/${decision}`, body);
    expect(answer.status, answer.body.message).toBe(200);
    expect(answer.body).toMatchObject({
      id,
      state,
      actions: { done: { allowed: false, why: `This work order is already ${state}.` }, cancel: { allowed: false } },
    });
    expect(answer.body.timeline.at(-1)).toEqual({
      type: `workorder.${state}`,
      at: expect.any(String),
      by: 'The approver',
      reason,
    });
    expect(await stateOf(id)).toEqual({ state, decided_at: expect.any(Date), decided_by: approver.id, reason });
    const { rows } = await door.pool.query(
      'SELECT operator_id, action, subject_type FROM audit_log WHERE subject_id = $1',
      [id],
    );
    expect(rows).toEqual([{ operator_id: approver.id, action: `workorder.${state}`, subject_type: 'workorder' }]);
  });

  it('to cancel needs a reason', async () => {
    const id = await order('no reason');
    for (const body of [{}, { reason: '' }, { reason: null }, { comment: 'x' }, { reason: 'a'.repeat(1_001) }])
      expectProblem(await approver.call('POST', `${base}/${id}/cancel`, body), 400);
    expect((await stateOf(id)).state).toBe('open');
  });

  it.each(
    workOrderStates.flatMap((state) => (['done', 'cancel'] as const).map((decision) => [decision, state] as const)),
  )('%s of a work order that is %s is what the rules say', async (decision, state) => {
    const id = await order(`${decision} ${state}`);
    if (state !== 'open')
      await approver.call(
        'POST',
        `${base}/${id}/${state === 'done' ? 'done' : 'cancel'}`,
        state === 'done' ? {} : { reason: 'No.' },
      );
    const action = actionsFor(workOrderDecisions, [decision], state, 'approver')[decision];
    expect((await approver.call('GET', `${base}/${id}`)).body.actions[decision]).toEqual(action);
    const before = [await countOf(door, 'events'), await countOf(door, 'audit_log')];
    const answer = await approver.call(
      'POST',
      `${base}/${id}/${decision}`,
      decision === 'cancel' ? { reason: 'No.' } : {},
    );
    if (action.allowed) return expect(answer.status).toBe(200);
    expectProblem(answer, 409, /^The approver (marked this work order done|cancelled this work order) at /);
    expect([await countOf(door, 'events'), await countOf(door, 'audit_log')]).toEqual(before);
  });

  it('is taken back by naming it, with a reason; a later one of somebody else is not', async () => {
    const id = await order('taken back');
    const reopen = (decisionSeq: number | null, reason = 'Not dry yet.') =>
      approver.call('POST', `${base}/${id}/reopen`, { decisionSeq, reason });
    expectProblem(await reopen(null), 409, 'This work order is open.');
    const done = (await approver.call('POST', `${base}/${id}/done`, { comment: 'Dry.' })).body;
    expect(done.actions.reopen).toEqual({ allowed: true });
    expectProblem(await reopen(done.decisionSeq, ''), 400);
    const { body } = await reopen(done.decisionSeq);
    expect(body).toMatchObject({ state: 'open', actions: { done: { allowed: true }, reopen: { allowed: false } } });
    expect(body.timeline.at(-1)).toMatchObject({
      type: 'workorder.reopened',
      by: 'The approver',
      reason: 'Not dry yet.',
    });
    expect(await stateOf(id)).toEqual({ state: 'open', decided_at: null, decided_by: null, reason: null });
    const cancelled = (await approver.call('POST', `${base}/${id}/cancel`, { reason: 'Torn down.' })).body;
    expectProblem(await reopen(done.decisionSeq), 409, 'Work order cancelled');
    expect((await reopen(cancelled.decisionSeq)).body.state).toBe('open');
  });

  it('of many at once succeeds once, beside partners who send', async () => {
    const id = await order('race');
    const [answers] = await Promise.all([
      Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          n % 2 === 0
            ? approver.call('POST', `${base}/${id}/done`, {})
            : approver.call('POST', `${base}/${id}/cancel`, { reason: 'No.' }),
        ),
      ),
      Promise.all(Array.from({ length: 10 }, (_, n) => order(`beside ${n}`))),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { state } = await stateOf(id);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectProblem(answer, 409, state === 'done' ? 'marked this work order done' : 'cancelled this work order');
    const { rows } = await door.pool.query(
      'SELECT count(*)::integer AS many, max(seq)::integer AS last FROM events WHERE company_id = $1',
      [door.company],
    );
    expect(rows[0].many).toBe(rows[0].last);
  });
});

it('a viewer cannot decide; another company’s operator and a missing session find nothing', async () => {
  const id = await order('guarded');
  const elsewhere = await door.addCompany('Elsewhere');
  const stranger = await signedIn(door, 'approver', elsewhere.id);
  for (const [method, path, body] of [
    ['GET', `/${id}`, undefined],
    ['POST', `/${id}/done`, {}],
    ['POST', `/${id}/cancel`, { reason: 'No.' }],
    ['POST', `/${id}/reopen`, { decisionSeq: null, reason: 'No.' }],
    ['GET', '', undefined],
  ] as const) {
    expectProblem(
      await send(door.url, method, `${api}${base}${path}`, { body, headers: { 'x-doorway-console': '1' } }),
      401,
    );
    expectProblem(await stranger.call(method, `${base}${path}`, body), 404);
    if (path !== '')
      expectProblem(await stranger.call(method, `/companies/${elsewhere.id}/work-orders${path}`, body), 404);
    if (method === 'POST') expectProblem(await viewer.call(method, `${base}${path}`, body), 403, 'viewer');
  }
  expect((await stranger.call('GET', `/companies/${elsewhere.id}/work-orders`)).body.rows).toEqual([]);
  expect((await stateOf(id)).state).toBe('open');
  expect((await (await signedIn(door, 'administrator')).call('POST', `${base}/${id}/done`, {})).status).toBe(200);
  for (const none of ['nothing', door.company])
    expectProblem(await approver.call('POST', `${base}/${none}/done`, {}), 404);
});
