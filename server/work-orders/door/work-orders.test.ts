import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, paths } from '../../testing/door.ts';
import { countOf, documentOf } from '../../testing/operations.ts';
import { expectProblem } from '../../testing/problem.ts';

const facility = (number: string) => ({ number, name: `Facility ${number}` });

const door = await openDoor();
await door.addProject({
  number: '1',
  name: 'Kvarteret Eken',
  proposalIds: ['P-1', 'P-1b', 'P-shared'],
  facilities: [facility('a')],
});
await door.addProject({
  number: '2',
  name: 'Hamnen',
  proposalIds: ['P-two', 'P-shared'],
  facilities: [facility('a'), facility('b')],
});
await door.addProject({ number: '3', name: 'Ängen', proposalIds: ['P-none'], facilities: [] });
afterAll(() => door.close());

let seeds = 0;
const post = (body: object) => door.post(paths.workOrders, { id: `order ${seeds++}`, ...body });
const rowOf = async (id: string) => (await door.pool.query('SELECT * FROM work_orders WHERE id = $1', [id])).rows[0];

it('a work order is answered with its id, its title and a message, and kept as open on the facility', async () => {
  const { status, body } = await door.post(paths.workOrders, {
    id: 'fs-1',
    proposalId: 'P-1',
    description: 'Replace the pump.',
  });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/),
      title: 'Kvarteret Eken #1',
      message: 'Work order created.',
    },
  });
  expect(await rowOf(body.id)).toMatchObject({
    company_id: door.company,
    reference: 'fs-1',
    state: 'open',
    number: 1,
    facility_number: 'a',
    document: { id: 'fs-1', proposalId: 'P-1', description: 'Replace the pump.' },
  });
});

it('a description that is too long loses no work order: its beginning is read, and the document keeps the whole', async () => {
  const order = { id: 'long', proposalId: 'P-1', description: '😀'.repeat(10_001) };
  const { body: checked } = await door.post(`${paths.workOrders}/check`, order);
  const message =
    'description has 10,001 characters; the first 10,000 are used, and the document keeps the whole text.';
  expect(checked).toEqual({
    message: expect.stringContaining(` The work order would have 1 finding: ${message}`),
    findings: [{ code: 'text.cut', severity: 'info', path: 'description', message }],
  });
  const { body, headers } = await door.post(paths.workOrders, order);
  expect(body.message).toBe(`Work order created. The work order has 1 finding: ${message}`);
  expect(headers.get('doorway-findings')).toBe('text.cut');
  expect((await door.call('GET', `${paths.workOrders}/${body.id}`)).body.description).toBe('😀'.repeat(10_000));
  expect((await rowOf(body.id)).document).toEqual(order);
});

it('a repeated work order is a 409 that says what exists, and creates nothing', async () => {
  const order = { id: 'again', proposalId: 'P-1', description: 'Once' };
  const { body } = await door.post(paths.workOrders, order);
  const before = [await countOf(door, 'work_orders'), await countOf(door, 'events')];
  expectProblem(
    await door.post(paths.workOrders, order),
    409,
    `The id "again" was sent before: it is work order ${body.id}, "${body.title}"; nothing differs from what was sent now.`,
  );
  expectProblem(
    await door.post(paths.workOrders, { id: 'again', proposalId: 'P-1b' }),
    409,
    'it differs from what was sent now in proposalId, description.',
  );
  expect([await countOf(door, 'work_orders'), await countOf(door, 'events')]).toEqual(before);
  expect(await documentOf(door, 'work_orders', body.id)).toContain('"Once"');
});

describe('what a work order refers to', () => {
  it.each([
    ['no project', 'P-nowhere', 'No project has the proposal id "P-nowhere".'],
    ['more than one project', 'P-shared', 'More than one project has the proposal id "P-shared".'],
    ['a project without a facility', 'P-none', 'Project "Ängen" ("3") has no facility.'],
    ['a project with two facilities', 'P-two', 'Project "Hamnen" ("2") contains more than one facility'],
    ['an id in other letters', 'p-1', 'No project has the proposal id "p-1".'],
    ['an id with a space', 'P- 1', 'No project has the proposal id "P- 1".'],
  ])('is a 400 where it is %s', async (_what, proposalId, message) => {
    const before = [await countOf(door, 'work_orders'), await countOf(door, 'events')];
    expectProblem(await post({ proposalId }), 400, message);
    expect([await countOf(door, 'work_orders'), await countOf(door, 'events')]).toEqual(before);
  });

  it('can be corrected, and the same id is then accepted', async () => {
    const order = { id: 'mended', proposalId: 'P-later' };
    expectProblem(await door.post(paths.workOrders, order), 400, 'No project has');
    await door.addProject({ number: '9', name: 'Senare', proposalIds: ['P-later'], facilities: [] });
    expectProblem(await door.post(paths.workOrders, order), 400, 'has no facility');
    await door.addProject({ number: '9', name: 'Senare', proposalIds: ['P-later'], facilities: [facility('x')] });
    expect(await door.post(paths.workOrders, order)).toMatchObject({ status: 200, body: { title: 'Senare #1' } });
  });

  it('is checked after the id: a repeat with an unknown proposal is still a 409', async () => {
    await door.post(paths.workOrders, { id: 'first', proposalId: 'P-1' });
    expectProblem(
      await door.post(paths.workOrders, { id: 'first', proposalId: 'P-nowhere' }),
      409,
      'it differs from what was sent now in proposalId.',
    );
  });

  it('is the company’s own: another company’s proposal is none', async () => {
    const { token } = await door.addCompany('Other');
    expectProblem(
      await door.call('POST', paths.workOrders, { token, body: { id: 'x', proposalId: 'P-1' } }),
      400,
      'No project has the proposal id "P-1".',
    );
  });
});

it('the same id is free for another partner', async () => {
  const order = { id: 'partners', proposalId: 'P-1' };
  const first = await door.post(paths.workOrders, order);
  const second = await door.call('POST', paths.workOrders, {
    token: await door.tokenFor({ partner: 'Another' }),
    body: order,
  });
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body.id).not.toBe(first.body.id);
});

it('of sixty requests with one id at once one is processed', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => door.post(paths.workOrders, { id: 'sixty', proposalId: 'P-1' })),
  );
  const [accepted, ...more] = answers.filter(({ status }) => status === 200);
  expect(more).toEqual([]);
  for (const answer of answers.filter((one) => one !== accepted)) expectProblem(answer, 409, accepted?.body.id);
});
